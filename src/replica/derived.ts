// What a machine finds rather than does: a text changed outside Holdfast (SYN-4), a check that fails (SYN-11), a file that
// was moved or retired by hand. None of it is ever attested. What a check finds gets a dot derived from it, so that machines
// which find the same make one hold. A text counts under the device that adopts it, by a count of its own, so that no number
// of hand edits makes a context longer; two devices that adopt one text make two dots, which are one head. Only while a file
// is read, with nobody to adopt it yet, does a text have a dot derived from its words.
import type { Dot } from "../attest/statement.ts";
import { sha256Hex } from "../text/digest.ts";
import { groundOf, nextDot, originsOf, type Writer, withHold, withRetirement } from "./act.ts";
import { MOST } from "./line.ts";
import { dotKey, type HoldReason, makeState, type State, sameDot } from "./state.ts";
import { headsOf, viewOf } from "./view.ts";

const DIGITS = 16;

/**
 * `x`: an adopted text. A count beside that of the device's acts: statements have their numbers from that one, and a device
 * that said nothing for a thousand edits must not look as if it had.
 */
export function adopterOf(device: string): string {
  return `x${device.slice(0, DIGITS)}`;
}

/**
 * A text that was read, and that nobody adopted yet. What it was written over is part of it: the same words written over
 * another version are another act, and who saw the one has not seen the other.
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
 * dots are replaced; siblings stay. Without a `writer` it is only read.
 */
export function adopt(state: State, hash: string, over?: string, writer?: Writer): State {
  if (state.forgotten) return state;
  const heads = headsOf(state);
  const replaced = heads.find((head) => head.hash === over) ?? heads[0];
  if (replaced?.hash === hash) return state;
  const others = state.versions.filter((version) => version.hash !== replaced?.hash);
  const gone = state.versions.filter((version) => version.hash === replaced?.hash).map((version) => version.dot);
  const dot = nextDot(state, writer === undefined ? { device: adoptingDevice(hash, gone) } : adopting(writer));
  const from = originsOf(replaced, hash);
  return makeState({
    ...state,
    versions: [...others, { dot, hash, attested: null, under: groundOf(viewOf(state)), from }],
  });
}

function adopting({ device, after }: Writer): Writer {
  return { device: adopterOf(device), ...(after === undefined ? {} : { after }) };
}

/** What was `read` and never written down is adopted by the device that writes it: nobody else has seen these dots. */
export function settled(state: State, read: readonly Dot[], writer: Writer): State {
  const isRead = (dot: Dot): boolean => read.some((each) => sameDot(each, dot));
  if (state.forgotten || !state.versions.some(({ dot }) => isRead(dot))) return state;
  const before = read.flatMap(({ device, n }) => (state.context[device] === n ? [[device, n - 1] as const] : []));
  const left = Object.entries({ ...state.context, ...Object.fromEntries(before) }).filter(([, n]) => n > 0);
  let next = nextDot(state, adopting(writer));
  const versions = state.versions.map((version) => {
    if (!isRead(version.dot)) return version;
    const dot = next;
    next = { ...next, n: next.n + 1 };
    return { ...version, dot };
  });
  return makeState({ ...state, versions, context: Object.fromEntries(left) });
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

/** A hold is gone that nobody with a right to it restored. However often it goes, it counts on under one id. */
export function holdAgain(state: State, { device, n }: Dot, reason: HoldReason, at: string): State {
  const again = device.startsWith("g") ? device : findingDevice("unrestored", device, String(n));
  return foundHold(state, again, reason, at);
}

/** Held as often as a line can tell: one more says nothing, and two machines would push each other's out. */
function foundHold(state: State, device: string, reason: HoldReason, at: string): State {
  if (state.forgotten || state.holds.length >= MOST.holds) return state;
  if (state.holds.some(({ dot }) => dot.device === device)) return state;
  return withHold(state, { dot: nextDot(state, { device }), reason, at });
}

/** A file said `retired` and no act of ours did. The other way round the state stands. */
export function retirementFound(state: State, hash: string): State {
  if (state.forgotten || state.retirements.length > 0) return state;
  return withRetirement(state, nextDot(state, { device: findingDevice("retired", hash) }));
}
