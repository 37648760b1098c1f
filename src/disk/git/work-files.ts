// The working tree's files, read and written by ourselves (SYN-10): git would write them in place, so that a kill leaves
// half a memory, and would ask filters what they look like. Here a file is the old one or the new one (STO-20). One that
// has become another since it was looked at stays as it is.
import { type Directory, openResolved, within } from "../directory.ts";
import { createPlaced, dropFile, type PlacedFile, removeTemps, replacePlaced } from "../durable-write.ts";
import { nameOf } from "../paths.ts";
import { bytesIn, readIn } from "../read-file.ts";
import { blobId } from "./contents.ts";

export const LARGEST_FILE: number = 64 * 1024 * 1024;
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const AT_ONCE = 400;

/** The blob id of what stands there; `none`, or `odd` for what is no plain file of ours. */
type Standing = { readonly blob: string } | "none" | "odd";

export interface FileChange {
  readonly path: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** What stands at each of these paths, in their order; a folder is opened once. */
export function standingAt(root: Directory, paths: readonly string[], idLength: number): readonly Standing[] {
  const found = new Map<string, Standing>();
  for (const [parent, here] of Map.groupBy(paths, parentIn)) {
    const folder = openBelow(root, parent);
    for (const path of here) found.set(path, folder === undefined ? "none" : standing(folder, nameOf(path), idLength));
    folder?.close();
  }
  return paths.map((path) => found.get(path) ?? "none");
}

function standing(folder: Directory, name: string, idLength: number): Standing {
  const read = readIn(folder, name, LARGEST_FILE);
  if (read === undefined) return "none";
  return read.kind === "read" ? { blob: blobId(read.bytes, idLength) } : "odd";
}

/** Undefined for what is not there, or no plain file of ours. */
export function bytesBelow(root: Directory, path: string): Uint8Array | undefined {
  const folder = openBelow(root, parentIn(path));
  if (folder === undefined) return undefined;
  return within(folder, (opened) => bytesIn(opened, nameOf(path), LARGEST_FILE));
}

function isAs(folder: Directory, name: string, blob: string): boolean {
  const now = standing(folder, name, blob.length);
  return typeof now !== "string" && now.blob === blob;
}

export function removeAll(root: Directory, changes: readonly FileChange[]): void {
  for (const [parent, here] of Map.groupBy(changes, ({ path }) => parentIn(path))) {
    const folder = openBelow(root, parent);
    if (folder === undefined) continue;
    for (const { path, from = "" } of here) if (isAs(folder, nameOf(path), from)) dropFile(folder, nameOf(path));
    folder.sync();
    folder.close();
  }
}

/**
 * `from` undefined makes a new file, and leaves one that has come meanwhile. Many at once, in whatever folders they are: each
 * statement has a folder of its own, and a disk that is asked for each by itself takes a second for a hundred.
 */
export async function writeEach(
  root: Directory,
  changes: readonly FileChange[],
  contents: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  for (let at = 0; at < changes.length; at += AT_ONCE) await writeSome(root, changes.slice(at, at + AT_ONCE), contents);
}

interface Placed extends PlacedFile {
  readonly from: string | undefined;
}

async function writeSome(
  root: Directory,
  changes: readonly FileChange[],
  contents: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const folders = new Map<string, Directory>();
  try {
    for (const parent of new Set(changes.map(({ path }) => parentIn(path))))
      folders.set(parent, ensureBelow(root, parent));
    const placed = changes.map(({ path, from }): Placed => {
      const directory = folders.get(parentIn(path)) ?? root;
      return { directory, name: nameOf(path), bytes: contents.get(path) ?? new Uint8Array(), from };
    });
    const fresh = placed.filter(({ from }) => from === undefined);
    for (const answer of await createPlaced(fresh, FILE_MODE)) if (answer instanceof Error) throw answer;
    const others = placed.filter(({ from }) => from !== undefined);
    await replacePlaced(others, FILE_MODE, ({ directory, name, from = "" }) => !isAs(directory, name, from));
    await syncAbove(root, [...folders.keys()]);
  } finally {
    for (const folder of folders.values()) folder.close();
  }
}

/** Folders that were made for these have a name that lasts. */
async function syncAbove(root: Directory, parents: readonly string[]): Promise<void> {
  const above = new Set(parents.filter((parent) => parent !== "").map(parentIn));
  for (const parent of [...above]) if (parent !== "") above.add(parentIn(parent));
  for (const parent of above) {
    const folder = openBelow(root, parent);
    await folder?.syncLater();
    folder?.close();
  }
}

/** What killed writers left in the folders of these paths; for the holder of the store's lock. */
export function sweepBeside(root: Directory, paths: readonly string[]): void {
  for (const parent of new Set(paths.map(parentIn))) {
    const folder = openBelow(root, parent);
    if (folder === undefined) continue;
    removeTemps(folder);
    folder.close();
  }
}

function parentIn(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function openBelow(root: Directory, parent: string): Directory | undefined {
  return stepBelow(root, parent, (folder, name) => folder.open(name));
}

/** Its name is made to last with the others (syncAbove). */
function ensureBelow(root: Directory, parent: string): Directory {
  const folder = stepBelow(root, parent, (above, name) => above.ensure(name, FOLDER_MODE, false));
  if (folder === undefined) throw new Error(`${root.path} vanished.`);
  return folder;
}

/** Step by step through handles, so that no link on the way is followed. */
function stepBelow(
  root: Directory,
  parent: string,
  step: (folder: Directory, name: string) => Directory | undefined,
): Directory | undefined {
  let folder = openResolved(root.path, { writers: root.writers });
  for (const name of parent.split("/").filter((each) => each !== "")) {
    const next: Directory | undefined = folder && step(folder, name);
    folder?.close();
    folder = next;
  }
  return folder;
}
