// What a machine finds rather than does: a text changed outside Holdfast (SYN-4), a check that fails (SYN-11), a file that
// was moved or retired by hand. Each gets a dot derived from what was found, so that machines which find the same thing
// make the same dot, and none of it is ever attested.
import type { Dot } from "../attest/statement.ts";
import { sha256Hex } from "../text/digest.ts";
import { groundOf, nextDot, originsOf, withHold, withRetirement } from "./act.ts";
import { dotKey, type HoldReason, makeState, type State } from "./state.ts";
import { headsOf, viewOf } from "./view.ts";

const DIGITS = 16;

/**
 * `x`: an adopted text. No device has such an id: theirs are hexadecimal. What it was written over is part of it: the same
 * words written over another version are another act, and who saw the one has not seen the other.
 */
export function adoptingDevice(hash: string, over: readonly Dot[]): string {
  const dots = [...new Set(over.map(dotKey))].sort();
  return `x${sha256Hex(`holdfast adopted 1\n${JSON.stringify([hash, ...dots])}`).slice(0, DIGITS)}`;
}

/** `g`: found by a check or from a file's place. JSON keeps two findings from sharing an input. */
export function findingDevice(...parts: readonly string[]): string {
  return `g${sha256Hex(`holdfast finding 1\n${JSON.stringify(parts)}`).slice(0, DIGITS)}`;
}

/**
 * The text that a file now holds in place of `over`, by default the head's. Its author saw that one text, so only its
 * dots are replaced; siblings stay.
 */
export function adopt(state: State, hash: string, over?: string): State {
  if (state.forgotten) return state;
  const heads = headsOf(state);
  const replaced = heads.find((head) => head.hash === over) ?? heads[0];
  if (replaced?.hash === hash) return state;
  const others = state.versions.filter((version) => version.hash !== replaced?.hash);
  const gone = state.versions.filter((version) => version.hash === replaced?.hash).map((version) => version.dot);
  const dot = nextDot(state, { device: adoptingDevice(hash, gone) });
  const from = originsOf(replaced, hash);
  return makeState({
    ...state,
    versions: [...others, { dot, hash, attested: null, under: groundOf(viewOf(state)), from }],
  });
}

export interface Failure {
  readonly check: string;
  readonly rule: string;
  /** The content it was found in. */
  readonly hash: string;
}

/** One hold however many machines find it; found again after a restore, it is a new one. */
export function holdFor(state: State, { check, rule, hash }: Failure, at: string): State {
  return foundHold(state, findingDevice("check", check, rule, hash), "check-failed", at);
}

/** A file stood in quarantine, or said so, and no hold told why: the more restrictive stands (STO-5). */
export function holdFound(state: State, hash: string, at: string): State {
  return foundHold(state, findingDevice("place", hash), "found", at);
}

/** A hold is gone that nobody with a right to it restored. */
export function holdAgain(state: State, { device, n }: Dot, reason: HoldReason, at: string): State {
  return foundHold(state, findingDevice("unrestored", device, String(n)), reason, at);
}

function foundHold(state: State, device: string, reason: HoldReason, at: string): State {
  if (state.forgotten || state.holds.some(({ dot }) => dot.device === device)) return state;
  return withHold(state, { dot: nextDot(state, { device }), reason, at });
}

/** A file said `retired` and no act of ours did. The other way round the state stands. */
export function retirementFound(state: State, hash: string): State {
  if (state.forgotten || state.retirements.length > 0) return state;
  return withRetirement(state, nextDot(state, { device: findingDevice("retired", hash) }));
}
