// What a person had seen of a shared store when they last ran `holdfast trust` (SYN-31): shared-seen/<store>.json, 0600. It
// is local and disposable: without it nothing is told as changed.

import { replaceFile } from "../../disk/durable-write.ts";
import { orFault } from "../../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { bytesIn } from "../../disk/read-file.ts";
import type { SeenStore } from "../signers.ts";

const FOLDER = "shared-seen";
const LARGEST = 8 * 1024 * 1024;

export function readSeen(stateDir: string, store: string): SeenStore | undefined {
  const bytes = orFault("Reading what you had seen", () =>
    inFolderIfThere(stateDir, [FOLDER], (folder) => bytesIn(folder, `${store}.json`, LARGEST)),
  );
  try {
    const { at, memories } = JSON.parse(Buffer.from(bytes ?? []).toString("utf8")) as SeenStore;
    const isWhole = typeof at === "string" && typeof memories === "object" && memories !== null;
    const entries = isWhole ? Object.entries(memories).filter(([, each]) => isSeen(each)) : [];
    return isWhole ? { at, memories: Object.fromEntries(entries) } : undefined;
  } catch {
    // No file, or a damaged one: nothing was seen.
    return undefined;
  }
}

export function writeSeen(stateDir: string, store: string, seen: SeenStore): void {
  orFault("Writing what you had seen", () =>
    inFolder(stateDir, [FOLDER], (folder) =>
      replaceFile(folder, `${store}.json`, Buffer.from(`${JSON.stringify(seen)}\n`), 0o600),
    ),
  );
}

function isSeen(value: SeenStore["memories"][string]): boolean {
  return typeof value?.stem === "string" && typeof value.sha256 === "string";
}
