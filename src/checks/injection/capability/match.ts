// Joins concepts by the rules (CHK-23): one of each, close together, in one sentence, unless the sentence takes it back.
import type { Span } from "../hit.ts";
import type { Concept, Mark } from "./concepts.ts";
import type { Rule } from "./rules.ts";

export type Concepts = ReadonlyMap<Concept | "host", readonly Mark[]>;

/** Where the rule holds first. `ends` are the ends of the sentences, ascending. */
export function apply(rule: Rule, found: Concepts, ends: readonly number[]): Span | undefined {
  const [rare, ...others] = rule.all.map((names) => names.flatMap((name) => found.get(name) ?? []));
  if (rare === undefined || rare.length === 0 || others.some((list) => list.length === 0)) return undefined;
  for (const list of others) list.sort((a, b) => a.start - b.start);
  for (const one of rare) {
    const span = joined(one, others, rule, ends);
    if (span !== undefined && !isCancelled(rule, span, found, ends)) return span;
  }
  return undefined;
}

/** The span of one mark together with the nearest of each other list, none of them the same word. */
function joined(
  one: Mark,
  others: readonly (readonly Mark[])[],
  rule: Rule,
  ends: readonly number[],
): Span | undefined {
  const taken = [one];
  for (const list of others) {
    const next = nearest(one, list, rule, taken, ends);
    if (next === undefined) return undefined;
    taken.push(next);
  }
  return { start: Math.min(...taken.map(({ start }) => start)), end: Math.max(...taken.map(({ end }) => end)) };
}

function nearest(
  one: Mark,
  list: readonly Mark[],
  rule: Rule,
  taken: readonly Mark[],
  ends: readonly number[],
): Mark | undefined {
  let best: Mark | undefined;
  let distance = rule.within + 1;
  for (let at = from(list, one.start - rule.within - LONGEST); at < list.length; at++) {
    const other = list[at] as Mark;
    const gap = Math.max(other.start - one.end, one.start - other.end, 0);
    if (other.start > one.end + rule.within) break;
    if (gap >= distance || taken.some((mark) => clash(mark, other))) continue;
    if (!rule.wide && crosses({ start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) }, ends))
      continue;
    best = other;
    distance = gap;
  }
  return best;
}

/** A mark is at most this long. */
const LONGEST = 120;

function from(list: readonly Mark[], start: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] as Mark).start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** One word must not serve twice. A wording that stands around the other does serve: "turn the review off". */
function clash(one: Mark, other: Mark): boolean {
  if (other.start >= one.end || one.start >= other.end) return false;
  const around = Math.abs(one.end - one.start - (other.end - other.start)) >= 3;
  const inside = (a: Mark, b: Mark): boolean => a.start < b.start && b.end < a.end;
  return !(around && (inside(one, other) || inside(other, one)));
}

/** The sentence refuses the thing, or, for a mild rule, speaks of care and of no second danger. */
function isCancelled({ mild }: Rule, span: Span, found: Concepts, ends: readonly number[]): boolean {
  // Any mark between the ends of the sentences that the span stands in.
  const start = ends[lowerEnd(ends, span.start) - 1] ?? 0;
  const end = ends[lowerEnd(ends, span.end - 1)] ?? Number.POSITIVE_INFINITY;
  const speaksOf = (name: Concept): boolean => {
    const list = found.get(name) ?? [];
    return (list[from(list, start)]?.start ?? Number.POSITIVE_INFINITY) < end;
  };
  if (speaksOf("refuse")) return true;
  return mild === true && speaksOf("protect") && DANGERS.filter(speaksOf).length < 2;
}

const DANGERS: readonly Concept[] = ["weaken", "heedless", "omit", "privilege", "all", "lure"];

function crosses({ start, end }: Span, ends: readonly number[]): boolean {
  return (ends[lowerEnd(ends, start)] ?? Number.POSITIVE_INFINITY) < end - 1;
}

/** The first end of a sentence after a place. */
function lowerEnd(ends: readonly number[], place: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] as number) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}
