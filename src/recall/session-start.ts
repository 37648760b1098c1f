// What an agent is told when a session starts: the memories that apply here, inside the fence and the budget
// (CTX-2), and to the person at most one line (TRU-31, AGT-12). A pure function of what was read, apart from the
// calendar day (CTX-6).
import type { Config } from "../config/config.ts";
import type { Intent } from "../hosts/event.ts";
import { countChanges } from "../people/changes.ts";
import type { SeenStore } from "../people/compared.ts";
import { handleOf, type Memory, nameOf, supersededAmong } from "../store/catalogue.ts";
import type { StoreInfo } from "../store/memory-store.ts";
import type { Suspects } from "../store/withheld.ts";
import { unlessFault } from "../text/errors.ts";
import { forTerminalLine } from "../text/sanitise.ts";
import { given } from "../text/values.ts";
import { dayOf } from "../trust/transitions.ts";
import type { Branches } from "./branches.ts";
import type { Candidate, Selection } from "./candidate.ts";
import type { Doubts } from "./doubts.ts";
import { type DueCount, dueByDates, dueOf } from "./due.ts";
import { type IndexedStore, isUnsure, type Judge, judged } from "./judged.ts";
import { type Near, nearWork } from "./near.ts";
import type { IsOutdated } from "./outdated.ts";
import type { ReadAlready } from "./read-already.ts";
import { type Reader, type ReadHere, readerOf } from "./read-here.ts";
import { type ClaimIds, claimed, type Receipt, receiptOf } from "./receipts.ts";
import { CEILING, renderContext, totalApplicable } from "./render.ts";
import { spotKey } from "./search-index.ts";
import { type Pulled, selectForSessionStart } from "./select.ts";
import { candidateOf } from "./serve.ts";
import { topicOf, type Work } from "./topic.ts";
import type { Useful } from "./usage.ts";

/** What a person had seen of the shared store, and what this device knows of it now. */
interface SeenHere {
  readonly store: SeenStore;
  readonly own: string | undefined;
  /** How many were revoked since. */
  readonly revoked: number;
}

export interface SessionStart {
  readonly session: string;
  readonly host: string;
  readonly source: string;
  readonly project?: string;
  readonly now: Date;
  readonly config: Config;
  /** Asked where some memory is not verified. */
  readonly judge: Judge;
  /** Asked where a memory is bound to a branch (SYN-30); absent where no project is at hand. */
  readonly branches?: Branches | undefined;
  /** Asked of what is about to be shown (CTX-8); absent where no project is at hand. */
  readonly isOutdated?: IsOutdated | undefined;
  /** What the project's folder says about the work at hand (ARR-2); absent where no project is at hand. */
  readonly work?: Work | undefined;
  /** What was told for a prompt or a tool, or was said to be of use; the latest first. */
  readonly useful?: readonly Useful[];
  /** The agent loads a file that says this text (ARR-3). */
  readonly readAlready?: ReadAlready | undefined;
  /** Asked of what is about to be told; absent where nothing is noted. */
  readonly claim?: ClaimIds | undefined;
  /** What agents said to be wrong; without it nothing is. */
  readonly doubts?: Doubts;
  /** Of a shared store (SYN-31); nothing where nobody looked. */
  readonly seen?: ((info: StoreInfo) => SeenHere | undefined) | undefined;
  /** Lines for the person that earlier runs left behind. */
  readonly notices: readonly string[];
}

export interface SessionContext {
  readonly intent: Intent;
  /** Absent when nothing was considered: an empty store leaves no trace. */
  readonly receipt?: Receipt;
}

export async function sessionStart(stores: readonly IndexedStore[], start: SessionStart): Promise<SessionContext> {
  const bound = await start.branches?.among(stores.flatMap(branchesOf));
  const filter = { project: start.project, today: dayOf(start.now), branches: bound ?? [] };
  const readers = stores.map((each) => readerOf(each, filter, start.config));
  const useful = (start.useful ?? []).map(lately);
  const first = start.work === undefined ? useful : nearWork(stores, topicOf(start.work), filter, useful);
  const reading = { readers, first, pull: pulls(first) };
  let chosen = await choose(stores, reading, FIRST, start);
  for (let limit = FIRST * MORE; hasRoom(chosen); limit *= MORE) chosen = await choose(stores, reading, limit, start);
  const { read, suspects } = chosen;
  const isEmpty = read.every(({ memories }) => memories.length === 0);
  const selection = isEmpty ? chosen.selection : claimed(chosen.selection, start.claim);
  const unread = read.reduce((sum, each) => sum + each.unread, 0);
  const text = renderContext(selection, { totalApplicable: totalApplicable(selection) + unread });
  const problems = read.flatMap((each) => each.problems);
  const due = read.map((each) => dueIn(each, start.now));
  const disputed = read.flatMap(({ memories }) => memories).filter((memory) => isDisputed(memory, start, suspects));
  // Several hooks may have met the same fault: it is said once.
  const notices = [...new Set([...start.notices, ...problems, ...sharedLine(stores, read, start)])];
  const userMessage = messageFor(due, disputed, { ...start, notices });
  const intent: Intent =
    text === "" && userMessage === undefined
      ? { kind: "nothing" }
      : { kind: "context", event: "SessionStart", text, ...given({ userMessage }) };
  if (isEmpty) return { intent };
  const receipt = receiptOf(selection, { ...start, event: `SessionStart:${start.source}` });
  return { intent, receipt };
}

interface Chosen {
  readonly read: readonly ReadHere[];
  readonly suspects: Suspects;
  readonly selection: Selection;
}

/** Of a large store so many are read at first: about what a usual budget holds. */
const FIRST = 100;
/** Where that left room, so many times as many: little is read in vain, and a store with few verified ones is through soon. */
const MORE = 1.5;

/** Something was not read, and all that was read and somebody had confirmed found a place. */
function hasRoom({ read, selection }: Chosen): boolean {
  if (read.every(({ unread, index }) => unread === 0 || index === undefined)) return false;
  const cut = new Set(selection.withheld.flatMap(({ id, reason }) => (reason === "over-budget" ? [id] : [])));
  return !read.some(({ memories }) => memories.some((each) => each.tier === "verified" && cut.has(handleOf(each))));
}

interface Reading {
  readonly readers: readonly Reader[];
  /** What is near or was useful, in its order. */
  readonly first: readonly Near[];
  readonly pull: ReadonlyMap<string, Pulled>;
}

function lately({ scope, file }: Useful): Near {
  return { scope, place: "memories", file, rule: "was useful lately" };
}

/** By where a memory stands. */
function pulls(first: readonly Near[]): ReadonlyMap<string, Pulled> {
  return new Map(first.map((each, at) => [spotKey(each), { at, rule: each.rule }]));
}

async function choose(
  stores: readonly IndexedStore[],
  { readers, first, pull }: Reading,
  limit: number,
  start: SessionStart,
): Promise<Chosen> {
  const { readAlready } = start;
  const read = readers.map((reader, at) =>
    reader(
      limit,
      first.filter(({ scope }) => scope === stores[at]?.store.info.scope),
    ),
  );
  const memories = read.flatMap((each) => each.memories);
  const budget = { tokens: tokensFor(start.config), characters: CEILING };
  const suspects = await judged(memories, stores, start.judge);
  const looking = { now: start.now, suspects, isOutdated: start.isOutdated };
  const candidates = memories.map((memory) => candidateOf(memory, looking));
  const named = candidates.flatMap(({ branch }) => branch ?? []);
  const branches = named.length === 0 ? [] : ((await start.branches?.among(named)) ?? []);
  const about = {
    project: start.project,
    branches,
    pull: (candidate: Candidate) => pull.get(spotKey(candidate)),
    isRead: ({ body, description }: Candidate) => readAlready?.(body.trim() === "" ? description : body) === true,
  };
  const selection = selectForSessionStart(candidates, about, budget);
  return { read, suspects, selection };
}

/** `max-inject: 0` is off wherever memories are given (CTX-5); what is told to the person stays. */
function tokensFor(config: Config): number {
  return config["max-inject"] === 0 ? 0 : config["session-start-tokens"];
}

/** As the index has them; a small store is read whole, and says so itself. */
function branchesOf({ index }: IndexedStore): readonly string[] {
  return unlessFault(
    () => index?.branches() ?? [],
    () => [],
  );
}

/** Others changed what a person had looked at; told when somebody just sat down. */
function sharedLine(
  stores: readonly IndexedStore[],
  read: readonly ReadHere[],
  start: SessionStart,
): readonly string[] {
  if (!start.config["serve-project-memories"] || !isAsked(start)) return [];
  const told = stores.map(({ store: { info } }, at) => {
    const found = read[at];
    // What was not read did not go away.
    const isWhole = info.scope === "shared" && found?.unread === 0 && found.problems.length === 0;
    const seen = isWhole ? start.seen?.(info) : undefined;
    if (seen === undefined) return { n: 0, revoked: 0 };
    return { n: countChanges(seen.store, found?.memories ?? [], seen.own), revoked: seen.revoked };
  });
  const n = told.reduce((sum, each) => sum + each.n, 0);
  const revoked = told.reduce((sum, each) => sum + each.revoked, 0);
  const where = "of this project's shared store";
  const who = revoked === 1 ? `1 signer ${where} was` : `${revoked} signers ${where} were`;
  const what = n === 1 ? `1 memory ${where}` : `${n} memories ${where}`;
  return [
    ...(revoked === 0 ? [] : [`${who} revoked since you looked: run \`holdfast trust\`.`]),
    ...(n === 0 ? [] : [`${what} changed since you looked: run \`holdfast trust --list\`.`]),
  ];
}

/** What a person is asked to look at. What was not read is counted by its dates alone. */
function dueIn({ memories, index }: ReadHere, now: Date): DueCount {
  if (index !== undefined) return dueByDates(index, now);
  const superseded = supersededAmong(memories);
  const due = memories.filter((memory) => !superseded.has(memory)).map((memory) => dueOf(memory, now, undefined));
  const count = (reason: keyof DueCount): number => due.filter((each) => each.includes(reason)).length;
  return { observed: count("observed"), stale: count("stale") };
}

/** One line whatever the count, and only when somebody just sat down. */
function messageFor(due: readonly DueCount[], disputed: readonly Memory[], start: SessionStart): string | undefined {
  const lines = [...start.notices];
  if (isAsked(start)) {
    if (disputed.length > 0) lines.push(disputedLine(disputed));
    lines.push(...reviewLine(sum(due, "observed"), sum(due, "stale")));
  }
  return lines.length === 0 ? undefined : lines.join("\n");
}

function sum(due: readonly DueCount[], reason: keyof DueCount): number {
  return due.reduce((total, each) => total + each[reason], 0);
}

/** What has aged goes on applying, so it is told first (TRU-4); then what nobody has confirmed (TRU-31). */
function reviewLine(observed: number, stale: number): readonly string[] {
  const aged = stale === 1 ? "1 verified memory is stale" : `${stale} verified memories are stale`;
  const noun = stale > 0 ? "" : observed === 1 ? " memory" : " memories";
  const waits = `${observed} inferred${noun} ${observed === 1 ? "awaits" : "await"} your review`;
  const parts = [...(stale > 0 ? [aged] : []), ...(observed > 0 ? [waits] : [])];
  return parts.length === 0 ? [] : [`${parts.join(", ")}: run \`holdfast review\`.`];
}

function isAsked({ source, config }: SessionStart): boolean {
  return source === "startup" && config["review-prompt"];
}

/** What is withheld from agents is not named either: some hosts show this line to the model too. */
function isDisputed(memory: Memory, { now, doubts }: SessionStart, suspects: Suspects): boolean {
  const doubt = doubts?.(memory);
  if (doubt === undefined || (isUnsure(memory) && (suspects.suspicion(memory) ?? suspects.secret(memory))))
    return false;
  return dueOf(memory, now, undefined, { doubt }).includes("disputed");
}

/** One line whatever the count (MCP-1). */
function disputedLine([first, ...more]: readonly Memory[]): string {
  const name = first === undefined ? "" : nameOf(first);
  const others = more.length === 0 ? "" : ` and ${more.length} more`;
  return `An agent found this to be wrong: "${forTerminalLine(name, { max: 60 })}"${others}. Run \`holdfast review\`.`;
}
