// Which files below a folder hold one of some byte sequences (FOR-1). Reads only: links are not followed, devices are not
// opened, and a file of any size is read piece by piece.
import { closeSync, constants, lstatSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { errnoOf } from "./errno.ts";

const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const PIECE = 1024 * 1024;
const DEEPEST = 32;

export interface Searched {
  /** Names below the root, one per step. */
  readonly hits: readonly (readonly string[])[];
  /** What could not be looked at. */
  readonly closed: readonly string[];
}

export interface SearchOptions {
  /** Names below the root that are passed by. */
  readonly skip?: (names: readonly string[]) => boolean;
}

export function filesHolding(root: string, needles: readonly Uint8Array[], options: SearchOptions = {}): Searched {
  const hits: (readonly string[])[] = [];
  const closed: string[] = [];
  const visit = (names: readonly string[]): void => {
    const path = join(root, ...names);
    try {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (stats?.isDirectory() === true && names.length < DEEPEST) {
        for (const name of readdirSync(path).toSorted()) {
          const below = [...names, name];
          if (options.skip?.(below) !== true) visit(below);
        }
      } else if (stats?.isFile() === true && fileHolds(path, needles)) hits.push(names);
    } catch (error) {
      // Gone meanwhile is as good as not there; what is closed to us is told.
      if (errnoOf(error) !== "ENOENT") closed.push(path);
    }
  };
  visit([]);
  return { hits, closed };
}

/** A needle that ends in a word ends where the word does: `gate_7` is not found in `gate_77`. */
export function bytesHold(bytes: Uint8Array, needles: readonly Uint8Array[]): boolean {
  return holds(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), needles, true);
}

function holds(buffer: Buffer, needles: readonly Uint8Array[], isEnd: boolean): boolean {
  return needles.some((needle) => {
    const open = isWordByte(needle.at(-1));
    for (let at = buffer.indexOf(needle); at >= 0; at = buffer.indexOf(needle, at + 1)) {
      const next = buffer[at + needle.length];
      // At the end of a piece it is not known yet what follows; the next piece begins with it.
      if (next === undefined ? isEnd || !open : !open || !isWordByte(next)) return true;
    }
    return false;
  });
}

function isWordByte(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const letter = byte | 0x20;
  return (letter >= 0x61 && letter <= 0x7a) || (byte >= 0x30 && byte <= 0x39) || byte === 0x5f;
}

function fileHolds(path: string, needles: readonly Uint8Array[]): boolean {
  const longest = Math.max(0, ...needles.map((needle) => needle.length));
  if (longest === 0) return false;
  const fd = openSync(path, FLAGS);
  try {
    const buffer = Buffer.allocUnsafe(Math.max(PIECE, 4 * longest));
    let kept = 0;
    for (;;) {
      const got = readSync(fd, buffer, kept, buffer.length - kept, null);
      const filled = kept + got;
      if (holds(buffer.subarray(0, filled), needles, got === 0)) return true;
      if (got === 0) return false;
      // The end is kept, for a needle may lie across two pieces.
      kept = Math.min(longest, filled);
      buffer.copyWithin(0, filled - kept, filled);
    }
  } finally {
    closeSync(fd);
  }
}
