// One side of a join: the memories that its files tell, by id (SYN-1, SYN-4). A memory whose file is gone for good leaves a
// record with what was seen of it and the holds that nobody lifted: without it another machine's copy would bring it back.
import type { Dot } from "../attest/statement.ts";
import { contentHash, type MemoryDocument } from "../memory/document.ts";
import { idOf } from "../memory/fields.ts";
import { type MemoryId, makeId } from "../memory/ids.ts";
import { fitted } from "../replica/fit.ts";
import { join } from "../replica/join.ts";
import { readLine, renderLine } from "../replica/line.ts";
import { parseState } from "../replica/read.ts";
import { makeState, type State } from "../replica/state.ts";
import { documentIn } from "../store/catalogue.ts";
import type { Spot } from "../store/memory-store.ts";
import { sha256Hex } from "../text/digest.ts";
import { goneId, spotOf } from "./paths.ts";

export interface MemoryCopy extends Spot {
  readonly document: MemoryDocument;
  readonly hash: string;
}

/** By the hash of their content. */
export type Texts = ReadonlyMap<string, readonly MemoryCopy[]>;

export function textsOf(copies: readonly MemoryCopy[]): Texts {
  return Map.groupBy(copies, ({ hash }) => hash);
}

/** What one side knows of a memory. */
export interface KnownMemory {
  readonly id: MemoryId;
  readonly state: State;
  /** The file that it has or had. */
  readonly file: string;
  readonly copies: readonly MemoryCopy[];
  /** Whether every file told its state by a line of its own. */
  readonly told: boolean;
  /** Dots of texts that no line tells: whoever writes them down adopts them. */
  readonly read: readonly Dot[];
}

export interface Unread {
  readonly path: string;
  readonly why: string;
}

export interface Side {
  readonly known: ReadonlyMap<MemoryId, KnownMemory>;
  readonly unread: readonly Unread[];
  /** Their line is none of ours: their text alone counts. */
  readonly damaged: readonly Unread[];
}

export function sideOf(files: ReadonlyMap<string, Uint8Array>): Side {
  const known = new Map<MemoryId, KnownMemory>();
  const unread: Unread[] = [];
  const damaged: Unread[] = [];
  const put = (each: KnownMemory | string, path: string): void => {
    if (typeof each === "string") unread.push({ path, why: each });
    else {
      known.set(each.id, together(known.get(each.id), each));
      if (!each.told && each.copies.some(({ document }) => document.fields.has("sync")))
        damaged.push({ path, why: DAMAGED_WORDS });
    }
  };
  for (const [path, bytes] of files) {
    const spot = spotOf(path);
    if (spot !== undefined) put(readCopy(spot, bytes), path);
    const id = goneId(path);
    if (id !== undefined) put(readGone(id, bytes), path);
  }
  return { known, unread, damaged };
}

const DAMAGED_WORDS = "its line `sync` is damaged or too long, and was not believed; its text was taken as it stands";

/** One id in two files: both are its copies, and the more restrictive state stands. */
function together(one: KnownMemory | undefined, other: KnownMemory): KnownMemory {
  if (one === undefined) return other;
  const [first, second] = one.copies.length > 0 ? [one, other] : [other, one];
  return {
    id: one.id,
    state: join(one.state, other.state),
    file: first.file,
    copies: [...first.copies, ...second.copies],
    told: one.told && other.told,
    read: [...one.read, ...other.read],
  };
}

function readCopy(spot: Spot, bytes: Uint8Array): KnownMemory | string {
  const document = documentIn(bytes);
  if (document === undefined) return "it can't be read as a memory";
  const parsed = parseState(document, spot.place);
  if (parsed.kind === "newer") return "it was written by a newer holdfast";
  const hash = contentHash(document);
  const id = idOf(document) ?? foundId(spot.file, hash);
  const told = parsed.found === "line";
  const read = told ? [] : parsed.state.versions.map(({ dot }) => dot);
  if (parsed.read !== undefined) read.push(parsed.read);
  return { id, state: parsed.state, file: spot.file, copies: [{ ...spot, document, hash }], told, read };
}

/** A file that somebody wrote by hand gets the same id on every machine that finds it. */
function foundId(file: string, hash: string): MemoryId {
  const digits = sha256Hex(`holdfast found 1\n${file}\n${hash}`).slice(0, 20);
  return makeId(
    0,
    Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
  );
}

function readGone(id: MemoryId, bytes: Uint8Array): KnownMemory | string {
  try {
    const { file, sync, holds } = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    const lines = Array.isArray(holds) ? holds.filter((each) => typeof each === "string") : [];
    const read = typeof sync === "string" ? readLine(sync, lines) : undefined;
    const name = typeof file === "string" ? spotOf(`memories/${file}`)?.file : undefined;
    // Only `forget` makes a memory forgotten, and that has records of its own.
    if (name === undefined || read?.kind !== "state" || read.state.forgotten) return "it is no record of ours";
    return { id, state: goneState(read.state), file: name, copies: [], told: true, read: [] };
  } catch {
    return "it is no record of ours"; // not JSON
  }
}

/** Nothing of the text stands; what was seen stays seen, and a hold holds (TRU-5). */
function goneState(state: State): State {
  return makeState({ ...state, versions: [] });
}

export function goneRecord(file: string, state: State): string {
  const line = renderLine(fitted(goneState(state), ""));
  return `${JSON.stringify({ file, sync: line?.sync, holds: line?.holds })}\n`;
}
