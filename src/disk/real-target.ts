// Where a path leads, for the guard: what a program that opens it would reach (AGT-20). Links are followed as far as the
// path exists; what does not exist yet is taken by name. Read only: nothing is opened.
import { type Dirent, existsSync, lstatSync, readdirSync, readlinkSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
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

/** Component by component, as the kernel goes; one system call each, and none below what does not exist. */
function walked(whole: string): string {
  let left = parts(whole);
  let at = "/";
  let links = 0;
  let exists = true;
  while (left.length > 0) {
    const [part = "", ...rest] = left;
    left = rest;
    if (part === "..") {
      at = dirname(at);
      exists = true;
      continue;
    }
    at = join(at, part);
    const found: Look = exists ? lookAt(at) : "nothing";
    exists = found !== "nothing";
    if (found === "nothing" || found === "no link") continue;
    if (++links > MOST_LINKS) throw new Fault("unsafe-path", `Too many links in ${shown(whole)}.`);
    at = isAbsolute(found.target) ? "/" : dirname(at);
    left = [...parts(found.target), ...left];
  }
  return at;
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
