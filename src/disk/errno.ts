// System errors on their way into a Fault with a sentence around it (SUR-4); their words are text/system-errors.ts.
import { closeSync } from "node:fs";
import { Fault } from "../text/errors.ts";
import { errnoOf, wordsOf } from "../text/system-errors.ts";

export { errnoOf };

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
  const words = wordsOf(error);
  const found = words?.message ?? (errnoOf(error) || String(error));
  return new Fault("io", `${doing} failed: ${found}.`, words?.hint ?? OTHERWISE, { cause: error });
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
