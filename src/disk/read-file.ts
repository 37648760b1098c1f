// Reading one file of a directory that others may have prepared (STO-22): looked at before it is opened, opened
// without following a link, then checked on the handle: a regular file of ours, with one name, not too large.
import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import { Fault } from "../text/errors.ts";
import { type Directory, identityOf, isOurs } from "./directory.ts";
import { closeRead, errnoOf, isPassing } from "./errno.ts";
import { isTempName } from "./temp-name.ts";

export interface ReadFile {
  readonly kind: "read";
  readonly bytes: Uint8Array;
  readonly mode: number;
  readonly mtimeMs: number;
}

export interface Unreadable {
  readonly kind: "unreadable";
  readonly reason: string;
  /** The error, where the file may be readable a moment later. */
  readonly passing?: unknown;
}

/** No link is followed, and a FIFO stops nobody. */
export const READ_FLAGS: number = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Undefined: nothing stands at that name. */
export function readIn(directory: Directory, name: string, maxBytes: number): ReadFile | Unreadable | undefined {
  return readAt(directory, directory.at(name), maxBytes);
}

/** The same for a name that another tool chose. */
export function readForeign(directory: Directory, name: string, maxBytes: number): ReadFile | Unreadable | undefined {
  return readAt(directory, directory.foreign(name), maxBytes);
}

function readAt(directory: Directory, path: string, maxBytes: number): ReadFile | Unreadable | undefined {
  const before = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (before === undefined) return undefined;
  const refused = unsafe(before, maxBytes);
  if (refused !== undefined) return refused;
  let fd: number;
  try {
    fd = openSync(path, READ_FLAGS);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    const code = errnoOf(error);
    const refused = unreadable(code === "ELOOP" ? "a symbolic link" : `it can't be opened (${code})`);
    return isPassing(code) ? { ...refused, passing: error } : refused;
  }
  try {
    return readHandle(directory, fd, maxBytes);
  } finally {
    closeRead(fd);
  }
}

/**
 * The bytes, or undefined for a file that is absent or may not be read: for derived files, which are disposable. One
 * that can't be read just now is neither: taking it for absent would overwrite it.
 */
export function bytesIn(directory: Directory, name: string, maxBytes: number): Uint8Array | undefined {
  const read = readIn(directory, name, maxBytes);
  if (read?.kind === "unreadable" && read.passing !== undefined) throw read.passing;
  return read?.kind === "read" ? read.bytes : undefined;
}

function readHandle(directory: Directory, fd: number, maxBytes: number): ReadFile | Unreadable {
  const stats = fstatSync(fd, { bigint: true });
  const refused = unsafe(stats, maxBytes) ?? (oneName(directory, fd, stats) ? undefined : unreadable("a hard link"));
  if (refused !== undefined) return refused;
  const bytes = readAll(fd, Number(stats.size), maxBytes);
  if (bytes === undefined) return tooLarge(maxBytes);
  return { kind: "read", bytes, mode: Number(stats.mode) & 0o777, mtimeMs: Number(stats.mtimeNs / 1000n) / 1000 };
}

function unsafe(stats: BigIntStats, maxBytes: number): Unreadable | undefined {
  if (stats.isSymbolicLink()) return unreadable("a symbolic link");
  if (!stats.isFile()) return unreadable("not a regular file");
  if (!isOurs(stats)) return unreadable(`owned by user ${stats.uid}`);
  return stats.size > BigInt(maxBytes) ? tooLarge(maxBytes) : undefined;
}

/**
 * A file just created carries a second name for a moment, its temporary one (durable-write.ts); after a crash
 * until the next writer comes. That one name in the same directory is no hard link of somebody else.
 */
function oneName(directory: Directory, fd: number, stats: BigIntStats): boolean {
  if (stats.nlink === 1n) return true;
  if (stats.nlink === 2n && hasTempTwin(directory, stats)) return true;
  return fstatSync(fd, { bigint: true }).nlink === 1n;
}

function hasTempTwin(directory: Directory, stats: BigIntStats): boolean {
  return directory.names().some((name) => {
    const twin = isTempName(name) ? directory.look(name) : undefined;
    return twin !== undefined && identityOf(twin) === identityOf(stats);
  });
}

/** Undefined: it grew past the limit while it was read. */
function readAll(fd: number, size: number, maxBytes: number): Uint8Array | undefined {
  let buffer = Buffer.allocUnsafe(size + 1);
  let filled = 0;
  for (;;) {
    const got = readSync(fd, buffer, filled, buffer.length - filled, null);
    if (got === 0) return Uint8Array.prototype.slice.call(buffer, 0, filled);
    filled += got;
    if (filled > maxBytes) return undefined;
    if (filled === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(buffer.length)]);
  }
}

function tooLarge(maxBytes: number): Unreadable {
  return unreadable(`larger than ${Math.round(maxBytes / 1024)} KiB`);
}

function unreadable(reason: string): Unreadable {
  return { kind: "unreadable", reason };
}

/**
 * A small file that is not ours, read on the hook path (AGT-1): a regular file of bounded size, or nothing.
 * O_NONBLOCK: a FIFO in its place must not stop a session. Links are followed only where that is asked for.
 */
export function readSmall(path: string, limit: number, links?: "follow"): string | undefined {
  return readPlain(path, (file, size) => (size > limit ? undefined : readRange(file, 0, size)), links)?.toString(
    "utf8",
  );
}

export function readSmallBytes(path: string, limit: number): Buffer | undefined {
  return readPlain(path, (file, size) => (size > limit ? undefined : readRange(file, 0, size)));
}

/** The whole lines among its last bytes, by the same rules. */
export function lastLines(path: string, most: number): readonly string[] {
  const start = (size: number): number => Math.max(0, size - most);
  const end =
    readPlain(path, (file, size) => readRange(file, start(size), Math.min(size, most)))?.toString("utf8") ?? "";
  const lines = end.split("\n").filter((line) => line !== "");
  return Buffer.byteLength(end) < most ? lines : lines.slice(1);
}

function readPlain(
  path: string,
  read: (file: number, size: number) => Buffer | undefined,
  links?: "follow",
): Buffer | undefined {
  let file: number | undefined;
  try {
    const noLink = links === "follow" ? 0 : (constants.O_NOFOLLOW ?? 0);
    file = openSync(path, constants.O_RDONLY | noLink | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(file);
    return stats.isFile() ? read(file, stats.size) : undefined;
  } catch {
    return undefined; // absent or refused: the caller goes on without it
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Undefined where there is none; one that may not be opened is a fault that names it. */
export function mustRead(
  directory: Directory,
  name: string,
  maxBytes: number,
  { what, hint }: { readonly what: string; readonly hint: string },
): ReadFile | undefined {
  const read = readIn(directory, name, maxBytes);
  if (read?.kind !== "unreadable") return read;
  throw read.passing ?? new Fault("unsafe-path", `${what} is refused: ${read.reason}.`, hint);
}

/** The same for what decides whom to believe: 0600, as no checkout of a repository leaves a file (STO-4). */
export function mustReadPrivate(
  directory: Directory,
  name: string,
  maxBytes: number,
  about: { readonly what: string; readonly hint: string },
): ReadFile | undefined {
  const read = mustRead(directory, name, maxBytes, about);
  if (read === undefined || process.platform === "win32" || (read.mode & 0o077) === 0) return read;
  throw new Fault("unsafe-mode", `${about.what} can be read by other users.`, `chmod 600 ${directory.path}/${name}`);
}

/** Fewer bytes where the file ends before them. */
export function readRange(fd: number, start: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const got = readSync(fd, buffer, filled, length - filled, start + filled);
    if (got === 0) break;
    filled += got;
  }
  return buffer.subarray(0, filled);
}
