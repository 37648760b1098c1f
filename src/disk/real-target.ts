// Where a path leads, for the guard: what a program that opens it would reach (AGT-20). Links are followed as far as the
// path exists; what does not exist yet is taken by name. Read only: nothing is opened. Where a disk takes several spellings
// for one name (case, normal form, Windows' short names) words prove nothing: a folder on the way that is a known one by
// device and inode is called as that is. On Windows paths come back in the one form of text/windows-paths.ts.
import { type BigIntStats, type Dirent, existsSync, lstatSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { Fault } from "../text/errors.ts";
import { native, slashed, windowsPath } from "../text/windows-paths.ts";
import { foreignChild, nameOf, shown } from "./paths.ts";

const MOST_LINKS = 40;

export interface TargetDisk {
  readonly windows: boolean;
  /** By device and inode. */
  readonly known: ReadonlyMap<string, string>;
  look(path: string): Look;
}

/** `name` is what it is called on the disk, where that is another name than the one it was found by. */
export type Look = "nothing" | { readonly id: string; readonly link?: string | undefined; readonly name?: string };

const HERE: TargetDisk = { windows: process.platform === "win32", known: new Map(), look: lookAt };

export function realTarget(path: string, cwd: string, home: string, disk: TargetDisk = HERE): string {
  const typed = fromHome(path.replaceAll("\0", ""), home, disk.windows);
  const base = fromHome(cwd.replaceAll("\0", ""), home, disk.windows);
  if (disk.windows) {
    const { root, names } = windowsPath(typed, base);
    return walked({ root, names }, disk);
  }
  const whole = isAbsolute(typed) ? typed : `${isAbsolute(base) ? base : resolve(base)}/${typed}`;
  return walked({ root: "", names: parts(whole) }, disk);
}

/** The folders that lead to these, and these, each by its identity: paths come out spelled as here. */
export function knowing(paths: readonly string[], disk: TargetDisk = HERE): TargetDisk {
  const known = new Map<string, string>();
  const seen = new Set<string>();
  for (const path of paths) {
    const names = path.split("/");
    for (let count = names.length; count > 1; count--) {
      const each = names.slice(0, count).join("/");
      if (each === "" || seen.has(each)) break;
      seen.add(each);
      const found = disk.look(disk.windows ? native(each) : each);
      if (found !== "nothing" && found.link === undefined && found.id !== "") known.set(found.id, each);
    }
  }
  return { ...disk, known };
}

function fromHome(path: string, home: string, windows: boolean): string {
  const isHome = path === "~" || path.startsWith("~/") || (windows && path.startsWith("~\\"));
  return isHome ? home + path.slice(1) : path;
}

/** No system opens a longer one: nothing is there. */
const LONGEST = 4096;

interface Start {
  readonly root: string;
  readonly names: readonly string[];
}

/**
 * Component by component, as the kernel goes; one system call each, and none below what does not exist. The work grows with the
 * length of the path and no faster, whatever an agent sends.
 */
function walked({ root: from, names }: Start, disk: TargetDisk): string {
  const left = [...names].reverse();
  let root = from;
  let at: string[] = [];
  let length = 0;
  let links = 0;
  let exists = true;
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (part === "..") {
      length -= lengthOf(at.pop());
      exists = true;
      continue;
    }
    at.push(part);
    length += lengthOf(part);
    const found: Look = exists && length <= LONGEST ? lookedAt(`${root}/${at.join("/")}`, disk) : "nothing";
    exists = found !== "nothing";
    if (found === "nothing") continue;
    if (found.link === undefined) {
      const known = disk.known.get(found.id);
      if (known !== undefined) [root, at] = apart(known, disk.windows);
      else if (found.name !== undefined) at[at.length - 1] = found.name;
      continue;
    }
    if (++links > MOST_LINKS) throw new Fault("unsafe-path", `Too many links in ${shown(names.join("/"))}.`);
    at.pop();
    const target = disk.windows ? windowsPath(found.link, [root, ...at].join("/")) : undefined;
    if (target !== undefined) root = target.root;
    if (target !== undefined || isAbsolute(found.link)) at = [];
    length = at.reduce((sum, each) => sum + lengthOf(each), 0);
    left.push(...[...(target?.names ?? parts(found.link))].reverse());
  }
  return at.length === 0 && root !== "" ? root : `${root}/${at.join("/")}`;
}

function lookedAt(path: string, disk: TargetDisk): Look {
  return disk.look(disk.windows ? native(path) : path);
}

function apart(path: string, windows: boolean): [root: string, names: string[]] {
  if (!windows) return ["", [...parts(path)]];
  const { root, names } = windowsPath(path, "/");
  return [root, [...names]];
}

/** With the slash before it. */
function lengthOf(part: string | undefined): number {
  return part === undefined ? 0 : part.length + 1;
}

function parts(path: string): readonly string[] {
  return path.split("/").filter((part) => part !== "" && part !== ".");
}

function lookAt(path: string): Look {
  try {
    const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (found === undefined) return "nothing";
    if (found.isSymbolicLink()) return { id: "", link: readlinkSync(path) };
    return { id: found.isDirectory() ? idOf(found) : "", ...longName(path) };
  } catch {
    return "nothing"; // not ours to look at, or below a file: no link that could be followed
  }
}

/** Where a system has no inodes, nothing is the same as anything. */
function idOf({ dev, ino }: BigIntStats): string {
  return ino === 0n ? "" : `${dev}:${ino}`;
}

/** `HOLDFA~1` is a second name that Windows makes by itself. */
function longName(path: string): { readonly name?: string } {
  return process.platform === "win32" && nameOf(path).includes("~") ? { name: nameOf(realpathSync.native(path)) } : {};
}

/** As the guard writes a path of this machine, without a look at the disk. */
export function asWritten(path: string): string {
  return HERE.windows ? slashed(path) : path;
}

/** As this system opens what the guard writes. */
export function asOpened(path: string): string {
  return HERE.windows ? native(path) : path;
}

// The file that an agent means which looks a relative path up by its end (AGT-20): Gemini CLI takes the one file in its
// workspace whose path ends so, where the path itself leads to none. Read only, bounded, links not followed.

/** As many folders as Gemini CLI looks into. */
const MOST_FOLDERS = 50;

/** Undefined where the path leads somewhere by itself, or nothing below the roots ends so. */
export function foundBelow(roots: readonly string[], path: string, target: string): string | undefined {
  if (isAbsolute(path) || existsSync(target)) return undefined;
  const end = path.replaceAll("\\", "/").replace(/^(@\/*|(\.\/)+)/, "");
  const name = nameOf(end);
  return name === "" ? undefined : roots.map((root) => search(root, name, end)).find((found) => found !== undefined);
}

function search(root: string, name: string, end: string): string | undefined {
  const folders = [root];
  for (let at = 0; at < Math.min(folders.length, MOST_FOLDERS); at++) {
    const folder = folders[at] ?? root;
    const entries = entriesOf(folder);
    const found = entries.some((entry) => entry.name === name) ? foreignChild(folder, name) : undefined;
    if (found?.endsWith(end) === true) return found;
    const below = entries.filter((entry) => entry.isDirectory() && !/\\|^\.git$/.test(entry.name));
    folders.push(...below.map((entry) => foreignChild(folder, entry.name)));
  }
  return undefined;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // gone, or not to be read: the agent finds nothing there either
  }
}
