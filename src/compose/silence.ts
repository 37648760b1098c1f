// Who stays silent. Silence is asked for by a person (SUR-9), by a pause: a variable would be anybody's. And two entries for one event act
// once (AGT-13): where the installer's entry stands in the agent's own settings, the plugin's stays quiet, and so does another
// agent's entry that it runs as well (AGT-8); the guard does not ask, for two refusals are one. And a hook whose package was uninstalled says nothing more (AGT-1b); its guard holds
// until a person takes the entries out, for an agent could remove the package too. It stands by itself because the end of a turn asks for nothing else.
import { existsSync, readFileSync, statSync } from "node:fs";
import { readPauses } from "../config/io/pause.ts";
import { activePause } from "../config/pause.ts";
import { descend, parentOf } from "../disk/paths.ts";
import type { Places } from "../disk/places.ts";
import { isUninstalled, originIn } from "../install/io/hook-origin.ts";
import type { HookCall } from "./hook/call.ts";

/** A pause of one project counts where work is done for it; `project` is asked for only where there is a pause. */
export function isSilent(stateDir: string, project: () => string | undefined, now: Date): boolean {
  const pauses = readPauses(stateDir);
  return pauses.length > 0 && activePause(pauses, project(), now) !== undefined;
}

const LARGEST = 4 * 1024 * 1024;

export function standsBack({ via, settings }: HookCall, places: Places): boolean {
  if (via !== "plugin" && via !== "other-entry") return isLeftBehind();
  const hook = descend(places.data, "hook.cjs");
  // As JSON writes it, so that a path with odd characters is found too.
  return existsSync(hook) && hooksIn(textOf(settings)).includes(JSON.stringify(hook).slice(1, -1));
}

/** Asked of the files beside the program that runs. */
export function isLeftBehind(): boolean {
  const origin = originIn(parentOf(process.argv[1] ?? ""));
  return origin !== undefined && isUninstalled(origin);
}

/** Other settings may name the file as well. Where remarks keep the text from being JSON, its lines count, without those. */
function hooksIn(text: string): string {
  try {
    return JSON.stringify((JSON.parse(text) as { hooks?: unknown } | null)?.hooks) ?? "";
  } catch {
    return text.replaceAll(/^\s*\/\/.*$/gm, "");
  }
}

function textOf(path: string): string {
  try {
    // A pipe or a device in its place would stop the session.
    const found = statSync(path);
    return found.isFile() && found.size <= LARGEST ? readFileSync(path, "utf8") : "";
  } catch {
    return ""; // no settings, or not to be read: then nobody else answers
  }
}
