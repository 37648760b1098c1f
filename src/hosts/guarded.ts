// What no agent may write, and the one file that none may read (AGT-20, AGT-24): one list, from which the hook's guard and
// each host's own rules are made.
import type { Places } from "../disk/places.ts";
import { isOfWindows } from "../text/windows-paths.ts";

export interface Guarded {
  readonly folders: readonly string[];
  readonly key: string;
}

export function guardedIn({ store, config, state, cache, data }: Places): Guarded {
  return { folders: [store, config, state, cache, data], key: `${data}/device-key.pem` };
}

/** The end that tells a folder of ours from others: `.holdfast` alone, `.config/holdfast` with its parent. */
export function endOf(folder: string): string {
  const parts = folder.split(isOfWindows(folder) ? /[\\/]/ : "/").filter((part) => part !== "");
  const last = parts.at(-1) ?? "";
  return last.startsWith(".") ? last : parts.slice(-2).join("/");
}
