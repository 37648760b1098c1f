// Writing so that a crash leaves the old file or the new one, never a mixture and never an empty one (STO-20):
// temporary file in the same directory, write all, fsync, rename or link, fsync of the directory, and only then
// does a function here return. Node has no rename that refuses to overwrite, so a new name is made by link(2).
import { closeSync, constants, fchmodSync, fsync, fsyncSync, linkSync, openSync, unlinkSync, writeSync } from "node:fs";
import type { Directory } from "./directory.ts";
import { errnoOf } from "./errno.ts";
import { renamePatiently } from "./patient.ts";
import { isTempName, makeTempName } from "./temp-name.ts";

const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
/** What file systems without hard links answer. */
const NO_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

/** Asked when the new bytes are safe on disk, just before they get their name; an answer stops the write. */
export type Guard<T> = () => T | undefined;

/** Makes a new file; `exists` when anything stands at that name already. */
export function createFile(directory: Directory, name: string, bytes: Uint8Array, mode: number): "exists" | undefined {
  return createGuarded<never>(directory, { name, bytes, mode });
}

/** The same, with a last question. */
export function createGuarded<T>(directory: Directory, file: WholeFile, guard?: Guard<T>): T | "exists" | undefined {
  const temp = writeTemp(directory, file);
  try {
    const stopped = guard?.();
    if (stopped !== undefined) return stopped;
    return nameIt(directory, temp, directory, file.name) ? undefined : "exists";
  } finally {
    settle(directory, temp);
  }
}

/** Replaces a file, or makes it. */
export function replaceFile(directory: Directory, name: string, bytes: Uint8Array, mode: number): void {
  replaceGuarded<never>(directory, { name, bytes, mode });
}

/** The same, with a last question. */
export function replaceGuarded<T>(directory: Directory, file: WholeFile, guard?: Guard<T>): T | undefined {
  const temp = writeTemp(directory, file);
  try {
    const stopped = guard?.();
    if (stopped === undefined) renamePatiently(directory.at(temp), directory.at(file.name));
    return stopped;
  } finally {
    settle(directory, temp);
  }
}

export interface NewFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface WholeFile extends NewFile {
  readonly mode: number;
}

export interface PlacedFile extends NewFile {
  readonly directory: Directory;
}

/**
 * Several new files of one directory, durable together: the disk is asked for all of them at once, which costs about as
 * much as for one. No name appears before all bytes are safe; `guard` is asked in between, and an answer stops them all.
 * An answer per file: `exists`, or the error that kept it from its name.
 */
export async function createFiles<T = never>(
  directory: Directory,
  files: readonly NewFile[],
  mode: number,
  guard?: Guard<T>,
): Promise<T | readonly ("exists" | Error | undefined)[]> {
  return await createPlaced(
    files.map((file) => ({ ...file, directory })),
    mode,
    guard,
  );
}

/** The same over several directories: each of them is synced once. */
export async function createPlaced<T = never>(
  files: readonly PlacedFile[],
  mode: number,
  guard?: Guard<T>,
): Promise<T | readonly ("exists" | Error | undefined)[]> {
  return await withTemps(files, mode, (temps) => {
    const stopped = guard?.();
    if (stopped !== undefined) return stopped;
    return files.map(({ name, directory }, at) => {
      try {
        return nameIt(directory, temps[at] ?? "", directory, name) ? undefined : "exists";
      } catch (error) {
        return error instanceof Error ? error : new Error(String(error));
      }
    });
  });
}

/**
 * Replaces several files, durable together as above. Each is asked for just before it gets its name;
 * those that `stays` answers for are left as they are, and come back.
 */
export async function replacePlaced<File extends PlacedFile>(
  files: readonly File[],
  mode: number,
  stays: (file: File) => boolean,
): Promise<readonly File[]> {
  return await withTemps(files, mode, (temps) => {
    const left: File[] = [];
    for (const [at, file] of files.entries()) {
      const { directory, name } = file;
      if (stays(file)) left.push(file);
      else renamePatiently(directory.at(temps[at] ?? ""), directory.at(name));
    }
    return left;
  });
}

async function withTemps<T>(
  files: readonly PlacedFile[],
  mode: number,
  act: (temps: readonly string[]) => T,
): Promise<T> {
  const temps = files.map(() => makeTempName());
  const opened: number[] = [];
  try {
    try {
      for (const [at, { bytes, directory }] of files.entries()) {
        const fd = openSync(directory.at(temps[at] ?? ""), FLAGS, mode);
        opened.push(fd);
        if (process.platform !== "win32") fchmodSync(fd, mode);
        writeAll(fd, bytes);
      }
      await Promise.all(opened.map(syncLater));
    } finally {
      for (const fd of opened) closeSync(fd);
    }
    return act(temps);
  } finally {
    for (const [at, { directory }] of files.entries()) dropTemp(directory, temps[at] ?? "");
    await Promise.all([...new Set(files.map(({ directory }) => directory))].map((each) => each.syncLater()));
  }
}

function syncLater(fd: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fsync(fd, (error) => (error === null ? resolve() : reject(error)));
  });
}

/** The same without waiting for the disk: for what may be lost with the power, but not be half there in daily use. */
export function jotFile(directory: Directory, name: string, bytes: Uint8Array, mode: number): "exists" | undefined {
  return placeFile(directory, directory, { name, bytes, mode }, false);
}

/** A new file whose temporary stands in another directory of ours, one that is swept: for folders that are many. */
export function placeFile(
  temps: Directory,
  directory: Directory,
  file: WholeFile,
  durable: boolean,
): "exists" | undefined {
  const temp = writeTemp(temps, file, durable);
  let placed: boolean;
  try {
    placed = nameIt(temps, temp, directory, file.name);
  } finally {
    settle(temps, temp, durable);
  }
  if (durable && temps !== directory) directory.sync();
  return placed ? undefined : "exists";
}

/** Gone for good when it returns; true if it was there. */
export function removeFile(directory: Directory, name: string): boolean {
  const removed = unlinkIfThere(directory, name);
  if (removed) directory.sync();
  return removed;
}

/** The same for a name that another tool chose. */
export function removeForeign(directory: Directory, name: string): void {
  unlinkSync(directory.foreign(name));
  directory.sync();
}

/** Gone, but perhaps back after the power was lost: for what nobody misses either way. */
export function dropFile(directory: Directory, name: string): void {
  unlinkIfThere(directory, name);
}

/** What killed writers left. Only for a lock's holder: nobody else may be writing in this directory. */
export function removeTemps(directory: Directory, names: readonly string[] = directory.names()): number {
  return names.filter((name) => isTempName(name) && unlinkIfThere(directory, name)).length;
}

type WriteCall = (fd: number, bytes: Uint8Array, offset: number, length: number) => number;

/** The kernel may take less than it was given: goes on until all is written. */
export function writeAll(fd: number, bytes: Uint8Array, write: WriteCall = writeSync): void {
  for (let done = 0; done < bytes.length; ) done += write(fd, bytes, done, bytes.length - done);
}

/** The name of a temporary file that holds these bytes, safe on the disk unless they may be lost; none where that failed. */
function writeTemp(directory: Directory, { bytes, mode }: WholeFile, durable = true): string {
  const temp = makeTempName();
  try {
    const fd = openSync(directory.at(temp), FLAGS, mode);
    try {
      if (process.platform !== "win32") fchmodSync(fd, mode);
      writeAll(fd, bytes);
      if (durable) fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    return temp;
  } catch (error) {
    settle(directory, temp, durable);
    throw error;
  }
}

/** The temporary name goes, and the directory is as it will be. */
function settle(directory: Directory, temp: string, durable = true): void {
  dropTemp(directory, temp);
  if (durable) directory.sync();
}

/** Tried again, because not every directory is swept by the next writer. */
function dropTemp(directory: Directory, temp: string): void {
  try {
    unlinkIfThere(directory, temp);
  } catch {
    unlinkIfThere(directory, temp);
  }
}

/** False when the name is taken. Where links don't exist the store's lock keeps other writers of ours away. */
function nameIt(from: Directory, temp: string, directory: Directory, name: string): boolean {
  try {
    linkSync(from.at(temp), directory.at(name));
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    if (!NO_LINKS.includes(errnoOf(error))) throw error;
  }
  if (directory.look(name) !== undefined) return false;
  renamePatiently(from.at(temp), directory.at(name));
  return true;
}

function unlinkIfThere(directory: Directory, name: string): boolean {
  try {
    unlinkSync(directory.at(name));
    return true;
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return false;
    throw error;
  }
}
