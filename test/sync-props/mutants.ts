// The engine broken on purpose, one way each. The suite must notice every one of them.

import { dotKey, makeState, type State, type Version } from "../../src/replica/state.ts";
import { FROM_DIGITS, type LiveView } from "../../src/replica/view.ts";
import { type Engine, REAL } from "./engine.ts";

const { actOn, adopt, admit, holdFor, join, namesOf, renderLine, viewOf } = REAL;

function joinThen(change: (joined: State, a: State, b: State) => Partial<State>): Engine["join"] {
  return (a, b) => {
    const joined = join(a, b);
    return joined.forgotten ? joined : makeState({ ...joined, ...change(joined, a, b) });
  };
}

function latest(versions: readonly Version[]): readonly Version[] {
  return versions.toSorted((a, b) => ((a.attested ?? "") + a.hash < (b.attested ?? "") + b.hash ? 1 : -1)).slice(0, 1);
}

function viewThen(change: (view: LiveView, state: State) => Partial<LiveView>): Engine["viewOf"] {
  return (state, vouched) => {
    const view = viewOf(state, vouched);
    return view.kind === "live" ? { ...view, ...change(view, state) } : view;
  };
}

export const MUTANTS: Readonly<Record<string, Partial<Engine>>> = {
  "last-writer-wins": { join: joinThen(({ versions }) => ({ versions: latest(versions) })) },
  "versions-never-replaced": { join: joinThen((_, a, b) => ({ versions: [...a.versions, ...b.versions] })) },
  "holds-removed-by-any-restore": {
    join: joinThen(({ holds }, a, b) => ({
      holds: holds.filter(({ dot }) =>
        [a, b].every((side) => side.holds.some((each) => dotKey(each.dot) === dotKey(dot))),
      ),
    })),
  },
  "holds-never-removed": { join: joinThen((_, a, b) => ({ holds: [...a.holds, ...b.holds] })) },
  "retirements-dropped": { join: joinThen((_, a) => ({ retirements: a.retirements })) },
  "context-not-joined": { join: joinThen((_, a) => ({ context: a.context })) },
  "forgotten-and-ed": {
    join: (a, b) => (a.forgotten !== b.forgotten ? (a.forgotten ? b : a) : join(a, b)),
  },
  "twins-dropped": {
    join: joinThen(({ versions }) => ({
      versions: versions.filter(
        ({ dot, hash }) => !versions.some((other) => dotKey(other.dot) === dotKey(dot) && other.hash < hash),
      ),
    })),
  },
  "a-dot-is-of-one-kind": {
    join: joinThen(({ holds, versions }) => ({
      holds: holds.filter(({ dot }) => !versions.some((each) => dotKey(each.dot) === dotKey(dot))),
    })),
  },
  "archive-drops-holds": {
    actOn: (state, act, writer) => {
      const after = actOn(state, act, writer);
      return act.kind === "archive" && after !== state ? makeState({ ...after, holds: [] }) : after;
    },
  },
  "restore-keeps-holds": {
    actOn: (state, act, writer) => {
      const after = actOn(state, act, writer);
      return act.kind === "restore" && after !== state ? makeState({ ...after, holds: state.holds }) : after;
    },
  },
  "edit-in-quarantine-attested": {
    actOn: (state, act, writer) => {
      const after = actOn(state, act, writer);
      if (act.kind !== "edit" || act.attested === null || after === state) return after;
      const { attested } = act;
      return makeState({
        ...after,
        versions: after.versions.map((each) => ({ ...each, attested, under: "verified" })),
      });
    },
  },
  "promote-attests-a-sibling": {
    actOn: (state, act, writer) => {
      const after = actOn(state, act, writer);
      const view = viewOf(state);
      const sibling = view.kind === "live" ? view.siblings[0] : undefined;
      if (act.kind !== "promote" || after === state || sibling === undefined) return after;
      return makeState({ ...after, versions: after.versions.map((each) => ({ ...each, hash: sibling.hash })) });
    },
  },
  "adopted-as-attested": {
    adopt: (state, hash, over, writer) => {
      const after = adopt(state, hash, over, writer);
      const versions = after.versions.map((each) => ({
        ...each,
        attested: each.hash === hash && each.under === "verified" ? (each.attested ?? "2026-05-01") : each.attested,
      }));
      return after === state ? state : makeState({ ...after, versions });
    },
  },
  "adoption-replaces-siblings": {
    adopt: (state, hash, over, writer) => {
      const after = adopt(state, hash, over, writer);
      return after === state
        ? state
        : makeState({ ...after, versions: after.versions.filter((each) => each.hash === hash) });
    },
  },
  "adopted-under-nothing": {
    adopt: (state, hash, over, writer) => {
      const after = adopt(state, hash, over, writer);
      const known = new Set(state.versions.map(({ dot }) => dotKey(dot)));
      const versions = after.versions.map((each) =>
        known.has(dotKey(each.dot)) ? each : { ...each, under: "inferred" as const },
      );
      return after === state ? state : makeState({ ...after, versions });
    },
  },
  "a-hold-per-machine": {
    holdFor: (state, failure, at) =>
      holdFor(state, { ...failure, rule: `${failure.rule}${Object.keys(state.context).join()}` }, at),
  },
  "unattested-head-first": {
    viewOf: viewThen((view, { versions }) => {
      const other = view.siblings.find(({ hash }) =>
        versions.every((each) => each.hash !== hash || each.attested === null),
      );
      return other === undefined ? {} : { head: other.hash };
    }),
  },
  "inferred-head-first": {
    viewOf: viewThen((view, { versions, holds }) => {
      const plain = versions.find((each) => each.attested === null && each.under === "inferred");
      if (plain === undefined || holds.length > 0 || view.lastVerified !== null) return {};
      const others = versions.filter(({ hash }) => hash !== plain.hash).map(({ hash }) => hash);
      const siblings = [...new Set(others)].map((hash) => ({
        hash,
        tier: "inferred" as const,
        place: "memories" as const,
      }));
      return { head: plain.hash, tier: "inferred", declared: "inferred", siblings };
    }),
  },
  "attested-beats-held": {
    viewOf: viewThen((view) => (view.lastVerified === null ? {} : { tier: "verified", declared: "verified" })),
  },
  "siblings-not-shown": { viewOf: viewThen(() => ({ siblings: [] })) },
  "rings-hide-each-other": {
    viewOf: viewThen((view, { versions }) => {
      const attested = versions.filter((each) => each.attested !== null);
      const hidden = (hash: string): boolean =>
        attested.some((each) => each.hash !== hash && each.from.includes(hash.slice(0, FROM_DIGITS)));
      return hidden(view.head) ? { head: "0".repeat(64) } : {};
    }),
  },
  "claims-count": { viewOf: (state) => viewOf(state) },
  "line-without-context": {
    renderLine: (state) => renderLine(makeState({ ...state, context: {} })),
  },
  "names-by-arrival": {
    namesOf: (memories) => {
      const ids = memories.map(({ id }) => id).sort();
      const names = namesOf(memories.map((each, at) => ({ ...each, id: ids[at] ?? each.id })));
      return new Map(memories.map(({ id }, at) => [id, names.get(ids[at] ?? id) ?? { file: "", siblings: new Map() }]));
    },
  },
  "six-digits-only": {
    namesOf: (memories) =>
      new Map(
        memories.map(({ id, file, siblings }) => [
          id,
          {
            file: `${file.slice(0, -3)}_${id.slice(-1).toLowerCase()}.md`,
            siblings: new Map(siblings.map((hash) => [hash, `reference_same__${hash.slice(0, 6)}.md`])),
          },
        ]),
      ),
  },
  "every-context-believed": {
    admit: (mine, theirs) => ({ state: join(mine, theirs), behind: false, heldAgain: [], cameBack: false }),
  },
  "removals-need-no-act": { admit: (mine, theirs, local) => admit(mine, theirs, { ...local, removed: () => true }) },
  "retirements-go-by-a-line": {
    admit: (mine, theirs, local) => admit(mine, theirs, { ...local, unretired: () => true }),
  },
  "own-texts-not-renumbered": {
    admit: (mine, theirs, local) => ({ ...admit(mine, theirs, { ...local, device: "e".repeat(16) }), behind: true }),
  },
};
