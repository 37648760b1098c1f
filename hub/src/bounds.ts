// How much there may be (HUB-4, HUB-5). What is read for one push after another has to stay small, and whoever may write could make it
// large; so a push that adds to what is full is refused, file by file, and what takes away never is.
import { rawPathParts } from "../../src/store/raw-files.ts";
import { carriedKind } from "../../src/sync/hub/parts.ts";
import { statedId } from "../../src/sync/paths.ts";
import { type Finding, LIMITS } from "../protocol.ts";
import { finding } from "./judge.ts";
import type { Around, There, Wanted } from "./push-state.ts";
import { isBeyond, sharesOf } from "./shares.ts";
import type { Store } from "./stores.ts";

/** Words that come into a store of several people are held against what is quarantined there; in a person's own nobody else's are. */
export function bringsTexts(store: string, wanted: readonly Wanted[]): boolean {
  const isText = ({ path, bytes }: Wanted): boolean =>
    bytes !== undefined && (carriedKind(path) === "memory" || statedId(path) !== undefined);
  return !store.startsWith("personal/") && wanted.some(isText);
}

interface Bounded {
  readonly store: Pick<Store, "bytes" | "paths">;
  readonly around: Around;
  readonly changes: readonly Wanted[];
  /** Who confirms has room where who doesn't has filled theirs. */
  readonly isReviewer: boolean;
}

/** Under the name of no file: whoever sent it sends it in parts. */
export function tooMuchAround({ isWhole }: Around): readonly Finding[] {
  return isWhole ? [] : [finding("too-large", "the store", TOO_MUCH_AROUND, "send less at once")];
}

export function boundFindings({ store, around, changes, isReviewer }: Bounded): readonly Finding[] {
  const { files } = around;
  const grown = changes.reduce((sum, each) => sum + growth(each, files), 0);
  const more = changes.filter(({ path }) => !files.has(path)).length;
  const shares = sharesOf(isReviewer);
  const isFull = (share: number): boolean => isBeyond(share, store, { bytes: grown, paths: more });
  const [isFullToTexts, isFullToDemotions] = [isFull(shares.texts), isFull(shares.demotions)];
  const demoting = demotions(changes, files);
  const folders = fullFolders(files, changes, { isReviewer, demoting });
  return changes
    .filter((each) => growth(each, files) > 0 || (each.hash !== null && !files.has(each.path)))
    .flatMap(({ path, about }) => {
      if (demoting.has(path) ? isFullToDemotions : isFullToTexts)
        return [finding("too-large", path, shares.full, shares.next)];
      const [what] = foldersOf(path, about).flatMap((folder) => folders.get(folder) ?? []);
      return what === undefined ? [] : [finding("too-large", path, what, "leave it out")];
    });
}

const MIB = 1_048_576;
const TOO_MUCH_AROUND = `more than ${LIMITS.judgedBytes / MIB} MiB would have to be read to judge this push`;
function growth({ path, bytes }: Wanted, files: Around["files"]): number {
  return (bytes?.length ?? 0) - (files.get(path)?.size ?? 0);
}

/**
 * Whoever may write may demote: where a memory leaves its place in this push, what comes into quarantine about it, once. A memory that
 * goes on standing is no reason to take anything.
 */
function demotions(changes: readonly Wanted[], files: Around["files"]): ReadonlySet<string> {
  const leaving = new Set(
    changes.flatMap(({ path, hash }) => {
      const there = files.get(path);
      return hash === null && there !== undefined && isOutside(there) ? (there.about ?? []) : [];
    }),
  );
  const found = new Map<string, string>();
  for (const { path, hash, about } of changes)
    if (hash !== null && about !== null && leaving.has(about) && isQuarantine(path) && !found.has(about))
      found.set(about, path);
  return new Set(found.values());
}

/** What is read with others of its kind. */
function foldersOf(path: string, about: string | null): readonly string[] {
  const id = statedId(path);
  if (id !== undefined) return [`attest/${id}`];
  const [top = ""] = path.split("/");
  const isRead = top === "devices" || top === "allowances" || isQuarantine(path);
  return [...(isRead ? [top] : []), ...(about === null ? [] : [`${ABOUT}${about}`])];
}

const ABOUT = "what is about ";

interface Filling {
  readonly isReviewer: boolean;
  readonly demoting: ReadonlySet<string>;
}

/** Those that these changes make fuller than they may be, each with what is to be said of it. */
function fullFolders(
  files: Around["files"],
  changes: readonly Wanted[],
  filling: Filling,
): ReadonlyMap<string, string> {
  const before = new Map<string, Held>();
  const after = new Map<string, Held>();
  const changed = new Set(changes.map(({ path }) => path));
  for (const { path, hash, about, size } of files.values()) {
    if (hash === null) continue;
    count(before, foldersOf(path, about), size);
    if (!changed.has(path)) count(after, foldersOf(path, about), size);
  }
  for (const { path, about, bytes } of changes)
    if (bytes !== undefined) count(after, foldersOf(path, about), bytes.length);
  const isDemotion = changes.every(
    ({ path, hash }) => hash === null || !isQuarantine(path) || filling.demoting.has(path),
  );
  const full = [...after].flatMap(([folder, held]): [string, string][] => {
    const { files: number, bytes } = before.get(folder) ?? NONE;
    const most = mostIn(folder, filling.isReviewer);
    const room =
      folder === "quarantine" && isDemotion ? roomToDemote(filling) : { files: most, bytes: LIMITS.bytesInFolder };
    const isMore = (held.files > room.files && held.files > number) || (held.bytes > room.bytes && held.bytes > bytes);
    return isMore
      ? [[folder, `${shownAs(folder)} is full: at most ${most} files and ${LIMITS.bytesInFolder / MIB} MiB`]]
      : [];
  });
  return new Map(full);
}

/** Beyond it a reviewer alone adds to what everybody's texts are held against. */
function roomToDemote({ isReviewer }: Filling): Held {
  return { files: Number.POSITIVE_INFINITY, bytes: isReviewer ? Number.POSITIVE_INFINITY : LIMITS.demotedBytes };
}

function shownAs(folder: string): string {
  return folder.startsWith(ABOUT) ? folder : `${folder}/`;
}

interface Held {
  readonly files: number;
  readonly bytes: number;
}

const NONE: Held = { files: 0, bytes: 0 };

function count(all: Map<string, Held>, folders: readonly string[], size: number): void {
  for (const folder of folders) {
    const { files, bytes } = all.get(folder) ?? NONE;
    all.set(folder, { files: files + 1, bytes: bytes + size });
  }
}

function mostIn(folder: string, isReviewer: boolean): number {
  if (folder.startsWith("attest/")) return isReviewer ? LIMITS.wordsOfMemory : LIMITS.wordsOfMemory / 2;
  return folder.startsWith(ABOUT) ? LIMITS.ofMemory : LIMITS.filesInFolder;
}

function isQuarantine(path: string): boolean {
  return path.startsWith("quarantine/") && rawPathParts(path) === undefined;
}

function isOutside({ path, hash }: There): boolean {
  return hash !== null && path.startsWith("memories/");
}
