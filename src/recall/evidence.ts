// Two absolute figures about a hit (CTX-3), comparable between stores and prompts: how much of what was matched is rare
// in developer text at large, and what share of the question was matched. Only what stands together counts: the head of
// a memory (name, tags, asks, description) and the best passage of its body. In a long text single words of any question
// can be found; together they are found where it is about them.

import type { QueryTerm } from "../text/query.ts";
import type { Matches, TermHit } from "./matches.ts";
import { bestPassage, nearestAfter } from "./proximity.ts";
import type { Question } from "./score.ts";
import type { TermFacts } from "./search-index.ts";

interface Weighed {
  readonly mass: number;
  readonly coverage: number;
}

export interface Evidence extends Weighed {
  /** What share of the memory was asked for: in a short one a matched word says more. */
  readonly density: number;
  /** A name that the question is about stands there exactly (ARR-5). */
  readonly named: boolean;
}

/** One table, chosen on the development halves. Figures: docs/decisions/0012-search.md. */
const COUNTED = {
  /** A longer prompt is judged by its best run of so many terms. */
  window: 12,
  windowStep: 2,
  passageWords: 45,
  /** What of a term's part in coverage depends on its rarity at large. */
  rarity: 0.2,
  /** For neighbours that are neighbours in the text too, of the less rare one. */
  neighbours: 0.6,
  /** A match of the stem alone. */
  otherForm: 0.8,
  /** What the name itself adds to an identifier made of common words, at most. */
  name: 0.2,
  /** Mass is found by chance the sooner the longer a text is, and the more memories there are. */
  longBody: 20,
  longBodyPower: 0.1,
  store: 300,
  storePower: 0.5,
} as const;

/** What is asked, each thing once: an identifier that stands there as a whole, else its parts. */
interface Unit {
  readonly at: number;
  readonly rarity: number;
  readonly weight: number;
}

export function evidence(asked: Question, rarities: readonly number[], found: Matches): Evidence {
  const units = unitsOf(asked, rarities, found);
  const together = passageOf(units, found);
  const parts = units.map((unit, index) => partOf({ asked, found, together }, unit, units[index - 1]));
  const factor = 1 / chance(asked, found);
  let best: Weighed = { mass: 0, coverage: 0 };
  for (let from = 0; from === 0 || from + COUNTED.window <= parts.length; from += COUNTED.windowStep) {
    const here = sumOf(parts.slice(from, from + COUNTED.window), factor);
    if (conviction(here) > conviction(best)) best = here;
  }
  const matched = { asked, found, together };
  return { ...best, density: densityOf(matched), named: isNamed(matched, units) };
}

/** The two figures in one: a long prompt is judged by the run of its terms for which this is largest. */
export function conviction({ mass, coverage }: Weighed): number {
  return mass * coverage ** 1.5;
}

/** All figures in one, for what is told as a line: `lead` is how far it stands before the next hit. */
export function likeness({ mass, coverage, density, lead }: Evidence & { readonly lead: number }): number {
  return mass * (coverage * density) ** 0.75 * (LIKENESS.alone + lead);
}

/** One table. Figures: docs/decisions/0043-two-levels.md. */
const LIKENESS = {
  /** What counts where the next hit is as good. */
  alone: 0.3,
  /** A commoner word tells nothing about a memory. */
  telling: 0.05,
  /** One word must be as rare as this; two need not. */
  single: 0.4,
  /** Shorter and longer texts count as this many words. */
  shortest: 8,
  longest: 35,
} as const;

/** Stems of what people say to an agent whatever the matter is. They are rarer in documentation than in prompts. */
const STEERING: ReadonlySet<string> = new Set(
  (
    "add again ahead chang check clean commit continu creat document explain fail fine first fix format generat go good great " +
    "last look move nice order perfect push remov renam review run see show simplifi sort start stop test tri updat write"
  ).split(" "),
);

function densityOf({ asked, found, together }: Matched): number {
  const telling = [...together].filter(({ at }) => !STEERING.has(asked.terms[at]?.term ?? ""));
  const rarities = telling.map(({ rarity }) => rarity).filter((rarity) => rarity >= LIKENESS.telling);
  if (rarities.length < 2 && (rarities[0] ?? 0) < LIKENESS.single) return 0;
  const words = Math.max(found.fields.body.length, found.fields.description.length);
  return rarities.length / Math.min(LIKENESS.longest, Math.max(LIKENESS.shortest, words));
}

/** False where no text can have any density for the question. */
export function couldBeDense(terms: readonly QueryTerm[], facts: TermFacts): boolean {
  const telling = terms.filter(({ term }) => !STEERING.has(term));
  const isRare = ({ term, whole }: QueryTerm, bar: number): boolean =>
    whole !== undefined || rarityOf(term, facts) >= bar;
  if (telling.some((each) => isRare(each, LIKENESS.single))) return true;
  return telling.filter((each) => isRare(each, LIKENESS.telling)).length >= 2;
}

const NAMES = {
  /** Developer text hardly knows it. */
  rarity: 0.9,
  form: /^[a-z][a-z0-9]{4,}$/,
  /** A name of many memories tells none of them apart. */
  holders: 3,
} as const;

/** Every name in the question stands there, in the very form asked: who names another thing too asks about that. */
function isNamed({ asked, found, together }: Matched, units: readonly Unit[]): boolean {
  const names = units.filter(({ at, rarity }) => rarity >= NAMES.rarity && asked.terms[at]?.printed !== true);
  return (
    names.length > 0 && names.every((unit) => together.has(unit) && isExact(found, unit.at) && isName(asked, unit))
  );
}

function isName({ terms, facts }: Question, { at }: Unit): boolean {
  const { term = "", forms = [] } = terms[at] ?? {};
  return (facts.frequency.get(term) ?? 0) <= NAMES.holders && forms.some((form) => NAMES.form.test(form));
}

interface Part {
  readonly mass: number;
  readonly matched: number;
  readonly asked: number;
  readonly printed: boolean;
}

interface Matched {
  readonly asked: Question;
  readonly found: Matches;
  /** The units that stand together. */
  readonly together: ReadonlySet<Unit>;
}

function partOf({ asked, found, together }: Matched, unit: Unit, before: Unit | undefined): Part {
  const printed = asked.terms[unit.at]?.printed === true;
  if (!together.has(unit)) return { mass: 0, matched: 0, asked: unit.weight, printed };
  const form = isExact(found, unit.at) ? 1 : COUNTED.otherForm;
  const neighbours = before !== undefined && together.has(before) && areNeighbours(asked, before, unit, found);
  const bonus = neighbours ? COUNTED.neighbours * Math.min(before.rarity, unit.rarity) : 0;
  return { mass: form * unit.rarity + bonus, matched: form * unit.weight, asked: unit.weight, printed };
}

/** A message that is printed again has the same words: what a program printed counts by the share that was matched. */
function sumOf(parts: readonly Part[], factor: number): Weighed {
  const typed = { mass: 0, matched: 0, asked: 0 };
  const printed = { mass: 0, matched: 0, asked: 0 };
  for (const part of parts) {
    const sum = part.printed ? printed : typed;
    sum.mass += part.mass;
    sum.matched += part.matched;
    sum.asked += part.asked;
  }
  const again = printed.asked === 0 ? 0 : printed.matched / printed.asked;
  const asked = typed.asked + printed.asked;
  return {
    mass: (typed.mass + again * printed.mass) * factor,
    coverage: asked === 0 ? 0 : (typed.matched + printed.matched) / asked,
  };
}

function chance({ facts }: Question, { fields }: Matches): number {
  const long = Math.max(1, fields.body.length / COUNTED.longBody) ** COUNTED.longBodyPower;
  return long * chanceIn(facts.documents);
}

function chanceIn(documents: number): number {
  return (Math.log(10 + documents) / Math.log(10 + COUNTED.store)) ** COUNTED.storePower;
}

/** No text can have more mass than this for the question, however well it matches. */
export function mostMass(terms: readonly QueryTerm[], facts: TermFacts): number {
  const simple = terms.filter(({ whole }) => whole === undefined);
  const rarity = simple.reduce((sum, { term }) => sum + rarityOf(term, facts), 0);
  const names = COUNTED.name * (terms.length - simple.length);
  return ((1 + COUNTED.neighbours) * (rarity + names)) / chanceIn(facts.documents);
}

function unitsOf({ terms, idf }: Question, rarities: readonly number[], found: Matches): readonly Unit[] {
  const units = new Map<number, Unit>();
  const weight = idf.map((each, at) => each * (1 - COUNTED.rarity + COUNTED.rarity * (rarities[at] ?? 1)));
  terms.forEach(({ whole }, at) => {
    if (whole === undefined) units.set(at, { at, rarity: rarities[at] ?? 0, weight: weight[at] ?? 0 });
  });
  terms.forEach(({ whole, position }, at) => {
    if (whole === undefined || !isFound(found, at)) return;
    let rarity = 0;
    let sum = 0;
    for (let index = Math.max(0, at - 1); index < Math.min(terms.length, at + whole); index++) {
      const part = units.get(index);
      const place = terms[index]?.position ?? -1;
      if (part === undefined || place < position || place >= position + whole) continue;
      units.delete(index);
      rarity += part.rarity;
      sum += part.weight;
    }
    units.set(at, {
      at,
      rarity: Math.max(rarity, Math.min(rarity + COUNTED.name, rarities[at] ?? 0)),
      weight: Math.max(sum, weight[at] ?? 0),
    });
  });
  return [...units.values()].sort((a, b) => a.at - b.at);
}

const HEAD = ["name", "tags", "asks", "description"] as const;

/** Of the units that were found: all in the head, and those of the best passage. */
function passageOf(units: readonly Unit[], found: Matches): ReadonlySet<Unit> {
  const head = units.filter(({ at }) => HEAD.some((name) => (found.fields[name].hits[at]?.count ?? 0) > 0));
  const rest = units.filter((unit) => !head.includes(unit));
  const hits: (TermHit | undefined)[] = rest.map(({ at }) => found.fields.body.hits[at]);
  const weights = rest.map(({ weight }) => weight);
  const best = bestPassage(hits, weights, COUNTED.passageWords).inside;
  return new Set([...head, ...best.map((index) => rest[index] as Unit)]);
}

function areNeighbours({ terms }: Question, first: Unit, second: Unit, found: Matches): boolean {
  const gap = (terms[second.at]?.position ?? 0) - (terms[first.at]?.position ?? 0);
  return gap >= 1 && gap <= 4 && areNear(found, first.at, second.at, gap);
}

function areNear(found: Matches, first: number, second: number, gap: number): boolean {
  return Object.values(found.fields).some(({ hits }) => {
    const [one, other] = [hits[first], hits[second]];
    return one !== undefined && other !== undefined && nearestAfter(one.positions, other.positions) <= gap;
  });
}

function isFound(found: Matches, at: number): boolean {
  return Object.values(found.fields).some(({ hits }) => (hits[at]?.count ?? 0) > 0);
}

function isExact(found: Matches, at: number): boolean {
  return Object.values(found.fields).some(({ hits }) => (hits[at]?.exact ?? 0) > 0);
}

/** 1 for a word that developer text does not know, near 0 for one of its commonest. */
export function rarityOf(term: string, { background, backgroundSize }: TermFacts): number {
  if (backgroundSize <= 3) return 1;
  const seen = background.get(term);
  if (seen === undefined || seen <= 0) return 1;
  const share = Math.log(backgroundSize / seen) / Math.log(backgroundSize / 3);
  return Math.min(1, Math.max(0.05, share)) ** 2;
}
