// Finding memories for a question or a prompt (SEA-9): one engine for every entrance. The index proposes; each memory is
// then read, parsed and trust-checked from its own bytes, filtered again, and ranked by what it really says.
import { type Memory, readCatalogue, readMemory, replacedAmong } from "../store/catalogue.ts";
import type { MemoryStore, Spot } from "../store/memory-store.ts";
import type { Suspects } from "../store/withheld.ts";
import { unlessFault } from "../text/errors.ts";
import { type Query, type QueryTerm, queryOf } from "../text/query.ts";
import { dayOf } from "../trust/transitions.ts";
import type { WithheldReason } from "./candidate.ts";
import { type Ranked, rank } from "./rank.ts";
import {
  added,
  byField,
  FIELD_NAMES,
  type FieldName,
  HEAD,
  type IndexFilter,
  NO_FACTS,
  type Proposal,
  proposalOf,
  type SearchIndex,
  spotKey,
  type TermFacts,
  TITLE_TAGS,
  unindexed,
} from "./search-index.ts";
import { whyNot } from "./serve.ts";
import { couldPass, couldTell, worthSaying, worthTelling } from "./silence.ts";

export interface SearchedStore {
  readonly store: MemoryStore;
  /** Undefined where none can be opened: then names, tags and descriptions are searched. */
  readonly index: SearchIndex | undefined;
  /** Which words of a memory are looked at (SEA-6): all of them, unless the user chose names and tags. */
  readonly strategy?: Strategy;
  /** Of whoever has every memory at hand as its file says it: then none is read again. */
  readonly held?: (spot: Spot) => Memory | undefined;
}

export type Strategy = "fts5-bm25" | "title-tags";

export interface SearchRequest {
  readonly text: string;
  /** Typed by somebody who looks at the result; a prompt is not. */
  readonly interactive: boolean;
  /** Of a prompt: what only may apply is wanted too (ARR-5). */
  readonly mayApply?: boolean;
  readonly project?: string | undefined;
  /** Of every project too; what belongs to another one is among the misses. */
  readonly everywhere?: boolean;
  readonly branches?: readonly string[] | undefined;
  readonly now: Date;
  /** Given for an agent: what waits for a person is then left out. */
  readonly suspects?: Suspects;
}

/** What was ranked, with the memory as its file has it now. */
export interface Hit extends Ranked {
  readonly memory: Memory;
}

export interface Miss extends Hit {
  readonly reason: WithheldReason;
}

export interface SearchResult {
  readonly query: Query;
  readonly facts: TermFacts;
  /** Best first; every one of them may be shown. */
  readonly hits: readonly Hit[];
  /** What matched and may not be shown. */
  readonly misses: readonly Miss[];
  /** The best by the index's word, whether or not it was read. */
  readonly best?: Ranked | undefined;
  readonly strategy: Strategy;
}

/** Rescored in full; FTS5's own order chooses them. */
const CANDIDATES = 60;
const COMPLETIONS = 6;
/** A prompt does not wait for more than this many changed files. */
const MOST_CHANGES = 200;
/** Of a prompt's candidates only what could be said is read: those near the best (SEA-1). */
const MOST_READ = CANDIDATES;

export function search(stores: readonly SearchedStore[], request: SearchRequest): SearchResult {
  const { project, everywhere, branches } = request;
  const fields = fieldsOf(stores);
  const filter = { today: dayOf(request.now), project, everywhere, branches, fields };
  const engines = stores.map((each) => ({ ...each, ...engineOf(each, request) }));
  const query = completed(queryOf(request.text, { interactive: request.interactive }), engines, filter);
  const terms = query.terms.map(({ term }) => term);
  const isWhole = fields === undefined && engines.every((each) => each.indexed);
  const strategy = isWhole ? "fts5-bm25" : "title-tags";
  const asked = terms.length === 0 ? [] : engines;
  const facts = asked.map(({ engine }) => engine.facts(terms, filter)).reduce(added, NO_FACTS);
  const [could, said] = request.mayApply === true ? [couldTell, worthTelling] : [couldPass, worthSaying];
  if (!request.interactive && !could(query, facts)) return { query, facts, hits: [], misses: [], strategy };
  const origin = new Map<Proposal, SearchedStore>();
  for (const each of asked)
    for (const proposal of each.engine.candidates(terms, filter, CANDIDATES)) origin.set(cutTo(fields, proposal), each);
  const proposed = rank(query, facts, [...origin.keys()]);
  const worth = request.interactive ? proposed : said(proposed, MOST_READ);
  const read = worth.flatMap(({ proposal }) => freshly(proposal, origin, fields));
  const memories = new Map(read.map((each) => [each.proposal, each.memory]));
  const asProposed = read.every(({ proposal }) => origin.has(proposal));
  const replaced = replacedAmong([...memories.values()], engines);
  const hits: Hit[] = [];
  const misses: Miss[] = [];
  for (const ranked of asProposed ? proposed : rank(query, facts, [...memories.keys()])) {
    const memory = memories.get(ranked.proposal);
    if (memory === undefined) continue;
    const reason = whyNot(memory, request, replaced);
    if (reason === undefined) hits.push({ ...ranked, memory });
    else misses.push({ ...ranked, memory, reason });
  }
  return { query, facts, hits, misses, strategy, best: proposed[0] };
}

/** One word of the user's for every store. */
function fieldsOf(stores: readonly SearchedStore[]): readonly FieldName[] | undefined {
  return stores.some(({ strategy }) => strategy === "title-tags") ? TITLE_TAGS : undefined;
}

/** What is not looked at is not there for the ranking either, nor for the bars of silence. */
function cutTo(fields: readonly FieldName[] | undefined, proposal: Proposal): Proposal {
  if (fields === undefined) return proposal;
  return { ...proposal, streams: byField((name) => (fields.includes(name) ? proposal.streams[name] : "")) };
}

type Engine = Pick<SearchIndex, "facts" | "candidates">;

function engineOf(searched: SearchedStore, request: SearchRequest): { engine: Engine; indexed: boolean } {
  const { store, index } = searched;
  const fields = fieldsOf([searched]) ?? HEAD;
  const otherwise = (): Engine => (request.interactive ? unindexed(readCatalogue(store).memories, fields) : NO_ENGINE);
  const options = request.interactive
    ? ({ depth: "files" } as const)
    : ({ depth: "places", most: MOST_CHANGES } as const);
  const isBuilt = unlessFault(
    () => index !== undefined && index.refresh(options) !== "empty",
    () => false,
  );
  return index !== undefined && isBuilt
    ? { engine: steady(index, otherwise), indexed: true }
    : { engine: otherwise(), indexed: false };
}

/** A prompt is not told anything without the index: only there stands how rare a word is, and nothing is read in vain. */
const NO_ENGINE: Engine = { facts: () => NO_FACTS, candidates: () => [] };

/** An index that breaks while it is asked is as good as none. */
function steady(index: Engine, otherwise: () => Engine): Engine {
  let engine = index;
  const ask = <T>(act: (of: Engine) => T): T =>
    unlessFault(
      () => act(engine),
      () => {
        engine = otherwise();
        return act(engine);
      },
    );
  return {
    facts: (terms, filter) => ask((of) => of.facts(terms, filter)),
    candidates: (terms, filter, limit) => ask((of) => of.candidates(terms, filter, limit)),
  };
}

/** The last word of a search that is still being typed stands for the words that begin with it (SEA-4). */
function completed(query: Query, stores: readonly SearchedStore[], filter: IndexFilter): Query {
  const known = new Set(query.terms.map(({ term }) => term));
  const more: QueryTerm[] = [];
  for (const { term, forms, position, prefix } of query.terms) {
    if (prefix !== true) continue;
    for (const { index } of stores) {
      for (const begun of completionsOf(index, forms[0] ?? term, filter)) {
        if (known.has(begun)) continue;
        known.add(begun);
        more.push({ term: begun, forms: [], position });
      }
    }
  }
  return more.length === 0 ? query : { terms: [...query.terms, ...more.slice(0, COMPLETIONS)] };
}

function completionsOf(index: SearchIndex | undefined, prefix: string, filter: IndexFilter): readonly string[] {
  return unlessFault(
    () => index?.completions(prefix, filter, COMPLETIONS) ?? [],
    () => [],
  );
}

interface Read {
  readonly proposal: Proposal;
  readonly memory: Memory;
}

/** As the file says it now; a file that is gone or can't be read is no memory. */
function freshly(
  proposal: Proposal,
  origin: ReadonlyMap<Proposal, SearchedStore>,
  fields: readonly FieldName[] | undefined,
): readonly Read[] {
  const from = origin.get(proposal);
  const memory = from?.held?.(proposal) ?? (from && readMemory(from.store, proposal));
  if (memory?.kind !== "memory") return [];
  const now = fields === undefined ? analysed(memory) : proposalOf(memory, fields);
  const same = FIELD_NAMES.every((name) => now.streams[name] === proposal.streams[name]);
  return [{ proposal: same ? proposal : now, memory }];
}

/** A memory that is held is asked about again and again. */
const known = new WeakMap<Memory, Proposal>();

function analysed(memory: Memory): Proposal {
  const proposal = known.get(memory) ?? proposalOf(memory);
  known.set(memory, proposal);
  return proposal;
}

/** The same as asking with suspects, for somebody who knew only afterwards whom to ask about. */
export function withoutSuspects(found: SearchResult, request: SearchRequest): SearchResult {
  const misses = found.hits.flatMap((hit) => {
    const reason = whyNot(hit.memory, request);
    return reason === undefined ? [] : [{ ...hit, reason }];
  });
  const missed = new Set(misses.map(({ memory }) => memory));
  return {
    ...found,
    hits: found.hits.filter(({ memory }) => !missed.has(memory)),
    misses: [...found.misses, ...misses],
  };
}

// What matches a search and was put away: expired, quarantined, retired, proposed. No index holds it and no agent is told
// of it (SEA-5, TRU-30); a person who asks must not hear that nothing is known about what they have.

/** What belongs to another project or branch was not put away: it is found there. */
const PUT_AWAY: ReadonlySet<WithheldReason> = new Set(["quarantined", "malformed", "retired", "expired", "proposal"]);

/** The same, with these among the misses; for a person only. */
export function withPutAway(
  found: SearchResult,
  stores: readonly SearchedStore[],
  request: SearchRequest,
): SearchResult {
  const fields = fieldsOf(stores);
  const known = new Set(found.misses.map(({ memory }) => spotKey({ scope: memory.scope, ...memory.stored })));
  const away = new Map(
    stores
      .flatMap(({ store }) => readCatalogue(store).memories)
      .flatMap((memory) => {
        const reason = whyNot(memory, { ...request, suspects: undefined });
        if (
          reason === undefined ||
          !PUT_AWAY.has(reason) ||
          known.has(spotKey({ scope: memory.scope, ...memory.stored }))
        )
          return [];
        return [[proposalOf(memory, fields), { memory, reason }] as const];
      }),
  );
  const more = rank(found.query, found.facts, [...away.keys()]).flatMap((ranked): readonly Miss[] => {
    const each = away.get(ranked.proposal);
    return each === undefined || ranked.matched.length === 0 ? [] : [{ ...ranked, ...each }];
  });
  return { ...found, misses: [...found.misses, ...more] };
}
