// Node keeps what it compiled of the hook's parts in our cache, which saves a third of a silent prompt. It keeps a file as the
// first process left it, with the functions that were called there; so each kind of event has a folder of its own. The
// folder is the user's own, as the hook itself is: who can write there could change the hook as well.
import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { descend } from "../../disk/paths.ts";
import { placesFrom } from "../../disk/places.ts";
import type { HostEvent } from "../../hosts/event.ts";

export function keepCompiled(env: Readonly<Record<string, string | undefined>>, event: HostEvent["kind"]): void {
  try {
    enableCompileCache(descend(placesFrom(env, homedir()).cache, "compiled", event));
  } catch {
    // Without it the hook is slower, not wrong; what is wrong with the folders is told by whoever needs them.
  }
}
