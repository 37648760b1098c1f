// A hub in the place of a git remote (HUB-1, HUB-4). What it has becomes a commit of this machine's repository, which goes on from
// the last such commit; join, gate and move then do what they do for a remote's branch. Nothing of a hub is believed but its
// bytes: whose word counts is judged here, by signatures. Where its history is not the one that was seen, nothing is adopted.
import { randomBytes } from "node:crypto";
import type { GitRepository } from "../../../disk/git/carrier.ts";
import { type Refusal, refuse } from "../../../text/errors.ts";
import type { Carrier, Fetched } from "../../carrier.ts";
import { withoutErased } from "../../erased.ts";
import { acceptCommand, type Broken, brokenWords } from "../../hub/broken.ts";
import { onward } from "../../hub/chain.ts";
import { ledgerIn } from "../../hub/parts.ts";
import { EMPTY_HEAD, type Head } from "../../hub/protocol.ts";
import { kindOf } from "../../paths.ts";
import { plain, sameFiles } from "../../trees.ts";
import { nameOf } from "./ask.ts";
import { batches, differing, groupsOf, type OwnChange } from "./changes.ts";
import { assembled } from "./ledgers.ts";
import { type Pulled, pull } from "./pull.ts";
import type { HubRecord, HubRecords, LeftBehind } from "./record.ts";
import { type Sent, sendBatch } from "./send.ts";
import type { Session } from "./session.ts";

export interface HubPorts {
  readonly git: GitRepository;
  readonly session: Session;
  readonly records: HubRecords;
  /** What there is to begin with, where nothing is remembered: the hub is asked which store it is. */
  readonly begin: (budgetMs: number) => Promise<HubRecord | Refusal>;
  readonly now: () => Date;
  /** It is somebody else's store, which lets go of what an admin had erased; one's own is told of it. */
  readonly isMirror?: boolean;
  /** Of which memories it let go: nothing about them is taken again. */
  readonly erased?: () => ReadonlySet<string>;
}

/** The author of the commits that say what the hub has. */
const DEVICE = "hub";

export function hubCarrier(ports: HubPorts): Carrier {
  return {
    fetch: (budgetMs) => fetchFrom(ports, budgetMs),
    push: (commit, budgetMs) => pushTo(ports, commit, budgetMs),
    reachedMs: () => ports.session.reachedMs(),
  };
}

/** Undefined where the commit that stood for it is another, or gone: then everything is read again. */
async function basisOf(
  { git }: HubPorts,
  { at, commit }: HubRecord,
): Promise<{ at: Head; commit: string | undefined }> {
  const there = await git.seenAtHub();
  return commit !== undefined && there === commit ? { at, commit } : { at: EMPTY_HEAD, commit: undefined };
}

async function fetchFrom(ports: HubPorts, budgetMs: number): Promise<Fetched | Refusal> {
  const record = ports.records.read() ?? (await ports.begin(budgetMs));
  if ("kind" in record) return record;
  const basis = await basisOf(ports, record);
  const end = performance.now() + budgetMs;
  const fetched = await fetchSince(ports, record, basis, budgetMs);
  return fetched.kind === "apart" ? await whole(ports, record, end - performance.now()) : fetched;
}

/** From the first change on. */
async function whole(ports: HubPorts, record: HubRecord, budgetMs: number): Promise<Fetched | Refusal> {
  const known = { ...record, parts: new Map(), left: new Map() };
  const fetched = await fetchSince(ports, known, { at: EMPTY_HEAD, commit: undefined }, budgetMs);
  if (fetched.kind === "apart") throw new Error("a ledger of which everything came is known");
  return fetched;
}

/** `apart`: of a ledger something came, and the rest of it is not known. */
async function fetchSince(
  ports: HubPorts,
  record: HubRecord,
  basis: Awaited<ReturnType<typeof basisOf>>,
  budgetMs: number,
): Promise<Fetched | Refusal | { readonly kind: "apart" }> {
  const { git, session, records } = ports;
  const pulled = await pull(session, record.store, { from: basis.at, seen: record.seen }, budgetMs);
  if (pulled.kind === "refusal") return pulled;
  if (pulled.kind === "broken") return noticed(ports, record, pulled);
  const { at } = pulled;
  if (at.seq === 0) {
    records.write({ ...record, at, commit: undefined, parts: new Map(), left: new Map() });
    return { kind: "fetched", commit: undefined };
  }
  // Nothing is new, which is what most runs find: no file is read, and none is written.
  if (basis.commit !== undefined && pulled.files.size === 0 && record.seen.seq === at.seq)
    return { kind: "fetched", commit: basis.commit, owes: record.left.size > 0 };
  const known = basis.commit === undefined ? { ...record, parts: new Map(), left: new Map() } : record;
  const before = plain(basis.commit === undefined ? [] : await git.entries(basis.commit));
  const wholes = await assembled(git, before, known, pulled.files);
  if (wholes === undefined) return { kind: "apart" };
  const { commit, leftOut } = await adopt(ports, { commit: basis.commit, before }, { ...pulled, files: wholes.files });
  const left = new Map([...known.left].filter(([path]) => !pulled.files.has(path)));
  const erased = ports.isMirror === true ? [...(record.erased ?? []), ...pulled.erased] : undefined;
  records.write({ ...record, at, seen: at, commit, parts: wholes.sizes, left, erased });
  return { kind: "fetched", commit, leftOut, owes: left.size > 0 };
}

interface Adopted {
  readonly commit: string;
  readonly leftOut: NonNullable<Fetched["leftOut"]>;
}

/** A commit whose files are what the hub has; this machine's own where that has the same ones. */
async function adopt(
  ports: HubPorts,
  { commit: base, before }: { readonly commit: string | undefined; readonly before: ReadonlyMap<string, string> },
  { files, erased }: Pick<Pulled, "files" | "erased">,
): Promise<Adopted> {
  const { git } = ports;
  const next = new Map(before);
  const { files: fit, met } = withoutErased(files, ports.erased?.() ?? new Set());
  const known = [...fit].filter(([path]) => kindOf(path) !== undefined);
  const contents = known.flatMap(([, bytes]) => (bytes === undefined ? [] : [bytes]));
  const blobs = await git.write(contents);
  let at = 0;
  for (const [path, bytes] of known) {
    if (bytes === undefined) next.delete(path);
    else next.set(path, blobs[at++] ?? "");
  }
  const leftOut = [
    ...[...files.keys()].flatMap((path) => (kindOf(path) === undefined ? [{ path, why: NO_FILE }] : [])),
    // In this person's own store, what an admin of the hub wants gone is for them to forget.
    ...(ports.isMirror === true ? [] : [...erased].map((path) => ({ path, why: ERASED }))),
    // By its id: the name of its file would say its words again.
    ...[...met].map((id) => ({ path: id, why: ERASED_BEFORE })),
  ];
  if (base !== undefined && sameFiles(next, before)) return { commit: base, leftOut };
  const commit = (await ownWith(git, next)) ?? (await commitOfHub(git, ports.now(), base, next));
  await git.setSeenAtHub(commit);
  return { commit, leftOut };
}

const NO_FILE = "a store has no such file";
const ERASED = "an admin of the hub had it erased there; to let go of it here: holdfast forget";
const ERASED_BEFORE = "the hub had this memory erased, and has it again";

/** Whoever sent it, and whether the answer came: what stands here is what stands there. */
async function ownWith(git: GitRepository, files: ReadonlyMap<string, string>): Promise<string | undefined> {
  const { head } = await git.standing();
  return head !== undefined && sameFiles(plain(await git.entries(head)), files) ? head : undefined;
}

/** Stands for what the hub has: by path, the ids of contents that are in the repository. */
export function commitOfHub(
  git: GitRepository,
  now: Date,
  base: string | undefined,
  files: ReadonlyMap<string, string>,
): Promise<string> {
  return git.commit({
    files: [...files].map(([path, blob]) => ({ path, blob })).sort((a, b) => (a.path < b.path ? -1 : 1)),
    parents: base === undefined ? [] : [base],
    message: "What the hub has",
    device: DEVICE,
    at: Math.floor(now.getTime() / 1000),
  });
}

/** Kept until a person sets the hub up again: whoever asks later is told. */
function noticed(ports: HubPorts, record: HubRecord, broken: Broken): Refusal {
  const { records, session, now } = ports;
  const { how, at } = broken;
  // A push of this very run may have been answered since: what it led to is not forgotten for what came after it.
  const { seen } = records.read() ?? record;
  records.write({ ...record, seen, noticed: { how, at, when: now().toISOString() } });
  const { url } = session.address;
  const message = `${nameOf(session.address)} can't be followed: ${brokenWords(broken)}. Nothing was taken or sent.`;
  const accept = acceptCommand(url, ports.isMirror === true);
  const known = `If you know why, such as a backup that was put back there: ${accept}`;
  return refuse("hub-changed", message, "holdfast log --verify", [known]);
}

async function pushTo(ports: HubPorts, commit: string, budgetMs: number): ReturnType<Carrier["push"]> {
  const { git, session, records } = ports;
  const record = records.read() ?? (await ports.begin(budgetMs));
  if ("kind" in record) return record;
  const theirs = record.commit;
  // Another run of this machine has fetched meanwhile.
  if (theirs !== undefined && (await git.seenAtHub()) !== theirs) return { kind: "behind" };
  const end = performance.now() + budgetMs;
  const { changes, tooLarge, parts } = await differing(git, record, commit);
  // What was left before is sent again, is too large still, or is there by now.
  const left = new Map(tooLarge);
  let [at, seen]: [Head | undefined, Head] = [record.at, record.seen];
  const waiting = [...batches(changes)];
  for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
    const key = (): string => randomBytes(24).toString("base64url");
    const sent = await sendBatch(session, { store: record.store, key, budgetMs: () => end - performance.now() }, batch);
    if (sent.kind === "refusal") return sent;
    if (sent.kind === "behind") return behind(ports, record, sent.there);
    if (sent.kind === "refused") {
      waiting.unshift(...leftOrHalves(batch, sent.why, left));
      continue;
    }
    for (const [path, each] of sent.left) left.set(path, each);
    if (sent.head === undefined) continue;
    const { seq, chain } = sent.head;
    if (seq < seen.seq) return noticed(ports, record, { kind: "broken", how: "older", at: seq });
    if (seq === seen.seq && chain !== seen.chain)
      return noticed(ports, record, { kind: "broken", how: "rewritten", at: seq });
    at = at && reached(onward(at, sent.taken), sent.head);
    seen = sent.head;
    records.write({ ...record, seen });
  }
  await git.setSeenAtHub(commit);
  // Where somebody else's change came between, the next pull reads from where this machine was.
  records.write({ ...record, at: at ?? record.at, seen, commit, parts, left });
  const leftOut = [...left].map(([path, { why }]) => ({
    path: ledgerIn(path)?.ledger ?? path,
    why: `the hub does not take it: ${why}`,
  }));
  return leftOut.length === 0 ? { kind: "landed" } : { kind: "landed", leftOut };
}

/** Which memory it is, is found by halves; what is about that one is left, and the others go. */
function leftOrHalves(
  batch: readonly OwnChange[],
  why: string,
  left: Map<string, LeftBehind>,
): readonly (readonly OwnChange[])[] {
  const groups = groupsOf(batch);
  const half = groups.length >> 1;
  if (groups.length > 1) return [groups.slice(0, half).flat(), groups.slice(half).flat()];
  for (const { path, replaces } of batch) left.set(path, { hash: replaces, why });
  return [];
}

function reached(own: Head, head: Head): Head | undefined {
  return own.seq === head.seq && own.chain === head.chain ? head : undefined;
}

/** Where this machine knew by heart what the hub has, it now knows better. */
function behind(
  { records }: HubPorts,
  record: HubRecord,
  there: Extract<Sent, { kind: "behind" }>["there"],
): {
  readonly kind: "behind";
} {
  const { seen } = records.read() ?? record;
  const left = new Map(record.left);
  for (const { path, hash } of there) {
    const known = left.get(path);
    if (known !== undefined) left.set(path, { ...known, hash });
  }
  records.write({ ...record, seen, left });
  return { kind: "behind" };
}
