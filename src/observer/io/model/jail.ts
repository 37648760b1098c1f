// An empty folder of our own, made for one call and removed after it (OBS-2a): where the user's `claude` stands. Never the
// project, and never a shared folder such as /tmp, where somebody else could put files above it.
import { randomBytes } from "node:crypto";
import { within } from "../../../disk/directory.ts";
import { ensureBase, inFolder, removeTree } from "../../../disk/folder.ts";
import { child, descend } from "../../../disk/paths.ts";

const FOLDER = "jails";
const OLD_MS = 60 * 60 * 1000;

/** `act` gets its real path. */
export async function inJail<T>(cacheDir: string, act: (jail: string) => Promise<T>): Promise<T> {
  const name = `call-${randomBytes(8).toString("hex")}`;
  const jails = within(ensureBase(cacheDir), ({ path }) => descend(path, FOLDER));
  inFolder(jails, [name], () => undefined);
  sweep(jails);
  try {
    return await act(child(jails, name));
  } finally {
    removeTree(child(jails, name));
  }
}

/** What a killed observer left. */
function sweep(jails: string): void {
  inFolder(jails, [], (folder) => {
    for (const name of folder.names().filter((found) => found.startsWith("call-"))) {
      const made = folder.look(name)?.mtimeMs;
      if (made !== undefined && Date.now() - Number(made) > OLD_MS) removeTree(child(jails, name));
    }
  });
}
