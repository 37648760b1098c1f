// One-line messages for the next session start: what a hook or a background step could not tell anybody at the
// time. Read once, then gone.

import { closeSync, constants, openSync } from "node:fs";
import { appendLine } from "../../disk/append-log.ts";
import { removeFile } from "../../disk/durable-write.ts";
import { errnoOf } from "../../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { type Fields, jsonLinesIn } from "../../disk/json-file.ts";
import { renamePatiently } from "../../disk/patient.ts";
import { makeTempName } from "../../disk/temp-name.ts";

export interface Notice {
  readonly at: string;
  readonly text: string;
}

const FILE = "notices.jsonl";
const MAX_BYTES = 256 * 1024;
const LINE_CHARACTERS = 500;

export function appendNotice(stateDir: string, text: string, now: Date): void {
  const line = text.replace(/\s+/g, " ").trim().slice(0, LINE_CHARACTERS);
  const notice: Notice = { at: now.toISOString(), text: line };
  inFolder(stateDir, [], (folder) => appendLine(folder, FILE, JSON.stringify(notice), { durable: false }));
}

/** Oldest first. Of two sessions starting at once one gets them: the file is moved away before it is read. */
export function takeNotices(stateDir: string): readonly Notice[] {
  const taken = inFolderIfThere(stateDir, [], (folder) => {
    const mine = makeTempName();
    try {
      renamePatiently(folder.at(FILE), folder.at(mine));
    } catch (error) {
      if (errnoOf(error) === "ENOENT") return [];
      throw error;
    }
    const notices = jsonLinesIn(folder, mine, MAX_BYTES).flatMap(noticeIn);
    removeFile(folder, mine);
    return notices;
  });
  return taken ?? [];
}

function noticeIn({ at, text }: Fields): readonly Notice[] {
  return typeof at === "string" && typeof text === "string" ? [{ at, text }] : [];
}

// What happened for the first time on this machine (AGT-12): an empty file each. Losing one means that a person reads a
// line twice.
export type Sign = "injection" | "uninstalled" | `heard-${string}`;

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
