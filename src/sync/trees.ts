// Trees as maps from path to blob: the plain files of a store in a commit, and back; and of two commits the files in which
// they differ.
import type { GitEntry, GitRepository } from "../disk/git/carrier.ts";
import type { Act } from "../store/context.ts";
import { isNear, kindOf, stemsOf } from "./paths.ts";
import type { Unread } from "./side.ts";
import { newIn, takenBy } from "./taken.ts";

/** No file of a store is larger; a ledger of many years is far smaller. */
const LARGEST: number = 32 * 1024 * 1024;

export function plain(entries: readonly GitEntry[]): Map<string, string> {
  const files = entries.filter(({ path, odd }) => odd.length === 0 && kindOf(path) !== undefined);
  return new Map(files.map(({ path, blob }) => [path, blob]));
}

/** The files of a tree at these paths, and those of them that can't be had. */
export async function readFrom(
  git: GitRepository,
  tree: ReadonlyMap<string, string>,
  wanted: Iterable<string>,
): Promise<{ readonly files: Map<string, Uint8Array>; readonly unread: readonly Unread[] }> {
  const asked = [...wanted].flatMap((path) => {
    const blob = tree.get(path);
    return blob === undefined ? [] : [{ path, blob }];
  });
  const blobs = await git.read(
    asked.map(({ blob }) => blob),
    LARGEST,
  );
  const files = new Map<string, Uint8Array>();
  const unread: Unread[] = [];
  for (const [at, { path }] of asked.entries()) {
    const blob = blobs[at];
    if (blob?.kind === "bytes") files.set(path, blob.bytes);
    else unread.push({ path, why: blob?.kind === "too-large" ? "it is too large" : "its content is missing" });
  }
  return { files, unread };
}

/** The blobs of these, by path. */
export async function written(
  git: GitRepository,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<Map<string, string>> {
  const blobs = await git.write([...files.values()]);
  return new Map([...files.keys()].map((path, at) => [path, blobs[at] ?? ""]));
}

export async function commitTree(
  git: GitRepository,
  files: ReadonlyMap<string, string>,
  { device, now }: Act,
  about: { readonly parents: readonly string[]; readonly message: string },
): Promise<string> {
  const listed = [...files].map(([path, blob]) => ({ path, blob })).sort((a, b) => (a.path < b.path ? -1 : 1));
  return await git.commit({ ...about, files: listed, device: device.id, at: Math.floor(now.getTime() / 1000) });
}

export function sameFiles(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([path, blob]) => b.get(path) === blob);
}

export interface Both {
  readonly ours: ReadonlyMap<string, Uint8Array>;
  readonly theirs: ReadonlyMap<string, Uint8Array>;
  readonly our: ReadonlyMap<string, string>;
  readonly their: ReadonlyMap<string, string>;
  /** In which both sides agree, and which no join can touch. */
  readonly same: ReadonlyMap<string, string>;
  readonly odd: readonly Unread[];
}

export async function readBoth(git: GitRepository, ours: string | undefined, theirs: string): Promise<Both> {
  const our = plain(ours === undefined ? [] : await git.entries(ours));
  const all = await git.entries(theirs);
  const their = plain(all);
  const differing = new Set([...our.keys(), ...their.keys()].filter((path) => our.get(path) !== their.get(path)));
  const stems = stemsOf(differing);
  for (const path of our.keys()) if (isNear(path, stems)) differing.add(path);
  const mine = await readFrom(git, our, differing);
  const his = await readFrom(git, their, differing);
  // A new file may have the id of one in which both agree: then that one is looked at too.
  const taken = ours === undefined ? [] : await takenBy(git, ours, newIn(his.files, mine.files));
  const agreed = taken.filter((path) => !differing.has(path) && our.has(path));
  for (const path of agreed) differing.add(path);
  for (const [path, bytes] of (await readFrom(git, our, agreed)).files) {
    mine.files.set(path, bytes);
    his.files.set(path, bytes);
  }
  // What this machine committed and can't read for a join stands as it is: it must not be taken for a deletion.
  const stands = (path: string): boolean => our.has(path) && !mine.files.has(path);
  for (const path of differing) if (stands(path)) his.files.delete(path);
  const odd = [...all.flatMap(oddIn), ...mine.unread, ...his.unread];
  const same = new Map([...our].filter(([path]) => !differing.has(path) || stands(path)));
  return { ours: mine.files, theirs: his.files, our, their, same, odd };
}

/** Links, programs, submodules, names that are none: never put on a disk (SYN-11). */
function oddIn({ path, odd }: GitEntry): readonly Unread[] {
  if (odd.length > 0) return [{ path, why: `no plain file: ${odd.join(", ")}` }];
  return kindOf(path) === undefined ? [{ path, why: "a store has no such file" }] : [];
}

/** What one of the sides has already is not written again. */
export async function blobsOf(
  git: GitRepository,
  files: ReadonlyMap<string, Uint8Array>,
  both: Both,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const fresh = new Map<string, Uint8Array>();
  for (const [path, bytes] of files) {
    const side = isSame(both.theirs.get(path), bytes)
      ? both.their
      : isSame(both.ours.get(path), bytes)
        ? both.our
        : undefined;
    const blob = side?.get(path);
    if (blob === undefined) fresh.set(path, bytes);
    else found.set(path, blob);
  }
  return new Map([...found, ...(await written(git, fresh))]);
}

function isSame(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one?.length === other.length && one.every((byte, at) => byte === other[at]);
}
