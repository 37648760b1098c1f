// Kills this process before its n-th change of the file system, or in the middle of it: a write then reaches the
// disk in part, which is what a power cut does. Patches node:fs; the product knows nothing of it.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import type { KillStep } from "./protocol.ts";

const COUNTED = [
  "fchmodSync",
  "fsyncSync",
  "ftruncateSync",
  "linkSync",
  "mkdirSync",
  "renameSync",
  "unlinkSync",
] as const;

type AnyCall = (...args: never[]) => unknown;

export function armKill({ step, half }: KillStep): void {
  let left = step;
  const reached = (): boolean => --left === 0;
  for (const name of COUNTED) {
    const original = fs[name] as AnyCall;
    (fs as unknown as Record<string, AnyCall>)[name] = (...args) => {
      if (reached()) die();
      return original(...args);
    };
  }
  const { openSync, writeSync } = fs;
  fs.openSync = (path, flags, mode) => {
    if (typeof flags === "number" && (flags & fs.constants.O_CREAT) !== 0 && reached()) die();
    return openSync(path, flags, mode);
  };
  const written = (fd: number, bytes: Uint8Array, offset = 0, length = bytes.length - offset): number => {
    if (!reached()) return writeSync(fd, bytes, offset, length);
    // All but the last byte is a tear of its own: a line of the ledger that lacks only its end.
    if (half) writeSync(fd, bytes, offset, step % 3 === 0 ? length - 1 : Math.floor(length / 2));
    return die();
  };
  fs.writeSync = written as typeof fs.writeSync;
  syncBuiltinESMExports();
}

function die(): never {
  process.kill(process.pid, "SIGKILL");
  for (;;);
}
