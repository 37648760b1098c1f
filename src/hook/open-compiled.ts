// Node keeps what it compiled of the hook's parts in our cache, which saves a third of a silent prompt. The folder is the
// user's own, as the hook itself is: who can write there could change the hook as well.
import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { descend } from "../disk/paths.ts";
import { placesFrom } from "../disk/places.ts";

export function keepCompiled(env: Readonly<Record<string, string | undefined>>): void {
  try {
    enableCompileCache(descend(placesFrom(env, homedir()).cache, "compiled"));
  } catch {
    // Without it the hook is slower, not wrong; what is wrong with the folders is told by whoever needs them.
  }
}
