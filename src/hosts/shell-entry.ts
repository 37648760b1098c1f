// A hook entry as one line for a shell (AGT-1), for the hosts that have no exec form: quoted, the host named explicitly,
// and the same from release to release.
import type { Mine } from "./json-edits.ts";

const OUR_HOOK = /^node '(?:[^']|'\\'')*[\\/]holdfast[\\/]hook\.cjs'/;

/** In single quotes nothing is special to a shell but the single quote. */
export function commandFor(hookPath: string, host: string): string {
  return `node '${hookPath.replaceAll("'", "'\\''")}' --host ${host}`;
}

/** An entry whose line, under `key`, runs our hook and nothing else: the one of this install, or of any other. */
export function isOurLine(hookPath: string, host: string, key = "command", tail = ""): Mine {
  const line = `${commandFor(hookPath, host)}${tail}`;
  return (entry) => {
    const found = (entry as Readonly<Record<string, unknown>> | null | undefined)?.[key];
    if (typeof found !== "string") return false;
    return found === line || (OUR_HOOK.test(found) && found.replace(OUR_HOOK, "") === ` --host ${host}${tail}`);
  };
}
