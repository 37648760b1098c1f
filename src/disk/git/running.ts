// Is there a git at work in a folder, which may hold a lock or write a pack there (SYN-16, SYN-17)? Linux tells by /proc, macOS by
// ps and lsof, named by absolute path. Where a git runs and nobody says in which folder, it counts as this one; where the system
// has no table that we read (Windows), as none: there a file that is open can't be removed.
import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { parentOf } from "../paths.ts";
import { foldersOf, kernelNames } from "../running-programs.ts";
import { isTalking } from "./run.ts";

export function gitRunsIn(root: string, platform: NodeJS.Platform = process.platform): boolean {
  if (platform === "linux") return readdirSync("/proc").some((pid) => /^\d+$/.test(pid) && isGitIn(pid, root));
  return platform === "darwin" && seenByPs(root);
}

function isGitIn(pid: string, root: string): boolean {
  try {
    if (isTalking(Number(pid)) || !/^git\b/.test(readFileSync(`/proc/${pid}/comm`, "utf8"))) return false;
    return isBelow(readlinkSync(`/proc/${pid}/cwd`), root);
  } catch {
    return false; // it ended while it was looked at, or belongs to somebody else
  }
}

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}

function seenByPs(root: string): boolean {
  try {
    const others = gitsIn(kernelNames()).filter((pid) => !isTalking(pid));
    return others.length > 0 && foldersOf(others).some((folder) => leadsTo(folder, root));
  } catch {
    return true; // nobody says: it is as if one ran
  }
}

export function gitsIn(text: string): readonly number[] {
  return text.split("\n").flatMap((line) => {
    const match = /^ *(\d+) +git\b/.exec(line);
    return match === null ? [] : [Number(match[1])];
  });
}

/** By device and inode: the disk may take another spelling for the same folder. */
function leadsTo(folder: string, root: string): boolean {
  const wanted = statSync(root, { throwIfNoEntry: false });
  for (let at = folder; wanted !== undefined; at = parentOf(at)) {
    const stats = statSync(at, { throwIfNoEntry: false });
    if (stats?.ino === wanted.ino && stats.dev === wanted.dev) return true;
    if (at === parentOf(at)) return false;
  }
  return false;
}
