// File names are labels, derived so that no two texts share one and every machine chooses alike (SYN-2). Of two memories
// with one name the lower id keeps it; a sibling is `<stem>__<hash6>.md`. Where that is taken too, more digits are used.

import { contentHash, type MemoryDocument } from "../memory/document.ts";
import { textField } from "../memory/fields.ts";
import { isMemoryId, type MemoryId, makeId, timeOfId } from "../memory/ids.ts";
import { sha256Hex } from "../text/digest.ts";

export interface Labelled {
  readonly id: MemoryId;
  readonly file: string;
  /** Hashes of the siblings. */
  readonly siblings: readonly string[];
}

export interface Names {
  readonly file: string;
  readonly siblings: ReadonlyMap<string, string>;
}

const SHORTEST = 6;
/** Of a file name (STO-11). */
const LONGEST = 100;

/** One name per memory and sibling, over both places: a memory keeps its name across every move (STO-6). */
export function namesOf(memories: readonly Labelled[]): ReadonlyMap<MemoryId, Names> {
  const inOrder = memories.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const taken = new Set<string>();
  const files = new Map<MemoryId, string>();
  for (const { id, file } of inOrder) if (!taken.has(file)) files.set(id, claimed(taken, file));
  for (const { id, file } of inOrder) if (!files.has(id)) files.set(id, free(taken, file, idDigits(id)));
  return new Map(
    inOrder.map(({ id, siblings }) => {
      const file = files.get(id) as string;
      const names = siblings.toSorted().map((hash) => [hash, free(taken, file, hash)] as const);
      return [id, { file, siblings: new Map(names) }];
    }),
  );
}

/** Of two names for one memory, made by hand on two machines, every machine takes the lower. */
export function joinedName(a: string, b: string): string {
  return a < b ? a : b;
}

/** A sibling is a memory of its own with the same id everywhere; it was made when its target was. */
export function siblingId(id: MemoryId, hash: string): MemoryId {
  const digits = sha256Hex(`holdfast sibling 1\n${id}\n${hash}`).slice(0, 20);
  return makeId(
    timeOfId(id),
    Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
  );
}

/** The other text of a memory that two machines changed (SYN-3). Its id tells: that of what an agent proposes is chance. */
export function isSibling(id: MemoryId | undefined, document: MemoryDocument): boolean {
  const target = textField(document, "proposes");
  return isMemoryId(target) && id === siblingId(target, contentHash(document));
}

/** The part of an id that chance made comes first: the other is alike in memories of one day. */
function idDigits(id: MemoryId): string {
  return `${id.slice(10)}${id.slice(0, 10)}`.toLowerCase();
}

function free(taken: Set<string>, file: string, digits: string): string {
  for (let length = SHORTEST; length < digits.length; length++) {
    const name = suffixed(file, digits.slice(0, length));
    if (!taken.has(name)) return claimed(taken, name);
  }
  // So many equal digits are nobody's chance; whoever made them gets numbers.
  for (let n = 2; ; n++) {
    const name = suffixed(file, `${digits.slice(0, SHORTEST)}_${n}`);
    if (!taken.has(name)) return claimed(taken, name);
  }
}

function claimed(taken: Set<string>, file: string): string {
  taken.add(file);
  return file;
}

function suffixed(file: string, suffix: string): string {
  const stem = file.replace(/\.md$/, "").slice(0, LONGEST - "__.md".length - suffix.length);
  return `${stem}__${suffix}.md`;
}
