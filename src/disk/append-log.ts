// A file of lines that only grows (STO-30): one O_APPEND write per line, then fsync. A crash can tear the last line
// only; the next append ends it with a newline, so that it stands by itself and readers skip it.
import { closeSync, constants, fchmodSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { Fault } from "../text/errors.ts";
import { type Directory, isOurs } from "./directory.ts";
import { removeFile, replaceGuarded } from "./durable-write.ts";
import { closeRead, errnoOf, isPassing } from "./errno.ts";
import { READ_FLAGS, readIn, readRange } from "./read-file.ts";

const APPEND = constants.O_RDWR | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const TAIL = 16 * 1024;

export interface AppendOptions {
  readonly mode?: number;
  /** Receipts may be lost with the power; the ledger may not. */
  readonly durable?: boolean;
}

/** `made`: the file did not exist before. */
export function appendLine(
  directory: Directory,
  name: string,
  line: string,
  options: AppendOptions = {},
): { made: boolean } {
  const durable = options.durable ?? true;
  const { fd, made } = openLog(directory, name, options.mode ?? 0o600);
  try {
    const size = checkedSize(fd, directory, name);
    const bytes = Buffer.from(`${endsTorn(fd, size) ? "\n" : ""}${line}\n`);
    if (writeSync(fd, bytes) !== bytes.length) {
      // Without a lock another writer's line may stand behind ours already: then the torn one stays.
      if (durable) ftruncateSync(fd, size);
      throw new Fault("io", `${directory.path}/${name} took only part of a line.`, "Free some space, then try again.");
    }
    if (durable) fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  if (made && durable) directory.sync();
  return { made };
}

/** Ends a last line that lacks only its newline or more, so that whoever reads the tail next can judge it. */
export function endTornLine(directory: Directory, name: string): void {
  if (directory.look(name) === undefined) return;
  const { fd } = openLog(directory, name, 0o600);
  try {
    if (endsTorn(fd, checkedSize(fd, directory, name))) writeSync(fd, Buffer.from("\n"));
  } finally {
    closeSync(fd);
  }
}

/** The last lines, oldest first, without a torn one at either end. */
export function tailLines(directory: Directory, name: string, bytes: number = TAIL): string[] {
  let fd: number;
  try {
    fd = openSync(directory.at(name), READ_FLAGS);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return [];
    throw isPassing(errnoOf(error)) ? error : refusedLog(directory, name);
  }
  try {
    const size = checkedSize(fd, directory, name);
    const start = Math.max(0, size - bytes);
    const text = readRange(fd, start, size - start).toString("utf8");
    const lines = text.split("\n").slice(start === 0 ? 0 : 1, -1);
    return lines.length === 0 && start > 0 ? tailLines(directory, name, bytes * 4) : lines;
  } finally {
    closeRead(fd);
  }
}

function openLog(directory: Directory, name: string, mode: number): { fd: number; made: boolean } {
  const path = directory.at(name);
  try {
    const fd = openSync(path, APPEND | constants.O_CREAT | constants.O_EXCL, mode);
    return { fd: withMode(fd, mode), made: true };
  } catch (error) {
    if (errnoOf(error) !== "EEXIST") throw error;
  }
  if (directory.look(name)?.isFile() !== true) throw refusedLog(directory, name);
  return { fd: openSync(path, APPEND), made: false };
}

function withMode(fd: number, mode: number): number {
  try {
    if (process.platform !== "win32") fchmodSync(fd, mode);
    return fd;
  } catch (error) {
    closeRead(fd);
    throw error;
  }
}

function checkedSize(fd: number, directory: Directory, name: string): number {
  const stats = fstatSync(fd);
  if (!stats.isFile() || !isOurs(stats) || stats.nlink !== 1) throw refusedLog(directory, name);
  return stats.size;
}

function endsTorn(fd: number, size: number): boolean {
  return size > 0 && readRange(fd, size - 1, 1)[0] !== 0x0a;
}

function refusedLog(directory: Directory, name: string): Fault {
  const path = `${directory.path}/${name}`;
  return new Fault(
    "unsafe-path",
    `Expected a regular file of yours at ${path}, found something else.`,
    `Look at: ls -l ${path}`,
  );
}

// Taking lines out of a record that others append to without a lock: written anew beside it and put in its place, and
// only if nobody appended meanwhile.

const LARGEST = 512 * 1024 * 1024;
const ATTEMPTS = 20;

/** What becomes of each line: itself, another text, or nothing. Gives how many changed. */
export function filterLines(directory: Directory, name: string, change: (line: string) => string | undefined): number {
  for (let attempt = 1; ; attempt++) {
    const read = readIn(directory, name, LARGEST);
    if (read === undefined) return 0;
    if (read.kind === "unreadable")
      throw read.passing ?? new Fault("unsafe-path", `${directory.path}/${name} is refused: ${read.reason}.`);
    const text = Buffer.from(read.bytes).toString("utf8");
    const { lines, changed } = filtered(text, change);
    if (changed === 0) return 0;
    const left = lines.join("\n");
    const grown = (): "grown" | undefined =>
      directory.look(name)?.size === BigInt(read.bytes.length) ? undefined : "grown";
    if (left.trim() === "") {
      if (grown() === undefined) {
        removeFile(directory, name);
        return changed;
      }
    } else {
      const file = { name, bytes: Buffer.from(left), mode: read.mode };
      if (replaceGuarded(directory, file, grown) === undefined) return changed;
    }
    if (attempt === ATTEMPTS) throw new Fault("locked", `${directory.path}/${name} is being written to.`, "Try again.");
  }
}

function filtered(
  text: string,
  change: (line: string) => string | undefined,
): { readonly lines: readonly string[]; readonly changed: number } {
  let changed = 0;
  const lines = text.split("\n").flatMap((line) => {
    const after = line === "" ? line : change(line);
    if (after !== line) changed += 1;
    return after === undefined ? [] : [after];
  });
  return { lines, changed };
}
