// What `install` did to an agent's files, so that `uninstall` can restore them byte for byte (AGT-30). Losing a
// record loses the exact undo only: our entries are still found and taken out.

import { removeFile, replaceFile } from "../../disk/durable-write.ts";
import { type EditRecord, removeIfEmpty } from "../../disk/edit-files.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { fieldsOf, jsonIn, keepJson } from "../../disk/json-file.ts";
import { descend } from "../../disk/paths.ts";
import { sha256Hex } from "../../text/digest.ts";

const LARGEST = 32 * 1024 * 1024;

/**
 * A second edit of a file nobody touched in between is undone together with the first. Where somebody did touch it,
 * there is no exact way back any more, and no record is kept.
 */
export function writeInstallRecord(stateDir: string, agent: string, records: readonly EditRecord[]): void {
  const earlier = readInstallRecord(stateDir, agent);
  const kept = records.flatMap((record): readonly EditRecord[] => {
    const first = earlier.find((each) => each.path === record.path);
    if (first === undefined) return [record];
    const untouched =
      first.afterSha256 ===
      (record.beforeBase64 === null ? null : sha256Hex(Buffer.from(record.beforeBase64, "base64")));
    return untouched ? [{ ...record, beforeBase64: first.beforeBase64, madeDirectories: first.madeDirectories }] : [];
  });
  const others = earlier.filter(({ path }) => !records.some((record) => record.path === path));
  inFolder(stateDir, ["install"], (folder) => keepJson(folder, `${agent}.json`, [...others, ...kept]));
}

export function readInstallRecord(stateDir: string, agent: string): readonly EditRecord[] {
  const value = inFolderIfThere(stateDir, ["install"], (folder) => jsonIn(folder, `${agent}.json`, LARGEST));
  return Array.isArray(value) && value.every(isRecord) ? value : [];
}

function isRecord(value: unknown): value is EditRecord {
  const { path, beforeBase64, afterSha256, madeDirectories } = fieldsOf(value);
  const isTextOrNull = (each: unknown): boolean => each === null || typeof each === "string";
  const isList = Array.isArray(madeDirectories) && madeDirectories.every((each) => typeof each === "string");
  return typeof path === "string" && isTextOrNull(beforeBase64) && isTextOrNull(afterSha256) && isList;
}

export function dropInstallRecord(stateDir: string, agent: string): void {
  inFolderIfThere(stateDir, ["install"], (folder) => removeFile(folder, `${agent}.json`));
}

// The folder that Claude is told to use as its own memory when the store serves instead (AGT-23). It lies with our data, so
// the guard refuses every write of an agent into it. All it holds is a note: memories come by the hook, which judges them
// anew in each session, and a copy here would be neither judged nor renewed.
const FOLDER = "claude-memory";
const NOTE = "MEMORY.md";

export function claudeMemoryFolder(dataDir: string): string {
  return descend(dataDir, FOLDER);
}

export function putMemoryNote(dataDir: string, note: string): void {
  inFolder(dataDir, [FOLDER], (folder) => {
    replaceFile(folder, NOTE, Buffer.from(note), 0o600);
  });
}

/** What else came to lie there stays. */
export function dropMemoryNote(dataDir: string): void {
  const there = inFolderIfThere(dataDir, [FOLDER], (folder) => {
    removeFile(folder, NOTE);
    return true;
  });
  if (there === true) removeIfEmpty(claudeMemoryFolder(dataDir));
}
