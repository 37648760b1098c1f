// What an agent is told just before a tool acts (CTX-2, ARR-6): memories whose `paths` cover the file it is about to change,
// and memories that name what the act names (recall/act-names.ts). Silent otherwise, and never twice in a session.
import { listField, textField } from "../memory/fields.ts";
import { handleOf, type Memory, readMemory, replacedAmong } from "../store/catalogue.ts";
import type { Spot } from "../store/memory-store.ts";
import { unlessFault } from "../text/errors.ts";
import { covers, globOf } from "../text/glob.ts";
import { dayOf } from "../trust/transitions.ts";
import { type Name, namesPath, namesWord } from "./act-names.ts";
import { rarityOf } from "./evidence.ts";
import { type IndexedStore, judged } from "./judged.ts";
import { byText } from "./order.ts";
import { type InSession, isNew, isRead, type PromptContext, tell } from "./recall.ts";
import { receiptOf } from "./receipts.ts";
import {
  FIELD_NAMES,
  type IndexFilter,
  type Proposal,
  type StoreIndex,
  type TermFacts,
  TITLE_TAGS,
} from "./search-index.ts";
import { candidateOf, carriesSecret, reasonAgainst, whyNot } from "./serve.ts";

export interface ToolMoment extends InSession {
  readonly tool: string;
  /** What it touches, each as the names from the project's top. */
  readonly paths: readonly (readonly string[])[];
  readonly names: readonly Name[];
}

/** A memory, and why it is told, for the receipt. */
export interface About {
  readonly memory: Memory;
  readonly rule: string;
  /** It was found by a single word. */
  readonly isLoose?: boolean;
}

/** A rule that covers half of a project is about none of its files in particular; so many are looked at. */
const MOST_READ = 20;
const PROPOSED = 40;
/** A single word that more memories have says nothing: `git` needs its subcommand. */
const FEW = 3;
/** In a longer text a word may stand in passing. */
const NEAR_THE_TOP = 40;
export async function toolNotes(stores: readonly IndexedStore[], moment: ToolMoment): Promise<PromptContext> {
  const found = stores.flatMap((each) => [...aboutPaths(each, moment), ...naming(each, moment.names, moment)]);
  const { config, tool } = moment;
  const limits = { most: config["max-inject"], tokens: config["tool-tokens"] };
  return await tellAbout(stores, found.sort(inOrder), { ...moment, limits, event: "PreToolUse", part: tool });
}

/** Constraints first, then what names it best, then the newest: what was amended never takes the amendment's place. */
function inOrder(a: About, b: About): number {
  const rank = ({ memory, isLoose }: About): number =>
    (textField(memory.document, "kind") === "constraint" ? 0 : 2) + Number(isLoose === true);
  return rank(a) - rank(b) || byText(madeAt(b), madeAt(a));
}

function madeAt({ memory }: About): string {
  return `${textField(memory.document, "created-at") ?? ""} ${memory.id ?? ""}`;
}

const NOTHING: PromptContext = { intent: { kind: "nothing" } };

interface Telling extends InSession {
  readonly limits: { readonly most: number; readonly tokens: number };
  readonly event: "PreToolUse" | "SubagentStart";
  /** Of what tool or agent, for the receipt. */
  readonly part: string;
}

/** In this order, what is new to the session, in force, above suspicion and within the limits. */
export async function tellAbout(
  stores: readonly IndexedStore[],
  found: readonly About[],
  telling: Telling,
): Promise<PromptContext> {
  const once = found.filter(({ memory }, at) => found.findIndex((each) => isSame(each.memory, memory)) === at);
  const replaced = replacedAmong(
    once.map(({ memory }) => memory),
    stores,
  );
  const { now, shown, claim, isOutdated, limits, event, part } = telling;
  const fresh = once.filter(({ memory }) => isNew(memory, telling) && !replaced.has(memory));
  if (fresh.length === 0) return NOTHING;
  const suspects = await judged(
    fresh.map(({ memory }) => memory),
    stores,
    telling.judge,
  );
  const looking = { now, suspects, isOutdated };
  const candidates = fresh
    // A helper begins with a context of its own, and with what its host gives it.
    .filter(({ memory }) => event === "SubagentStart" || !isRead(memory, telling))
    .map(({ memory, rule }) => ({ ...candidateOf(memory, looking), rule }))
    .filter((candidate) => reasonAgainst(candidate, telling) === undefined && !carriesSecret(candidate));
  const { text, selection } = tell(candidates, [], { ...looking, ...limits, linesFirst: true, shown, claim });
  if (text === "") return NOTHING;
  return {
    intent: { kind: "context", event, text },
    receipt: receiptOf(selection, { ...telling, event: `${event}:${part}` }),
  };
}

function isSame(a: Memory, b: Memory): boolean {
  return a.scope === b.scope && handleOf(a) === handleOf(b);
}

/** As the file says it now, where it may be told here. */
export function freshly({ store }: IndexedStore, spot: Spot, moment: InSession): Memory | undefined {
  const memory = readMemory(store, spot);
  return memory?.kind === "memory" && whyNot(memory, moment) === undefined ? memory : undefined;
}

export function filterOf({ project, branches = [], now }: InSession): IndexFilter {
  return { today: dayOf(now), branches, project };
}

// Memories that say of themselves which files they are about.

function aboutPaths(each: IndexedStore, moment: ToolMoment): readonly About[] {
  if (moment.paths.length === 0) return [];
  return spotsFor(each.index, filterOf(moment), moment.paths)
    .slice(0, MOST_READ)
    .flatMap(({ spot, rule }) => {
      const memory = freshly(each, spot, moment);
      return memory === undefined ? [] : [{ memory, rule }];
    });
}

function spotsFor(
  index: StoreIndex | undefined,
  filter: IndexFilter,
  paths: ToolMoment["paths"],
): readonly { readonly spot: Spot; readonly rule: string }[] {
  // Where the index can't be used nothing is said.
  const globs = unlessFault(
    () => [...(index?.globs(filter) ?? [])],
    () => [],
  );
  return globs.flatMap(([text, spots]) => {
    const glob = globOf(text);
    const path = glob === undefined ? undefined : paths.find((each) => covers(glob, each));
    return path === undefined ? [] : spots.map((spot) => ({ spot, rule: `is about ${path.join("/")}` }));
  });
}

// Memories that name what is done. The index proposes, as the last prompt or start left it, by the rarest word of each name;
// the words' places decide, and of a path or a single word the text itself.

export function naming(each: IndexedStore, names: readonly Name[], moment: InSession): readonly About[] {
  if (names.length === 0) return [];
  return proposedFor(each, names, filterOf(moment))
    .slice(0, MOST_READ)
    .flatMap(({ proposal, fitting }) => {
      const memory = freshly(each, proposal, moment);
      if (memory === undefined) return [];
      const text = textOf(memory);
      const name = fitting.find((one) => isNamed(one, text));
      return name === undefined ? [] : [{ memory, rule: `names ${name.said}`, isLoose: name.kind === "word" }];
    });
}

function isNamed(name: Name, text: string): boolean {
  if (name.kind === "path") return namesPath(text, name.path);
  return name.kind === "phrase" || name.tokens[0]?.kind === "whole" || namesWord(text, name.said);
}

interface Proposed {
  readonly proposal: Proposal;
  readonly fitting: readonly Name[];
}

function proposedFor(
  { index, strategy }: IndexedStore,
  names: readonly Name[],
  scope: IndexFilter,
): readonly Proposed[] {
  const fields = strategy === "title-tags" ? TITLE_TAGS : NAMING;
  const filter = strategy === "title-tags" ? { ...scope, fields } : scope;
  const terms = [...new Set(names.flatMap(({ tokens }) => tokens.map(({ term }) => term)))];
  const ask = (): readonly Proposed[] => {
    if (index === undefined) return [];
    const facts = index.facts(terms, filter);
    const known = names.filter((name) => mayBeNamed(name, facts));
    if (known.length === 0) return [];
    const rarest = new Set(known.map((name) => rarestOf(name, facts)));
    return index.candidates([...rarest], filter, PROPOSED).map((proposal) => {
      const places = fields.map((name) => placesIn(proposal.streams[name]));
      return { proposal, fitting: known.filter((name) => places.some((each) => stands(name, each))) };
    });
  };
  // Where the index can't be used nothing is said.
  return unlessFault(ask, () => []).filter(({ fitting }) => fitting.length > 0);
}

/** `asks` are questions: what they name is not what the memory is about. */
const NAMING = FIELD_NAMES.filter((name) => name !== "asks");

function mayBeNamed(name: Name, facts: TermFacts): boolean {
  // Without the counts of developer text every word looks rare.
  if (facts.backgroundSize === 0) return false;
  const counts = name.tokens.map(({ term }) => facts.frequency.get(term) ?? 0);
  if (counts.some((count) => count === 0)) return false;
  return name.kind !== "word" || name.tokens.every(({ term }) => isTelling(term, name.rarity, facts));
}

function isTelling(term: string, rarity: number, facts: TermFacts): boolean {
  return (facts.frequency.get(term) ?? 0) <= FEW && rarityOf(term, facts) >= rarity;
}

function rarestOf({ tokens }: Name, { frequency }: TermFacts): string {
  const [first = "", ...more] = tokens.map(({ term }) => term);
  return more.reduce((best, term) => ((frequency.get(term) ?? 0) < (frequency.get(best) ?? 0) ? term : best), first);
}

type Places = ReadonlyMap<string, readonly number[]>;

/** By their exact form; what stands beside another token, as the whole of an identifier does, by its stem too. */
function placesIn(stream: string): Places {
  const places = new Map<string, number[]>();
  const put = (key: string, at: number): void => void (places.get(key)?.push(at) ?? places.set(key, [at]));
  let at = -1;
  for (const token of stream.split(" ").slice(1)) {
    const isBeside = token.startsWith("+");
    if (!isBeside) at++;
    const [term = "", form = term] = token.slice(Number(isBeside)).split("/");
    put(form, at);
    if (isBeside && form !== term) put(term, at);
  }
  return places;
}

function stands(name: Name, places: Places): boolean {
  const [first, ...more] = name.tokens.map(({ kind, term, form }) => places.get(kind === "whole" ? term : form) ?? []);
  if (name.kind === "word") return first?.some((at) => at < NEAR_THE_TOP) === true;
  let reached: readonly number[] = first ?? [];
  for (const next of more) reached = next.filter((at) => reached.some((from) => at === from + 1));
  return reached.length > 0;
}

function textOf({ document }: Memory): string {
  const head = [textField(document, "name"), textField(document, "description"), ...listField(document, "tags")];
  return [...head, document.body].join("\n");
}
