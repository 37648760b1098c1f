// What happened for the first time on this machine (AGT-12): an empty file each. Losing one means that a person reads a
// line twice.
import { closeSync, constants, openSync } from "node:fs";
import { errnoOf } from "../../disk/errno.ts";
import { inFolder } from "../../disk/folder.ts";

export type Sign = "injection";

/** True once: of two processes at the same moment only one is told so. */
export function isFirst(stateDir: string, sign: Sign): boolean {
  return inFolder(stateDir, ["signs"], (folder) => {
    try {
      closeSync(openSync(folder.at(sign), constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600));
      return true;
    } catch (error) {
      if (errnoOf(error) === "EEXIST") return false;
      throw error;
    }
  });
}
