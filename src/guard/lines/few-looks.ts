// A world in which one line may ask only so often where a path leads: each look costs system calls, and a guard that takes
// too long is no guard (AGT-4). What was asked before is remembered; nothing runs while a line is judged.
import type { GuardWorld } from "../world.ts";

/** Thrown where a line asks for more; it is then judged as one that can't be read. */
export class TooManyLooks extends Error {}

/** Components of paths, each of them a system call. */
const MOST_COMPONENTS = 10_000;
/** No system opens a longer one. */
const LONGEST_PATH = 4096;

export function withFewLooks(world: GuardWorld): GuardWorld {
  const known = new Map<string, string>();
  let left = MOST_COMPONENTS;
  const resolve = (path: string, cwd: string): string => {
    const key = `${cwd}\n${path}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    left -= componentsOf(cwd) + componentsOf(path);
    if (left < 0 || key.length > LONGEST_PATH) throw new TooManyLooks();
    const real = world.resolve(path, cwd);
    known.set(key, real);
    return real;
  };
  return { ...world, resolve };
}

function componentsOf(path: string): number {
  let count = 1;
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) count++;
  return count;
}
