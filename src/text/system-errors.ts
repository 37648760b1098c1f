// What the system says is wrong, in words, and what to do about it (SUR-4). One owner: every entrance and every verb says the
// same of a full disk.
import { Fault } from "./errors.ts";

interface Words {
  readonly found: string;
  readonly hint: string;
}

const MODE: Words = {
  found: "permission denied",
  hint: "Look at the owner and mode of the file and of its directory.",
};
const FREE = "Free some space, then try again.";

const WORDS: Readonly<Record<string, Words>> = {
  ENOSPC: { found: "no space left on the disk", hint: FREE },
  EDQUOT: { found: "your disk quota is used up", hint: FREE },
  EROFS: { found: "the file system is read-only", hint: "Mount it for writing, then try again." },
  EACCES: MODE,
  EPERM: MODE,
  ENOLCK: {
    found: "locks are not supported on this file system",
    hint: "Keep the store on a disk with locks, such as a local one, then: holdfast doctor",
  },
  EIO: {
    found: "the disk reports an error",
    hint: "Look at the disk's health and at your backup, then try again.",
  },
  EMFILE: {
    found: "too many open files",
    hint: "Close some programs or raise the limit (ulimit -n), then try again.",
  },
  ENFILE: { found: "the whole system has too many open files", hint: "Close some programs, then try again." },
  ENOMEM: { found: "the system is out of memory", hint: "Close some programs, then try again." },
  EINTR: { found: "it was interrupted", hint: "Try again." },
};

/** SQLite's primary codes, where they name the same. It calls a lock that the system does not have busy: see disk/lock.ts. */
const OF_SQLITE: Readonly<Record<number, string>> = { 3: "EACCES", 7: "ENOMEM", 8: "EROFS", 10: "EIO", 13: "ENOSPC" };

export function errnoOf(error: unknown): string {
  const code = typeof error === "object" && error !== null ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" ? code : "";
}

/** Undefined: nothing the system says of itself. */
export function wordsOf(error: unknown): { readonly message: string; readonly hint: string } | undefined {
  const code = errnoOf(error);
  const name = code === "ERR_SQLITE_ERROR" ? OF_SQLITE[((error as { errcode?: number }).errcode ?? 0) % 256] : code;
  const words = name === undefined ? undefined : WORDS[name];
  return words && { message: `${words.found} (${name})`, hint: words.hint };
}

/** What git, or another program, passes on in the C library's words. */
const SAID: readonly (readonly [string, RegExp])[] = [
  ["ENOSPC", /No space left on device/i],
  ["EDQUOT", /Disk quota exceeded/i],
  ["EROFS", /Read-only file system/i],
  ["ENOLCK", /No locks available/i],
  ["EIO", /Input\/output error/i],
  ["EACCES", /(?:unable to|cannot|could not|failed to) [^\n]*': Permission denied|insufficient permission for adding/i],
];

export function wordsIn(said: string): ReturnType<typeof wordsOf> {
  const code = SAID.find(([, sign]) => sign.test(said))?.[0];
  return code === undefined ? undefined : wordsOf({ code });
}

/** A Fault stays what it is; a system error becomes one; undefined for an error that should not be. */
export function faultOf(error: unknown): Fault | undefined {
  if (error instanceof Fault) return error;
  const words = wordsOf(error);
  return words && new Fault("io", `It could not be done: ${words.message}.`, words.hint, { cause: error });
}
