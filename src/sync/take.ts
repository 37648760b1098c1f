// One commit of two (SYN-10, SYN-11): the files in which they differ are read, joined and gated, and the branch goes to the
// result, or to theirs itself where nothing had to be changed. No MERGE_HEAD, no conflict state; refs move once. Where the
// remote's history was rewritten, ours goes on from the new one (SYN-16): what was purged there must not return by a parent.

import { forgottenIds } from "../store/standing.ts";
import { endForgotten, noteForgotten } from "./forgotten.ts";
import { recordHold } from "./gate.ts";
import { makeRoom, putBack } from "./in-the-way.ts";
import { forgottenIn, isLastWord, type Joined, joinFiles } from "./join.ts";
import { type Many, tooMany } from "./mass.ts";
import { kindOf, statedId } from "./paths.ts";
import { joinContext, type Running, type SyncPorts, type SyncTold, type Working } from "./ports.ts";
import { sideOf } from "./side.ts";
import { type Both, blobsOf, commitTree, plain, readBoth, readFrom, sameFiles } from "./trees.ts";
import { tellsMore } from "./union.ts";

/** Ours and theirs become one commit, or theirs itself, and the branch goes there. `wanted`: however much that changes. */
export async function take(
  work: Working,
  { ours, theirs }: { readonly ours: string; readonly theirs: string },
  wanted: boolean,
): Promise<
  { readonly kind: "taken"; readonly target: string; readonly forwarded: boolean } | { readonly kind: "again" } | Many
> {
  const { git, act, open, told } = work;
  const behind = await git.isAncestor(ours, theirs);
  const left = !behind && (await git.isLeftBehind(ours, theirs));
  if (left) await git.backup(ours);
  const both = await readBoth(git, ours, theirs);
  const context = joinContext(work, both.same.keys(), statementsFor(work, both));
  const joined = joinFiles(both.ours, both.theirs, context);
  const many = wanted ? undefined : tooMany(both, joined, context.counts);
  if (many !== undefined) return many;
  const made = new Map([...joined.files, ...ledgerWith(work, joined)]);
  tell(joined, both, told);
  const ledger = `ledger/${open.ledger.device}.jsonl`;
  if (tellsMore(both.ours.get(ledger), both.theirs.get(ledger))) told.behind++;
  const blobs = await blobsOf(git, made, both);
  const files = new Map([...both.same, ...blobs]);
  for (const { path: from, bytes, why } of joined.aside) open.raw.keep(bytes, { from, why }, act.now);
  const goesOn = behind || left;
  const isTheirs = goesOn && both.odd.length === 0 && sameFiles(files, both.their);
  const parents = goesOn ? [theirs] : [ours, theirs];
  const target = isTheirs
    ? theirs
    : await commitTree(git, files, act, { parents, message: "Join what two machines did" });
  noteForgotten(work, forgottenIn(both.theirs), lastWordsIn(both), joined.dropped);
  makeRoom(work, files, both.our);
  const known = new Map([...made].map(([path, bytes]) => [blobs.get(path) ?? "", bytes]));
  const moved = await git.move(ours, target, known);
  if (moved.kind === "blocked") {
    for (const path of moved.paths) putBack(work, path, both.ours.get(path));
    return { kind: "again" };
  }
  tellForgotten(endForgotten(work), told);
  for (const [path, blob] of files) if (both.our.get(path) !== blob) told.came.add(path);
  open.kept?.note([...told.came, ...[...both.our.keys()].filter((path) => !files.has(path))]);
  return { kind: "taken", target, forwarded: behind };
}

/** Of whom theirs says for the last time what ours does not. */
function lastWordsIn({ ours, theirs }: Both): ReadonlySet<string> {
  const said = [...theirs].filter(
    ([path, bytes]) => !ours.has(path) && statedId(path) !== undefined && isLastWord(bytes),
  );
  return new Set(said.flatMap(([path]) => statedId(path) ?? []));
}

function tellForgotten(gone: number, told: SyncTold): void {
  if (gone === 0) return;
  const what = gone === 1 ? "One memory was" : `${gone} memories were`;
  told.notes.push(
    `${what} forgotten on another machine: this machine's records of it are gone too, git's history stays.`,
  );
}

/** What the gate found here is told in this machine's ledger, which goes with the same commit; once in a run. */
function ledgerWith({ open, files, act, told }: Running, joined: Joined): readonly [string, Uint8Array][] {
  const news = joined.holds.filter(({ file }) => !told.held.some((held) => held.file === file));
  for (const hold of news) recordHold(open, hold, act);
  const path = `ledger/${open.ledger.device}.jsonl`;
  const bytes = news.length === 0 ? undefined : files.read(path);
  return bytes === undefined ? [] : [[path, bytes]];
}

/**
 * Whether a restore counts, or a memory was forgotten, is for the store to say, which reads its own disk: devices and last
 * words come first, and the other statements about a memory where the store is asked about it. They are written once, signed
 * by somebody or worth nothing, and part of every join; what a cut-off run leaves of them the next one commits.
 */
function statementsFor({ files, open }: SyncPorts, { ours, theirs }: Both): (id: string) => void {
  const forgotten = new Set([...open.tombstones.all().map(({ id }) => id as string), ...forgottenIn(theirs)]);
  const waiting = new Map<string, [string, Uint8Array][]>();
  const bring = (path: string, bytes: Uint8Array): void => {
    if (files.create(path, bytes) === undefined) open.kept?.note([path]);
  };
  for (const [path, bytes] of theirs) {
    if (ours.has(path)) continue;
    const kind = kindOf(path);
    const about = kind === "statement" && bytes.length <= LARGEST_STATEMENT ? statedId(path) : undefined;
    const isNeeded = kind === "device" || (about !== undefined && forgotten.has(about) && isLastWord(bytes));
    if (isNeeded) bring(path, bytes);
    else if (about !== undefined && !forgotten.has(about)) {
      const list = waiting.get(about) ?? [];
      list.push([path, bytes]);
      waiting.set(about, list);
    }
  }
  open.devices.refresh();
  return (id) => {
    for (const [path, bytes] of waiting.get(id) ?? []) bring(path, bytes);
    waiting.delete(id);
  };
}

const LARGEST_STATEMENT = 32 * 1024;

function tell(joined: Joined, { odd }: Both, told: SyncTold): void {
  const known = new Set(told.held.map((held) => JSON.stringify(held)));
  told.held.push(...joined.held.filter((held) => !known.has(JSON.stringify(held))));
  told.refused.push(...odd, ...joined.refused);
  told.siblings.push(...joined.siblings);
  told.behind += joined.behind;
  for (const file of joined.cameBack) told.cameBack.add(file);
  if (joined.twins > 0)
    told.notes.push(
      `One change has two texts (${joined.twins}): was a backup restored, or a machine cloned? Both are kept.`,
    );
}

/** What would come, and what would be held or left out; nothing is moved. */
export async function lookAhead(run: Running, ours: string | undefined, theirs: string): Promise<void> {
  const both = await readBoth(run.git, ours, theirs);
  const joined = joinFiles(both.ours, both.theirs, joinContext(run, both.same.keys()));
  tell(joined, both, run.told);
  const decoder = new TextDecoder();
  for (const [path, bytes] of joined.files) {
    const before = both.ours.get(path);
    if (before === undefined || decoder.decode(before) !== decoder.decode(bytes)) run.told.came.add(path);
  }
}

/**
 * Whether all that would be sent is that forgotten memories are gone, which the other side has seen and has kept: it does not
 * count that forget. To say it again would make two machines answer each other for ever; it is said with the next change.
 */
export async function onlyTakesAway({ git, open }: Running, ours: string, theirs: string): Promise<boolean> {
  const forgotten = forgottenIds(open);
  if (forgotten.size === 0) return false;
  const [our, their] = [plain(await git.entries(ours)), plain(await git.entries(theirs))];
  if ([...our].some(([path, blob]) => their.get(path) !== blob)) return false;
  const { files } = await readFrom(
    git,
    their,
    [...their.keys()].filter((path) => !our.has(path)),
  );
  const { known } = sideOf(files);
  const isForgotten = (path: string): boolean => kindOf(path) === "memory" || forgotten.has(statedId(path) ?? "");
  return files.size > 0 && [...files.keys()].every(isForgotten) && [...known.keys()].every((id) => forgotten.has(id));
}
