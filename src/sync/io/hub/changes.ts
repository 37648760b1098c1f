// What would be sent to a hub: where our tree differs from what the hub has, path by path, with the hash that each change
// replaces (HUB-4); and in which order, for what vouches for a text has to be there before it.
import type { GitRepository } from "../../../disk/git/carrier.ts";
import { sha256Hex } from "../../../text/digest.ts";
import { LIMITS, type PushChange } from "../../hub/protocol.ts";
import { kindOf, type SyncKind } from "../../paths.ts";
import { plain, readFrom } from "../../trees.ts";
import type { LeftBehind } from "./record.ts";

export interface OwnChange {
  readonly path: string;
  readonly replaces: string | null;
  /** Undefined: gone. */
  readonly bytes: Uint8Array | undefined;
  readonly hash: string | null;
}

export interface Differing {
  readonly changes: readonly OwnChange[];
  /** What a hub does not take. */
  readonly tooLarge: ReadonlyMap<string, LeftBehind>;
}

const FIRST: readonly SyncKind[] = ["marker", "fixed", "signers", "device", "allowance", "statement", "lines", "gone"];

/** `left`: where the hub has something else than the commit `theirs` says. */
export async function differing(
  git: GitRepository,
  theirs: string | undefined,
  ours: string,
  left: ReadonlyMap<string, LeftBehind>,
): Promise<Differing> {
  const their = plain(theirs === undefined ? [] : await git.entries(theirs));
  const our = plain(await git.entries(ours));
  const all = new Set([...their.keys(), ...our.keys(), ...left.keys()]);
  const paths = [...all].filter((path) => left.has(path) || their.get(path) !== our.get(path));
  const before = (await readFrom(git, their, paths)).files;
  const now = (await readFrom(git, our, paths)).files;
  const changes: OwnChange[] = [];
  const tooLarge = new Map<string, LeftBehind>();
  for (const path of paths) {
    const known = left.get(path);
    const replaces = known === undefined ? hashOf(before.get(path)) : known.hash;
    const bytes = now.get(path);
    const hash = hashOf(bytes);
    if (hash === replaces) continue;
    if (bytes !== undefined && bytes.length > LIMITS.fileBytes) tooLarge.set(path, { hash: replaces, why: TOO_LARGE });
    else changes.push({ path, replaces, bytes, hash });
  }
  return { changes: changes.toSorted(inOrder), tooLarge };
}

const TOO_LARGE = `it is larger than the ${LIMITS.fileBytes / 1024} KiB that a hub takes`;

function hashOf(bytes: Uint8Array | undefined): string | null {
  return bytes === undefined ? null : sha256Hex(bytes);
}

/** What goes comes last: a text that moves is twice there for a moment, and never nowhere. */
function inOrder(one: OwnChange, other: OwnChange): number {
  return rankOf(one) - rankOf(other) || (one.path < other.path ? -1 : 1);
}

function rankOf({ path, bytes }: OwnChange): number {
  if (bytes === undefined) return FIRST.length + 1;
  const at = FIRST.indexOf(kindOf(path) ?? "memory");
  return at < 0 ? FIRST.length : at;
}

/** Room for what stands around the changes of a body. */
const LARGEST_BODY = LIMITS.bodyBytes - 64 * 1024;
const AROUND = 256;

/** Each of them small enough for one push. */
export function batches(changes: readonly OwnChange[]): readonly (readonly OwnChange[])[] {
  const all: OwnChange[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const change of changes) {
    const more = Math.ceil((change.bytes?.length ?? 0) / 3) * 4 + change.path.length + AROUND;
    const batch = all.at(-1);
    if (batch === undefined || size + more > LARGEST_BODY || batch.length === LIMITS.changesInPush) {
      all.push([change]);
      size = more;
    } else {
      batch.push(change);
      size += more;
    }
  }
  return all;
}

export function asSent({ path, replaces, bytes }: OwnChange): PushChange {
  return bytes === undefined
    ? { path, replaces, gone: true }
    : { path, replaces, bytes: Buffer.from(bytes).toString("base64") };
}
