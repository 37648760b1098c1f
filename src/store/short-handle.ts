// The short name that stands before a memory where a model reads it (ARR-1): `m` and the end of its id, so that it is the same
// in every session and nothing has to be kept. Among those that are shown together it is as long as it takes to differ.
import { isMemoryId } from "../memory/ids.ts";
import { nameHash } from "../text/digest.ts";

const SHORTEST = 3;
const ALONE = 4;
/** Ids that end alike up to here were made to; whoever asks for one of them is told so. */
const LONGEST = 6;
const HANDLE = /^m[0-9a-z]{3,6}$/;

/** What its handles are the end of; `name` is the id, or the file stem of a memory that has none. */
export function tailOf(name: string): string {
  return isMemoryId(name)
    ? name.toLowerCase()
    : BigInt(`0x${nameHash(name)}`)
        .toString(32)
        .padStart(13, "0");
}

/** Where memories are not read together, as in a list: long enough to name one of a thousand. */
export function handleAlone(name: string): string {
  return `m${tailOf(name).slice(-ALONE)}`;
}

export function bearsHandle(name: string, handle: string): boolean {
  return HANDLE.test(handle) && tailOf(name).endsWith(handle.slice(1));
}

export function handlesAmong(tails: readonly string[]): readonly string[] {
  const lengths = tails.map(() => SHORTEST);
  for (let length = SHORTEST; length < LONGEST; length++) {
    const ends = tails.map((tail, at) => (lengths[at] === length ? tail.slice(-length) : ""));
    const count = new Map<string, number>();
    for (const end of ends) count.set(end, (count.get(end) ?? 0) + 1);
    ends.forEach((end, at) => {
      if (end !== "" && count.get(end) !== 1) lengths[at] = length + 1;
    });
  }
  return tails.map((tail, at) => `m${tail.slice(-(lengths[at] ?? SHORTEST))}`);
}

/** The characters that one more handle brings: its own, and those by which others grow. */
export function handleAdded(before: readonly string[], next: string): string {
  const rivals = before.filter((tail) => tail.endsWith(next.slice(-SHORTEST)));
  const was = handlesAmong(rivals);
  const now = handlesAmong([...rivals, next]);
  return now
    .map((handle, at) => handle.slice(was[at] === undefined ? 0 : 1, handle.length + 1 - (was[at]?.length ?? 1)))
    .join("");
}
