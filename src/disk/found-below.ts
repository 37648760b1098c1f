// The file that an agent means which looks a relative path up by its end (AGT-20): Gemini CLI takes the one file in its
// workspace whose path ends so, where the path itself leads to none. Read only, bounded, links not followed.
import { type Dirent, existsSync, readdirSync } from "node:fs";
import { isAbsolute } from "node:path";
import { foreignChild, nameOf } from "./paths.ts";

/** As many folders as Gemini CLI looks into. */
const MOST_FOLDERS = 50;

/** Undefined where the path leads somewhere by itself, or nothing below the roots ends so. */
export function foundBelow(roots: readonly string[], path: string, target: string): string | undefined {
  if (isAbsolute(path) || existsSync(target)) return undefined;
  const end = path.replaceAll("\\", "/").replace(/^(@\/*|(\.\/)+)/, "");
  const name = nameOf(end);
  return name === "" ? undefined : roots.map((root) => search(root, name, end)).find((found) => found !== undefined);
}

function search(root: string, name: string, end: string): string | undefined {
  const folders = [root];
  for (let at = 0; at < Math.min(folders.length, MOST_FOLDERS); at++) {
    const folder = folders[at] ?? root;
    const entries = entriesOf(folder);
    const found = entries.some((entry) => entry.name === name) ? foreignChild(folder, name) : undefined;
    if (found?.endsWith(end) === true) return found;
    const below = entries.filter((entry) => entry.isDirectory() && !/\\|^\.git$/.test(entry.name));
    folders.push(...below.map((entry) => foreignChild(folder, entry.name)));
  }
  return undefined;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // gone, or not to be read: the agent finds nothing there either
  }
}
