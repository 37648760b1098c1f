// Reading the hosts' session records, files that are not ours to change. Only the path that an entry names, a regular
// file of the same user, no link at its end; at most the last MAX_PIECE bytes past the place where the last reader
// stopped, in one bounded read: a record of 500 MB costs as much as one of 4. What lay before that is not read at all.
// The places are local and disposable: without one the end of the record is read again, and the same words are the same
// memory.
import { constants, fstatSync, openSync, readSync } from "node:fs";
import { isOurs } from "../../disk/directory.ts";
import { closeRead } from "../../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { fieldsOf, jsonIn, keepJson } from "../../disk/json-file.ts";
import { absolute } from "../../disk/paths.ts";
import type { Piece, ReadMark, Transcripts } from "../inbox.ts";
import { keyFor, sweepOld } from "./inbox.ts";

/** Who reads: each reader has its own places. */
export const READERS = { drainer: ["inbox", "read"], observer: ["observer", "read"] } as const;
type Folder = (typeof READERS)[keyof typeof READERS];

const MAX_PIECE = 4 * 1024 * 1024;
/** A longer line is a pasted document or a tool's output; it is skipped, not assembled. */
const LONGEST_LINE = 256 * 1024;
const HEAD_BYTES = 256 * 1024;
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

interface Place extends ReadMark {
  /** Device and inode: another file under the same name is read from its start. */
  readonly file: string;
}

export function openTranscripts(stateDir: string, now: Date, folder: Folder = READERS.drainer): Transcripts {
  const base = { stateDir, folder };
  let swept = false;
  return {
    read: (path, to = Number.POSITIVE_INFINITY) =>
      withFile(path, (fd, file, size) => pieceOf(fd, Math.min(size, to), placeFor(base, path, file, size))),
    remember: (path, mark) => {
      withFile(path, (_, file) => keepPlace(base, path, { file, ...mark }));
      if (!swept) inFolderIfThere(stateDir, folder, (places) => sweepOld(places, now));
      swept = true;
    },
  };
}

/** The end of a record, as the drainer reads it but whatever was read before; no place is kept. */
export function readRecord(path: string): readonly string[] | undefined {
  return withFile(path, (fd, _, size) => pieceOf(fd, size, { offset: 0, kept: 0 }).lines);
}

/** The first whole lines of a record: there it says which session it is. */
export function readRecordHead(path: string): readonly string[] | undefined {
  return withFile(path, (fd, _, size) => {
    const first = Buffer.alloc(Math.min(size, HEAD_BYTES));
    const got = readSync(fd, first, 0, first.length, 0);
    return linesOf(first.subarray(0, first.lastIndexOf(0x0a, got - 1) + 1));
  });
}

interface Base {
  readonly stateDir: string;
  readonly folder: Folder;
}

function withFile<T>(path: string, act: (fd: number, file: string, size: number) => T): T | undefined {
  if (absolute(path) === undefined || !path.endsWith(".jsonl")) return undefined;
  let fd: number;
  try {
    fd = openSync(path, FLAGS);
  } catch {
    return undefined; // gone, a link, or not ours to read: there is nothing to take from it
  }
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile() || !isOurs(stats)) return undefined;
    return act(fd, `${stats.dev}:${stats.ino}`, stats.size);
  } finally {
    closeRead(fd);
  }
}

function pieceOf(fd: number, size: number, from: ReadMark): Piece {
  const start = Math.min(size, Math.max(from.offset, size - MAX_PIECE));
  const buffer = Buffer.allocUnsafe(size - start);
  let filled = 0;
  while (filled < buffer.length) {
    const got = readSync(fd, buffer, filled, buffer.length - filled, start + filled);
    if (got === 0) break;
    filled += got;
  }
  // Begun in the middle of a line, unless a reader stopped exactly here.
  const first = start === from.offset ? 0 : buffer.indexOf(0x0a) + 1;
  const last = buffer.lastIndexOf(0x0a, filled - 1) + 1;
  return { lines: linesOf(buffer.subarray(first, Math.max(first, last))), from, next: start + last };
}

function linesOf(bytes: Buffer): readonly string[] {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at);
    const to = end < 0 ? bytes.length : end;
    if (to > at && to - at <= LONGEST_LINE) lines.push(bytes.toString("utf8", at, to));
    at = to + 1;
  }
  return lines;
}

function placeFor(base: Base, path: string, file: string, size: number): ReadMark {
  const known = inFolderIfThere(base.stateDir, base.folder, (folder) =>
    placeIn(jsonIn(folder, `${keyFor(path)}.json`, 4096)),
  );
  const holds = known !== undefined && known.file === file && known.offset <= size;
  return { offset: holds ? known.offset : 0, kept: known?.kept ?? 0, ...(holds ? openOf(known) : {}) };
}

function keepPlace({ stateDir, folder: names }: Base, path: string, place: Place): void {
  inFolder(stateDir, names, (folder) => keepJson(folder, `${keyFor(path)}.json`, place));
}

/** Undefined: none yet, or torn, and then the record is read again. */
function placeIn(value: unknown): Place | undefined {
  const place = fieldsOf(value) as Partial<Place> as Place;
  const { file, offset, kept } = place;
  const whole = typeof file === "string" && Number.isSafeInteger(offset) && Number.isSafeInteger(kept);
  return whole && offset >= 0 && kept >= 0 ? { file, offset, kept, ...openOf(place) } : undefined;
}

function openOf({ open }: ReadMark): { readonly open?: number } {
  return Number.isSafeInteger(open) && open !== undefined && open > 0 ? { open } : {};
}
