// What is new on this machine becomes one commit (SYN-10, SYN-13): the files of the store and nothing else, after they were
// adopted and went through the gate. What can't be committed stays on the disk, and the last good version stays in git.
import type { GitChangedPath, GitStatus } from "../disk/git/carrier.ts";
import { idOf } from "../memory/fields.ts";
import { holdFound } from "../replica/derived.ts";
import { join } from "../replica/join.ts";
import { makeState, type State } from "../replica/state.ts";
import { documentIn } from "../store/catalogue.ts";
import { statementAt } from "../store/kept.ts";
import { rawPathParts } from "../store/raw-files.ts";
import type { StoreFiles } from "../store/records.ts";
import { forgottenIds, standingIn } from "../store/standing.ts";
import { GitFailure } from "../text/errors.ts";
import { PLACES } from "../trust/tiers.ts";
import { secondOf } from "../trust/transitions.ts";
import { memoriesNow, oddAt, rawLeft, treeNow } from "./changed.ts";
import { joinCopies } from "./copies.ts";
import { endForgotten } from "./forgotten.ts";
import { bringMissing, bringStatements } from "./missing.ts";
import { type Adopted, adoptOwn } from "./own.ts";
import { gonePath, kindOf, pathOf, type SyncKind, spotOf, statedId } from "./paths.ts";
import type { SyncPorts, Working } from "./ports.ts";
import { commitSentence } from "./sentence.ts";
import { goneRecord, type KnownMemory, type Side, sideOf, type Unread } from "./side.ts";
import { idAt, secondsIn, takenBy, without } from "./taken.ts";
import { commitTree, plain, readFrom, sameFiles, written } from "./trees.ts";

/** Under the store's lock. Gives the commit, which is the last one where nothing is new. */
export async function commitOwn(work: Working): Promise<string> {
  const { git, act, told } = work;
  endForgotten(work);
  joinCopies(work);
  const { own, head, changed } = await statusOf(git);
  if (changed.some(({ path }) => isUnnoted(work, path))) work.open.kept?.look("stamps");
  // Nothing is new, so nothing was adopted, and the last commit is what stands here.
  if (head !== undefined && changed.length === 0) return head;
  const tree = plain(head === undefined ? [] : await git.entries(head));
  const odd = changed.flatMap(({ path }) => oddAt(work, path));
  const fresh = memoriesNow(work, changed);
  const taken = head === undefined ? [] : await takenHere(work, head, changed, fresh);
  const read = new Map([...fresh, ...taken.flatMap((path) => withBytes(work, path))]);
  const last = await filesBefore(work, tree, [...changed.map(({ path }) => path), ...taken], changed, sideOf(read));
  const before = sideOf(last);
  const all = new Map([...read, ...saidOf(work, changed, [sideOf(read), before])]);
  // What is not adopted was not checked either, and is never committed (SYN-14).
  const seconds = secondsIn(sideOf(all), before, (id) => standingIn(work.open, id).signed).map((each) =>
    aside(work, each),
  );
  const found = without(all, seconds);
  const here = sideOf(found);
  bringStatements(work, ofKind("statement", last));
  const back = bringMissing(work, last, before, here);
  const now = back.size === 0 ? here : sideOf(new Map([...found, ...back]));
  const adopted = await adoptOwn(work, now, before);
  told.held.push(...adopted.held);
  const left = [...odd, ...seconds, ...adopted.refused, ...changed.flatMap(({ path }) => rawLeft(work, tree, path))];
  told.refused.push(...left);
  const refused = new Set(left.map(({ path }) => path));
  const touched = [...changed.map(({ path }) => path), ...writtenBy(work, now, adopted)];
  const mine = new Set(touched.filter((path) => !refused.has(path)));
  const next = await treeNow(work, tree, mine, adopted.passed);
  await addGone(work, next, before, now);
  await addGoneRaw(work, next, tree);
  if (head !== undefined && sameFiles(next, tree)) return head;
  const forgotten = forgottenIds(work.open);
  const committing = { before, now, passed: adopted.passed, forgotten, paths: touched };
  const message = own === undefined ? commitSentence(committing) : TAKEN_UP;
  const made = await commitTree(git, next, act, { parents: [head ?? own ?? []].flat(), message });
  const moved = await git.move(head, made);
  if (moved.kind === "moved") return made;
  throw new GitFailure("other", `${moved.paths[0] ?? "the branch"} changed while this ran; try again`);
}

const TAKEN_UP = "First sync: a line of state for every memory";

/**
 * Before the first sync: what this machine committed for itself alone is the past of the first commit that is adopted, and
 * says nothing of what was (SYN-10a). Every file is new, as in a store without a commit.
 */
async function statusOf(git: SyncPorts["git"]): Promise<GitStatus & { readonly own: string | undefined }> {
  const status = await git.status();
  const [begun] = status.unfinished;
  if (begun !== undefined)
    throw new GitFailure("other", `a ${begun} that was begun by hand is not finished; end it with git`);
  const { head, own } = await git.standing();
  if (own === undefined || head === undefined) return { ...status, own };
  await git.beginAnew(head);
  return { ...(await git.status()), own: head };
}

/** A word of this device that a kill came before it was noted: what the ledger tells of counts (STO-35). */
function isUnnoted({ open, act }: SyncPorts, path: string): boolean {
  const word = statementAt(path);
  return word?.device === act.device.id && open.kept?.said(word.id)?.get(word.device) !== word.n;
}

/** Unchanged files whose id a new one has: a copy that somebody made by hand. */
async function takenHere(
  { git }: SyncPorts,
  head: string,
  changed: readonly GitChangedPath[],
  fresh: ReadonlyMap<string, Uint8Array>,
): Promise<readonly string[]> {
  const added = changed.filter(({ how }) => how === "new").map(({ path }) => path);
  const ids = new Set(added.flatMap((path) => idAt(path, fresh.get(path) ?? new Uint8Array()) ?? []));
  const known = new Set(changed.map(({ path }) => path));
  return (await takenBy(git, head, ids)).filter((path) => !known.has(path));
}

/** Its bytes are kept on this machine: it would be read beside the other, and told with every run. */
function aside({ open, act, writer }: Working, { path, why }: Unread): Unread {
  const spot = spotOf(path);
  const read = spot && open.store.read(spot);
  if (spot === undefined || read?.kind !== "file") return { path, why };
  const kept = open.raw.keep(read.bytes, { from: path, why }, act.now);
  writer.apply({ kind: "remove", ...spot, base: read.sha256 });
  return { path, why: `${why}. Its bytes are kept as ${kept}` };
}

function withBytes({ files }: SyncPorts, path: string): readonly [string, Uint8Array][] {
  const bytes = files.read(path);
  return bytes === undefined ? [] : [[path, bytes]];
}

/**
 * Of whom something new was said and whose file is as the last commit has it: somebody put that back, and what was said holds
 * all the same. No act of ours leaves this, so that every file may be looked at for it.
 */
function saidOf(
  { open: { store } }: SyncPorts,
  changed: readonly GitChangedPath[],
  known: readonly Side[],
): ReadonlyMap<string, Uint8Array> {
  const ids = new Set<string>(changed.flatMap(({ path, how }) => (how === "gone" ? [] : (statedId(path) ?? []))));
  for (const { known: there } of known) for (const id of there.keys()) ids.delete(id);
  const found = new Map<string, Uint8Array>();
  for (const file of ids.size === 0 ? [] : store.readEach(store.list().spots)) {
    const document = file?.kind === "file" ? documentIn(file.bytes) : undefined;
    if (file?.kind === "file" && document !== undefined && ids.has(idOf(document) ?? ""))
      found.set(pathOf(file), file.bytes);
  }
  return found;
}

/** What the last commit knew of the memories that changed, and of those that come back; and statements that are missing. */
async function filesBefore(
  { git }: SyncPorts,
  tree: ReadonlyMap<string, string>,
  looked: readonly string[],
  changed: readonly GitChangedPath[],
  now: Side,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const gone = new Set(changed.flatMap(({ path, how }) => (how === "gone" ? path : [])));
  const wanted = new Set([...looked, ...[...now.known.keys()].map(gonePath)]);
  const paths = [...wanted].filter((path) => {
    const kind = kindOf(path);
    return kind === "memory" || kind === "gone" || (kind === "statement" && gone.has(path));
  });
  return (await readFrom(git, tree, paths)).files;
}

function ofKind(kind: SyncKind, files: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, Uint8Array> {
  return new Map([...files].filter(([path]) => kindOf(path) === kind));
}

/** What adopting may have written: to ask git again would be to read every file a second time. */
function writtenBy({ open }: Working, now: Side, { held, passed }: Adopted): readonly string[] {
  const files = [...now.known.values()].flatMap(({ copies }) => copies.map(({ file }) => file));
  const spots = [...passed.keys(), ...files.flatMap((file) => PLACES.map((place) => pathOf({ place, file })))];
  return held.length === 0 ? spots : [...spots, `ledger/${open.ledger.device}.jsonl`];
}

/** A memory without a file leaves its record, one that is back needs none, and what is forgotten has its own. */
async function addGone(
  { git, open, files, act }: SyncPorts,
  tree: Map<string, string>,
  before: Side,
  now: Side,
): Promise<void> {
  const forgotten = forgottenIds(open);
  const gone: KnownMemory[] = [];
  for (const known of before.known.values()) {
    const stands = now.known.has(known.id) || known.copies.some((copy) => tree.has(pathOf(copy)));
    if (stands || forgotten.has(known.id)) tree.delete(gonePath(known.id));
    else if (known.copies.length > 0) gone.push(known);
  }
  const archived = gone.length === 0 ? undefined : archivedIn(files);
  const unread = new Set([
    ...now.unread.flatMap(({ path }) => (path.startsWith("quarantine/") ? (spotOf(path)?.file ?? []) : [])),
    ...[...tree.keys()].flatMap((path) => rawPathParts(path)?.file ?? []),
  ]);
  const records = new Map<string, Uint8Array>();
  for (const known of gone) {
    const { id, file } = known;
    const last = archived?.known.get(id)?.state;
    const state = heldUnread(known, (name) => unread.has(name), secondOf(act.now));
    const record = goneRecord(file, last === undefined ? state : join(state, last));
    records.set(gonePath(id), new TextEncoder().encode(record));
  }
  for (const [path, blob] of await written(git, records)) tree.set(path, blob);
}

async function addGoneRaw(
  { git }: SyncPorts,
  next: Map<string, string>,
  tree: ReadonlyMap<string, string>,
): Promise<void> {
  const records = new Map<string, Uint8Array>();
  for (const path of tree.keys()) {
    const raw = next.has(path) ? undefined : rawPathParts(path);
    if (raw !== undefined) records.set(gonePath(raw.id), new TextEncoder().encode(goneRecord(raw.file, makeState({}))));
  }
  for (const [path, blob] of await written(git, records)) next.set(path, blob);
}

/** It was put into quarantine and can't be read there: what another machine brings back is held too (STO-5). */
function heldUnread({ file, state, copies }: KnownMemory, isUnread: (file: string) => boolean, at: string): State {
  const hash = copies[0]?.hash;
  const isThere = isUnread(file);
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
