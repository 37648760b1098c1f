// Where a path leads, for the guard: what a program that opens it would reach (AGT-20). Links are followed as far as the
// path exists; what does not exist yet is taken by name. Read only: nothing is opened.
import { type Dirent, existsSync, lstatSync, readdirSync, readlinkSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { Fault } from "../text/errors.ts";
import { foreignChild, nameOf, shown } from "./paths.ts";

const MOST_LINKS = 40;

export function realTarget(path: string, cwd: string, home: string): string {
  const typed = fromHome(path.replaceAll("\0", ""), home);
  const base = fromHome(cwd.replaceAll("\0", ""), home);
  const whole = isAbsolute(typed) ? typed : `${isAbsolute(base) ? base : resolve(base)}/${typed}`;
  return walked(whole);
}

function fromHome(path: string, home: string): string {
  return path === "~" || path.startsWith("~/") ? home + path.slice(1) : path;
}

/** No system opens a longer one: nothing is there. */
const LONGEST = 4096;

/**
 * Component by component, as the kernel goes; one system call each, and none below what does not exist. The work grows with the
 * length of the path and no faster, whatever an agent sends.
 */
function walked(whole: string): string {
  const left = [...parts(whole)].reverse();
  const at: string[] = [];
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
    const found: Look = exists && length <= LONGEST ? lookAt(`/${at.join("/")}`) : "nothing";
    exists = found !== "nothing";
    if (found === "nothing" || found === "no link") continue;
    if (++links > MOST_LINKS) throw new Fault("unsafe-path", `Too many links in ${shown(whole)}.`);
    const kept = isAbsolute(found.target) ? 0 : at.length - 1;
    length -= at.splice(kept).reduce((sum, each) => sum + lengthOf(each), 0);
    left.push(...[...parts(found.target)].reverse());
  }
  return `/${at.join("/")}`;
}

/** With the slash before it. */
function lengthOf(part: string | undefined): number {
  return part === undefined ? 0 : part.length + 1;
}

function parts(path: string): readonly string[] {
  return path.split("/").filter((part) => part !== "" && part !== ".");
}

type Look = "nothing" | "no link" | { readonly target: string };

function lookAt(path: string): Look {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return "nothing";
    return found.isSymbolicLink() ? { target: readlinkSync(path) } : "no link";
  } catch {
    return "nothing"; // not ours to look at, or below a file: no link that could be followed
  }
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
