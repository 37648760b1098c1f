// What Node keeps of our programs, compiled: it saves a third of a silent prompt and of `holdfast --help`. The folder is the user's
// own, as the hook itself is: who can write there could change the hook as well.
import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { descend } from "../disk/paths.ts";
import { placesFrom } from "../disk/places.ts";
import type { HostEvent } from "../hosts/event.ts";
import type { Environment } from "../hosts/setup.ts";

/** Node keeps a file as the first process left it, with the functions that were called there; so each kind of event has a folder. */
export function keepCompiled(env: Environment, event: HostEvent["kind"] | "Status"): void {
  keepIn(() => descend(cacheOf(env), "compiled", event));
}

/**
 * A command leaves no folder where none of ours was: looking at help makes nothing. Node makes the folders by the umask, which in
 * the hook is its own from the first line: they are the user's alone (STO-4). What it writes into them is so by itself.
 */
export function keepCommands(env: Environment): void {
  const before = process.umask(0o077);
  keepIn(() => (existsSync(cacheOf(env)) ? descend(cacheOf(env), "compiled", "Command") : undefined));
  process.umask(before);
}

function cacheOf(env: Environment): string {
  return placesFrom(env, homedir()).cache;
}

function keepIn(folder: () => string | undefined): void {
  try {
    const at = folder();
    if (at !== undefined) enableCompileCache(at);
  } catch {
    // Without it we are slower, not wrong; what is wrong with the folders is told by whoever needs them.
  }
}
