// Two machines that act on one memory at the same time. A stands behind its act on 1 May, B on 2 May.
import { actOn, type ReplicaAct } from "../../../src/replica/act.ts";
import { adopt } from "../../../src/replica/derived.ts";
import { makeState, type State } from "../../../src/replica/state.ts";
import { viewOf } from "../../../src/replica/view.ts";

export type Side = "A" | "B";
export const HASHES: Readonly<Record<string, string>> = {
  X: "5".repeat(64),
  Y: "6".repeat(64),
  A: "a".repeat(64),
  B: "b".repeat(64),
};
const DEVICES = { A: "a".repeat(16), B: "b".repeat(16), C: "c".repeat(16) };
const DAYS = { A: "2026-05-01", B: "2026-05-02" };

export const ACTS = [
  "promote",
  "re-affirm",
  "restore",
  "demote",
  "user edit",
  "agent edit",
  "rename",
  "retire",
  "un-retire",
  "archive",
  "demote, archive",
  "forget",
] as const;
export type ActName = (typeof ACTS)[number];

export const BASES = ["inferred", "verified", "unattested", "quarantined", "retired", "archived"] as const;
export type BaseName = (typeof BASES)[number];

function base(state: State, act: ReplicaAct): State {
  return actOn(state, act, { device: DEVICES.C });
}

export const NOTHING: State = makeState({});
const inferred = adopt(NOTHING, HASHES.X as string);
const verified = base(inferred, { kind: "promote", date: "2026-04-01" });
const quarantined = base(inferred, { kind: "demote", reason: "demoted", at: "2026-04-02T08:00:00Z" });
export const STATES: Readonly<Record<BaseName, State>> = {
  inferred,
  verified,
  unattested: adopt(verified, HASHES.Y as string),
  quarantined,
  retired: base(verified, { kind: "retire" }),
  archived: base(quarantined, { kind: "archive", at: "2026-04-03T08:00:00Z" }),
};

/** A rename is a person's edit of the name; the file keeps its own (STO-6). */
export function doAct(state: State, name: ActName, side: Side): State {
  const writer = { device: DEVICES[side] };
  const date = DAYS[side];
  const at = `${date}T10:00:00Z`;
  const hash = HASHES[side] as string;
  const act = (what: ReplicaAct, on = state): State => actOn(on, what, writer);
  const demote: ReplicaAct = { kind: "demote", reason: "demoted", at };
  switch (name) {
    case "promote":
      return viewOf(state).kind === "live" && tierOf(state) === "inferred" ? act({ kind: "promote", date }) : state;
    case "re-affirm":
      return ["verified", "unattested"].includes(tierOf(state)) ? act({ kind: "reaffirm", date }) : state;
    case "restore":
      return act({ kind: "restore", date });
    case "demote":
      return act(demote);
    case "user edit":
    case "rename":
      return tierOf(state) === "quarantined" || tierOf(state) === "gone"
        ? state
        : act({ kind: "edit", hash, attested: date });
    case "agent edit":
      return tierOf(state) === "gone" ? state : adopt(state, hash);
    case "retire":
      return act({ kind: "retire" });
    case "un-retire":
      return act({ kind: "unretire" });
    case "archive":
      return act({ kind: "archive", at });
    case "demote, archive":
      return act(demote) === state ? state : act({ kind: "archive", at }, act(demote));
    case "forget":
      return act({ kind: "forget" });
  }
}

function tierOf(state: State): string {
  const view = viewOf(state);
  return view.kind === "live" ? view.tier : view.kind;
}

/** As `verified A, B inferred`: tier and text, then siblings. */
export function outcomeOf(state: State): string {
  const view = viewOf(state);
  if (view.kind === "forgotten") return "forgotten";
  if (view.kind === "gone") return view.held ? "archived" : "gone";
  const name = (hash: string): string => Object.entries(HASHES).find(([, each]) => each === hash)?.[0] ?? "?";
  const day = view.lastVerified === null || view.tier !== "verified" ? "" : ` ${view.lastVerified.slice(5)}`;
  const main = `${view.tier} ${name(view.head)}${day}${view.retired ? " retired" : ""}`;
  return [main, ...view.siblings.map(({ hash, tier }) => `${name(hash)} ${tier}`)].join(", ");
}

export function possible(from: BaseName, act: ActName): boolean {
  return doAct(STATES[from], act, "A") !== STATES[from];
}
