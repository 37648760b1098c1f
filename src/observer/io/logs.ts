// What the observer wrote down, line by line, for people.

import { appendLine, tailLines } from "../../disk/append-log.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { type Fields, fieldsOf, jsonLinesIn, parseJson } from "../../disk/json-file.ts";
import { renamePatiently } from "../../disk/patient.ts";
import { AUDIT_LOG, type AuditEntry } from "../model.ts";
import type { ObservedRun } from "../observing.ts";

// What became of each session that the observer looked at: one line each, bounded as feedback is.
const FOLDER = ["observer"];
const FILE = "runs.jsonl";
const OLD = "runs-old.jsonl";
const FULL_BYTES = 512 * 1024;

export function keepRun(stateDir: string, run: ObservedRun): void {
  inFolder(stateDir, FOLDER, (folder) => {
    if ((folder.look(FILE)?.size ?? 0n) >= BigInt(FULL_BYTES)) renamePatiently(folder.at(FILE), folder.at(OLD));
    appendLine(folder, FILE, JSON.stringify(run), { durable: false });
  });
}

/** Oldest first. */
export function readRuns(stateDir: string): readonly ObservedRun[] {
  return (
    inFolderIfThere(stateDir, FOLDER, (folder) =>
      [OLD, FILE].flatMap((name) => jsonLinesIn(folder, name, 2 * FULL_BYTES).flatMap(runIn)),
    ) ?? []
  );
}

function runIn(line: Fields): readonly ObservedRun[] {
  const { at, session, host, outcome, added, proposed, dropped } = line;
  const whole = [at, session, host, outcome].every((each) => typeof each === "string");
  const counted = Number.isSafeInteger(added) && Number.isSafeInteger(proposed);
  return whole && counted && typeof dropped === "object" && dropped !== null ? [line as unknown as ObservedRun] : [];
}

// The end of the observer's audit log, for people (OBS-6). observer/io/model/audit-log.ts writes it; what is read here is foreign text
// in parts, and is shown only through the sanitiser.
/** A line is at most some 26,000 bytes: 4,096 of input, escaped. */
const LINE_BYTES = 8 * 1024;

/** Newest last. */
export function readAudited(stateDir: string, limit: number): readonly AuditEntry[] {
  const lines = inFolderIfThere(stateDir, [], (folder) => tailLines(folder, AUDIT_LOG, limit * LINE_BYTES)) ?? [];
  return lines.flatMap(entryIn).slice(-limit);
}

function entryIn(line: string): readonly AuditEntry[] {
  const entry = fieldsOf(parseJson(line)) as Partial<AuditEntry>;
  const { ts, source, session, model, result } = entry;
  const whole = [ts, source, session, model, result].every((each) => typeof each === "string");
  return whole ? [entry as AuditEntry] : [];
}
