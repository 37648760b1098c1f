// System errors: their names, and their way into a Fault with a sentence around it and what to do (SUR-4).
import { closeSync } from "node:fs";
import { Fault } from "../text/errors.ts";

export function errnoOf(error: unknown): string {
  const code = typeof error === "object" && error !== null ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" ? code : "";
}

const HINTS: Readonly<Record<string, string>> = {
  ENOSPC: "Free some space, then try again.",
  EDQUOT: "Your disk quota is used up: free some space, then try again.",
  EROFS: "The file system is mounted read-only.",
  EACCES: "Look at the owner and mode of the file and of its directory.",
  EPERM: "Look at the owner and mode of the file and of its directory.",
  EMFILE: "Too many open files: close some programs or raise the limit (ulimit -n), then try again.",
  ENFILE: "The whole system has too many open files: close some programs, then try again.",
  ENOMEM: "The system is out of memory: close some programs, then try again.",
  EIO: "The disk reports an error: look at its health and at your backup, then try again.",
  EINTR: "Try again.",
};
const OTHERWISE = "Try again; if it fails again: holdfast doctor";
/** The file itself is what it should not be. Every other error says something about the moment or the machine. */
const OF_THE_FILE = ["EACCES", "EPERM", "ELOOP", "ENXIO", "ENODEV", "EISDIR"];

/** May the same call succeed a moment later, with the file as it is? */
export function isPassing(code: string): boolean {
  return !OF_THE_FILE.includes(code);
}

/** A Fault stays what it is; a system error becomes one, with the original as its cause. */
export function asFault(error: unknown, doing: string): Fault {
  if (error instanceof Fault) return error;
  const code = errnoOf(error);
  const found = code === "" ? String(error) : code;
  return new Fault("io", `${doing} failed: ${found}.`, HINTS[code] ?? OTHERWISE, { cause: error });
}

export function orFault<T>(doing: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw asFault(error, doing);
  }
}

/**
 * Closing what was only read through. Whatever the kernel says at that moment, the bytes were read and the handle is
 * gone: failing would hide a result that stands, or the error that matters.
 */
export function closeRead(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // Nothing was written through it.
  }
}
