// A private folder below a base of ours, such as history/<store>/<id> below the state directory. The base may be
// reached through a link of the user's; nothing below it may.
import { chmodSync, lstatSync, readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { type Directory, type DirectoryOptions, ensureDirectory, openDirectory, within } from "./directory.ts";
import { jotFile } from "./durable-write.ts";
import { foreignChild, parentOf } from "./paths.ts";
import { removePatiently } from "./patient.ts";

/** Makes what is missing, 0700; durable unless it may be lost with the power. */
export function inFolder<T>(base: string, names: readonly string[], act: (folder: Directory) => T, durable = true): T {
  let folder = ensureBase(base);
  for (const name of names) folder = within(folder, (parent) => parent.ensure(name, 0o700, durable));
  return within(folder, act);
}

/** Undefined, and nothing made, where the folder does not exist. */
export function inFolderIfThere<T>(
  base: string,
  names: readonly string[],
  act: (folder: Directory) => T,
): T | undefined {
  let folder = openDirectory(base);
  for (const name of names) {
    if (folder === undefined) return undefined;
    folder = within(folder, (parent) => parent.open(name));
  }
  return folder === undefined ? undefined : within(folder, act);
}

// A base of ours (state, data, cache, config) and the folders above it that did not exist, such as `.local/share`.
// `uninstall --purge` leaves the system as it was (AGT-30), so a base remembers how far up it had to make folders: an empty
// file for each, named by its distance. Where a mark is lost, that folder stays.

const MARK = /^\.made-([1-9])$/;

/** Opens a base of ours, made 0700 with what is missing above it. */
export function ensureBase(path: string, options: DirectoryOptions = {}): Directory {
  const made: string[] = [];
  const base = ensureDirectory(path, { ...options, onMade: (each) => made.push(each) });
  for (let distance = 1, above = parentOf(path); distance <= made.length; distance++, above = parentOf(above))
    if (made.includes(above)) mark(base, distance);
  return base;
}

function mark(base: Directory, distance: number): void {
  try {
    jotFile(base, `.made-${distance}`, new Uint8Array(), 0o600);
  } catch {
    // Nobody's work is stopped for it: without the mark the folder above stays, empty.
  }
}

/** The folders above a base that were made for it. */
export function madeAbove(path: string): readonly string[] {
  const base = openDirectory(path);
  const names = base === undefined ? [] : within(base, (folder) => folder.names());
  return names.flatMap((name) => {
    const distance = Number(MARK.exec(name)?.[1] ?? 0);
    return distance === 0 ? [] : [Array.from({ length: distance }).reduce<string>(parentOf, path)];
  });
}

/** The innermost first; one that holds something stays. */
export function removeEmpty(folders: readonly string[]): void {
  for (const folder of [...new Set(folders)].sort((a, b) => b.length - a.length)) {
    try {
      rmdirSync(folder);
    } catch {
      // It holds something, or is not there, or is not ours to remove: all of these mean that it stays.
    }
  }
}

/** A folder of ours with everything in it. Links are removed, never followed. Whether there was anything to remove. */
export function removeTree(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  removePatiently(path);
  return true;
}

/**
 * As much of a tree as goes, where removing it at once was refused: folders that somebody made read-only, as Go's module cache is, can
 * be written again, and what stays keeps nothing that lies beside it. Links are removed, never followed.
 */
export function removeEach(path: string): void {
  ifItGoes(() => {
    const found = lstatSync(path);
    if (found.isDirectory()) removeFolder(path, found.mode);
    else unlinkSync(path);
  });
}

function removeFolder(path: string, mode: number): void {
  ifItGoes(() => chmodSync(path, (mode & 0o777) | 0o700));
  // An empty one goes even where it can't be listed: another user's, say.
  ifItGoes(() => {
    for (const name of readdirSync(path)) ifItGoes(() => removeEach(foreignChild(path, name)));
  });
  rmdirSync(path);
}

function ifItGoes(act: () => void): void {
  try {
    act();
  } catch {
    // It stays, and so does the folder that it is in: whoever looks for that one afterwards learns why.
  }
}
