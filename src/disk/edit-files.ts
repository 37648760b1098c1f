// A transaction over files of other programs (AGT-30): every file as planned, or every file as before. Each is
// replaced durably, only if it still holds what the plan saw, and keeps its mode and group. A settings file that is
// a link (dotfiles) is edited at its target, and stays a link; foreign owners and hard links are refused.
// A kill between two files leaves each of them old or new; what an uninstall needs is in the files themselves.
import { chownSync, lstatSync, realpathSync, rmdirSync } from "node:fs";
import { basename } from "node:path";
import { sha256Hex } from "../text/digest.ts";
import { Fault, isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { type Directory, ensureDirectory, openDirectory, within } from "./directory.ts";
import { createGuarded, removeFile, replaceFile, replaceGuarded } from "./durable-write.ts";
import { asFault, errnoOf } from "./errno.ts";
import { isComponent, parentOf } from "./paths.ts";
import { readIn } from "./read-file.ts";

const MAX_BYTES = 8 * 1024 * 1024;
const NEW_FILE = 0o600;

/** `undefined` is a file that is not there, before or after. */
export interface FileEdit {
  readonly path: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  /** Of a new file; one that is there keeps its own. */
  readonly mode?: number;
  /** Directories to remove afterwards, innermost first, if they are empty by then. */
  readonly removeDirectories?: readonly string[];
}

/** Kept in the install record, so that an untouched file can be restored byte for byte. */
export interface EditRecord {
  readonly path: string;
  readonly beforeBase64: string | null;
  readonly afterSha256: string | null;
  /** Innermost first. */
  readonly madeDirectories: readonly string[];
}

export interface EditableFile {
  readonly path: string;
  /** Where the bytes really are; differs from `path` when that is a link. */
  readonly target: string;
  readonly linked: boolean;
  readonly bytes: Uint8Array | undefined;
}

export function readForeign(path: string): EditableFile | Refusal {
  try {
    const target = targetOf(path);
    if (isRefusal(target)) return target;
    const directory = openDirectory(parentOf(target), { writers: "group" });
    if (directory === undefined) return { path, target, linked: false, bytes: undefined };
    const bytes = within(directory, (opened) => bytesOf(opened, target));
    return isRefusal(bytes) ? bytes : { path, target, linked: target !== path, bytes };
  } catch (error) {
    return refusalOf(error, `Reading ${path}`);
  }
}

/** All or nothing. `step` is called before each file is written. */
export function applyFileEdits(
  plan: readonly FileEdit[],
  step?: (path: string) => void,
): readonly EditRecord[] | Refusal {
  const stale = plan.map(asPlanned).find(isRefusal);
  if (stale !== undefined) return stale;
  const done: Done[] = [];
  for (const edit of plan) {
    let failed: Refusal | undefined;
    try {
      step?.(edit.path);
      const result = applyOne(edit);
      if (isRefusal(result)) failed = result;
      else done.push(result);
    } catch (error) {
      failed = refusalOf(error, `Writing ${edit.path}`);
    }
    if (failed !== undefined) {
      rollBack(done);
      return failed;
    }
  }
  // Newest first, as they were made: an earlier edit's folders may hold those of a later one.
  for (const edit of plan.toReversed()) for (const directory of edit.removeDirectories ?? []) removeIfEmpty(directory);
  return done.map((each) => each.record);
}

/** The edit that takes a recorded one back exactly; `changed` when the file is no longer as it was left. */
export function planRestore(record: EditRecord, now: Uint8Array | undefined): FileEdit | "changed" {
  if ((now === undefined ? null : sha256Hex(now)) !== record.afterSha256) return "changed";
  const after = record.beforeBase64 === null ? undefined : Uint8Array.from(Buffer.from(record.beforeBase64, "base64"));
  return { path: record.path, before: now, after, removeDirectories: record.madeDirectories };
}

interface Done {
  readonly record: EditRecord;
  readonly target: string;
  readonly before: Uint8Array | undefined;
  readonly mode: number;
  readonly gid: number | undefined;
}

function asPlanned(edit: FileEdit): Refusal | undefined {
  const found = readForeign(edit.path);
  if (isRefusal(found)) return found;
  return equal(found.bytes, edit.before) ? undefined : changed(edit.path);
}

function applyOne(edit: FileEdit): Done | Refusal {
  const target = targetOf(edit.path);
  if (isRefusal(target)) return target;
  const madeDirectories = edit.after === undefined ? [] : missingAbove(target);
  return within(ensureDirectory(parentOf(target), { writers: "group" }), (directory) => {
    const stats = directory.look(basename(target));
    const mode = stats === undefined ? (edit.mode ?? NEW_FILE) : Number(stats.mode) & 0o777;
    const gid = stats === undefined ? undefined : Number(stats.gid);
    const stopped = put(directory, target, edit, mode, gid);
    if (stopped !== undefined) return stopped;
    const record = {
      path: edit.path,
      beforeBase64: edit.before === undefined ? null : Buffer.from(edit.before).toString("base64"),
      afterSha256: edit.after === undefined ? null : sha256Hex(edit.after),
      madeDirectories,
    };
    return { record, target, before: edit.before, mode, gid };
  });
}

function put(
  directory: Directory,
  target: string,
  edit: Pick<FileEdit, "path" | "before" | "after">,
  mode: number,
  gid: number | undefined,
): Refusal | undefined {
  const name = basename(target);
  const guard = (): Refusal | undefined => {
    const now = bytesOf(directory, target);
    return isRefusal(now) ? now : equal(now, edit.before) ? undefined : changed(edit.path);
  };
  if (edit.after === undefined) {
    const stopped = guard();
    if (stopped === undefined) removeFile(directory, name);
    return stopped;
  }
  if (edit.before === undefined) {
    const stopped = createGuarded(directory, { name, bytes: edit.after, mode }, guard);
    return stopped === "exists" ? changed(edit.path) : stopped;
  }
  const stopped = replaceGuarded(directory, { name, bytes: edit.after, mode }, guard);
  if (stopped === undefined) keepGroup(directory, name, gid);
  return stopped;
}

function keepGroup(directory: Directory, name: string, gid: number | undefined): void {
  const now = directory.look(name);
  if (now === undefined || gid === undefined || Number(now.gid) === gid) return;
  chownSync(directory.at(name), Number(now.uid), gid);
}

/** What was done goes back, newest first. A file that can't be put back is named: silence would be a half install. */
function rollBack(done: readonly Done[]): void {
  const stuck: string[] = [];
  for (const each of done.toReversed()) {
    try {
      const { target, before, mode, gid } = each;
      within(ensureDirectory(parentOf(target), { writers: "group" }), (directory) => {
        if (before === undefined) removeFile(directory, basename(target));
        else {
          replaceFile(directory, basename(target), before, mode);
          keepGroup(directory, basename(target), gid);
        }
      });
      for (const made of each.record.madeDirectories) removeIfEmpty(made);
    } catch {
      stuck.push(each.record.path); // named below, after the others had their turn
    }
  }
  if (stuck.length > 0) throw new Fault("io", `These files could not be put back: ${stuck.join(", ")}.`);
}

/** The file itself, or the one a link leads to. */
function targetOf(path: string): string | Refusal {
  const target = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? followed(path) : path;
  if (target === undefined)
    return refuse("unsafe-path", `${path} is a link to a file that is not there.`, `ls -l ${path}`);
  return isComponent(basename(target)) ? target : refuse("unsafe-path", `${target} has an unusual name.`);
}

function followed(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined; // dangling or a loop: the caller refuses
  }
}

function bytesOf(directory: Directory, target: string): Uint8Array | undefined | Refusal {
  const read = readIn(directory, basename(target), MAX_BYTES);
  if (read?.kind === "unreadable") return refuse("unsafe-path", `${target} was not touched: it is ${read.reason}.`);
  return read?.bytes;
}

function missingAbove(target: string): string[] {
  const missing: string[] = [];
  let folder = parentOf(target);
  while (lstatSync(folder, { throwIfNoEntry: false }) === undefined && parentOf(folder) !== folder) {
    missing.push(folder);
    folder = parentOf(folder);
  }
  return missing;
}

export function removeIfEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST", "ENOENT", "ENOTDIR"].includes(errnoOf(error))) throw error;
  }
}

function equal(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a === undefined || b === undefined ? a === b : Buffer.compare(a, b) === 0;
}

function changed(path: string): Refusal {
  return refuse("changed-meanwhile", `${path} was changed by another program meanwhile.`, "Run the command again.");
}

function refusalOf(error: unknown, doing: string): Refusal {
  const fault = asFault(error, doing);
  return refuse(fault.code, fault.message, fault.hint);
}
