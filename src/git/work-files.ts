// The working tree's files, read and written by ourselves (SYN-10): git would write them in place, so that a kill leaves
// half a memory, and would ask filters what they look like. Here a file is the old one or the new one (STO-20).
import { type Directory, openResolved, within } from "../disk/directory.ts";
import { createFiles, removeFile, replaceFile } from "../disk/durable-write.ts";
import { nameOf, parentOf } from "../disk/paths.ts";
import { readIn } from "../disk/read-file.ts";
import { blobId } from "./blobs.ts";

export const LARGEST_FILE: number = 64 * 1024 * 1024;
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const AT_ONCE = 512;

/** The blob id of what stands there; `none`, or `odd` for what is no plain file of ours. */
export type Standing = { readonly blob: string } | "none" | "odd";

export interface FileChange {
  readonly path: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export function standingAt(root: Directory, path: string, idLength: number): Standing {
  return inFolderOf(root, path, (folder, name) => (folder === undefined ? "none" : standing(folder, name, idLength)));
}

function standing(folder: Directory, name: string, idLength: number): Standing {
  const read = readIn(folder, name, LARGEST_FILE);
  if (read === undefined) return "none";
  return read.kind === "read" ? { blob: blobId(read.bytes, idLength) } : "odd";
}

/** False: it has become another since it was looked at, and stays. */
export function removeAt(root: Directory, { path, from }: FileChange): boolean {
  return inFolderOf(root, path, (folder, name) => {
    if (folder === undefined) return true;
    const now = standing(folder, name, from?.length ?? 40);
    if (now === "none") return true;
    if (now === "odd" || now.blob !== from) return false;
    removeFile(folder, name);
    return true;
  });
}

/** As above. */
export function replaceAt(root: Directory, { path, from }: FileChange, bytes: Uint8Array): boolean {
  return within(folderOf(root, path), (folder) => {
    const name = nameOf(path);
    const stopped = replaceFile(folder, name, bytes, FILE_MODE, () => {
      const now = standing(folder, name, from?.length ?? 40);
      return now !== "none" && now !== "odd" && now.blob === from ? undefined : "changed";
    });
    return stopped === undefined;
  });
}

/** Names that were taken meanwhile come back; what stands there stays. */
export async function createAll(root: Directory, files: ReadonlyMap<string, Uint8Array>): Promise<readonly string[]> {
  const taken: string[] = [];
  const paths = [...files.keys()];
  for (const parent of new Set(paths.map(parentOf))) {
    const here = paths.filter((path) => parentOf(path) === parent);
    for (let at = 0; at < here.length; at += AT_ONCE) {
      const some = here.slice(at, at + AT_ONCE);
      const answers = await createSome(root, some, files);
      taken.push(...some.filter((_, index) => answers[index] === "exists"));
    }
  }
  return taken;
}

async function createSome(
  root: Directory,
  paths: readonly string[],
  files: ReadonlyMap<string, Uint8Array>,
): Promise<readonly ("exists" | undefined)[]> {
  const folder = folderOf(root, paths[0] ?? "");
  try {
    const made = paths.map((path) => ({ name: nameOf(path), bytes: files.get(path) ?? new Uint8Array() }));
    const answers = await createFiles(folder, made, FILE_MODE);
    return answers.map((answer) => {
      if (answer instanceof Error) throw answer;
      return answer;
    });
  } finally {
    folder.close();
  }
}

/** Step by step through handles, so that no link on the way is followed. */
function inFolderOf<T>(root: Directory, path: string, act: (folder: Directory | undefined, name: string) => T): T {
  let folder = openResolved(root.path, { writers: root.writers });
  for (const name of path.split("/").slice(0, -1)) {
    const next = folder?.open(name);
    folder?.close();
    folder = next;
  }
  try {
    return act(folder, nameOf(path));
  } finally {
    folder?.close();
  }
}

function folderOf(root: Directory, path: string): Directory {
  let folder = openResolved(root.path, { writers: root.writers }) ?? root;
  for (const name of path.split("/").slice(0, -1)) {
    const next = folder.ensure(name, FOLDER_MODE);
    if (folder !== root) folder.close();
    folder = next;
  }
  return folder;
}
