// How the hook was called, and what Node keeps of its parts.
import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { descend } from "../../disk/paths.ts";
import { placesFrom } from "../../disk/places.ts";
import type { HostEvent } from "../../hosts/event.ts";
import type { Host } from "../../hosts/host.ts";
import type { Environment } from "../../hosts/setup.ts";

export interface HookCall {
  readonly host: string;
  /** That host's file which calls the hook, and every host's that is made by our installer and holds nothing else. */
  readonly settings: string;
  readonly ownSettings: readonly string[];
  readonly instructions: Host["instructions"];
  /** `plugin` where a plugin's entry called it, not the installer's (AGT-13). */
  readonly via: string | undefined;
  readonly env: Environment;
  readonly now: Date;
  /** When this process began, in milliseconds with their parts. */
  readonly began: number;
}

/**
 * Node keeps what it compiled of the hook's parts in our cache, which saves a third of a silent prompt. It keeps a file as the
 * first process left it, with the functions that were called there; so each kind of event has a folder of its own. The
 * folder is the user's own, as the hook itself is: who can write there could change the hook as well.
 */
export function keepCompiled(env: Environment, event: HostEvent["kind"] | "Status"): void {
  try {
    enableCompileCache(descend(placesFrom(env, homedir()).cache, "compiled", event));
  } catch {
    // Without it the hook is slower, not wrong; what is wrong with the folders is told by whoever needs them.
  }
}
