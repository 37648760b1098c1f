// What must hold (SYN-5), for every machine after every step and for all of them at the end. A sentence for what is wrong,
// or nothing.

import { isMemoryId, type MemoryId } from "../../src/memory/ids.ts";
import { FILE_NAME } from "../../src/memory/slug.ts";
import type { Labelled } from "../../src/replica/names.ts";
import { dotKey, type State } from "../../src/replica/state.ts";
import type { View } from "../../src/replica/view.ts";
import type { Engine } from "./engine.ts";
import { dotOf, isForgotten, type Known, liveHolds, liveRetirements, liveWrites } from "./ghost.ts";
import { MEMORIES } from "./operations.ts";
import type { Replica, World } from "./world.ts";

export type Wrong = string | undefined;

export function afterStep(engine: Engine, replica: Replica, before: View): Wrong {
  const view = engine.viewOf(replica.state);
  return (
    asKnown(replica) ??
    attestedAsShown(view, replica.known) ??
    heldAsKnown(view, replica.known) ??
    nothingLost(view, replica.known) ??
    forbiddenMove(before, view)
  );
}

/** The state is exactly what those who knew left standing. */
function asKnown({ state, known }: Replica): Wrong {
  if (isForgotten(known) !== state.forgotten) return `forgotten is ${state.forgotten}`;
  if (state.forgotten) return state.versions.length > 0 ? "a forgotten memory has versions" : undefined;
  const versions = state.versions.map(({ dot, hash }) => `${dotKey(dot)} ${hash.slice(0, 8)}`);
  const expected = liveWrites(known).map((event) => `${dotOf(event)} ${event.writes?.hash.slice(0, 8)}`);
  return (
    different("versions", versions, expected) ??
    different(
      "holds",
      state.holds.map(({ dot }) => dotKey(dot)),
      liveHolds(known).map(dotOf),
    ) ??
    different("retirements", state.retirements.map(dotKey), liveRetirements(known).map(dotOf))
  );
}

function different(what: string, found: readonly string[], expected: readonly string[]): Wrong {
  const [ours, theirs] = [found, expected].map((list) => [...new Set(list)].sort().join(", "));
  return ours === theirs ? undefined : `${what}: expected [${theirs}], found [${ours}]`;
}

function attestedAsShown(view: View, known: Known): Wrong {
  if (view.kind !== "live" || view.tier !== "verified") return undefined;
  const attested = [...known].some(({ writes }) => writes?.attested === true && writes.hash === view.head);
  return attested ? undefined : `verified, and nobody attested ${view.head.slice(0, 8)}`;
}

function heldAsKnown(view: View, known: Known): Wrong {
  if (view.kind !== "live" || liveHolds(known).length === 0) return undefined;
  return view.tier === "quarantined" ? undefined : `a hold that no restore saw does not hold: ${view.tier}`;
}

/** Every text that stands is shown, or was the origin of an attested one that stands. */
function nothingLost(view: View, known: Known): Wrong {
  if (view.kind === "forgotten") return undefined;
  const shown = view.kind === "live" ? [view.head, ...view.siblings.map(({ hash }) => hash)] : [];
  const live = liveWrites(known).flatMap(({ writes }) => writes ?? []);
  const lost = live.find(
    ({ hash }) => !shown.includes(hash) && !live.some((other) => other.attested && other.ancestors.has(hash)),
  );
  return lost === undefined ? undefined : `text ${lost.hash.slice(0, 8)} is lost`;
}

function forbiddenMove(before: View, after: View): Wrong {
  const from =
    before.kind === "live" ? before.declared : before.kind === "gone" && before.held ? "archived" : before.kind;
  const to = after.kind === "live" ? after.declared : after.kind;
  const forbidden =
    (to === "inferred" && from !== "inferred" && from !== "gone") || (from === "forgotten" && to !== "forgotten");
  return forbidden ? `forbidden: ${from} to ${to}` : undefined;
}

export function readsBack(engine: Engine, state: State): Wrong {
  const line = engine.renderLine(state);
  const read = line === undefined ? undefined : engine.readLine(line.sync, line.holds);
  const same = read?.kind === "state" && JSON.stringify(read.state) === JSON.stringify(state);
  return same ? undefined : `does not read back: ${line?.sync}`;
}

const IDS = ["01JX4Q8ZK0AAAAAAAAAAAAAAAA", "01JX4Q8ZK0AAAAAAAAAAAAAAAB"].filter(isMemoryId);

/** Both memories want one name, and their siblings too. */
export function namesApart(engine: Engine, machine: readonly Replica[]): Wrong {
  const labelled = IDS.map((id, at): Labelled => {
    const view = engine.viewOf((machine[at] as Replica).state);
    const siblings = view.kind === "live" ? view.siblings.map(({ hash }) => hash) : [];
    return { id, file: "reference_same.md", siblings };
  });
  const names = engine.namesOf(labelled);
  const files = [...names.values()].flatMap(({ file, siblings }) => [file, ...siblings.values()]);
  if (new Set(files).size !== files.length) return `two texts have one name: ${files.join(", ")}`;
  const bad = files.find((file) => !FILE_NAME.test(file));
  if (bad !== undefined) return `no file name: ${bad}`;
  const reversed = engine.namesOf(labelled.toReversed());
  const same = IDS.every((id: MemoryId) => names.get(id)?.file === reversed.get(id)?.file);
  return same ? undefined : "names depend on the order of reading";
}

export function atTheEnd(engine: Engine, world: World, order: readonly number[]): Wrong {
  for (let memory = 0; memory < MEMORIES; memory++) {
    const states = world.map((machine) => (machine[memory] as Replica).state);
    const unread = states.map((state) => readsBack(engine, state)).find((each) => each !== undefined);
    const wrong = unread ?? lawsOf(engine, states, order);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** Whatever the order and however often, all arrive at the same. */
export function lawsOf(engine: Engine, states: readonly State[], order: readonly number[]): Wrong {
  const { join } = engine;
  const text = (state: State): string => JSON.stringify(state);
  const [a, b, c] = order.map((at) => states[at % states.length] as State) as [State, State, State];
  if (text(join(a, b)) !== text(join(b, a))) return "join is not commutative";
  if (text(join(join(a, b), c)) !== text(join(a, join(b, c)))) return "join is not associative";
  if (text(join(a, a)) !== text(a)) return "join is not idempotent";
  const forwards = states.reduce((sum, state) => join(sum, state));
  const mixed = order.map((at) => states[at % states.length] as State).reduce((sum, state) => join(sum, state));
  const all = states.reduce((sum, state) => join(sum, state), mixed);
  return text(all) === text(forwards) ? undefined : "machines don't converge";
}
