// What the observer keeps (OBS-10, OBS-11), below `observer` in the state folder, 0600: waiting/ sessions to look at
// (observer-queue.ts), pending/ answers that were paid for, read/ its own marks (transcripts.ts), runs.jsonl, breaker.json.
// All of it is disposable; the price of losing it is a call. One runner at a time: `takeRun`.

import { within } from "../../disk/directory.ts";
import { dropFile } from "../../disk/durable-write.ts";
import { ensureBase, inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { fieldsOf, jsonIn, keepJson } from "../../disk/json-file.ts";
import { type Release, takeLock } from "../../disk/lock.ts";
import { keyFor, sweepOld } from "../../listen/io/inbox.ts";
import type { Answered, ObserverState, PendingAnswers } from "../observing.ts";
import { type Breaker, CLOSED } from "../said/breaker.ts";
import { keepRun } from "./logs.ts";
import { waitingSessions } from "./queue.ts";

const FOLDER = "observer";
const PENDING = [FOLDER, "pending"];
const BREAKER = "breaker.json";
const LARGEST = 1024 * 1024;

export function openObserverState(stateDir: string): ObserverState {
  return {
    sessions: waitingSessions(stateDir),
    pending: pendingIn(stateDir),
    breaker: {
      read: () => readBreaker(stateDir),
      write: (breaker) => inFolder(stateDir, [FOLDER], (folder) => keepJson(folder, BREAKER, breaker)),
    },
    keep: (run) => keepRun(stateDir, run),
  };
}

/** Undefined: another process of this user distils. It ends with its holder, however that dies. */
export async function takeRun(stateDir: string): Promise<Release | undefined> {
  const folder = within(ensureBase(stateDir), (state) => state.ensure(FOLDER, 0o700));
  try {
    const release = await takeLock(folder, "run.lock", 0);
    inFolderIfThere(stateDir, PENDING, (pending) => sweepOld(pending, new Date()));
    return release === "timeout" ? undefined : release;
  } finally {
    folder.close();
  }
}

export function readBreaker(stateDir: string): Breaker {
  const kept: Partial<Breaker> = fieldsOf(
    inFolderIfThere(stateDir, [FOLDER], (folder) => jsonIn(folder, BREAKER, LARGEST)),
  );
  return Number.isSafeInteger(kept.failures) ? (kept as Breaker) : CLOSED;
}

function pendingIn(stateDir: string): PendingAnswers {
  const name = (transcript: string): string => `${keyFor(transcript)}.json`;
  return {
    get: (transcript) => {
      const kept = inFolderIfThere(stateDir, PENDING, (folder) => jsonIn(folder, name(transcript), LARGEST));
      const value = fieldsOf(kept) as Partial<Answered>;
      return typeof value.text === "string" && Number.isSafeInteger(value.to) ? (value as Answered) : undefined;
    },
    put: (transcript, answered) =>
      inFolder(stateDir, PENDING, (folder) => {
        sweepOld(folder, new Date());
        keepJson(folder, name(transcript), answered);
      }),
    drop: (transcript) => {
      inFolderIfThere(stateDir, PENDING, (folder) => dropFile(folder, name(transcript)));
    },
  };
}
