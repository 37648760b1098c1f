// Programs: found on the PATH, and ended with all that they started.
import { execFileSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { absolute, child } from "./paths.ts";

/** What npm and installers put on a PATH of Windows; the program itself before the script that starts it. */
const ENDINGS_OF_WINDOWS = [".exe", ".cmd", ".bat"];

/** Looked up without running it. */
export function findProgram(
  name: string,
  path: string | undefined,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const [delimiter, endings] = platform === "win32" ? [";", ENDINGS_OF_WINDOWS] : [":", [""]];
  for (const folder of (path ?? "").split(delimiter)) {
    // cmd takes a folder in quotes.
    const base = absolute(platform === "win32" ? folder.replaceAll('"', "") : folder);
    const found = base === undefined ? undefined : endings.map((ending) => child(base, name + ending)).find(isProgram);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false; // not here; the next folder may have it
  }
}

/** A program in a group of its own is ended with all that it started. Windows has no groups: there by who started whom. */
export const OWN_GROUP: boolean = process.platform !== "win32";

/** Not found through %SystemRoot% or PATH: a variable must not choose what is started here. */
const TASKKILL = "C:\\Windows\\System32\\taskkill.exe";
const LIMITS = { timeout: 5000, windowsHide: true, stdio: "ignore" } as const;

/** False: it ended by itself, and nothing of it is left. Signal 0 only asks. On Windows every signal ends a program at once. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    if (OWN_GROUP) return process.kill(-pid, signal);
    // Throws where it is gone: its number may be another's by the time that somebody asks.
    process.kill(pid, 0);
    if (signal !== 0) endTree(pid);
    return true;
  } catch {
    return false; // no such group any more
  }
}

function endTree(pid: number): void {
  try {
    execFileSync(TASKKILL, ["/PID", String(pid), "/T", "/F"], LIMITS);
  } catch {
    process.kill(pid, "SIGKILL"); // without that program at least the one that was started
  }
}
