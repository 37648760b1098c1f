// What a person agreed to forget, until it is done (FOR-1): forgetting.json, 0600, durable before anything goes. It holds
// text; the last thing a forget does is to remove it. Whoever finds one shows it and asks again, for a file is nobody's
// word. What a sync clears because another machine forgot it has a note of its own, so that neither waits for the other.

import { removeFile } from "../../disk/durable-write.ts";
import { orFault } from "../../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { fieldsOf, jsonIn, keepJson } from "../../disk/json-file.ts";
import { isMemoryId } from "../../memory/ids.ts";
import type { ForgetJob, ForgetJournal, Unfinished } from "../ports.ts";

const OWN = "forgetting.json";
const ELSEWHERE = "forgotten-elsewhere.json";
export const JOURNALS: readonly string[] = [OWN, ELSEWHERE];
const LARGEST = 64 * 1024 * 1024;

export function openForgetJournal(stateDir: string): ForgetJournal {
  return journalAt(stateDir, OWN);
}

export function openElsewhereJournal(stateDir: string): ForgetJournal {
  return journalAt(stateDir, ELSEWHERE);
}

/** For whatever command comes next, session start included: nothing heavy is read where there is none. */
export function unfinishedForgets(stateDir: string): readonly Unfinished[] {
  const found = inFolderIfThere(stateDir, [], (folder) =>
    JOURNALS.filter((file) => jobIn(jsonIn(folder, file, LARGEST)) !== undefined),
  );
  return (found ?? []).map((file) => (file === OWN ? OWN_LEFT : ELSEWHERE_LEFT));
}

const OWN_LEFT: Unfinished = {
  message: "A forget did not come to its end: its words are still on this machine",
  remedy: "holdfast forget",
};
const ELSEWHERE_LEFT: Unfinished = {
  message: "What another machine forgot is not gone from this one yet",
  remedy: "holdfast sync",
};

function journalAt(stateDir: string, file: string): ForgetJournal {
  return {
    read: () =>
      orFault("Reading what is being forgotten", () =>
        inFolderIfThere(stateDir, [], (folder) => jobIn(jsonIn(folder, file, LARGEST))),
      ),
    write: (job) =>
      orFault("Noting what is to be forgotten", () => inFolder(stateDir, [], (folder) => keepJson(folder, file, job))),
    end: () =>
      orFault("Ending a forget", () => inFolderIfThere(stateDir, [], (folder) => void removeFile(folder, file))),
  };
}

/** Undefined for none, and for one that is damaged: the file is written whole or not at all. */
function jobIn(value: unknown): ForgetJob | undefined {
  const job = fieldsOf(value) as Partial<ForgetJob>;
  const texts = (list: unknown): boolean => Array.isArray(list) && list.every((each) => typeof each === "string");
  const whole = job.v === 1 && typeof job.at === "string" && texts(job.names) && texts(job.phrases);
  return whole && Array.isArray(job.doomed) && job.doomed.every(isDoomed) ? (job as ForgetJob) : undefined;
}

function isDoomed(value: unknown): boolean {
  const { id, root, files, raw, prints } = fieldsOf(value);
  return isMemoryId(id) && typeof root === "string" && [files, raw, prints].every(Array.isArray);
}
