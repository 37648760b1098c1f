// What became of each session that the observer looked at: one line each, bounded as feedback is.
import { renameSync } from "node:fs";
import { appendLine } from "../../disk/append-log.ts";
import type { Directory } from "../../disk/directory.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { bytesIn } from "../../disk/read-file.ts";
import type { ObservedRun } from "../observing.ts";

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
  return text.split("\n").flatMap(parse);
}

function parse(line: string): readonly ObservedRun[] {
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
