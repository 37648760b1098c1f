// The bytes of the two config files (CFG-1); what they mean is core's matter. The user's own file may be a link of
// theirs into another folder; a project's may not be one (STO-22). It holds switches that decide trust, so one that anybody may
// write counts for nothing; a group may, as with a umask of 002 the group is the user, and doctor says so where it is not.
import { realpathSync } from "node:fs";
import { type Directory, openDirectory, within } from "../../disk/directory.ts";
import { replaceFile } from "../../disk/durable-write.ts";
import { errnoOf, orFault } from "../../disk/errno.ts";
import { ensureBase } from "../../disk/folder.ts";
import { child, nameOf, parentOf } from "../../disk/paths.ts";
import { readIn } from "../../disk/read-file.ts";
import { Fault } from "../../text/errors.ts";

const FILE = "config.json";
const READING = "Reading the configuration";
const MAX_BYTES = 256 * 1024;

/** Undefined: there is none. */
export function readUserConfig(configDir: string): string | undefined {
  return orFault(READING, () => {
    const path = realFile(configDir);
    return path === undefined ? undefined : textAt(openDirectory(parentOf(path), { writers: "group" }), nameOf(path));
  });
}

export function readProjectConfig(gitRoot: string): string | undefined {
  return orFault(READING, () => {
    const root = openDirectory(gitRoot, { writers: "group" });
    return textAt(root && within(root, (opened) => opened.open(".holdfast")), FILE);
  });
}

export function writeUserConfig(configDir: string, text: string): void {
  orFault("Writing the configuration", () => {
    const path = realFile(configDir) ?? child(configDir, FILE);
    within(ensureBase(parentOf(path), { writers: "group" }), (folder) => {
      replaceFile(folder, nameOf(path), Buffer.from(text), 0o600);
    });
  });
}

function realFile(configDir: string): string | undefined {
  try {
    return realpathSync(child(configDir, FILE));
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

function textAt(directory: Directory | undefined, name: string): string | undefined {
  if (directory === undefined) return undefined;
  return within(directory, (folder) => {
    const read = readIn(folder, name, MAX_BYTES);
    const path = `${folder.path}/${name}`;
    if (read !== undefined && read.kind === "read" && process.platform !== "win32" && (read.mode & 0o002) !== 0) {
      throw new Fault(
        "unsafe-mode",
        `The configuration ${path} is refused: every user can write it.`,
        `chmod 600 ${path}`,
      );
    }
    if (read?.kind === "unreadable") {
      throw (
        read.passing ??
        new Fault("bad-config", `The configuration ${path} is refused: ${read.reason}.`, `Look at: ls -l ${path}`)
      );
    }
    return read === undefined ? undefined : Buffer.from(read.bytes).toString("utf8");
  });
}
