// What would be sent to a hub: where our tree differs from what the hub has, path by path, with the hash that each change
// replaces (HUB-4); and in which order, for what vouches for a text has to be there before it.
import type { GitRepository } from "../../../disk/git/carrier.ts";
import { sha256Hex } from "../../../text/digest.ts";
import { apart, byPath, carriedKind, cut, ledgerIn, type Sizes, sizesOf } from "../../hub/parts.ts";
import { LIMITS, type PushChange } from "../../hub/protocol.ts";
import { goneId, type SyncKind, statedId } from "../../paths.ts";
import { idAt } from "../../taken.ts";
import { plain, readFrom } from "../../trees.ts";
import type { HubRecord, LeftBehind } from "./record.ts";

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
  /** Of the ledgers that the hub has in parts when it has all of it. */
  readonly parts: HubRecord["parts"];
}

const FIRST: readonly SyncKind[] = ["marker", "fixed", "signers", "device", "allowance", "statement", "lines", "gone"];

/** By the hub's paths, from what the hub has by this machine's record to `ours`. */
export async function differing(
  git: GitRepository,
  { commit: theirs, parts: known, left }: Pick<HubRecord, "commit" | "parts" | "left">,
  ours: string,
): Promise<Differing> {
  const their = plain(theirs === undefined ? [] : await git.entries(theirs));
  const our = plain(await git.entries(ours));
  const owed = new Set([...left.keys()].map((path) => ledgerIn(path)?.ledger ?? path));
  const all = new Set([...their.keys(), ...our.keys(), ...owed]);
  const paths = [...all].filter((path) => owed.has(path) || their.get(path) !== our.get(path));
  const before = inParts((await readFrom(git, their, paths)).files, (path, whole) => apart(whole, known.get(path)));
  const now = inParts((await readFrom(git, our, paths)).files, (_, whole) => cut(whole));
  const changes: OwnChange[] = [];
  const tooLarge = new Map<string, LeftBehind>();
  for (const path of new Set([...before.files.keys(), ...now.files.keys(), ...left.keys()])) {
    const there = left.get(path);
    const replaces = there === undefined ? hashOf(before.files.get(path)) : there.hash;
    const bytes = now.files.get(path);
    const hash = hashOf(bytes);
    if (hash === replaces) continue;
    if (bytes !== undefined && bytes.length > LIMITS.fileBytes) tooLarge.set(path, { hash: replaces, why: TOO_LARGE });
    else changes.push({ path, replaces, bytes, hash, about: aboutOf(path, bytes ?? before.files.get(path)) });
  }
  const kept = [...known].filter(([path]) => !paths.includes(path));
  return { changes: changes.toSorted(inOrder), tooLarge, parts: new Map([...kept, ...now.parts]) };
}

/** As a hub has them. */
function inParts(
  files: ReadonlyMap<string, Uint8Array>,
  partsOf: (path: string, whole: Uint8Array) => readonly (Uint8Array | undefined)[],
): { readonly files: ReadonlyMap<string, Uint8Array>; readonly parts: ReadonlyMap<string, Sizes> } {
  const found = new Map<string, Uint8Array>();
  const sizes = new Map<string, Sizes>();
  for (const [path, whole] of files) {
    const parts = ledgerIn(path) === undefined ? [whole] : partsOf(path, whole);
    for (const [each, bytes] of byPath(path, parts)) found.set(each, bytes);
    if (parts.length > 1) sizes.set(path, sizesOf(parts));
  }
  return { files: found, parts: sizes };
}

const TOO_LARGE = `it is larger than the ${LIMITS.fileBytes / 1024} KiB that a hub takes`;

function hashOf(bytes: Uint8Array | undefined): string | null {
  return bytes === undefined ? null : sha256Hex(bytes);
}

/** A text, its statements and its tombstone are one memory's; the parts of a ledger are that ledger's. */
function aboutOf(path: string, bytes: Uint8Array | undefined): string {
  return ledgerIn(path)?.ledger ?? statedId(path) ?? goneId(path) ?? (bytes && idAt(path, bytes)) ?? path;
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
  const at = FIRST.indexOf(carriedKind(path) ?? "memory");
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
      all.push(...spread(group));
      size = (all.at(-1) ?? []).reduce((sum, each) => sum + sizeOf(each), 0);
    }
  }
  return all;
}

export function groupsOf(changes: readonly OwnChange[]): readonly OwnChange[][] {
  return [...Map.groupBy(changes, ({ about }) => about).values()];
}

function spread(group: readonly OwnChange[]): readonly OwnChange[][] {
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
