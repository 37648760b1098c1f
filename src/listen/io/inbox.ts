// The inbox (SUR-9): inbox/waiting.jsonl, one line per event, appended by hooks in a 300 ms box (AGT-3), so neither
// locked nor synced. A drainer renames the file before it reads it: of two one gets it. The new name carries the moment;
// a taken file that outlives its lease belongs to a drainer that was killed, and the next one takes it over (OBS-10).
// Entries may thus be handled twice, never lost; whoever handles them must not mind.

import { appendLine, endTornLine, tailLines } from "../../disk/append-log.ts";
import type { Directory } from "../../disk/directory.ts";
import { dropFile } from "../../disk/durable-write.ts";
import { errnoOf } from "../../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { fieldsOf, parseJson } from "../../disk/json-file.ts";
import { renamePatiently } from "../../disk/patient.ts";
import { makeTempName } from "../../disk/temp-name.ts";
import { sha256Hex } from "../../text/digest.ts";
import type { Batch, InboxEntry } from "../inbox.ts";

const FOLDER = "inbox";
const WAITING = "waiting.jsonl";
const TAKEN = /^taken-([0-9]{13})-[0-9a-f]{16}\.jsonl$/;
/** Longer than any drainer's own time box. */
const LEASE_MS = 2 * 60_000;
const KEPT_MS = 14 * 86_400_000;
/** An inbox that grew past this keeps its newest entries. */
const MAX_BYTES = 8 * 1024 * 1024;
const LONGEST_LINE = 16 * 1024;
const KINDS: readonly InboxEntry["kind"][] = ["UserPromptSubmit", "Stop", "SubagentStop", "PreCompact", "SessionEnd"];

export function appendInbox(stateDir: string, entry: InboxEntry): void {
  const line = JSON.stringify(entry);
  if (line.length > LONGEST_LINE) return;
  inFolder(stateDir, [FOLDER], (folder) => appendLine(folder, WAITING, line, { durable: false }));
}

/** Is there anything to drain? Cheap: names and one size. */
export function inboxWaiting(stateDir: string, now: Date = new Date()): boolean {
  const waiting = inFolderIfThere(
    stateDir,
    [FOLDER],
    (folder) => (folder.look(WAITING)?.size ?? 0n) > 0n || abandoned(folder, now).length > 0,
  );
  return waiting ?? false;
}

export function takeInbox(stateDir: string, now: Date): Batch {
  const taken = inFolderIfThere(stateDir, [FOLDER], (folder) => {
    const names = [...abandoned(folder, now), WAITING].flatMap((name) => claim(folder, name, now) ?? []);
    return names.map((name) => ({ name, ...readTaken(folder, name) }));
  });
  const oldest = now.getTime() - KEPT_MS;
  const entries = (taken ?? []).flatMap((each) => each.entries).filter(({ at }) => Date.parse(at) >= oldest);
  return {
    entries,
    done: (left) => {
      for (const entry of left) appendInbox(stateDir, entry);
      inFolderIfThere(stateDir, [FOLDER], (folder) => {
        for (const { name, size } of taken ?? []) drop(folder, name, size);
      });
    },
  };
}

function claim(folder: Directory, name: string, now: Date): string | undefined {
  const random = /-([0-9a-f]{16})\./.exec(makeTempName())?.[1];
  const mine = `taken-${String(now.getTime()).padStart(13, "0")}-${random}.jsonl`;
  try {
    renamePatiently(folder.at(name), folder.at(mine));
    return mine;
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined; // another drainer was faster, or there is nothing
    throw error;
  }
}

function readTaken(
  folder: Directory,
  name: string,
): { readonly entries: readonly InboxEntry[]; readonly size: bigint } {
  endTornLine(folder, name);
  const size = folder.look(name)?.size ?? 0n;
  return { entries: tailLines(folder, name, MAX_BYTES).flatMap(parseEntry), size };
}

/** A hook that had the file open before it was renamed may have written since: then it stays, and is found again. */
function drop(folder: Directory, name: string, size: bigint): void {
  if (folder.look(name)?.size === size) dropFile(folder, name);
}

function abandoned(folder: Directory, now: Date): readonly string[] {
  return folder
    .names()
    .filter((name) => Math.abs(now.getTime() - Number(TAKEN.exec(name)?.[1] ?? Number.NaN)) > LEASE_MS)
    .toSorted();
}

/** Empty for a line torn by a crash, or none of ours. */
export function parseEntry(line: string): InboxEntry[] {
  const { at, session, host, cwd, kind, transcript } = fieldsOf(parseJson(line)) as Partial<InboxEntry> as InboxEntry;
  const whole = [at, session, host, cwd].every((each) => typeof each === "string") && KINDS.includes(kind);
  if (!whole || Number.isNaN(Date.parse(at))) return [];
  return [{ at, session, host, cwd, kind, ...(typeof transcript === "string" ? { transcript } : {}) }];
}

/** Of files that go by the record of a session. */
export function keyFor(transcript: string): string {
  return sha256Hex(transcript).slice(0, 32);
}

export function sweepOld(folder: Directory, now: Date): void {
  for (const name of folder.names()) {
    const looked = folder.look(name);
    if (looked !== undefined && now.getTime() - Number(looked.mtimeMs) > KEPT_MS) dropFile(folder, name);
  }
}
