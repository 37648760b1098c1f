// What a person agreed to forget, until it is done (FOR-1): forgetting.json, 0600, durable before anything goes. It holds
// text; the last thing a forget does is to remove it. Whoever finds one shows it and asks again, for a file is nobody's
// word.

import { removeFile, replaceFile } from "../../disk/durable-write.ts";
import { orFault } from "../../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { bytesIn } from "../../disk/read-file.ts";
import { isMemoryId } from "../../memory/ids.ts";
import type { ForgetJob, ForgetJournal } from "../ports.ts";

export const JOURNAL = "forgetting.json";
const LARGEST = 64 * 1024 * 1024;

export function openForgetJournal(stateDir: string): ForgetJournal {
  return {
    read: () =>
      orFault("Reading what is being forgotten", () =>
        inFolderIfThere(stateDir, [], (folder) => parse(bytesIn(folder, JOURNAL, LARGEST))),
      ),
    write: (job) =>
      orFault("Noting what is to be forgotten", () =>
        inFolder(stateDir, [], (folder) => {
          replaceFile(folder, JOURNAL, Buffer.from(`${JSON.stringify(job)}\n`), 0o600);
        }),
      ),
    end: () =>
      orFault("Ending a forget", () => inFolderIfThere(stateDir, [], (folder) => void removeFile(folder, JOURNAL))),
  };
}

/** Undefined for none, and for one that is damaged: the file is written whole or not at all. */
function parse(bytes: Uint8Array | undefined): ForgetJob | undefined {
  try {
    const job = JSON.parse(Buffer.from(bytes ?? []).toString("utf8")) as ForgetJob;
    const texts = (list: unknown): boolean => Array.isArray(list) && list.every((each) => typeof each === "string");
    const whole = job.v === 1 && typeof job.at === "string" && texts(job.names) && texts(job.phrases);
    return whole && Array.isArray(job.doomed) && job.doomed.every(isDoomed) ? job : undefined;
  } catch {
    // Nothing is being forgotten.
    return undefined;
  }
}

function isDoomed({ id, root, files, raw, prints }: ForgetJob["doomed"][number]): boolean {
  return isMemoryId(id) && typeof root === "string" && [files, raw, prints].every(Array.isArray);
}
