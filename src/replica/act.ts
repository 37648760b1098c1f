// What each local act does to a state (SYN-1). An act is one new dot of its device. Whether somebody may do it is decided
// elsewhere (authority, transitions); an act that the trust machine has no row for leaves the state as it is, so that no
// mistake of a caller can attest what is quarantined.
import type { Dot } from "../attest/statement.ts";
import { type Hold, type HoldReason, makeState, type State, type Version } from "./state.ts";
import { FROM_DIGITS, type HeadVersion, headsOf, type View, viewOf } from "./view.ts";

/** Dates are data, never order (SYN-16). */
export type ReplicaAct =
  /** A creation too. `attested` is null for everybody but a person. */
  | { readonly kind: "edit"; readonly hash: string; readonly attested: string | null }
  | { readonly kind: "promote" | "reaffirm"; readonly date: string }
  /** `hash` when the text was changed on the way (`restore --edit`). */
  | { readonly kind: "restore"; readonly date: string; readonly hash?: string }
  | { readonly kind: "demote"; readonly reason: HoldReason; readonly at: string }
  | { readonly kind: "retire" | "unretire" | "forget" }
  | { readonly kind: "archive"; readonly at: string }
  /** Back to what stood before; null: there was nothing (TRU-9). */
  | { readonly kind: "undo"; readonly to: Returned | null; readonly at: string };

export interface Returned {
  readonly hash: string;
  readonly attested: string | null;
  readonly held: boolean;
  readonly retired: boolean;
}

export interface Writer {
  readonly device: string;
  /** The highest number of its statements about this memory: no dot is used twice. */
  readonly after?: number;
}

/** So many ancestors a version names. */
const FROM_LIMIT = 4;

export function actOn(state: State, act: ReplicaAct, writer: Writer): State {
  const view = viewOf(state);
  if (view.kind === "forgotten") return state;
  const dot = nextDot(state, writer);
  switch (act.kind) {
    case "edit":
      return written(state, editedVersion(state, view, act, dot));
    case "promote":
    case "reaffirm":
      return stands(view) ? repeated(state, dot, act.date) : state;
    case "restore":
      return restored(state, view, act, dot);
    case "demote":
      return stands(view) ? withHold(state, { dot, reason: act.reason, at: act.at }) : state;
    case "retire":
      return view.kind === "live" && !view.retired ? withRetirement(state, dot) : state;
    case "unretire":
      return view.kind === "live" && view.retired
        ? makeState({ ...state, retirements: [], context: seenWith(state, dot) })
        : state;
    case "archive":
      return archived(state, view, { dot, reason: "archived", at: act.at });
    case "undo":
      return returned(state, act, dot);
    case "forget":
      return makeState({ context: seenWith(state, dot), forgotten: true });
  }
}

/** One more than this device was ever seen with. */
export function nextDot({ context }: State, { device, after }: Writer): Dot {
  return { device, n: Math.max(context[device] ?? 0, after ?? 0) + 1 };
}

/** In `memories/`: what can be promoted, re-affirmed and demoted. */
function stands(view: View): boolean {
  return view.kind === "live" && view.declared !== "quarantined";
}

/** A text that is written while its memory is quarantined was checked by nobody: it is not attested, whoever wrote it. */
function editedVersion(
  state: State,
  view: View,
  { hash, attested }: Extract<ReplicaAct, { kind: "edit" }>,
  dot: Dot,
): Version {
  const [head] = headsOf(state);
  const from = originsOf(head, hash);
  const under = groundOf(view);
  if (under === "quarantined" || attested === null) return { dot, hash, attested: null, under, from };
  return { dot, hash, attested, under: "verified", from };
}

export function groundOf(view: View): Version["under"] {
  if (view.kind === "live") return view.declared;
  return view.kind === "gone" && view.held ? "quarantined" : "inferred";
}

/** The head's text, then what the head was edited from; the new text itself is no origin. */
export function originsOf(head: HeadVersion | undefined, hash: string): readonly string[] {
  if (head === undefined) return [];
  const own = hash.slice(0, FROM_DIGITS);
  const origins = [head.hash.slice(0, FROM_DIGITS), ...head.from].filter((origin) => origin !== own);
  return [...new Set(origins)].slice(0, FROM_LIMIT);
}

function written(state: State, version: Version): State {
  return makeState({ ...state, versions: [version], context: seenWith(state, version.dot) });
}

/** The same text with a new attestation. */
function repeated(state: State, dot: Dot, date: string): State {
  const [head] = headsOf(state);
  if (head === undefined) return state;
  const from = head.from.slice(0, FROM_LIMIT);
  return written(state, { dot, hash: head.hash, attested: date, under: "verified", from });
}

function restored(state: State, view: View, { date, hash }: Extract<ReplicaAct, { kind: "restore" }>, dot: Dot): State {
  if (view.kind === "live" && view.declared !== "quarantined") return state;
  const free = makeState({ ...state, holds: [], context: seenWith(state, dot) });
  const [head] = headsOf(state);
  if (hash === undefined) return head === undefined ? state : repeated(free, dot, date);
  return written(free, { dot, hash, attested: date, under: "verified", from: originsOf(head, hash) });
}

export function withHold(state: State, hold: Hold): State {
  return makeState({ ...state, holds: [...state.holds, hold], context: seenWith(state, hold.dot) });
}

export function withRetirement(state: State, dot: Dot): State {
  return makeState({ ...state, retirements: [...state.retirements, dot], context: seenWith(state, dot) });
}

/** Holds stay, so that what comes back by another machine's edit is quarantined; one is made where there is none. */
function archived(state: State, view: View, hold: Hold): State {
  if (view.kind !== "live" || view.declared !== "quarantined") return state;
  const holds = state.holds.length > 0 ? state.holds : [hold];
  return makeState({ ...state, versions: [], holds, context: seenWith(state, hold.dot) });
}

/** Each part has a dot of its own: whoever lifts the hold later has not replaced the text. */
function returned(state: State, { to, at }: Extract<ReplicaAct, { kind: "undo" }>, dot: Dot): State {
  if (to === null) return makeState({ ...state, versions: [], context: seenWith(state, dot) });
  const { hash, held, retired } = to;
  const attested = held ? null : to.attested;
  const under = held ? "quarantined" : attested === null ? "inferred" : "verified";
  const after = (steps: number): Dot => ({ ...dot, n: dot.n + steps });
  return makeState({
    context: seenWith(state, dot),
    versions: [{ dot, hash, attested, under, from: originsOf(headsOf(state)[0], hash) }],
    holds: held ? [...state.holds, { dot: after(1), reason: "demoted", at }] : [],
    retirements: retired ? [after(2)] : [],
  });
}

function seenWith({ context }: State, { device, n }: Dot): State["context"] {
  return { ...context, [device]: Math.max(context[device] ?? 0, n) };
}
