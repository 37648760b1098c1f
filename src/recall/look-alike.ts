// Pairs of texts that say the same, or the opposite, found by their words alone (REV-1, AUD-1). Precision comes first: a
// person who is shown two wrong pairs stops reading. Not quadratic: two texts are compared only when they share one of
// their rarest words, as many of these as a pair above the bar must share (a prefix filter, exact for these measures).
import { type Claim, claimsIn, polarityOf, termsIn } from "./claims.ts";

export interface Spoken {
  /** Only texts of one group are compared: a project's, or those that apply everywhere. */
  readonly group: string;
  readonly name: string;
  readonly description: string;
  readonly body: string;
  /** Two texts about different files don't meet. */
  readonly paths: readonly string[];
  /** Records what was at a time; it may well differ from another. */
  readonly isRecord: boolean;
}

interface Likeness {
  readonly kind: "duplicate" | "contradiction";
  /** Places in the list given, the earlier first. */
  readonly a: number;
  readonly b: number;
  /** From the bar to 1. */
  readonly score: number;
}

const BAR = {
  /** Where one says all that the other says, and something more. */
  duplicate: 0.75,
  /** Where each has words of its own, which may be what they are about. */
  exchanged: 0.85,
  /** Of name and description alone, where they say enough. */
  head: 0.85,
  headTerms: 4,
  leastTerms: 3,
  /** Of two sentences that say yes and no. */
  opposite: 0.8,
  /** Where numbers differ, nearly every other word is the same. */
  value: 0.9,
  /** Sentences further down count where the whole texts are about the same. */
  subject: 0.5,
  /** A word in more places than this proposes nothing, unless it is all there is. */
  commonest: 120,
} as const;

/** Added to the number of texts, so that words of a young store weigh nearly alike. */
const AS_IF = 200;

type Weigh = (term: string) => number;

export function likenessIn(texts: readonly Spoken[]): readonly Likeness[] {
  const all = texts.map(readingOf);
  const weigh = weights(all);
  const found = new Map<string, Likeness>();
  const keep = (one: Likeness): void => {
    const key = `${one.a} ${one.b}`;
    const known = found.get(key);
    if (known === undefined || rank(one) > rank(known)) found.set(key, one);
  };
  contradictions(all, weigh, keep);
  duplicates(all, weigh, keep);
  return [...found.values()].sort((one, other) => other.score - one.score || one.a - other.a || one.b - other.b);
}

/** A pair that contradicts is no duplicate, however alike. */
function rank({ kind, score }: Likeness): number {
  return (kind === "contradiction" ? 2 : 0) + score;
}

interface Reading {
  readonly spoken: Spoken;
  readonly terms: ReadonlySet<string>;
  readonly head: ReadonlySet<string>;
  readonly values: string;
  readonly turns: string;
  /** Those of name and description, and of the first sentence, lead. */
  readonly claims: readonly (Claim & { readonly leads: boolean })[];
}

function readingOf(spoken: Spoken): Reading {
  const body = withoutHeadings(spoken.body);
  const head = [...claimsIn(spoken.name), ...claimsIn(spoken.description)];
  const below = claimsIn(body);
  const claims = [...head, ...below].map((claim, at) => ({ ...claim, leads: at <= head.length }));
  return {
    spoken,
    terms: termsIn(polarityOf(`${spoken.name}\n${spoken.description}\n${body}`).rest),
    head: termsIn(polarityOf(`${spoken.name}\n${spoken.description}`).rest),
    values: [...new Set(claims.flatMap(({ values }) => values))].sort().join(" "),
    turns: [...new Set((`${spoken.description}\n${body}`.match(TURN) ?? []).map((word) => word.toLowerCase()))]
      .sort()
      .join(" "),
    claims: spoken.isRecord ? [] : claims.filter(({ terms }) => terms.size >= 2),
  };
}

/** Small words that turn what is said: with and without one, two texts don't say the same. */
const TURN = /(?<![\p{L}_-])(?:without|except|unless|only|ohne|außer|nur)(?![\p{L}_-])|제외|만 |除了|只|以外|だけ/giu;

/** Sections are the kind's, not the author's. */
function withoutHeadings(body: string): string {
  return body.replace(/^#{1,6} .*$/gm, "");
}

function weights(all: readonly Reading[]): Weigh {
  const counts = new Map<string, number>();
  for (const { terms } of all) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const size = all.length + AS_IF;
  const weightOf = (n: number): number => Math.log(1 + (size - n + 0.5) / (n + 0.5));
  const known = new Map([...counts].map(([term, n]) => [term, weightOf(n)]));
  const unseen = weightOf(1);
  return (term) => known.get(term) ?? unseen;
}

function duplicates(all: readonly Reading[], weigh: Weigh, keep: (one: Likeness) => void): void {
  const consider = (of: (reading: Reading) => ReadonlySet<string>, bar: number, fewest: number): void => {
    const items = all
      .map((reading, owner) => ({ owner, terms: of(reading) }))
      .filter(({ terms }) => terms.size >= fewest);
    eachPair(items, bar, weigh, ({ owner: a, terms }, { owner: b, terms: others }) => {
      const [one, other] = [all[a] as Reading, all[b] as Reading];
      if (!meet(one, other) || one.values !== other.values || one.turns !== other.turns || isOpposed(one, other))
        return;
      const score = overlap(terms, others, weigh);
      const least = holds(terms, others) || holds(others, terms) ? bar : Math.max(bar, BAR.exchanged);
      if (score >= least) keep({ kind: "duplicate", a, b, score });
    });
  };
  consider(({ terms }) => terms, BAR.duplicate, BAR.leastTerms);
  consider(({ head }) => head, BAR.head, BAR.headTerms);
}

/** What one of them leads with, the other may not deny by its number of negations, even where it is no clear opposite. */
function isOpposed(one: Reading, other: Reading): boolean {
  const denials = ({ claims }: Reading): number => claims.filter(({ leads, denied }) => leads && denied).length;
  return denials(one) === 0 ? denials(other) > 0 : denials(other) === 0;
}

function contradictions(all: readonly Reading[], weigh: Weigh, keep: (one: Likeness) => void): void {
  const items = all.flatMap(({ claims }, owner) => {
    const swaps = claims.filter(({ against }) => against.size > 0);
    const plain = claims.map((claim) => ({ owner, claim, terms: claim.terms }));
    return [...plain, ...swaps.map((claim) => ({ owner, claim, terms: everyTerm(claim) }))];
  });
  eachPair(items, BAR.opposite, weigh, ({ owner: a, claim }, { owner: b, claim: against }) => {
    const [one, other] = [all[a] as Reading, all[b] as Reading];
    if (!meet(one, other)) return;
    const isLed = claim.leads && against.leads;
    if (!isLed && overlap(one.terms, other.terms, weigh) < BAR.subject) return;
    const score = opposition(claim, against, weigh);
    if (score > 0) keep({ kind: "contradiction", a, b, score });
  });
}

function everyTerm({ terms, against }: Claim): ReadonlySet<string> {
  return against.size === 0 ? terms : new Set([...terms, ...against]);
}

/** 0 where they can stand side by side. */
function opposition(one: Claim, other: Claim, weigh: Weigh): number {
  if (isSwapped(one, other)) {
    const score = overlap(everyTerm(one), everyTerm(other), weigh);
    if (score >= BAR.opposite) return score;
  }
  const score = overlap(one.terms, other.terms, weigh);
  const sameValues = one.values.join(" ") === other.values.join(" ");
  if (one.denied !== other.denied) return sameValues && score >= BAR.opposite ? score : 0;
  return !sameValues && isOtherValue(one.values, other.values) && score >= BAR.value ? score : 0;
}

/** "Use A, not B" and "use B, not A". */
function isSwapped(one: Claim, other: Claim): boolean {
  if (one.denied !== other.denied || one.against.size === 0 || other.against.size === 0) return false;
  return holds(other.terms, one.against) && holds(one.terms, other.against);
}

function holds(terms: ReadonlySet<string>, some: ReadonlySet<string>): boolean {
  return [...some].every((term) => terms.has(term));
}

const VALUES_MAX = 3;

/** The same number of them, and exactly one is another. */
function isOtherValue(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length || one.length > VALUES_MAX) return false;
  return one.filter((value, at) => value !== other[at]).length === 1;
}

function meet(one: Reading, other: Reading): boolean {
  if (one.spoken.group !== other.spoken.group) return false;
  const [paths, others] = [one.spoken.paths, other.spoken.paths];
  return paths.length === 0 || others.length === 0 || paths.some((path) => others.includes(path));
}

/** Weighted Jaccard. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>, weigh: Weigh): number {
  let shared = 0;
  let all = 0;
  for (const term of one) {
    const weight = weigh(term);
    all += weight;
    if (other.has(term)) shared += weight;
  }
  for (const term of other) if (!one.has(term)) all += weigh(term);
  return all === 0 ? 0 : shared / all;
}

interface Item {
  readonly owner: number;
  readonly terms: ReadonlySet<string>;
}

/** Pairs of different owners that can reach the bar; some of them do. Far too different weights alone keep two apart. */
function eachPair<T extends Item>(
  items: readonly T[],
  bar: number,
  weigh: Weigh,
  take: (one: T, other: T) => void,
): void {
  const places = new Map<string, { readonly item: T; readonly weight: number; met: T | undefined }[]>();
  for (const item of items) {
    const weight = weightOf(item.terms, weigh);
    const entry = { item, weight, met: undefined };
    for (const term of rarest(item.terms, bar, weigh)) {
      const others = places.get(term) ?? [];
      for (let at = Math.max(0, others.length - BAR.commonest); at < others.length; at++) {
        const other = others[at];
        if (other === undefined || other.met === item || other.item.owner === item.owner) continue;
        other.met = item;
        if (Math.min(weight, other.weight) >= bar * Math.max(weight, other.weight)) take(other.item, item);
      }
      others.push(entry);
      places.set(term, others);
    }
  }
}

function weightOf(terms: ReadonlySet<string>, weigh: Weigh): number {
  let sum = 0;
  for (const term of terms) sum += weigh(term);
  return sum;
}

/** So many that what is left weighs too little to reach the bar with. */
function rarest(terms: ReadonlySet<string>, bar: number, weigh: Weigh): readonly string[] {
  const sorted = [...terms]
    .map((term) => ({ term, weight: weigh(term) }))
    .sort((one, other) => other.weight - one.weight || (one.term < other.term ? -1 : 1));
  let left = sorted.reduce((sum, { weight }) => sum + weight, 0);
  const enough = bar * left;
  let count = 0;
  while (count < sorted.length && left >= enough) left -= sorted[count++]?.weight ?? 0;
  return sorted.slice(0, count).map(({ term }) => term);
}
