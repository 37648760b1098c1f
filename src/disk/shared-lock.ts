// A lock directory for file systems that other machines write too, taken besides the kernel's lock (STO-21). mkdir
// is atomic there. It is broken only after 60 s without a heartbeat, by renaming it to a unique name, and never
// by age alone in the dark: the holder asks `mine` before each change, and the base hash is compared after that.

import { randomBytes } from "node:crypto";
import { closeSync, constants, fsyncSync, mkdirSync, openSync, renameSync, rmdirSync, statfsSync } from "node:fs";
import { hostname } from "node:os";
import { Fault } from "../text/errors.ts";
import { type Directory, within } from "./directory.ts";
import { removeFile, replaceFile, writeAll } from "./durable-write.ts";
import { errnoOf } from "./errno.ts";
import { pause } from "./lock.ts";
import { bytesIn } from "./read-file.ts";
import { makeTempName } from "./temp-name.ts";

export interface SharedLock {
  /** False once the lock was broken, or could have been because this process stood still. */
  mine(): boolean;
  release(): void;
}

export interface SharedLockOptions {
  readonly waitMs?: number;
  readonly staleMs?: number;
  readonly beatMs?: number;
}

const NAME = "shared-lock";
const OWNER = "owner.json";
const BEAT = "beat";
const UNREAD = "Look at owner and mode of the store's .local folder, then try again.";

export async function takeSharedLock(
  directory: Directory,
  options: SharedLockOptions = {},
): Promise<SharedLock | "timeout"> {
  const deadline = performance.now() + (options.waitMs ?? 5000);
  const staleMs = options.staleMs ?? 60_000;
  for (;;) {
    const nonce = randomBytes(12).toString("hex");
    if (claim(directory, nonce)) return hold(directory, nonce, staleMs, options.beatMs ?? 10_000);
    if (breakStale(directory, staleMs)) continue;
    const left = deadline - performance.now();
    if (left <= 0) return "timeout";
    await pause(Math.min(left, 20 + Math.random() * 40));
  }
}

function claim(directory: Directory, nonce: string): boolean {
  try {
    mkdirSync(directory.at(NAME), 0o700);
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    throw error;
  }
  const started = Math.round(performance.timeOrigin);
  const owner = { host: hostname(), pid: process.pid, started, nonce };
  try {
    inLock(directory, (lock) => replaceFile(lock, OWNER, Buffer.from(`${JSON.stringify(owner)}\n`), 0o600));
    const signed = ownerOf(directory, NAME);
    // Taken for somebody else's, our own lock would stop everybody for a minute.
    if (signed === "") throw new Fault("locked", "The shared lock was taken and can't be read back.", UNREAD);
    return signed === nonce;
  } catch (error) {
    // Made a moment ago and nobody's yet: left behind it would stop everybody for a minute.
    tryTwice(() => discard(directory, ownerOf(directory, NAME)));
    throw error;
  }
}

function hold(directory: Directory, nonce: string, staleMs: number, beatMs: number): SharedLock {
  let lastBeat = performance.now();
  const isMine = (): boolean => performance.now() - lastBeat < staleMs && ownerOf(directory, NAME) === nonce;
  const timer = setInterval(() => {
    try {
      if (!isMine()) return;
      beat(directory);
      lastBeat = performance.now();
    } catch {
      // A missed beat is told by `mine`, which ends with the last good one.
    }
  }, beatMs);
  timer.unref();
  return {
    mine: isMine,
    release: () => {
      clearInterval(timer);
      // What was done under the lock is done, whatever becomes of it: it goes stale and is broken.
      tryTwice(() => {
        if (ownerOf(directory, NAME) === nonce) discard(directory, nonce);
      });
    },
  };
}

function tryTwice(act: () => unknown): void {
  for (let attempt = 1; attempt <= 2; attempt++) {
    try {
      act();
      return;
    } catch {
      // Once more; after that the caller's own outcome matters more.
    }
  }
}

/** The server's clock stamps it; a waiter compares it with a file it has just written to the same server. */
function beat(directory: Directory): void {
  inLock(directory, (lock) => replaceFile(lock, BEAT, Buffer.from("."), 0o600));
}

function breakStale(directory: Directory, staleMs: number): boolean {
  const judged = ownerOf(directory, NAME);
  const seen = newestMark(directory);
  if (seen === undefined) return true;
  if (serverNow(directory) - seen <= staleMs) return false;
  return discard(directory, judged);
}

/** Renamed first: of several who judged the same lock stale, one gets it. Another's fresh lock is put back. */
function discard(directory: Directory, judged: string | undefined): boolean {
  const away = `broken-${randomBytes(12).toString("hex")}`;
  try {
    renameSync(directory.at(NAME), directory.at(away));
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return true;
    throw error;
  }
  if (ownerOf(directory, away) !== judged) {
    putBack(directory, away);
    return false;
  }
  // Under its new name it is nobody's lock any more.
  tryTwice(() => {
    const lock = directory.open(away);
    if (lock !== undefined) within(lock, (inside) => inside.names().map((name) => removeFile(inside, name)));
    rmdirSync(directory.at(away));
  });
  return true;
}

function putBack(directory: Directory, away: string): void {
  try {
    renameSync(directory.at(away), directory.at(NAME));
  } catch {
    // Somebody took the lock in between. The one we moved away asks `mine` before it writes, and stops.
  }
}

function ownerOf(directory: Directory, name: string): string | undefined {
  const lock = directory.open(name);
  if (lock === undefined) return undefined;
  const bytes = within(lock, (inside) => bytesIn(inside, OWNER, 4096));
  try {
    const owner: unknown = JSON.parse(Buffer.from(bytes ?? []).toString("utf8"));
    return String((owner as { nonce?: unknown }).nonce);
  } catch {
    // Claimed and not yet signed, or its claimer died in between: an owner without a name.
    return "";
  }
}

/** When the holder last showed itself; undefined when the lock is gone. */
function newestMark(directory: Directory): number | undefined {
  const lock = directory.open(NAME);
  const stats = directory.look(NAME);
  if (lock === undefined || stats === undefined) {
    lock?.close();
    return undefined;
  }
  const marks = within(lock, (inside) => [OWNER, BEAT].map((name) => Number(inside.look(name)?.mtimeMs ?? 0n)));
  return Math.max(Number(stats.mtimeMs), ...marks);
}

function serverNow(directory: Directory): number {
  const name = makeTempName();
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const fd = openSync(directory.at(name), flags, 0o600);
  try {
    try {
      writeAll(fd, Buffer.from("."));
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    return Number(directory.look(name)?.mtimeMs ?? 0n);
  } finally {
    tryTwice(() => removeFile(directory, name));
  }
}

function inLock(directory: Directory, act: (lock: Directory) => unknown): void {
  const lock = directory.open(NAME);
  if (lock !== undefined) within(lock, act);
}

// Does a directory lie on a file system that other machines write too? Then the kernel's lock may end at this
// machine, and a lock directory is taken as well (STO-21). Only Linux tells by number; elsewhere the user says so.

const SHARED_TYPES: ReadonlySet<number> = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xff534d42, // CIFS
  0xfe534d42, // SMB2
  0x01021997, // 9p: virtual machines, WSL
  0x65735546, // FUSE: sshfs and the shared folders of virtual machines
  0x786f4256, // VirtualBox shared folders
  0x00c36400, // Ceph
  0x0bd00bd0, // Lustre
  0x5346414f, // AFS
  0x6b414653, // AFS in the kernel
  0x73757245, // Coda
]);

export function isNetworkType(type: number): boolean {
  return SHARED_TYPES.has(type >>> 0);
}

export function onNetwork(path: string): boolean {
  return process.platform === "linux" && isNetworkType(statfsSync(path).type);
}
