// What the observer wrote down, line by line, for people.

import { renameSync } from "node:fs";
import { appendLine, tailLines } from "../../disk/append-log.ts";
import type { Directory } from "../../disk/directory.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { bytesIn } from "../../disk/read-file.ts";
import { AUDIT_LOG, type AuditEntry } from "../audit-log.ts";
import type { ObservedRun } from "../observing.ts";

// What became of each session that the observer looked at: one line each, bounded as feedback is.
const FOLDER = ["observer"];
const FILE = "runs.jsonl";
const OLD = "runs-old.jsonl";
const FULL_BYTES = 512 * 1024;

export function keepRun(stateDir: string, run: ObservedRun): void {
  inFolder(stateDir, FOLDER, (folder) => {
    if ((folder.look(FILE)?.size ?? 0n) >= BigInt(FULL_BYTES)) renameSync(folder.at(FILE), folder.at(OLD));
    appendLine(folder, FILE, JSON.stringify(run), { durable: false });
  });
}

/** Oldest first. */
export function readRuns(stateDir: string): readonly ObservedRun[] {
  return inFolderIfThere(stateDir, FOLDER, (folder) => [OLD, FILE].flatMap((name) => linesOf(folder, name))) ?? [];
}

function linesOf(folder: Directory, name: string): readonly ObservedRun[] {
  const text = Buffer.from(bytesIn(folder, name, 2 * FULL_BYTES) ?? []).toString("utf8");
  return text.split("\n").flatMap(runIn);
}

function runIn(line: string): readonly ObservedRun[] {
  try {
    const run = JSON.parse(line) as ObservedRun;
    const whole = [run.at, run.session, run.host, run.outcome].every((each) => typeof each === "string");
    const counted = Number.isSafeInteger(run.added) && Number.isSafeInteger(run.proposed);
    return whole && counted && typeof run.dropped === "object" && run.dropped !== null ? [run] : [];
  } catch {
    // The empty end of the file, or a line torn by a crash.
    return [];
  }
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
  try {
    const entry = JSON.parse(line) as AuditEntry;
    const whole = [entry.ts, entry.source, entry.session, entry.model, entry.result];
    return whole.every((each) => typeof each === "string") ? [entry] : [];
  } catch {
    // A line torn by a crash.
    return [];
  }
}
