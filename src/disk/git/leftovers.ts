// What a git that was ended left in the store's repository. A transfer that is cut off keeps its half pack, and with gc off
// (SYN-12) nobody else would ever remove it: at a run every 15 minutes on a slow network they would add up.
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { openDirectory, within } from "../directory.ts";
import { dropFile } from "../durable-write.ts";
import { descend } from "../paths.ts";
import type { GitStore } from "./store.ts";

const HALF = /^tmp_(?:pack|idx|rev|obj)_[A-Za-z0-9]{6}$/;
/** Longer than any transfer of ours; one of the user's own would still be running, and is seen. */
const OLD_MS = 600_000;

export function sweepPacks(store: GitStore, now: number): number {
  const folder = openDirectory(descend(store.root, ".git", "objects", "pack"), { writers: "group" });
  if (folder === undefined) return 0;
  return within(folder, (packs) => {
    const old = packs.names().filter((name) => {
      return HALF.test(name) && now - Number(packs.look(name)?.mtimeMs ?? now) > OLD_MS;
    });
    if (old.length === 0 || gitRunsIn(store.root)) return 0;
    for (const name of old) dropFile(packs, name);
    return old.length;
  });
}

/** A git that stands in the store's folder, as far as the system tells: on Linux alone. */
export function gitRunsIn(root: string): boolean {
  if (process.platform !== "linux") return false;
  return readdirSync("/proc").some((pid) => /^\d+$/.test(pid) && isGitIn(pid, root));
}

function isGitIn(pid: string, root: string): boolean {
  try {
    if (!/^git\b/.test(readFileSync(`/proc/${pid}/comm`, "utf8"))) return false;
    const cwd = readlinkSync(`/proc/${pid}/cwd`);
    return cwd === root || cwd.startsWith(`${root}/`);
  } catch {
    return false; // it ended while it was looked at, or belongs to somebody else
  }
}
