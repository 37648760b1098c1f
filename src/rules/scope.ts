// Where an act is, for the rule of a memory that is about some paths alone (RUL-2): the file that is touched; else the folders
// that it runs in, and what its words name.
import { hasHole } from "../guard/shell-line.ts";
import { covers, globOf } from "../text/glob.ts";
import type { Deed } from "./decide.ts";
import type { ActWorld } from "./deeds.ts";

/** True everywhere for a memory without paths; nowhere for one whose paths can't be read. */
export function isAbout(paths: readonly string[], deed: Deed, cwd: string, below: ActWorld["below"]): boolean {
  if (paths.length === 0) return true;
  const globs = paths.flatMap((path) => globOf(path) ?? []);
  return globs.length > 0 && placesOf(deed, cwd, below).some((place) => globs.some((glob) => covers(glob, place)));
}

function placesOf(deed: Deed, cwd: string, below: ActWorld["below"]): readonly (readonly string[])[] {
  if ("path" in deed) return [deed.path];
  if (deed.on !== "command") return below(".", cwd);
  const { cwds, words } = deed.command;
  const named = words.slice(1).filter((word) => !word.startsWith("-") && !hasHole(word));
  return cwds.flatMap((folder) => [".", ...named].flatMap((word) => below(word, folder)));
}
