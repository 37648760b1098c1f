// What would be sent to a hub: where our tree differs from what the hub has, path by path, with the hash that each change
// replaces (HUB-4); and in which order, for what vouches for a text has to be there before it.
import type { GitRepository } from "../../../disk/git/carrier.ts";
import { sha256Hex } from "../../../text/digest.ts";
import { LIMITS, type PushChange } from "../../hub/protocol.ts";
import { goneId, kindOf, type SyncKind, statedId } from "../../paths.ts";
import { idAt } from "../../taken.ts";
import { plain, readFrom } from "../../trees.ts";
import type { LeftBehind } from "./record.ts";

export interface OwnChange {
  readonly path: string;
  readonly replaces: string | null;
  /** Undefined: gone. */
  readonly bytes: Uint8Array | undefined;
  readonly hash: string | null;
  /** The memory that it is about, or its own path: what is judged together is sent together. */
  readonly about: string;
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
    else changes.push({ path, replaces, bytes, hash, about: aboutOf(path, bytes ?? before.get(path)) });
  }
  return { changes: changes.toSorted(inOrder), tooLarge };
}

const TOO_LARGE = `it is larger than the ${LIMITS.fileBytes / 1024} KiB that a hub takes`;

function hashOf(bytes: Uint8Array | undefined): string | null {
  return bytes === undefined ? null : sha256Hex(bytes);
}

/** A text, its statements and its tombstone are one memory's. */
function aboutOf(path: string, bytes: Uint8Array | undefined): string {
  return statedId(path) ?? goneId(path) ?? (bytes && idAt(path, bytes)) ?? path;
}

/** What is about no memory comes first. Of one memory, what goes comes last: a text that moves is never nowhere. */
function inOrder(one: OwnChange, other: OwnChange): number {
  const key = (each: OwnChange): readonly [number, string, number, string] => {
    const { path, about } = each;
    return [about === path ? 0 : 1, about === path ? "" : about, rankOf(each), path];
  };
  const [mine, theirs] = [key(one), key(other)];
  const at = mine.findIndex((part, n) => part !== theirs[n]);
  return at < 0 ? 0 : (mine[at] ?? "") < (theirs[at] ?? "") ? -1 : 1;
}

function rankOf({ path, bytes }: OwnChange): number {
  if (bytes === undefined) return FIRST.length + 1;
  const at = FIRST.indexOf(kindOf(path) ?? "memory");
  return at < 0 ? FIRST.length : at;
}

/** Room for what stands around the changes of a body. */
const LARGEST_BODY = LIMITS.bodyBytes - 64 * 1024;
const AROUND = 256;

function sizeOf({ path, bytes }: OwnChange): number {
  return Math.ceil((bytes?.length ?? 0) / 3) * 4 + path.length + AROUND;
}

/** Each of them small enough for one push; a memory is in two of them only where it is larger than one. */
export function batches(changes: readonly OwnChange[]): readonly (readonly OwnChange[])[] {
  const all: OwnChange[][] = [];
  let size = 0;
  for (const group of groupsOf(changes)) {
    const whole = group.reduce((sum, each) => sum + sizeOf(each), 0);
    const last = all.at(-1);
    if (last !== undefined && size + whole <= LARGEST_BODY && last.length + group.length <= LIMITS.changesInPush) {
      last.push(...group);
      size += whole;
    } else {
      all.push(...apart(group));
      size = (all.at(-1) ?? []).reduce((sum, each) => sum + sizeOf(each), 0);
    }
  }
  return all;
}

export function groupsOf(changes: readonly OwnChange[]): readonly OwnChange[][] {
  return [...Map.groupBy(changes, ({ about }) => about).values()];
}

function apart(group: readonly OwnChange[]): readonly OwnChange[][] {
  const all: OwnChange[][] = [[]];
  let size = 0;
  for (const change of group) {
    const last = all.at(-1) ?? [];
    const isFull = size + sizeOf(change) > LARGEST_BODY || last.length === LIMITS.changesInPush;
    if (isFull && last.length > 0) all.push([change]);
    else last.push(change);
    size = isFull ? sizeOf(change) : size + sizeOf(change);
  }
  return all;
}

export function asSent({ path, replaces, bytes }: OwnChange): PushChange {
  return bytes === undefined
    ? { path, replaces, gone: true }
    : { path, replaces, bytes: Buffer.from(bytes).toString("base64") };
}
