// The sessions that wait for the observer (OBS-10), one file each below observer/waiting in the state folder, 0600. A
// session is claimed by renaming its file, so that what its host tells meanwhile makes a new one; a claimed file that
// nobody finished is claimed again. The hook looks here as well: nothing heavy is imported.

import type { Directory } from "../../disk/directory.ts";
import { dropFile } from "../../disk/durable-write.ts";
import { errnoOf } from "../../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { keepJson } from "../../disk/json-file.ts";
import { renamePatiently } from "../../disk/patient.ts";
import { bytesIn } from "../../disk/read-file.ts";
import type { InboxEntry } from "../../listen/inbox.ts";
import { keyFor, parseEntry, sweepOld } from "../../listen/io/inbox.ts";
import type { WaitingSession, WaitingSessions, Which } from "../observing.ts";

const FOLDER = ["observer", "waiting"];
const NAME = /^[0-9a-f]{32}\.(json|taken)$/;
const LARGEST = 64 * 1024;
/** A session that said nothing for so long is over, or sleeps. */
const IDLE_MS = 10 * 60_000;

/** For whoever drains the inbox: this session has something new. */
export function noteSession(stateDir: string, entry: InboxEntry): void {
  const { transcript } = entry;
  if (transcript === undefined) return;
  inFolder(stateDir, FOLDER, (folder) => keepJson(folder, `${keyFor(transcript)}.json`, entry));
}

/** Is there any session to look at, now or later? Cheap: names only. */
export function observerWaiting(stateDir: string): number {
  const names = inFolderIfThere(stateDir, FOLDER, (folder) => folder.names().filter((name) => NAME.test(name)));
  return new Set(names?.map((name) => name.split(".")[0])).size;
}

export function waitingSessions(stateDir: string): WaitingSessions {
  const move = (from: string, to: string): void => {
    inFolderIfThere(stateDir, FOLDER, (folder) => rename(folder, from, to));
  };
  return {
    claim: (now, which) =>
      inFolderIfThere(stateDir, FOLDER, (folder) => {
        sweepOld(folder, now);
        const keys = new Set(
          folder
            .names()
            .filter((name) => NAME.test(name))
            .map((name) => name.slice(0, 32)),
        );
        return [...keys].toSorted().flatMap((key) => claimOne(folder, key, now, which) ?? []);
      }) ?? [],
    done: ({ key }) => {
      inFolderIfThere(stateDir, FOLDER, (folder) => dropFile(folder, `${key}.taken`));
    },
    back: ({ key }) => {
      const isNewer = inFolderIfThere(stateDir, FOLDER, (folder) => folder.look(`${key}.json`) !== undefined);
      if (isNewer === true) inFolderIfThere(stateDir, FOLDER, (folder) => dropFile(folder, `${key}.taken`));
      else move(`${key}.taken`, `${key}.json`);
    },
  };
}

/** A newer word of the host stands for the older one. */
function claimOne(folder: Directory, key: string, now: Date, which: Which): WaitingSession | undefined {
  const [waiting, taken] = [`${key}.json`, `${key}.taken`];
  const newest = entryIn(folder, waiting);
  const entry = newest ?? entryIn(folder, taken);
  if (entry === undefined || (which === "due" && !isDue(entry, now))) return undefined;
  if (newest !== undefined) rename(folder, waiting, taken);
  return { key, entry };
}

function isDue({ kind, at }: InboxEntry, now: Date): boolean {
  return kind === "SessionEnd" || now.getTime() - Date.parse(at) >= IDLE_MS;
}

function entryIn(folder: Directory, name: string): WaitingSession["entry"] | undefined {
  const [entry] = parseEntry(Buffer.from(bytesIn(folder, name, LARGEST) ?? []).toString("utf8"));
  return entry?.transcript === undefined ? undefined : { ...entry, transcript: entry.transcript };
}

function rename(folder: Directory, from: string, to: string): void {
  try {
    renamePatiently(folder.at(from), folder.at(to));
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error; // swept meanwhile: too old to matter
  }
}
