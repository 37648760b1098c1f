// Every synchronous file-system function of Node is wrapped once; while a run is watched its calls are counted, and
// one of them can be made to fail. The product calls them through named imports, so the exports are brought up to date.
// SQLite does its own calls, which this does not see: main.ts says how the lock is covered.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

export const ERRORS = ["ENOSPC", "EIO", "EACCES", "EMFILE", "EINTR", "short"] as const;
export type ErrorName = (typeof ERRORS)[number];

/** Call number `at`, counted from 1, fails in this way. */
export interface Aim {
  readonly at: number;
  readonly error: ErrorName;
}

export interface Watched<T> {
  readonly outcome: { readonly value: T } | { readonly thrown: unknown };
  readonly calls: readonly string[];
  /** What the failing call was; undefined when it was never reached. */
  readonly hit: string | undefined;
  /** Whether any call before or after could have changed the disk: else nothing is different from before. */
  readonly touched: boolean;
}

type AnyCall = (...args: unknown[]) => unknown;

interface Run {
  readonly calls: string[];
  readonly aim: Aim | undefined;
  hit: string | undefined;
  touched: boolean;
}

const MESSAGES: Readonly<Record<Exclude<ErrorName, "short">, readonly [number, string]>> = {
  ENOSPC: [-28, "no space left on device"],
  EIO: [-5, "i/o error"],
  EACCES: [-13, "permission denied"],
  EMFILE: [-24, "too many open files"],
  EINTR: [-4, "interrupted system call"],
};
/** A signal can interrupt these; Node repeats some of them itself, which is no reason to rely on it. */
const INTERRUPTED = ["openSync", "closeSync", "readSync", "writeSync", "fsyncSync", "ftruncateSync", "statfsSync"];
const PARTIAL = ["readSync", "writeSync"];
const CHANGES =
  /^(write|append|link|symlink|rename|unlink|rm|rmdir|mkdir|mkdtemp|f?chmod|f?chown|f?truncate|cp|copyFile)/;

let run: Run | undefined;
let inside = false;

export function canFail(error: ErrorName, call: string): boolean {
  if (error === "EINTR") return INTERRUPTED.includes(call);
  return error !== "short" || PARTIAL.includes(call);
}

export async function watched<T>(aim: Aim | undefined, act: () => Promise<T>): Promise<Watched<T>> {
  const mine: Run = { calls: [], aim, hit: undefined, touched: false };
  const end = (outcome: Watched<T>["outcome"]): Watched<T> => {
    run = undefined;
    return { outcome, calls: mine.calls, hit: mine.hit, touched: mine.touched };
  };
  run = mine;
  try {
    return end({ value: await act() });
  } catch (thrown) {
    return end({ thrown });
  }
}

function called(name: string, original: AnyCall, args: unknown[]): unknown {
  if (run === undefined || inside) return original(...args);
  run.calls.push(name);
  run.touched ||= CHANGES.test(name) || (name === "openSync" && (Number(args[1]) & fs.constants.O_CREAT) !== 0);
  inside = true;
  try {
    if (run.aim?.at !== run.calls.length) return original(...args);
    run.hit = `${name}(${shown(args[0])})`;
    return fails(run.aim.error, name, original, args);
  } finally {
    inside = false;
  }
}

/** A path, and for a handle where it leads. */
function shown(about: unknown): string {
  const path = typeof about === "number" ? fs.readlinkSync(`/proc/self/fd/${about}`) : String(about);
  return path.replace(/^.*holdfast-box-[^/]*\//, "");
}

function fails(error: ErrorName, name: string, original: AnyCall, args: unknown[]): unknown {
  if (error === "short") return original(...halved(args));
  if (name === "existsSync") return false;
  // The kernel lets go of a handle whatever else it has to say about it.
  if (name === "closeSync") original(...args);
  const [errno, message] = MESSAGES[error];
  const syscall = name.replace(/Sync$/, "");
  throw Object.assign(new Error(`${error}: ${message}, ${syscall}`), { code: error, errno, syscall });
}

/** (handle, bytes, offset, length, position): half of what was asked for, at least one byte. */
function halved([handle, bytes, offset = 0, length, position]: unknown[]): unknown[] {
  const all = typeof length === "number" ? length : (bytes as Uint8Array).length - Number(offset);
  return [handle, bytes, offset, Math.max(1, Math.floor(all / 2)), position];
}

for (const [name, original] of Object.entries(fs)) {
  if (!name.endsWith("Sync") || typeof original !== "function") continue;
  const wrapped = (...args: unknown[]): unknown => called(name, original as AnyCall, args);
  (fs as unknown as Record<string, AnyCall>)[name] = Object.assign(wrapped, original);
}
syncBuiltinESMExports();
