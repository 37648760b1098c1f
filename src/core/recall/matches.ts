// Where the asked terms stand in a memory: streams in, counts and positions out. One pass, and no token is kept that
// was not asked for. Beside the terms themselves: what begins with one (fetchvalue for fetch) and what is two of them in
// one word (dataframe for "data frame"); and, for a term that no memory here knows, a word one slip of the fingers away.
import type { Proposal, TermFacts } from "../ports/search-index.ts";
import type { QueryTerm } from "../text/query.ts";
import { stem } from "../text/stem.ts";
import { lengthOf } from "../text/terms.ts";
import { FIELD_NAMES, type FieldName } from "./fields.ts";
import { isOneSlip } from "./slip.ts";

export interface Hit {
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
  readonly hits: readonly (Hit | undefined)[];
}

export interface Found {
  readonly fields: Readonly<Record<FieldName, FieldHits>>;
}

interface Sought {
  readonly at: number;
  readonly text: string;
}

export interface Lookup {
  readonly byTerm: ReadonlyMap<string, number>;
  readonly forms: readonly ReadonlySet<string>[];
  /** The unfinished word of an interactive search. */
  readonly unfinished: readonly Sought[];
  readonly joined: ReadonlyMap<string, readonly [number, number]>;
  readonly beginnings: readonly Sought[];
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
    byTerm: new Map(terms.map(({ term }, at) => [term, at])),
    forms: terms.map(({ forms }) => new Set(forms)),
    unfinished: terms.flatMap(({ forms, prefix }, at) => (prefix === true ? [{ at, text: forms[0] ?? "" }] : [])),
    joined: joinedOf(terms, simple),
    beginnings: simple.filter(({ text }) => text.length >= BEGINNING_MIN),
    unknown: simple
      .filter(({ text }) => !frequency.has(text))
      .map(({ at }) => ({ at, text: terms[at]?.forms[0] ?? "" }))
      .filter(({ text }) => text.length >= SLIP_MIN),
  };
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

export function findTerms(streams: Proposal["streams"], lookup: Lookup, size: number): Found {
  const fields = {} as Record<FieldName, FieldHits>;
  for (const name of FIELD_NAMES) fields[name] = findIn(streams[name], lookup, size);
  return { fields };
}

const PLUS = 0x2b;

function findIn(stream: string, lookup: Lookup, size: number): FieldHits {
  const hits: (Hit | undefined)[] = new Array(size);
  let position = -1;
  let from = stream.indexOf(" ") + 1;
  if (from === 0) return { length: 0, hits };
  while (from < stream.length) {
    let end = stream.indexOf(" ", from);
    if (end === -1) end = stream.length;
    if (stream.charCodeAt(from) === PLUS) from++;
    else position++;
    const token = stream.slice(from, end);
    from = end + 1;
    const slash = token.indexOf("/");
    const term = slash === -1 ? token : token.slice(0, slash);
    const form = slash === -1 ? term : token.slice(slash + 1);
    const at = lookup.byTerm.get(term);
    if (at === undefined) countRelated(hits, lookup, term, form, position);
    else count(hits, at, position, lookup.forms[at]?.has(form) === true);
  }
  return { length: lengthOf(stream), hits };
}

function countRelated(
  hits: (Hit | undefined)[],
  { unfinished, joined, beginnings, unknown }: Lookup,
  term: string,
  form: string,
  position: number,
): void {
  const begun = unfinished.find(({ text }) => form.startsWith(text));
  const both = joined.get(term);
  if (begun !== undefined) count(hits, begun.at, position, true);
  else if (both !== undefined) for (const at of both) count(hits, at, position, false);
  else if (!countSlip(hits, unknown, form, position)) countBeginning(hits, beginnings, term);
}

function countSlip(hits: (Hit | undefined)[], unknown: readonly Sought[], form: string, position: number): boolean {
  for (const { at, text } of unknown) {
    if (!isOneSlip(text, form)) continue;
    count(hits, at, position, false);
    return true;
  }
  return false;
}

function countBeginning(hits: (Hit | undefined)[], beginnings: readonly Sought[], term: string): void {
  for (const { at, text } of beginnings) {
    const rest = term.length - text.length;
    if (rest <= 0 || rest > BEGINNING_REST || !term.startsWith(text)) continue;
    hitOf(hits, at).beginnings++;
    return;
  }
}

function count(hits: (Hit | undefined)[], at: number, position: number, exact: boolean): void {
  const hit = hitOf(hits, at);
  hit.count++;
  if (exact) hit.exact++;
  if (hit.positions.length < POSITIONS_MAX) hit.positions.push(position);
}

function hitOf(hits: (Hit | undefined)[], at: number): Hit {
  const known = hits[at];
  if (known !== undefined) return known;
  const made: Hit = { count: 0, exact: 0, beginnings: 0, positions: [] };
  hits[at] = made;
  return made;
}
