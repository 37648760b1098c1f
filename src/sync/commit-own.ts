// What is new on this machine becomes one commit (SYN-10, SYN-13): the files of the store and nothing else, after they were
// adopted and went through the gate. What can't be committed stays on the disk, and the last good version stays in git.

import type { GitChangedPath, GitFailed, GitOutcome, GitRepository } from "../disk/git/carrier.ts";
import { decodeText } from "../memory/document.ts";
import { holdFound } from "../replica/derived.ts";
import { join } from "../replica/join.ts";
import type { State } from "../replica/state.ts";
import type { StoreFiles } from "../store/store-files.ts";
import type { Refusal } from "../text/errors.ts";
import { secondOf } from "../trust/transitions.ts";
import { joinCopies } from "./copies.ts";
import { endForgotten } from "./forgotten.ts";
import { type Adopted, adoptOwn } from "./own.ts";
import { FIXED, gonePath, kindOf, pathOf } from "./paths.ts";
import type { SyncPorts, Told } from "./ports.ts";
import { goneRecord, type Known, type Side, sideOf, type Unread } from "./side.ts";
import { listed, ok, plain, readFrom, sameFiles, seconds } from "./trees.ts";

export async function commitOwn(ports: SyncPorts, told: Told): Promise<GitOutcome<string> | Refusal> {
  return await ports.open.store.withLock(async (writer): Promise<GitOutcome<string> | Refusal> => {
    const { git, act, open } = ports;
    endForgotten(ports, writer);
    joinCopies(ports, told, writer);
    const status = await git.status();
    if (status.kind === "failed") return status;
    const { head, changed, unfinished } = status.value;
    if (unfinished.length > 0)
      return failed(`a ${unfinished[0]} that was begun by hand is not finished; end it with git`);
    // Nothing is new, so nothing was adopted, and the last commit is what stands here.
    if (head !== undefined && changed.length === 0) return ok(head);
    const entries = head === undefined ? ok([]) : await git.entries(head);
    if (entries.kind === "failed") return entries;
    const tree = plain(entries.value);
    const odd = changed.flatMap(({ path }) => oddAt(ports, path));
    const now = sideOf(memoriesNow(ports, changed));
    const before = await sideBefore(git, tree, changed, now);
    if (before.kind === "failed") return before;
    const adopted = await adoptOwn(open, now, before.value, act, writer);
    told.held.push(...adopted.held);
    told.refused.push(...odd, ...adopted.refused);
    const after = await git.status();
    if (after.kind === "failed") return after;
    const refused = new Set([...odd, ...adopted.refused].map(({ path }) => path));
    const mine = after.value.changed.filter(({ path }) => !refused.has(path));
    const next = await treeNow(ports, tree, mine, adopted.passed);
    if (next.kind === "failed") return next;
    const files = await withGone(ports, next.value, before.value, now);
    if (files.kind === "failed") return files;
    if (head !== undefined && sameFiles(files.value, tree)) return ok(head);
    const parents = head === undefined ? [] : [head];
    const commit = { files: listed(files.value), parents, message: "Changes", device: act.device.id, at: seconds(act) };
    const made = await git.commit(commit);
    if (made.kind === "failed") return made;
    const moved = await git.move(head, made.value);
    if (moved.kind === "failed") return moved;
    return moved.value.kind === "moved"
      ? made
      : failed(`${moved.value.paths[0] ?? "the branch"} changed while this ran; try again`);
  });
}

/** A link or a folder in a file's place is no deletion of the file. */
function oddAt({ files }: SyncPorts, path: string): readonly Unread[] {
  return kindOf(path) !== undefined && files.isOdd(path) ? [{ path, why: "no plain file stands there" }] : [];
}

function memoriesNow({ files }: SyncPorts, changed: readonly GitChangedPath[]): ReadonlyMap<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  for (const { path, how } of changed) {
    const bytes = how === "gone" || kindOf(path) !== "memory" ? undefined : files.read(path);
    if (bytes !== undefined) found.set(path, bytes);
  }
  return found;
}

/** What the last commit knew of the memories that changed, and of those that come back. */
async function sideBefore(
  git: GitRepository,
  tree: ReadonlyMap<string, string>,
  changed: readonly GitChangedPath[],
  now: Side,
): Promise<GitOutcome<Side>> {
  const wanted = [...changed.map(({ path }) => path), ...[...now.known.keys()].map(gonePath)];
  const paths = [...new Set(wanted)].filter(
    (path) => tree.has(path) && ["memory", "gone"].includes(kindOf(path) ?? ""),
  );
  const read = await readFrom(git, tree, paths);
  return read.kind === "failed" ? read : ok(sideOf(read.value.files));
}

/** Of a memory only what passed the gate: what an editor saved meanwhile waits for the next run. */
async function treeNow(
  { git, files }: SyncPorts,
  tree: ReadonlyMap<string, string>,
  changed: readonly GitChangedPath[],
  passed: Adopted["passed"],
): Promise<GitOutcome<Map<string, string>>> {
  const next = new Map(tree);
  const fresh = new Map<string, Uint8Array>();
  for (const { path, how } of changed) {
    const kind = kindOf(path);
    if (kind === undefined) continue;
    const bytes = how === "gone" ? undefined : files.read(path);
    if (bytes === undefined) next.delete(path);
    else if (kind !== "memory" || passed.get(path) === decodeText(bytes)) fresh.set(path, bytes);
  }
  for (const [path, text] of Object.entries(FIXED))
    if (!next.has(path) && !fresh.has(path)) fresh.set(path, new TextEncoder().encode(text));
  const blobs = await git.write([...fresh.values()]);
  if (blobs.kind === "failed") return blobs;
  for (const [at, path] of [...fresh.keys()].entries()) next.set(path, blobs.value[at] ?? "");
  return ok(next);
}

/** A memory without a file leaves its record, one that is back needs none, and what is forgotten has its own. */
async function withGone(
  { git, open, files, act }: SyncPorts,
  tree: Map<string, string>,
  before: Side,
  now: Side,
): Promise<GitOutcome<ReadonlyMap<string, string>>> {
  const forgotten = new Set<string>(open.tombstones.all().map(({ id }) => id));
  const gone: Known[] = [];
  for (const known of before.known.values()) {
    const stands = now.known.has(known.id) || known.copies.some((copy) => tree.has(pathOf(copy)));
    if (stands || forgotten.has(known.id)) tree.delete(gonePath(known.id));
    else if (known.copies.length > 0) gone.push(known);
  }
  const archived = gone.length === 0 ? undefined : archivedIn(files);
  const records = new Map<string, Uint8Array>();
  for (const known of gone) {
    const { id, file } = known;
    const last = archived?.known.get(id)?.state;
    const state = heldUnread(known, now, secondOf(act.now));
    const record = goneRecord(file, last === undefined ? state : join(state, last));
    records.set(gonePath(id), new TextEncoder().encode(record));
  }
  const blobs = await git.write([...records.values()]);
  if (blobs.kind === "failed") return blobs;
  for (const [at, path] of [...records.keys()].entries()) tree.set(path, blobs.value[at] ?? "");
  return ok(tree);
}

/** It was put into quarantine and can't be read there: what another machine brings back is held too (STO-5). */
function heldUnread({ file, state, copies }: Known, { unread }: Side, at: string): State {
  const hash = copies[0]?.hash;
  const isThere = unread.some(({ path }) => path === pathOf({ place: "quarantine", file }));
  return isThere && hash !== undefined && state.holds.length === 0 ? holdFound(state, hash, at) : state;
}

/** What was demoted and archived since the last run has its hold in the archived file alone. */
function archivedIn(files: StoreFiles): Side {
  const found = files.all().flatMap(({ path, bytes }): [string, Uint8Array][] => {
    const file = /^archive\/[^/]+\/([^/]+)$/.exec(path)?.[1];
    return file === undefined ? [] : [[pathOf({ place: "quarantine", file }), bytes]];
  });
  return sideOf(new Map(found));
}

function failed(message: string): GitFailed {
  return { kind: "failed", reason: "other", message };
}
