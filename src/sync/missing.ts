// What the last commit has and the disk lacks (SYN-1, SYN-11). A file that is missing is no removal: forgetting and archiving
// are acts, signed by a device that counts. Without one it comes back from the last commit, byte for byte, before anything
// is committed, so that its tier, its line and its signature are what they were; and it is told. What Holdfast itself wrote
// since that commit comes back in its place (STO-35). Under the store's lock.

import { covers } from "../replica/state.ts";
import { forgottenIds, standingIn } from "../store/standing.ts";
import { type Left, leftOf } from "./left.ts";
import { pathOf, spotOf, statedId } from "./paths.ts";
import type { Working } from "./ports.ts";
import type { KnownMemory, MemoryCopy, Side } from "./side.ts";

/** What came back, by path: to be adopted like everything that changed. */
export function bringMissing(
  work: Working,
  files: ReadonlyMap<string, Uint8Array>,
  before: Side,
  now: Side,
): ReadonlyMap<string, Uint8Array> {
  const back = new Map<string, Uint8Array>();
  const missing = [...before.known.values()].filter(({ id, copies }) => !now.known.has(id) && copies.length > 0);
  const forgotten = missing.length === 0 ? new Set<string>() : forgottenIds(work.open);
  const damaged = missing.length === 0 ? new Set<string>() : damagedIn(work, now);
  for (const known of missing) {
    if (forgotten.has(known.id) || damaged.has(known.file) || wasPutAway(work, known)) continue;
    const [committed] = known.copies;
    const left = leftSince(work, known);
    const copy = left?.known.copies[0] ?? committed;
    const bytes = left?.bytes ?? (copy && files.get(pathOf(copy)));
    const path = bytes && copy && freePath(work, copy, now);
    if (bytes === undefined || path === undefined || work.files.create(path, bytes) !== undefined) continue;
    back.set(path, bytes);
    work.told.cameBack.add(known.file);
    work.open.kept?.note([path]);
  }
  return back;
}

/** What was written here after the last commit: it knows of all that the commit has. */
function leftSince(work: Working, { id, file, state }: KnownMemory): Left | undefined {
  const left = leftOf(work, id, file);
  return left !== undefined && state.versions.every(({ dot }) => covers(left.known.state.context, dot))
    ? left
    : undefined;
}

/** What can't be read in quarantine is no missing file: it leaves a record with a hold (commit-own.ts). */
function damagedIn({ open }: Working, now: Side): ReadonlySet<string> {
  const unread = now.unread.flatMap(({ path }) => (path.startsWith("quarantine/") ? (spotOf(path)?.file ?? []) : []));
  return new Set([...unread, ...open.store.raws().map(({ file }) => file)]);
}

/** Words that a device signed: a demotion would go with its file. Of what is forgotten only the last one stays (FOR-1). */
export function bringStatements({ open, files }: Working, gone: ReadonlyMap<string, Uint8Array>): void {
  const forgotten = gone.size === 0 ? new Set<string>() : forgottenIds(open);
  for (const [path, bytes] of gone)
    if (!forgotten.has(statedId(path) ?? "") && files.create(path, bytes) === undefined) open.kept?.note([path]);
}

/** Everything of it that stood in the last commit was before the eyes of whoever put it away. */
function wasPutAway({ open }: Working, { id, state }: KnownMemory): boolean {
  const { removed } = standingIn(open, id);
  return state.versions.length > 0 && state.versions.every(({ dot }) => removed(dot));
}

/** Its own name, or where another memory has taken that, one beside it. What can't be read there is dealt with as that. */
function freePath({ files }: Working, copy: MemoryCopy, now: Side): string | undefined {
  const path = pathOf(copy);
  if (now.unread.some((unread) => unread.path === path) || files.isOdd(path)) return undefined;
  if (files.read(path) === undefined) return path;
  const beside = { ...copy, file: copy.file.replace(/\.md$/, `_${copy.hash.slice(0, 6)}.md`) };
  return files.read(pathOf(beside)) === undefined ? pathOf(beside) : undefined;
}
