// Where the asked terms stand in a memory: streams in, counts and positions out. One pass, and no token is kept that
// was not asked for. Beside the terms themselves: what begins with one (fetchvalue for fetch) and what is two of them in
// one word (dataframe for "data frame"); and, for a term that no memory here knows, a word one slip of the fingers away.

import type { QueryTerm } from "../text/query.ts";
import { senseOf, stem } from "../text/stem.ts";
import { lengthOf } from "../text/terms.ts";
import { FIELD_NAMES, type FieldName, type Proposal, type TermFacts } from "./search-index.ts";

export interface TermHit {
  count: number;
  /** How many of them in a form that was asked. */
  exact: number;
  /** Words that only begin with the term. They add to a score, and are no evidence. */
  beginnings: number;
  /** The first few, ascending; without the beginnings. */
  readonly positions: number[];
}

export interface FieldHits {
  readonly length: number;
  readonly hits: readonly (TermHit | undefined)[];
}

export interface Matches {
  readonly fields: Readonly<Record<FieldName, FieldHits>>;
}

interface Sought {
  readonly at: number;
  readonly text: string;
}

interface Lookup {
  /** By the low bits of a first unit: whether anything sought begins so. */
  readonly firsts: Uint8Array;
  readonly byTerm: ReadonlyMap<string, number>;
  readonly forms: readonly ReadonlySet<string>[];
  /** What the forms say, by term; of a word that was completed any will do. */
  readonly senses: readonly (ReadonlySet<string> | undefined)[];
  /** The unfinished word of an interactive search. */
  readonly unfinished: readonly Sought[];
  readonly joined: ReadonlyMap<string, readonly [number, number]>;
  /** By their first unit, which most words do not share. */
  readonly beginnings: ReadonlyMap<number, readonly Sought[]>;
  readonly unknown: readonly Sought[];
}

const POSITIONS_MAX = 64;
const BEGINNING_MIN = 3;
/** How much longer a word may be than its beginning. */
const BEGINNING_REST = 6;
const SLIP_MIN = 6;

export function lookupOf(terms: readonly QueryTerm[], { frequency }: Pick<TermFacts, "frequency">): Lookup {
  const simple = terms.flatMap(({ term, whole }, at) => (whole === undefined ? [{ at, text: term }] : []));
  return {
    firsts: firstsOf(terms),
    byTerm: new Map(terms.map(({ term }, at) => [term, at])),
    forms: terms.map(({ forms }) => new Set(forms)),
    senses: terms.map(({ term, forms }) =>
      forms.length === 0 ? undefined : new Set(forms.map((form) => senseOf(term, form))),
    ),
    unfinished: terms.flatMap(({ forms, prefix }, at) => (prefix === true ? [{ at, text: forms[0] ?? "" }] : [])),
    joined: joinedOf(terms, simple),
    beginnings: Map.groupBy(
      simple.filter(({ text }) => text.length >= BEGINNING_MIN),
      ({ text }) => text.charCodeAt(0),
    ),
    unknown: simple
      .filter(({ text }) => !frequency.has(text))
      .map(({ at }) => ({ at, text: terms[at]?.forms[0] ?? "" }))
      .filter(({ text }) => text.length >= SLIP_MIN),
  };
}

const FIRSTS = 0xff;

/** Terms and forms begin alike, but for a few irregular ones ("ran" and "run"); what is joined begins with a form. */
function firstsOf(terms: readonly QueryTerm[]): Uint8Array {
  const firsts = new Uint8Array(FIRSTS + 1);
  for (const { term, forms } of terms) for (const text of [term, ...forms]) firsts[text.charCodeAt(0) & FIRSTS] = 1;
  return firsts;
}

function joinedOf(
  terms: readonly QueryTerm[],
  simple: readonly Sought[],
): ReadonlyMap<string, readonly [number, number]> {
  const joined = new Map<string, readonly [number, number]>();
  for (let index = 1; index < simple.length; index++) {
    const [first, second] = [simple[index - 1]?.at ?? 0, simple[index]?.at ?? 0];
    if (terms[second]?.position !== (terms[first]?.position ?? 0) + 1) continue;
    joined.set(stem(`${terms[first]?.forms[0]}${terms[second]?.forms[0]}`), [first, second]);
  }
  return joined;
}

export function findTerms(streams: Proposal["streams"], lookup: Lookup, size: number): Matches {
  const fields = {} as Record<FieldName, FieldHits>;
  for (const name of FIELD_NAMES) fields[name] = findIn(streams[name], lookup, size);
  return { fields };
}

const BLANK = 0x20;
const PLUS = 0x2b;
const SLASH = 0x2f;

/** The hot loop of a question: no word is cut out of the stream whose first sign no sought one has. */
function findIn(stream: string, lookup: Lookup, size: number): FieldHits {
  const hits: (TermHit | undefined)[] = new Array(size);
  let position = -1;
  let from = stream.indexOf(" ") + 1;
  if (from === 0) return { length: 0, hits };
  while (from < stream.length) {
    if (stream.charCodeAt(from) === PLUS) from++;
    else position++;
    let end = from;
    let slash = -1;
    for (; end < stream.length; end++) {
      const unit = stream.charCodeAt(end);
      if (unit === BLANK) break;
      if (unit === SLASH) slash = end;
    }
    if (lookup.firsts[stream.charCodeAt(from) & FIRSTS] === 1) {
      const term = stream.slice(from, slash === -1 ? end : slash);
      const form = slash === -1 ? term : stream.slice(slash + 1, end);
      const at = lookup.byTerm.get(term);
      if (at === undefined) countRelated(hits, lookup, { term, form, position });
      else if (lookup.forms[at]?.has(form) === true) count(hits, at, position, true);
      else if (lookup.senses[at]?.has(senseOf(term, form)) !== false) count(hits, at, position, false);
    }
    from = end + 1;
  }
  return { length: lengthOf(stream), hits };
}

interface Word {
  readonly term: string;
  readonly form: string;
  readonly position: number;
}

function countRelated(
  hits: (TermHit | undefined)[],
  { unfinished, joined, beginnings, unknown }: Lookup,
  { term, form, position }: Word,
): void {
  const begun = unfinished.find(({ text }) => form.startsWith(text));
  const both = joined.get(term);
  if (begun !== undefined) count(hits, begun.at, position, true);
  else if (both !== undefined) for (const at of both) count(hits, at, position, false);
  else if (!countSlip(hits, unknown, form, position)) countBeginning(hits, beginnings, term);
}

function countSlip(hits: (TermHit | undefined)[], unknown: readonly Sought[], form: string, position: number): boolean {
  for (const { at, text } of unknown) {
    if (!isOneSlip(text, form)) continue;
    count(hits, at, position, false);
    return true;
  }
  return false;
}

/**
 * One slip of the fingers: a letter too many, too few, wrong, or two turned round. The first letter is seldom the one that
 * is wrong, and asking for it makes the comparison cheap. Not for the same word.
 */
export function isOneSlip(a: string, b: string): boolean {
  const longer = a.length - b.length;
  if (longer < -1 || longer > 1 || a.charCodeAt(0) !== b.charCodeAt(0) || a === b) return false;
  let at = 1;
  while (a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (longer > 0) return a.slice(at + 1) === b.slice(at);
  if (longer < 0) return a.slice(at) === b.slice(at + 1);
  if (a.slice(at + 1) === b.slice(at + 1)) return true;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

function countBeginning(hits: (TermHit | undefined)[], beginnings: Lookup["beginnings"], term: string): void {
  for (const { at, text } of beginnings.get(term.charCodeAt(0)) ?? []) {
    const rest = term.length - text.length;
    if (rest <= 0 || rest > BEGINNING_REST || !term.startsWith(text)) continue;
    hitOf(hits, at).beginnings++;
    return;
  }
}

function count(hits: (TermHit | undefined)[], at: number, position: number, exact: boolean): void {
  const hit = hitOf(hits, at);
  hit.count++;
  if (exact) hit.exact++;
  if (hit.positions.length < POSITIONS_MAX) hit.positions.push(position);
}

function hitOf(hits: (TermHit | undefined)[], at: number): TermHit {
  const known = hits[at];
  if (known !== undefined) return known;
  const made: TermHit = { count: 0, exact: 0, beginnings: 0, positions: [] };
  hits[at] = made;
  return made;
}
