// Our own private trees: who but us can reach what is in them (STO-4), and taking that away. Looking follows no link
// and changes nothing. Tightening goes from the top down through handles, so that a name swapped meanwhile by
// whoever could write there leads nowhere else; it touches no link, no second name of a file, no foreign owner.
import {
  accessSync,
  type BigIntStats,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
} from "node:fs";
import { type Directory, isOurs, openResolved, within } from "./directory.ts";
import { errnoOf } from "./errno.ts";
import { child, isComponent, parentOf } from "./paths.ts";
import { aclProblem, keepToUser } from "./private-acl.ts";
import { READ_FLAGS } from "./read-file.ts";

/** Git keeps its own folder as it likes, below a folder that nobody else gets into. */
const GIT = ".git";
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;

/** One of our own private files or folders that others can reach, where STO-4 wants 0700 and 0600. */
export interface ForeignMode {
  readonly path: string;
  /** `unseen`: nobody could be asked. `unwritable`: not even we can write, a disk for reading alone. */
  readonly problem: "writable" | "readable" | "owner" | "unseen" | "unwritable";
}

export interface PrivateTree {
  /** Resolved before: no link is followed at its end. */
  readonly root: string;
  /** Only these names below the root are ours; everything when it is left out. */
  readonly only?: readonly string[];
}

export function foreignModesIn({ root, only }: PrivateTree): readonly ForeignMode[] {
  const found: ForeignMode[] = isWritable(root) ? [] : [{ path: root, problem: "unwritable" }];
  if (found.length > 0 && !existsSync(root)) return found;
  if (process.platform === "win32") {
    const problem = lstatSync(root, { throwIfNoEntry: false })?.isDirectory() ? aclProblem(root) : undefined;
    return problem === undefined ? found : [...found, { path: root, problem }];
  }
  const visit = (path: string, names: readonly string[] | undefined): void => {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined || !(stats.isDirectory() || stats.isFile())) return;
    const problem = problemOf(stats);
    if (problem !== undefined) found.push({ path, problem });
    if (!stats.isDirectory() || problem === "owner") return;
    for (const name of names ?? namesAt(path))
      if (isComponent(name) && name !== GIT) visit(child(path, name), undefined);
  };
  visit(root, only);
  return found;
}

/** By the nearest folder that exists: what is missing would be made in it. */
function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch (error) {
    const parent = parentOf(path);
    return errnoOf(error) === "ENOENT" && parent !== path ? isWritable(parent) : false;
  }
}

/** How many modes were changed. */
export function tightenTree({ root, only }: PrivateTree): number {
  if (!lstatSync(root, { throwIfNoEntry: false })?.isDirectory()) return 0;
  if (process.platform === "win32") {
    const isOpen = ["writable", "readable"].includes(aclProblem(root) ?? "");
    return isOpen && keepToUser(root) ? 1 : 0;
  }
  const top = tightenAt(root);
  const directory = top === "not-ours" ? undefined : openResolved(root);
  if (directory === undefined) return 0;
  return (top === "tightened" ? 1 : 0) + within(directory, (opened) => tightenBelow(opened, only));
}

function tightenBelow(directory: Directory, only: readonly string[] | undefined): number {
  let count = 0;
  for (const name of only ?? directory.names()) {
    if (name === GIT) continue;
    const stats = isComponent(name) ? directory.look(name) : undefined;
    if (stats === undefined || !(stats.isDirectory() || stats.isFile())) continue;
    const outcome = tightenAt(directory.at(name));
    if (outcome === "tightened") count += 1;
    const below = stats.isDirectory() && outcome !== "not-ours" ? directory.open(name) : undefined;
    if (below !== undefined) count += within(below, (opened) => tightenBelow(opened, undefined));
  }
  return count;
}

function tightenAt(path: string): "tightened" | "fine" | "not-ours" {
  let fd: number;
  try {
    fd = openSync(path, READ_FLAGS);
  } catch (error) {
    // Gone, turned into a link, or closed to us: whoever looks next tells it.
    if (["ENOENT", "ELOOP", "EACCES"].includes(errnoOf(error))) return "not-ours";
    throw error;
  }
  try {
    const stats = fstatSync(fd, { bigint: true });
    if (!isOurs(stats) || (stats.isFile() && stats.nlink !== 1n)) return "not-ours";
    if (problemOf(stats) === undefined) return "fine";
    fchmodSync(fd, stats.isDirectory() ? 0o700 : 0o600);
    return "tightened";
  } finally {
    closeSync(fd);
  }
}

function problemOf(stats: BigIntStats): ForeignMode["problem"] | undefined {
  if (!isOurs(stats)) return "owner";
  const mode = Number(stats.mode);
  if ((mode & OTHERS_WRITE) !== 0) return "writable";
  return (mode & OTHERS) === 0 ? undefined : "readable";
}

function namesAt(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "EACCES") return [];
    throw error;
  }
}
