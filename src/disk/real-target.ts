// Where a path leads, for the guard: what a program that opens it would reach (AGT-20). Links are followed as far as the
// path exists; what does not exist yet is taken by name. Read only: nothing is opened.
import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { Fault } from "../core/errors.ts";
import { shown } from "./paths.ts";

const MOST_LINKS = 40;

export function realTarget(path: string, cwd: string, home: string): string {
  const typed = fromHome(path.replaceAll("\0", ""), home);
  const base = fromHome(cwd.replaceAll("\0", ""), home);
  const whole = isAbsolute(typed) ? typed : `${isAbsolute(base) ? base : resolve(base)}/${typed}`;
  try {
    return realpathSync.native(whole);
  } catch {
    // It does not exist as a whole; the part that does may still be a link.
    return walked(whole);
  }
}

function fromHome(path: string, home: string): string {
  return path === "~" || path.startsWith("~/") ? home + path.slice(1) : path;
}

function walked(whole: string): string {
  let left = whole.split("/").filter((part) => part !== "" && part !== ".");
  let at = "/";
  let links = 0;
  while (left.length > 0) {
    const [part = "", ...rest] = left;
    left = rest;
    if (part === "..") {
      at = dirname(at);
      continue;
    }
    const next = join(at, part);
    const target = linkAt(next);
    if (target === undefined) at = next;
    else {
      if (++links > MOST_LINKS) throw new Fault("unsafe-path", `Too many links in ${shown(whole)}.`);
      left = [...target.split("/").filter((each) => each !== "" && each !== "."), ...left];
      if (isAbsolute(target)) at = "/";
    }
  }
  return at;
}

function linkAt(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    return undefined; // not there, or not ours to look at: no link that we could follow
  }
}
