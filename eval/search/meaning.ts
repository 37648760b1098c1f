// What "near in meaning" adds to a search (ARR-5a): real stores, the search that MCP answers with, and under its hits what
// nearInMeaning gives. The right memory among all that is shown, beside the words alone; what it costs; and how much of it ten
// memories made of the questions' own words take. By the table, or by an encoder that has seen every memory.

import { statSync } from "node:fs";
import { withIndex } from "../../src/compose/indexed.ts";
import { NEAR } from "../../src/compose/meaning.ts";
import { effectiveConfig, parseConfig } from "../../src/config/config.ts";
import { closer, type Encoder, encodeWaiting } from "../../src/recall/encoder.ts";
import { ENCODER } from "../../src/recall/io/encoder/pins.ts";
import { encodingsBy } from "../../src/recall/io/index/encodings.ts";
import type { IndexedStore } from "../../src/recall/judged.ts";
import { nearInMeaning } from "../../src/recall/near-in-meaning.ts";
import { type Hit, type SearchRequest, search } from "../../src/recall/search.ts";
import { storeKey } from "../../src/store/io/open-store.ts";
import { suspectsBy } from "../../src/store/withheld.ts";
import { CHECKS } from "../../test/support/acts.ts";
import { INDEX_FILE } from "../../test/support/index-file.ts";
import { idOf, type Planted, plant } from "../../test/support/memories.ts";
import { makeBox, openBox, placesOf, removeBox } from "../../test/support/store-box.ts";
import { type Doc, type Group, headOf, ownCorpus, publicCorpus, type Question } from "./read.ts";

/** What memory_search gives by default (SEA-7). */
const [LIMIT, CUT, ALWAYS] = [5, 0.5, 2];
const NOW = new Date("2026-06-01T10:00:00Z");
const { config } = effectiveConfig(parseConfig(undefined, "user"));
const SIZE = 500;
const POISON = 10;

export interface MeaningRow {
  readonly name: string;
  readonly questions: number;
  /** Per cent with the right memory among what is shown. */
  readonly words: number;
  readonly withNear: number;
  /** Hits shown, on average. */
  readonly shown: number;
}

export interface MeaningFigures {
  readonly rows: readonly MeaningRow[];
  /** Every list of lexical hits was the same with and without the table. */
  readonly sameOrder: boolean;
  /** Milliseconds: vectors of a whole store made at the first question, and the median of a later one. */
  readonly size: number;
  readonly fillMs: number;
  readonly lookupMs: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  /** The most of five places that ten such memories took, written on one day and each on its own. */
  readonly poison: { readonly oneDay: number; readonly ownDays: number };
}

interface Told {
  readonly all: readonly string[];
  readonly lexical: readonly string[];
  readonly near: readonly string[];
  readonly ms: number;
}

/** A store of these, all confirmed, and `more` planted as given. */
class Asked {
  readonly #base: string = makeBox("memory");
  readonly #ids = new Map<string, string>();
  readonly #with: readonly IndexedStore[];
  readonly #without: readonly IndexedStore[];
  readonly #encoder: Encoder | undefined;

  constructor(docs: readonly Doc[], encoder: Encoder | undefined, more: readonly Planted[] = []) {
    this.#encoder = encoder;
    for (const [at, doc] of docs.entries()) this.#plant(at, doc.id, plantedOf(doc));
    for (const [at, each] of more.entries()) this.#plant(docs.length + at, `more-${at}`, each);
    const [open, places] = [openBox(this.#base), placesOf(this.#base)];
    this.#with = [withIndex(open, places, config, { near: NEAR, encodings: encodingsBy(ENCODER) })];
    this.#without = [withIndex(open, places, config)];
  }

  #plant(at: number, key: string, about: Planted): void {
    plant(this.#base, `project_m${at}`, { ...about, id: idOf(at + 1) });
    this.#ids.set(`project_m${at}.md`, key);
  }

  /** The index as it is before anybody asks what is near. */
  build(): void {
    for (const { index } of this.#without) index?.refresh();
  }

  async encode(): Promise<void> {
    const rest = async (): Promise<void> => undefined;
    if (this.#encoder === undefined) return;
    const encoding = { encoder: this.#encoder, suspects: suspectsBy(CHECKS), now: NOW, rest };
    for (const store of this.#with) await encodeWaiting(store, 1e6, encoding);
  }

  async ask(text: string): Promise<Told> {
    const request = requestFor(text);
    const found = search(this.#with, request);
    const best = found.hits[0]?.score ?? 0;
    const shown = found.hits.filter(({ score }, at) => at < ALWAYS || score >= CUT * best).slice(0, LIMIT);
    const from = performance.now();
    const near = nearInMeaning(found, shown, await closer(this.#with, found, text, this.#encoder), request);
    const ms = performance.now() - from;
    return { all: this.#names(found.hits), lexical: this.#names(shown), near: this.#names(near), ms };
  }

  /** All hits of the words alone. */
  alone(text: string): readonly string[] {
    return this.#names(search(this.#without, requestFor(text)).hits);
  }

  #names(hits: readonly Pick<Hit, "memory">[]): readonly string[] {
    return hits.map(({ memory }) => this.#ids.get(memory.stored.file) ?? "");
  }

  bytes(): number {
    const folder = `${placesOf(this.#base).cache}/index/${storeKey(openBox(this.#base).store.info)}`;
    return [INDEX_FILE, `${INDEX_FILE}-wal`].reduce(
      (sum, name) => sum + (statSync(`${folder}/${name}`, { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
  }

  close(): void {
    for (const { index } of [...this.#with, ...this.#without]) index?.close();
    removeBox(this.#base);
  }
}

function requestFor(text: string): SearchRequest {
  return { text, interactive: true, now: NOW };
}

function plantedOf(doc: Doc): Planted {
  const { name, description } = headOf(doc);
  const list = (values: readonly string[]): string => JSON.stringify(values);
  return {
    tier: "verified",
    name: JSON.stringify(name),
    description: JSON.stringify(description),
    more: [
      ...(doc.tags.length === 0 ? [] : [`tags: ${list(doc.tags)}`]),
      ...(doc.asks.length === 0 ? [] : [`asks: ${list(doc.asks)}`]),
    ],
    body: doc.body,
  };
}

/** Undefined where the public corpora are not here. Without an encoder the table answers. */
export async function meaningFigures(encoder?: Encoder): Promise<MeaningFigures | undefined> {
  const held = heldCorpora();
  if (held === undefined) return undefined;
  const { groups, others, own } = held;
  const near = await nearFigures(held, encoder);
  const docs = groups.flatMap((group) => group.docs);
  const padding = [...own, ...others].flatMap((group) => group.docs).slice(0, SIZE - docs.length);
  const questions = groups.flatMap((group) => group.questions);
  const large = await rowsOf({ name: "", docs: [...docs, ...padding], questions }, isZero, encoder);
  return {
    rows: [...near.rows, ...summed(`no word shared, a store of ${SIZE}`, large.told)],
    sameOrder: near.sameOrder && large.sameOrder,
    size: SIZE,
    ...large.cost,
    poison: {
      oneDay: await poisoned(groups, encoder, () => "2026-05-01"),
      ownDays: await poisoned(groups, encoder, (at) => `2026-05-${11 + at}`),
    },
  };
}

type NearFigures = Pick<MeaningFigures, "rows" | "sameOrder">;

/** Of stores as people have them. */
export function smallFigures(encoder: Encoder): Promise<NearFigures | undefined> {
  const held = heldCorpora();
  return held === undefined ? Promise.resolve(undefined) : nearFigures(held, encoder);
}

interface Held {
  readonly groups: readonly Group[];
  readonly others: readonly Group[];
  readonly own: readonly Group[];
}

function heldCorpora(): Held | undefined {
  const [groups, others, own] = [publicCorpus("paraphrase"), publicCorpus("tldr"), ownCorpus()];
  return groups === undefined || others === undefined || own === undefined ? undefined : { groups, others, own };
}

function isZero({ cat }: Question): boolean {
  return cat === "zero";
}

async function nearFigures({ groups, own }: Held, encoder: Encoder | undefined): Promise<NearFigures> {
  const small = await oneByOne(groups, (group) => rowsOf(group, isZero, encoder));
  const isEnglish = ({ cat, lang }: Question): boolean => cat === "paraphrase" && lang === "en";
  const english = await oneByOne(own, (group) => rowsOf(group, isEnglish, encoder));
  const told = (all: readonly Ran[]): readonly Row[] => all.flatMap((each) => each.told);
  return {
    rows: [...summed("no word shared, stores of 75", told(small)), ...summed("own paraphrases", told(english))],
    sameOrder: [...small, ...english].every((each) => each.sameOrder),
  };
}

interface Row {
  readonly question: Question;
  readonly told: Told;
}

interface Ran {
  readonly told: readonly Row[];
  readonly sameOrder: boolean;
  readonly cost: Pick<MeaningFigures, "fillMs" | "lookupMs" | "bytesBefore" | "bytesAfter">;
}

async function oneByOne<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await act(item));
  return results;
}

async function rowsOf(
  { docs, questions }: Group,
  isAsked: (question: Question) => boolean,
  encoder: Encoder | undefined,
): Promise<Ran> {
  const store = new Asked(docs, encoder);
  store.build();
  const before = store.bytes();
  await store.encode();
  let sameOrder = true;
  const told = await oneByOne(questions.filter(isAsked), async (question) => {
    const found = await store.ask(question.text);
    sameOrder &&= store.alone(question.text).join() === found.all.join();
    return { question, told: found };
  });
  const times = told
    .slice(1)
    .map((each) => each.told.ms)
    .sort((a, b) => a - b);
  const cost = {
    fillMs: told[0]?.told.ms ?? 0,
    lookupMs: times[Math.floor(times.length / 2)] ?? 0,
    bytesBefore: before,
    bytesAfter: store.bytes(),
  };
  store.close();
  return { told, sameOrder, cost };
}

function summed(name: string, told: readonly Row[]): readonly MeaningRow[] {
  return [true, false].map((development) => {
    const rows = told.filter(({ question }) => question.development === development);
    const share = (of: (row: Row) => readonly string[]): number =>
      (100 * rows.filter((row) => row.question.rel.some((id) => of(row).includes(id))).length) /
      Math.max(1, rows.length);
    return {
      name: `${name}, ${development ? "development" : "held-out"}`,
      questions: rows.length,
      words: share(({ told: { lexical } }) => lexical),
      withNear: share(({ told: { lexical, near } }) => [...lexical, ...near]),
      shown:
        rows.reduce((sum, row) => sum + row.told.lexical.length + row.told.near.length, 0) / Math.max(1, rows.length),
    };
  });
}

/** Each is all words of all questions: as near to every one of them as a memory gets. */
async function poisoned(
  groups: readonly Group[],
  encoder: Encoder | undefined,
  day: (at: number) => string,
): Promise<number> {
  const taken = await oneByOne(groups, async ({ docs, questions }) => {
    const asked = questions.filter(({ cat }) => cat === "zero");
    const body = asked.map(({ text }) => text).join(" ");
    const made = Array.from({ length: POISON }, (_, at) => ({
      tier: "inferred",
      name: `Note ${at}`,
      description: "a note",
      created: `${day(at)}T10:00:00Z`,
      body,
    }));
    const store = new Asked(docs, encoder, made);
    store.build();
    await store.encode();
    const told = await oneByOne(asked, ({ text }) => store.ask(text));
    store.close();
    return Math.max(...told.map(({ near }) => near.filter((id) => id.startsWith("more-")).length));
  });
  return Math.max(...taken);
}
