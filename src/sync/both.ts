// The files in which two commits differ, read from git, and what is made of them written back to it.
import type { GitEntry, GitFile, GitOutcome, GitRepository } from "../disk/git/carrier.ts";
import { isNear, stemsOf } from "./join.ts";
import { kindOf } from "./paths.ts";
import type { Unread } from "./side.ts";
import { ok, plain, readFrom } from "./trees.ts";

export interface Both {
  readonly ours: ReadonlyMap<string, Uint8Array>;
  readonly theirs: ReadonlyMap<string, Uint8Array>;
  readonly our: ReadonlyMap<string, string>;
  readonly their: ReadonlyMap<string, string>;
  /** In which both sides agree, and which no join can touch. */
  readonly same: readonly GitFile[];
  readonly odd: readonly Unread[];
}

export async function readBoth(
  git: GitRepository,
  ours: string | undefined,
  theirs: string,
): Promise<GitOutcome<Both>> {
  const [one, other] = [ours === undefined ? ok([]) : await git.entries(ours), await git.entries(theirs)];
  if (one.kind === "failed") return one;
  if (other.kind === "failed") return other;
  const [our, their] = [plain(one.value), plain(other.value)];
  const differing = new Set([...our.keys(), ...their.keys()].filter((path) => our.get(path) !== their.get(path)));
  const stems = stemsOf(differing);
  for (const path of our.keys()) if (isNear(path, stems)) differing.add(path);
  const read = (side: ReadonlyMap<string, string>): ReturnType<typeof readFrom> =>
    readFrom(
      git,
      side,
      [...differing].filter((path) => side.has(path)),
    );
  const mine = await read(our);
  if (mine.kind === "failed") return mine;
  const his = await read(their);
  if (his.kind === "failed") return his;
  const [own, foreign] = [mine.value.files, his.value.files];
  // What this machine committed and can't read for a join stands as it is: it must not be taken for a deletion.
  const stands = (path: string): boolean => our.has(path) && !own.has(path);
  for (const path of differing) if (stands(path)) foreign.delete(path);
  const odd = [...other.value.flatMap(oddIn), ...mine.value.unread, ...his.value.unread];
  const same = [...our]
    .filter(([path]) => !differing.has(path) || stands(path))
    .map(([path, blob]) => ({ path, blob }));
  return ok({ ours: own, theirs: foreign, our, their, same, odd });
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
): Promise<GitOutcome<ReadonlyMap<string, string>>> {
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
  const written = await git.write([...fresh.values()]);
  if (written.kind === "failed") return written;
  for (const [at, path] of [...fresh.keys()].entries()) found.set(path, written.value[at] ?? "");
  return ok(found);
}

function isSame(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one?.length === other.length && one.every((byte, at) => byte === other[at]);
}
