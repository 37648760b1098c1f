// Below `sync` in the state folder, 0600: the record of the last run, and who started one at session start (SYN-15). The
// hook looks here at each session start: nothing heavy is imported.
import { dropFile, jotFile } from "../../disk/durable-write.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { fieldsOf, jsonIn, keepJson } from "../../disk/json-file.ts";
import { PLACES } from "../../trust/tiers.ts";
import type { SyncRecord, WaitingProposal } from "../ports.ts";

const FOLDER = ["sync"];
/** Of the person's own store; a mirror has one by its folder's name. */
const OWN = "last";
const LARGEST = 64 * 1024;
const STAMP = /^start-(\d{1,15})$/;
const BETWEEN_MS = 15 * 60_000;

/** Undefined: nobody has synced here yet, or the record is damaged, and then the next run by hand writes it anew. */
export function readSyncRecord(stateDir: string, of: string = OWN): SyncRecord | undefined {
  return recordFrom(inFolderIfThere(stateDir, FOLDER, (folder) => jsonIn(folder, `${of}.json`, LARGEST)));
}

export function writeSyncRecord(stateDir: string, record: SyncRecord, of: string = OWN): void {
  inFolder(stateDir, FOLDER, (folder) => keepJson(folder, `${of}.json`, record));
}

export function dropSyncRecord(stateDir: string, of: string): void {
  inFolderIfThere(stateDir, FOLDER, (folder) => dropFile(folder, `${of}.json`));
}

/**
 * True for one process in 15 minutes: whoever gets it starts the run. The stamp has the number after the last one and is
 * made only where there is none of that name, so of several sessions that start at once one gets it.
 */
export function takeSyncStart(stateDir: string, now: Date): boolean {
  return inFolder(
    stateDir,
    FOLDER,
    (folder) => {
      const taken = folder.names().flatMap((name) => STAMP.exec(name)?.[1] ?? []);
      const last = Math.max(0, ...taken.map(Number));
      const age = now.getTime() - Number(folder.look(`start-${last}`)?.mtimeMs ?? 0);
      // A stamp out of the future was left by a clock that was wrong.
      if (age >= -BETWEEN_MS && age < BETWEEN_MS) return false;
      if (jotFile(folder, `start-${last + 1}`, Buffer.from(""), 0o600) === "exists") return false;
      for (const each of taken) dropFile(folder, `start-${each}`);
      return true;
    },
    false,
  );
}

function recordFrom(value: unknown): SyncRecord | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { worked, failing, leftOut, alone, asking, proposals, remote } = fieldsOf(value);
  const { since, why } = fieldsOf(failing);
  return {
    ...(isDate(worked) ? { worked } : {}),
    ...(isDate(since) && typeof why === "string" ? { failing: { since, why } } : {}),
    ...(Number.isSafeInteger(leftOut) ? { leftOut: Number(leftOut) } : {}),
    ...(alone === true ? { alone } : {}),
    ...(Array.isArray(asking) ? { asking: asking.filter((each) => typeof each === "string") } : {}),
    proposals: Array.isArray(proposals) ? proposals.flatMap(proposalFrom) : [],
    ...(typeof remote === "string" ? { remote } : {}),
  };
}

function proposalFrom(value: unknown): readonly WaitingProposal[] {
  const { place, file, sha256 } = fieldsOf(value);
  const known = PLACES.find((each) => each === place);
  if (known === undefined || typeof file !== "string" || typeof sha256 !== "string") return [];
  return [{ place: known, file, sha256 }];
}

function isDate(value: unknown): value is string {
  return typeof value === "string" && !Number.isNaN(Date.parse(value));
}
