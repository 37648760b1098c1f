// One commit of two (SYN-10, SYN-11): the files in which they differ are read, joined and gated, and the branch goes to the
// result, or to theirs itself where nothing had to be changed. No MERGE_HEAD, no conflict state; refs move once.
import type { Checked } from "../../core/checked.ts";
import type { GitEntry, GitFile, GitOutcome, GitRepository } from "../../core/ports/git-repository.ts";
import type { Spot, StoreWriter } from "../../core/ports/memory-store.ts";
import { PLACES } from "../../core/trust/tiers.ts";
import { secondOf } from "../../core/trust/transitions.ts";
import type { Act } from "../context.ts";
import { endForgotten, noteForgotten } from "./forgotten.ts";
import { gateRendered } from "./gate.ts";
import { recordHold } from "./hold-lines.ts";
import { forgottenIn, isLastWord, isNear, type Joined, joinFiles, stemsOf } from "./join.ts";
import { isSaid, wasRestored } from "./own.ts";
import { kindOf, pathOf, spotOf, statedId } from "./paths.ts";
import type { SyncPorts, Told } from "./ports.ts";
import { sideOf, type Unread } from "./side.ts";
import { LARGEST, listed, ok, plain, sameFiles, seconds } from "./trees.ts";

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
  const parents = behind.value ? [theirs] : [ours, theirs];
  const target =
    behind.value && isTheirs
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
 * What stands in the way and can't be adopted, now or in the next round: a file that nobody can read, a link, a folder. Its
 * bytes are kept on this machine, and the last good version takes its place; where there is none, or nothing that could
 * be read, it gets another name beside it. So no sync stops at it (SYN-11).
 */
function putBack(
  { open, act, files }: SyncPorts,
  path: string,
  last: Uint8Array | undefined,
  told: Told,
  writer: StoreWriter,
): void {
  const spot = spotOf(path);
  const bytes = files.read(path);
  if (bytes !== undefined) {
    const unread = spot !== undefined && sideOf(new Map([[path, bytes]])).unread.length > 0;
    if (!unread && !told.refused.some((each) => each.path === path)) return;
  }
  const read = spot && open.store.read(spot);
  const good = spot && goodVersion(spot, last, act);
  if (spot === undefined || read?.kind !== "file" || good === undefined) {
    const aside = files.setAside(path, act.now);
    if (aside === undefined) return;
    if (spot !== undefined && good !== undefined) writer.apply({ kind: "create", ...spot, text: good });
    told.notes.push(`${path} was in the way and could not be read; it is now ${aside}.`);
    return;
  }
  const why = "it could not be read, and was changed elsewhere";
  const kept = open.raw.keep(read.bytes, { from: path, why }, act.now);
  writer.apply({ kind: "rewrite", ...spot, base: read.sha256, text: good });
  told.notes.push(`${path} could not be read and was changed elsewhere; your bytes are kept as ${kept}.`);
}

/**
 * One name in both places is a demotion that was cut off (STO-20), and the next writer would end it: where this machine has
 * a file that was left out, a memory that comes under its name would go again, and on every machine.
 */
function makeRoom(
  { files, act }: SyncPorts,
  coming: ReadonlyMap<string, string>,
  had: ReadonlyMap<string, string>,
  told: Told,
): void {
  for (const { path } of told.refused) {
    const spot = spotOf(path);
    if (spot === undefined || coming.has(path)) continue;
    const twins = PLACES.map((place) => pathOf({ place, file: spot.file }));
    if (!twins.some((twin) => coming.has(twin) && !had.has(twin))) continue;
    const aside = files.setAside(path, act.now);
    if (aside !== undefined) told.notes.push(`${path} was in the way of a memory of that name; it is now ${aside}.`);
  }
}

function goodVersion({ place, file }: Spot, last: Uint8Array | undefined, act: Act): Checked | undefined {
  const known =
    last &&
    sideOf(new Map([[pathOf({ place, file }), last]]))
      .known.values()
      .next().value;
  const document = known?.copies[0]?.document;
  const gated = document && gateRendered({ document, place }, file, act.checks);
  return gated?.kind === "passed" ? gated.text : undefined;
}

/** What one of the sides has already is not written again. */
async function blobsOf(
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

interface Both {
  readonly ours: ReadonlyMap<string, Uint8Array>;
  readonly theirs: ReadonlyMap<string, Uint8Array>;
  readonly our: ReadonlyMap<string, string>;
  readonly their: ReadonlyMap<string, string>;
  /** In which both sides agree, and which no join can touch. */
  readonly same: readonly GitFile[];
  readonly odd: readonly Unread[];
}

async function readBoth(git: GitRepository, ours: string | undefined, theirs: string): Promise<GitOutcome<Both>> {
  const [one, other] = [ours === undefined ? ok([]) : await git.entries(ours), await git.entries(theirs)];
  if (one.kind === "failed") return one;
  if (other.kind === "failed") return other;
  const odd = other.value.flatMap(oddIn);
  const [our, their] = [plain(one.value), plain(other.value)];
  const differing = new Set([...our.keys(), ...their.keys()].filter((path) => our.get(path) !== their.get(path)));
  const stems = stemsOf(differing);
  for (const path of our.keys()) if (isNear(path, stems)) differing.add(path);
  const read = async (side: ReadonlyMap<string, string>): Promise<GitOutcome<Map<string, Uint8Array>>> => {
    const paths = [...differing].filter((path) => side.has(path));
    const blobs = await git.read(
      paths.map((path) => side.get(path) ?? ""),
      LARGEST,
    );
    if (blobs.kind === "failed") return blobs;
    const files = new Map<string, Uint8Array>();
    for (const [at, path] of paths.entries()) {
      const blob = blobs.value[at];
      if (blob?.kind === "bytes") files.set(path, blob.bytes);
      else odd.push({ path, why: blob?.kind === "too-large" ? "it is too large" : "its content is missing" });
    }
    return ok(files);
  };
  const mine = await read(our);
  if (mine.kind === "failed") return mine;
  const his = await read(their);
  if (his.kind === "failed") return his;
  // What this machine committed and can't read for a join stands as it is: it must not be taken for a deletion.
  const stands = (path: string): boolean => our.has(path) && !mine.value.has(path);
  for (const path of differing) if (stands(path)) his.value.delete(path);
  const same = [...our]
    .filter(([path]) => !differing.has(path) || stands(path))
    .map(([path, blob]) => ({ path, blob }));
  return ok({ ours: mine.value, theirs: his.value, our, their, same, odd });
}

/** Links, programs, submodules, names that are none: never put on a disk (SYN-11). */
function oddIn({ path, odd }: GitEntry): readonly Unread[] {
  if (odd.length > 0) return [{ path, why: `no plain file: ${odd.join(", ")}` }];
  return kindOf(path) === undefined ? [{ path, why: "a store has no such file" }] : [];
}

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
