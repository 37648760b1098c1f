// An opened directory. Everything below a root is reached through its handle, so that swapping a directory for a
// link after it was opened changes nothing (STO-22). Owner and mode are checked on the handle itself (STO-4).
// Linux reaches a file as /proc/self/fd/N/name; elsewhere the resolved path is used and identities are compared.
import {
  type BigIntStats,
  constants,
  existsSync,
  fchmodSync,
  fstatSync,
  fsync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  opendirSync,
  openSync,
  readdirSync,
  realpathSync,
} from "node:fs";
import { Fault } from "../text/errors.ts";
import { closeRead, errnoOf } from "./errno.ts";
import { child, foreignChild, parentOf } from "./paths.ts";

/** Who but us may write here: nobody (personal store, state, cache), or the group too (a shared store). */
export type Writers = "owner" | "group";

const FLAGS = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);
const HANDLE_PATHS = process.platform === "linux" && existsSync("/proc/self/fd");
const GROUP_WRITE = 0o020;
const WORLD_WRITE = 0o002;

export class Directory {
  /** For messages only; it may be out of date the moment it is read. */
  readonly path: string;
  readonly writers: Writers;
  /** Device and inode: the same directory, whatever it is called now. */
  readonly identity: string;
  readonly #fd: number;
  readonly #base: string;
  #mode: number;

  /** `reach`: what its names are below. */
  constructor(
    fd: number,
    stats: BigIntStats,
    { path, writers, reach }: { path: string; writers: Writers; reach: string },
  ) {
    this.#fd = fd;
    this.path = path;
    this.writers = writers;
    this.#mode = Number(stats.mode) & 0o777;
    this.identity = identityOf(stats);
    this.#base = reach;
  }

  get mode(): number {
    return this.#mode;
  }

  /** Names are reached through the handle: what stands at the path by now does not matter. */
  get isHeld(): boolean {
    return this.#base !== this.path;
  }

  /** A path for one system call on one safe name of this directory. */
  at(name: string): string {
    return child(this.#base, name);
  }

  /** The same for a name that another tool chose. */
  foreign(name: string): string {
    return foreignChild(this.#base, name);
  }

  names(): string[] {
    return readdirSync(this.#base);
  }

  /** How many names there are; no more than `most` are looked at. */
  count(most: number): number {
    const listed = opendirSync(this.#base, { bufferSize: Math.min(most, 1024) });
    try {
      let count = 0;
      while (count < most && listed.readSync() !== null) count++;
      return count;
    } finally {
      listed.closeSync();
    }
  }

  /** What stands at a name, links not followed; undefined for nothing. */
  look(name: string): BigIntStats | undefined {
    return lstatSync(this.at(name), { bigint: true, throwIfNoEntry: false });
  }

  open(name: string): Directory | undefined {
    return openAt(this.at(name), child(this.path, name), this.writers, this.isHeld);
  }

  /** Opens a subdirectory, made with this mode if it is missing; durable unless that may be lost with the power. */
  ensure(name: string, mode: number = this.mode, durable = true): Directory {
    const there = this.open(name);
    if (there !== undefined) return there;
    const made = makeAt(this.at(name));
    const directory = this.open(name);
    if (directory === undefined)
      throw new Fault("io", `${child(this.path, name)} vanished while it was opened.`, "Try again.");
    if (!made) return directory;
    try {
      directory.setMode(mode);
      if (durable) this.sync();
      return directory;
    } catch (error) {
      directory.close();
      throw error;
    }
  }

  /** Not through the umask: the mode is what we say (STO-4). */
  setMode(mode: number): void {
    // Windows has no such bits, and says EPERM for a folder; who may read there is said by disk/private-acl.ts.
    if (process.platform !== "win32") fchmodSync(this.#fd, mode);
    this.#mode = mode;
  }

  /** Makes names durable. Some systems can't sync a directory and need not. */
  sync(): void {
    try {
      fsyncSync(this.#fd);
    } catch (error) {
      if (!isNeedless(error)) throw error;
    }
  }

  /** The same without holding up whoever else has something to do. */
  syncLater(): Promise<void> {
    return new Promise((resolve, reject) => {
      fsync(this.#fd, (error) => (error === null || isNeedless(error) ? resolve() : reject(error)));
    });
  }

  close(): void {
    closeRead(this.#fd);
  }
}

function isNeedless(error: unknown): boolean {
  return process.platform === "win32" || ["EINVAL", "ENOTSUP"].includes(errnoOf(error));
}

export interface DirectoryOptions {
  readonly writers?: Writers;
  /** Tests choose the way that systems without /proc take. */
  readonly handlePaths?: boolean;
  /** Told of every folder that had to be made, the outermost first. */
  readonly onMade?: (path: string) => void;
}

/** Resolves the path once, then opens it. Undefined: nothing is there. */
export function openDirectory(path: string, options: DirectoryOptions = {}): Directory | undefined {
  let real: string;
  try {
    real = realpathSync(path);
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
  return openResolved(real, options);
}

/** For a path that was resolved before: no link is followed at its end. */
export function openResolved(path: string, options: DirectoryOptions = {}): Directory | undefined {
  return openAt(path, path, options.writers ?? "owner", options.handlePaths ?? HANDLE_PATHS);
}

/** Opens a private directory of ours, making it and its missing parents 0700. */
export function ensureDirectory(path: string, options: DirectoryOptions = {}): Directory {
  const there = openDirectory(path, options);
  if (there !== undefined) return there;
  makePrivate(path, options.onMade);
  const made = openDirectory(path, options);
  if (made !== undefined) return made;
  throw new Fault(
    "unsafe-path",
    `Expected a directory at ${path}, found a link that leads nowhere.`,
    `Look at: ls -ld ${path}`,
  );
}

/** Runs with an open directory and closes it, whatever happens. */
export function within<T>(directory: Directory, act: (directory: Directory) => T): T {
  try {
    return act(directory);
  } finally {
    directory.close();
  }
}

export function identityOf(stats: BigIntStats): string {
  return `${stats.dev}:${stats.ino}`;
}

export function isOurs(stats: { readonly uid: number | bigint }): boolean {
  return process.geteuid === undefined || Number(stats.uid) === process.geteuid();
}

function makePrivate(path: string, onMade?: (path: string) => void): void {
  const parent = parentOf(path);
  if (!existsSync(parent)) makePrivate(parent, onMade);
  if (!makeAt(path)) return;
  onMade?.(path);
  const made = openAt(path, path, "owner", false);
  if (made !== undefined) within(made, (directory) => directory.setMode(0o700));
  const fd = openSync(parent, constants.O_RDONLY);
  try {
    if (process.platform !== "win32") fsyncSync(fd);
  } finally {
    closeRead(fd);
  }
}

function makeAt(path: string): boolean {
  try {
    mkdirSync(path, 0o700);
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    throw error;
  }
}

function openAt(path: string, shown: string, writers: Writers, handlePaths: boolean): Directory | undefined {
  const before = handlePaths ? undefined : lstatSync(path, { bigint: true, throwIfNoEntry: false });
  let fd: number;
  try {
    fd = openSync(path, FLAGS);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    if (errnoOf(error) !== "ELOOP" && errnoOf(error) !== "ENOTDIR") throw error;
    throw new Fault(
      "unsafe-path",
      `Expected a directory at ${shown}, found a link or a file.`,
      `Look at: ls -ld ${shown}`,
    );
  }
  try {
    const stats = fstatSync(fd, { bigint: true });
    if (before !== undefined && identityOf(before) !== identityOf(stats)) {
      throw new Fault("unsafe-path", `${shown} was replaced while it was opened.`, "Run the command again.");
    }
    checkSafe(stats, shown, writers);
    const reach = handlePaths ? `/proc/self/fd/${fd}` : shown;
    return new Directory(fd, stats, { path: shown, writers, reach });
  } catch (error) {
    closeRead(fd);
    throw error;
  }
}

/** Under sudo the folder is somebody's who works with it every day: it is not to be taken from them. */
export function ownerHint(path: string, user: number): string {
  return user === 0 ? "Run the command as that user, without sudo." : `chown ${user} ${path}`;
}

function checkSafe(stats: BigIntStats, shown: string, writers: Writers): void {
  if (!isOurs(stats)) {
    throw new Fault(
      "unsafe-mode",
      `${shown} belongs to user ${stats.uid}, not to you.`,
      ownerHint(shown, process.geteuid?.() ?? 0),
    );
  }
  const refused = writers === "owner" ? GROUP_WRITE | WORLD_WRITE : WORLD_WRITE;
  if (process.platform !== "win32" && (Number(stats.mode) & refused) !== 0) {
    const who = writers === "owner" ? "go-w" : "o-w";
    throw new Fault("unsafe-mode", `${shown} can be written by other users.`, `chmod ${who} ${shown}`);
  }
}
