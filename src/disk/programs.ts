// Programs: found on the PATH, and ended with all that they started.
import { accessSync, constants, statSync } from "node:fs";
import { delimiter } from "node:path";
import { absolute, child } from "./paths.ts";

/** Looked up without running it. */
export function findProgram(name: string, path: string | undefined): string | undefined {
  for (const folder of (path ?? "").split(delimiter)) {
    const base = absolute(folder);
    if (base === undefined) continue;
    const candidate = child(base, name);
    try {
      accessSync(candidate, constants.X_OK);
      if (statSync(candidate).isFile()) return candidate;
    } catch {
      // Not here; the next folder may have it.
    }
  }
  return undefined;
}

/** A program in a group of its own is ended with all that it started. Windows has no groups: there only the program. */
export const OWN_GROUP: boolean = process.platform !== "win32";

/** False: it ended by itself, and nothing of it is left. Signal 0 only asks. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(OWN_GROUP ? -pid : pid, signal);
  } catch {
    return false; // no such group any more
  }
}
