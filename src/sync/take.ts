// One commit of two (SYN-10, SYN-11): the files in which they differ are read, joined and gated, and the branch goes to the
// result, or to theirs itself where nothing had to be changed. No MERGE_HEAD, no conflict state; refs move once. Where the
// remote's history was rewritten, ours goes on from the new one (SYN-16): what was purged there must not return by a parent.
import type { GitOutcome } from "../disk/git/carrier.ts";
import type { StoreWriter } from "../store/memory-store.ts";
import { secondOf } from "../trust/transitions.ts";
import { type Both, blobsOf, readBoth } from "./both.ts";
import { endForgotten, noteForgotten } from "./forgotten.ts";
import { recordHold } from "./hold-lines.ts";
import { makeRoom, putBack } from "./in-the-way.ts";
import { forgottenIn, isLastWord, type Joined, joinFiles } from "./join.ts";
import { isSaid, wasRestored } from "./own.ts";
import { kindOf, statedId } from "./paths.ts";
import type { SyncPorts, Told } from "./ports.ts";
import { listed, ok, sameFiles, seconds } from "./trees.ts";

/** Ours and theirs become one commit, or theirs itself, and the branch goes there. */
export async function take(
  ports: SyncPorts,
  ours: string,
  theirs: string,
  told: Told,
  writer: StoreWriter,
): Promise<GitOutcome<{ readonly target: string; readonly forwarded: boolean } | "again">> {
  const { git, act } = ports;
  const behind = await git.isAncestor(ours, theirs);
  if (behind.kind === "failed") return behind;
  const left = behind.value ? ok(false) : await git.isLeftBehind(ours, theirs);
  if (left.kind === "failed") return left;
  const kept = left.value ? await git.backup(ours) : ok("");
  if (kept.kind === "failed") return kept;
  const both = await readBoth(git, ours, theirs);
  if (both.kind === "failed") return both;
  const statements = statementsFor(ports, both.value);
  const joined = joinFiles(both.value.ours, both.value.theirs, contextOf(ports, both.value, statements));
  const made = new Map([...joined.files, ...ledgerWith(ports, joined, told)]);
  tell(joined, both.value, told);
  const blobs = await blobsOf(git, made, both.value);
  if (blobs.kind === "failed") return blobs;
  const files = new Map([...both.value.same.map(({ path, blob }) => [path, blob] as const), ...blobs.value]);
  for (const { path, bytes } of joined.unmasked)
    ports.open.raw.keep(bytes, { from: path, why: "its secrets were masked" }, act.now);
  const isTheirs = both.value.odd.length === 0 && sameFiles(files, both.value.their);
  const goesOn = behind.value || left.value;
  const parents = goesOn ? [theirs] : [ours, theirs];
  const target =
    goesOn && isTheirs
      ? ok(theirs)
      : await git.commit({ files: listed(files), parents, message: "Join", device: act.device.id, at: seconds(act) });
  if (target.kind === "failed") return target;
  noteForgotten(ports, forgottenIn(both.value.theirs));
  makeRoom(ports, files, both.value.our, told);
  const known = new Map([...made].map(([path, bytes]) => [blobs.value.get(path) ?? "", bytes]));
  const moved = await git.move(ours, target.value, known);
  if (moved.kind === "failed") return moved;
  if (moved.value.kind === "moved") tellForgotten(endForgotten(ports, writer), told);
  if (moved.value.kind === "blocked") {
    for (const path of moved.value.paths) putBack(ports, path, both.value.ours.get(path), told, writer);
    return ok("again");
  }
  for (const [path, blob] of files) if (both.value.our.get(path) !== blob) told.came.add(path);
  return ok({ target: target.value, forwarded: behind.value });
}

function tellForgotten(gone: number, told: Told): void {
  if (gone === 0) return;
  const what = gone === 1 ? "One memory was" : `${gone} memories were`;
  told.notes.push(
    `${what} forgotten on another machine: this machine's records of it are gone too, git's history stays.`,
  );
}

/** What the gate found here is told in this machine's ledger, which goes with the same commit; once in a run. */
function ledgerWith({ open, files, act }: SyncPorts, joined: Joined, told: Told): readonly [string, Uint8Array][] {
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
  const forgotten = new Set<string>([...open.tombstones.all().map(({ id }) => id), ...forgottenIn(theirs)]);
  const waiting = new Map<string, [string, Uint8Array][]>();
  for (const [path, bytes] of theirs) {
    if (ours.has(path)) continue;
    const kind = kindOf(path);
    const about = kind === "statement" && bytes.length <= LARGEST_STATEMENT ? statedId(path) : undefined;
    const isNeeded = kind === "device" || (about !== undefined && forgotten.has(about) && isLastWord(bytes));
    if (isNeeded) files.create(path, bytes);
    else if (about !== undefined && !forgotten.has(about)) {
      const list = waiting.get(about) ?? [];
      list.push([path, bytes]);
      waiting.set(about, list);
    }
  }
  open.devices.refresh();
  return (id) => {
    for (const [path, bytes] of waiting.get(id) ?? []) files.create(path, bytes);
    waiting.delete(id);
  };
}

const LARGEST_STATEMENT = 32 * 1024;

/** `asked`: before the store is asked about a memory's statements. */
function contextOf(
  { open, act }: SyncPorts,
  { same }: Both,
  asked: (id: string) => void = () => undefined,
): Parameters<typeof joinFiles>[2] {
  return {
    device: act.device.id,
    checks: act.checks,
    at: secondOf(act.now),
    forgotten: open.tombstones.forgotten(),
    agreed: new Set(same.map(({ path }) => path)),
    restored: (id, hold) => {
      asked(id);
      return wasRestored(open, id, hold);
    },
    counts: (path, bytes) => isSaid(open, path, bytes),
  };
}

function tell(joined: Joined, { odd }: Both, told: Told): void {
  const known = new Set(told.held.map((held) => JSON.stringify(held)));
  told.held.push(...joined.held.filter((held) => !known.has(JSON.stringify(held))));
  told.refused.push(...odd, ...joined.refused);
  told.siblings.push(...joined.siblings);
  told.behind += joined.behind;
  if (joined.twins > 0)
    told.notes.push(
      `One change has two texts (${joined.twins}): was a backup restored, or a machine cloned? Both are kept.`,
    );
}

/** What would come, and what would be held or left out; nothing is moved. */
export async function lookAhead(
  ports: SyncPorts,
  ours: string | undefined,
  theirs: string,
  told: Told,
): Promise<GitOutcome<undefined>> {
  const both = await readBoth(ports.git, ours, theirs);
  if (both.kind === "failed") return both;
  const joined = joinFiles(both.value.ours, both.value.theirs, contextOf(ports, both.value));
  tell(joined, both.value, told);
  const decoder = new TextDecoder();
  for (const [path, bytes] of joined.files) {
    const before = both.value.ours.get(path);
    if (before === undefined || decoder.decode(before) !== decoder.decode(bytes)) told.came.add(path);
  }
  return ok(undefined);
}
