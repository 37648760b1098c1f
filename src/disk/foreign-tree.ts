// Folders and files of other tools, read and never written. Links are not followed, below the folder that was named; only
// regular files of the same user are opened; depth, number and size are bounded, and what is passed over is told. Names
// may be anything: nothing of ours is derived from them but words for people.
import { fstatSync, lstatSync, openSync, readdirSync, realpathSync, type Stats } from "node:fs";
import { dirname, join } from "node:path";
import { isOurs } from "./directory.ts";
import { closeRead, errnoOf } from "./errno.ts";
import { READ_FLAGS, readRange } from "./read-file.ts";

export interface ForeignFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

export interface PassedOver {
  readonly path: string;
  readonly why: string;
}

export interface TreeLimits {
  /** How names end that count; all others are not even told. */
  readonly endings: readonly string[];
  readonly files: number;
  readonly depth: number;
  /** Folders that are not entered, by name. */
  readonly without?: readonly string[];
  /** Why this folder is not entered; undefined where it is. */
  readonly passing?: (folder: string) => string | undefined;
}

export interface Tree {
  readonly files: readonly ForeignFile[];
  readonly passedOver: readonly PassedOver[];
}

/** In the order of names. Undefined: nothing is there. */
export function listForeign(path: string, limits: TreeLimits): Tree | undefined {
  const root = resolvedForeign(path);
  if (root === undefined) return undefined;
  const files: ForeignFile[] = [];
  const passedOver: PassedOver[] = [];
  let isCut = false;
  const visit = (at: string, depth: number): void => {
    const stats = look(at);
    if (stats === undefined) return;
    if (typeof stats === "string") {
      passedOver.push({ path: at, why: `can't be looked at (${stats})` });
      return;
    }
    if (stats.isDirectory()) {
      if (depth > limits.depth || !isOurs(stats)) return;
      const why = limits.passing?.(at);
      if (why !== undefined) {
        passedOver.push({ path: at, why });
        return;
      }
      for (const name of namesIn(at, passedOver)) {
        isCut ||= files.length >= limits.files;
        if (isCut) return;
        if (limits.without?.includes(name) !== true) visit(join(at, name), depth + 1);
      }
      return;
    }
    if (!limits.endings.some((ending) => at.toLowerCase().endsWith(ending))) return;
    if (stats.isSymbolicLink()) passedOver.push({ path: at, why: "is a link, which is not followed" });
    else if (!stats.isFile()) passedOver.push({ path: at, why: "is no regular file" });
    else if (!isOurs(stats)) passedOver.push({ path: at, why: "belongs to another user" });
    else files.push({ path: at, size: stats.size, mtimeMs: stats.mtimeMs });
  };
  visit(root, 0);
  if (isCut) passedOver.push({ path: root, why: `only ${limits.files} files are looked at` });
  return { files, passedOver };
}

/** The one file that is named, by the same rules. */
export function lookAtForeign(path: string): ForeignFile | PassedOver | undefined {
  const stats = look(path);
  if (stats === undefined) return undefined;
  if (typeof stats === "string") return { path, why: `can't be looked at (${stats})` };
  if (stats.isSymbolicLink()) return { path, why: "is a link, which is not followed" };
  if (!stats.isFile() || !isOurs(stats)) return { path, why: "is no regular file of yours" };
  return { path, size: stats.size, mtimeMs: stats.mtimeMs };
}

export interface ForeignText {
  readonly text: string;
  readonly mtimeMs: number;
}

/** The whole text, strict UTF-8; a sentence where it may not be read. */
export function readForeignText(path: string, maxBytes: number): ForeignText | string {
  let fd: number;
  try {
    fd = openSync(path, READ_FLAGS);
  } catch (error) {
    return errnoOf(error) === "ELOOP" ? "is a link, which is not followed" : `can't be opened (${errnoOf(error)})`;
  }
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile() || !isOurs(stats)) return "is no regular file of yours";
    if (stats.size > maxBytes) return `is larger than ${Math.round(maxBytes / 1024).toLocaleString("en")} KiB`;
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readRange(fd, 0, stats.size));
    return { text, mtimeMs: stats.mtimeMs };
  } catch (error) {
    return error instanceof TypeError ? "is not UTF-8 text" : `can't be read (${errnoOf(error)})`;
  } finally {
    closeRead(fd);
  }
}

/** Below a folder that was named; names of other tools' folders come from listings only. */
export function foreignPath(folder: string, ...names: readonly string[]): string {
  return join(folder, ...names);
}

export function foreignParent(path: string): string {
  return dirname(path);
}

export function foreignFolders(path: string): readonly string[] {
  const root = resolvedForeign(path);
  if (root === undefined) return [];
  return namesIn(root, []).flatMap((name) => {
    const at = join(root, name);
    const stats = look(at);
    return typeof stats === "object" && stats.isDirectory() && isOurs(stats) ? [at] : [];
  });
}

/** As people write it: below the home with a tilde. */
export function underHome(path: string, home: string): string {
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

export function folderThere(path: string): boolean {
  const stats = look(path);
  return typeof stats === "object" && stats.isDirectory();
}

/** A word where it may not be looked at, or is no path at all: records of other tools name folders as they like. */
function look(path: string): Stats | string | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return errnoOf(error);
  }
}

/** Undefined: nothing there, or nothing that may be looked at. */
export function resolvedForeign(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined; // as above
  }
}

function namesIn(folder: string, passedOver: PassedOver[]): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    passedOver.push({ path: folder, why: `can't be listed (${errnoOf(error)})` });
    return [];
  }
}
