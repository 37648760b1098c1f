// Files that one device writes and others only carry (SYN-13): statements, ledgers, tombstones, allowances. Their union needs
// no merge: a file that both sides have is the same, or one is the beginning of the other. Where that is not so, somebody
// changed another's file; the longer stands, for what was forgotten or withdrawn must not be cut off, and it is told.
import { STORE_FORMAT } from "../../core/ports/memory-store.ts";
import { parseMarker } from "../../core/store-marker.ts";
import type { Kind } from "./paths.ts";

export interface United {
  readonly bytes: Uint8Array;
  /** Neither is the beginning of the other. */
  readonly torn: boolean;
}

export function unite(kind: Kind, ours: Uint8Array, theirs: Uint8Array, isOwn: boolean): United {
  if (kind === "signers") return { bytes: lines(ours, theirs), torn: false };
  if (kind === "marker") return { bytes: marker(ours, theirs), torn: false };
  if (kind === "statement" || kind === "device" || kind === "allowance") {
    return { bytes: lower(ours, theirs), torn: kind !== "allowance" };
  }
  const [short, long] = inOrder(ours, theirs);
  // Nobody else writes this device's own file.
  if (isOwn) return { bytes: ours, torn: !begins(long, short) };
  return { bytes: long, torn: !begins(long, short) };
}

/** The lower of two stores, of which each can be opened: a remote's marker must lock nobody out. */
function marker(a: Uint8Array, b: Uint8Array): Uint8Array {
  const [one, other] = [opens(a), opens(b)];
  if (one !== other) return one ? a : b;
  return lower(a, b);
}

function opens(bytes: Uint8Array): boolean {
  const format = parseMarker(text(bytes))?.format;
  return format !== undefined && format <= STORE_FORMAT;
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
function lines(a: Uint8Array, b: Uint8Array): Uint8Array {
  const [one, other] = [linesOf(a), linesOf(b)];
  const all = new Set([...one, ...other]);
  if (one.size === all.size && other.size === all.size) return lower(a, b);
  if (one.size === all.size) return a;
  if (other.size === all.size) return b;
  return new TextEncoder().encode(
    [...all]
      .sort()
      .map((line) => `${line}\n`)
      .join(""),
  );
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
