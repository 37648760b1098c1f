// One id in two files (SYN-11). The first is the memory; the other is nobody's successor: somebody copied the file, or wants its
// words to pass for the other's. It is left out and told, and what was sent is kept on this machine.
import type { GitRepository } from "../disk/git/carrier.ts";
import type { MemoryId } from "../memory/ids.ts";
import { PLACES } from "../trust/tiers.ts";
import { pathOf, spotOf } from "./paths.ts";
import type { MemoryCopy, Side, Unread } from "./side.ts";

type Files = ReadonlyMap<string, Uint8Array>;

export function takenWords(file: string): string {
  return `it has the id of ${file}; without its line \`id\` it is a memory of its own`;
}

/** The one whose name we know is the memory; where we know none, the one that is held, then the one with signed words. */
export function secondsIn(his: Side, mine: Side, signed: (id: MemoryId) => readonly string[]): readonly Unread[] {
  return [...his.known.values()].flatMap(({ id, copies }) => {
    if (new Set(copies.map(({ file }) => file)).size < 2) return [];
    const own = mine.known.get(id)?.file;
    const rank = ({ file, place, hash }: MemoryCopy): number =>
      file === own ? 0 : place === "quarantine" ? 1 : signed(id).includes(hash) ? 2 : 3;
    const [first] = copies.toSorted((a, b) => rank(a) - rank(b) || (a.file < b.file ? -1 : 1));
    const others = copies.filter(({ file }) => file !== first?.file);
    return others.map((copy) => ({ path: pathOf(copy), why: takenWords(first?.file ?? "") }));
  });
}

export function without(files: Files, left: readonly Unread[]): Files {
  const paths = new Set(left.map(({ path }) => path));
  return new Map([...files].filter(([path]) => !paths.has(path)));
}

const ID = /^id:.*?([0-9A-HJKMNP-TV-Z]{26})/m;

/** By its line alone: the file is read as a memory later. */
export function idAt(path: string, bytes: Uint8Array): string | undefined {
  return spotOf(path) === undefined ? undefined : ID.exec(new TextDecoder().decode(bytes))?.[1];
}

/** Of the memories at paths that the other side does not have, the ids that it does not know either. */
export function newIn(there: Files, here: Files): ReadonlySet<string> {
  const fresh = [...there].flatMap(([path, bytes]) => (here.has(path) ? [] : (idAt(path, bytes) ?? [])));
  const known = new Set(fresh.length === 0 ? [] : [...here].map(([path, bytes]) => idAt(path, bytes)));
  return new Set(fresh.filter((id) => !known.has(id)));
}

/** The files of a commit that have one of these ids. */
export async function takenBy(
  git: GitRepository,
  commit: string,
  ids: ReadonlySet<string>,
): Promise<readonly string[]> {
  if (ids.size === 0) return [];
  const found = await git.find(commit, "^id:.*[0-9A-Z]{26}", PLACES);
  return [...found].flatMap(([path, line]) => (ids.has(ID.exec(line)?.[1] ?? "") ? [path] : []));
}
