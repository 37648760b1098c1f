// Files that one device writes and others only carry (SYN-13): statements, ledgers, tombstones, allowances. Their union needs
// no merge: a file that both sides have is the same, or one is the beginning of the other. Where that is not so, a backup was
// restored, a machine cloned, or somebody changed another's file; no line is lost, for what was forgotten or withdrawn must
// not be cut off, and it is told. No machine has a say of its own, its own file included: two that each insist never end.
// Only a statement that counts is never overwritten by one that does not.
import { parseSignedAcknowledgement } from "../attest/acknowledge.ts";
import { parseDevice } from "../attest/devices.ts";
import { parseSignedPolicy } from "../attest/policy.ts";
import { parseMarker, STORE_FORMAT } from "../store/memory-store.ts";
import { unfitRaw } from "../store/raw-files.ts";
import { sha256Hex } from "../text/digest.ts";
import type { SyncKind } from "./paths.ts";

export interface United {
  readonly bytes: Uint8Array;
  /** Neither is the beginning of the other. */
  readonly torn: boolean;
}

/** Whether a statement counts: nothing that does not takes the place of one that does. */
export type Counts = (path: string, bytes: Uint8Array) => boolean;

/** One file as the two sides have it. */
export interface Pair {
  readonly kind: SyncKind;
  readonly path: string;
  readonly ours: Uint8Array;
  readonly theirs: Uint8Array;
}

export function unite({ kind, path, ours, theirs }: Pair, counts: Counts): United {
  if (kind === "signers") return { bytes: lines(ours, theirs, sorted), torn: false };
  // The lower of two stores, of which each can be opened: a remote's marker must lock nobody out.
  if (kind === "marker") return { bytes: better(ours, theirs, opens), torn: false };
  if (kind === "device") {
    // A record is named after what it says: junk in its place must not undo a revocation.
    const name = path.slice(path.lastIndexOf("/") + 1);
    return { bytes: better(ours, theirs, (bytes) => isRecord(name, text(bytes))), torn: true };
  }
  // Bytes are named after what they are.
  if (kind === "raw")
    return { bytes: better(ours, theirs, (bytes) => unfitRaw(path, bytes) === undefined), torn: true };
  // A withdrawal that was overwritten would be one that was never made.
  if (kind === "statement") return { bytes: better(ours, theirs, (bytes) => counts(path, bytes)), torn: true };
  const [short, long] = inOrder(ours, theirs);
  if (kind === "allowance") return { bytes: revocation(path, ours, theirs) ?? long, torn: false };
  return { bytes: lines(ours, theirs, () => extended(long, short)), torn: !begins(long, short) };
}

function isRecord(name: string, file: string): boolean {
  const kinds = [parseDevice, parseSignedPolicy, parseSignedAcknowledgement];
  return kinds.some((parse) => parse(name, file) !== undefined);
}

/**
 * Of a device's own ledger: others have lines that the device itself did not write here. A backup was put back, or the disk
 * copied (SYN-2), whatever memory the lines are about.
 */
export function tellsMore(ours: Uint8Array | undefined, theirs: Uint8Array | undefined): boolean {
  const known = linesOf(ours ?? new Uint8Array());
  return [...linesOf(theirs ?? new Uint8Array())].some((line) => !known.has(line));
}

/** The one that is good; of two alike the lower. */
function better(a: Uint8Array, b: Uint8Array, isGood: (bytes: Uint8Array) => boolean): Uint8Array {
  const [one, other] = [isGood(a), isGood(b)];
  if (one !== other) return one ? a : b;
  return lower(a, b);
}

function opens(bytes: Uint8Array): boolean {
  const format = parseMarker(text(bytes))?.format;
  return format !== undefined && format <= STORE_FORMAT;
}

/**
 * A revocation is named by its own bytes: nothing else takes its place. Of two allowances the longer stands, for who
 * allowed it again after a revocation names that.
 */
function revocation(path: string, a: Uint8Array, b: Uint8Array): Uint8Array | undefined {
  const mark = /\.([0-9a-f]{32})\.json$/.exec(path)?.[1];
  return mark === undefined ? undefined : [a, b].find((bytes) => sha256Hex(bytes).startsWith(mark));
}

function inOrder(a: Uint8Array, b: Uint8Array): readonly [Uint8Array, Uint8Array] {
  if (a.length !== b.length) return a.length < b.length ? [a, b] : [b, a];
  return lower(a, b) === a ? [b, a] : [a, b];
}

function begins(long: Uint8Array, short: Uint8Array): boolean {
  return short.every((byte, at) => long[at] === byte);
}

function lower(a: Uint8Array, b: Uint8Array): Uint8Array {
  const [one, other] = [text(a), text(b)];
  return one <= other ? a : b;
}

/** Where one side has all the lines of the other, it stands as it is: a join that changes nothing makes no commit. */
function lines(a: Uint8Array, b: Uint8Array, merged: (all: ReadonlySet<string>) => Uint8Array): Uint8Array {
  const [one, other] = [linesOf(a), linesOf(b)];
  const all = new Set([...one, ...other]);
  if (one.size === all.size && other.size === all.size) return lower(a, b);
  if (one.size === all.size) return a;
  if (other.size === all.size) return b;
  return merged(all);
}

function sorted(all: ReadonlySet<string>): Uint8Array {
  return asLines([...all].sort());
}

/** The longer as it is, so that its chain stays whole; then what the other has beside it. */
function extended(long: Uint8Array, short: Uint8Array): Uint8Array {
  const there = linesOf(long);
  const more = asLines([...linesOf(short)].filter((line) => !there.has(line)));
  const ended = long.at(-1) === NEWLINE ? long : joined(long, asLines([""]));
  return joined(ended, more);
}

const NEWLINE = 0x0a;

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}

function asLines(list: readonly string[]): Uint8Array {
  return new TextEncoder().encode(list.map((line) => `${line}\n`).join(""));
}

function linesOf(bytes: Uint8Array): ReadonlySet<string> {
  return new Set(
    text(bytes)
      .split("\n")
      .filter((line) => line !== ""),
  );
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
