// What a person agreed to forget, until it is done (FOR-1): forgetting.json, 0600, durable before anything goes. It holds
// text; the last thing a forget does is to remove it. Whoever finds one shows it and asks again, for a file is nobody's
// word. What a sync clears because another machine forgot it has a note of its own, one for each store, so that none waits for
// another and none ends what is another's.

import { removeFile } from "../../disk/durable-write.ts";
import { orFault } from "../../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { fieldsOf, jsonIn, keepJson } from "../../disk/json-file.ts";
import { isMemoryId } from "../../memory/ids.ts";
import { sha256Hex } from "../../text/digest.ts";
import { unlessFault } from "../../text/errors.ts";
import type { Doomed, ForgetJob, ForgetJournal, Unfinished } from "../ports.ts";
import { together } from "../together.ts";

const OWN = "forgetting.json";
/** Of whatever store was synced, before each had its own. */
const OF_ANY = "forgotten-elsewhere.json";
const ELSEWHERE = /^forgotten-elsewhere(?:-[0-9a-f]{16})?\.json$/;
const LARGEST = 64 * 1024 * 1024;

export function isJournal(name: string): boolean {
  return name === OWN || ELSEWHERE.test(name);
}

export function openForgetJournal(stateDir: string): ForgetJournal {
  return journalAt(stateDir, OWN);
}

/** `root`: of the store that is synced. */
export function openElsewhereJournal(stateDir: string, root: string): ForgetJournal {
  const own = journalAt(stateDir, `forgotten-elsewhere-${sha256Hex(root).slice(0, 16)}.json`);
  const any = journalAt(stateDir, OF_ANY);
  const isOurs = (each: Doomed): boolean => each.root === root;
  return {
    read: () => {
      const shared = any.read();
      const ours =
        shared?.doomed.some(isOurs) === true ? { ...shared, doomed: shared.doomed.filter(isOurs) } : undefined;
      const noted = own.read();
      return ours && noted ? together(ours, noted) : (noted ?? ours);
    },
    write: own.write,
    end: () => {
      own.end();
      const shared = any.read();
      const others = shared?.doomed.filter((each) => !isOurs(each)) ?? [];
      if (shared !== undefined && others.length === 0) any.end();
      else if (shared?.doomed.some(isOurs) === true) any.write({ ...shared, doomed: others });
    },
  };
}

/** For whatever command comes next, session start included: nothing heavy is read where there is none. */
export function unfinishedForgets(stateDir: string): readonly Unfinished[] {
  const found = inFolderIfThere(stateDir, [], (folder) => {
    const read = (file: string): ForgetJob | undefined => jobIn(jsonIn(folder, file, LARGEST));
    const elsewhere = folder.names().filter((name) => ELSEWHERE.test(name));
    const isLeft = elsewhere.some((file) => canEnd(read(file)));
    return [...(read(OWN) === undefined ? [] : [OWN_LEFT]), ...(isLeft ? [ELSEWHERE_LEFT] : [])];
  });
  return found ?? [];
}

/** By a sync of its store: one that is gone from this machine, or is not at hand now, ends nothing. */
function canEnd(job: ForgetJob | undefined): boolean {
  return job !== undefined && (job.doomed.length === 0 || job.doomed.some(({ root }) => stands(root)));
}

function stands(root: string): boolean {
  return unlessFault(
    () => inFolderIfThere(root, [], () => true) === true,
    () => true, // it is there, and may not be opened
  );
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
