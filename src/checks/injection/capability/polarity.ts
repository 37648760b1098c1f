// What a negation does to the marks (CHK-23): a negated action asks for nothing and is dropped; care that
// is negated turns into its lack. A negation belongs to the nearest verb on its side, so that "never skip the tests"
// negates the skipping.
import { ACTIONS, CARE, type Concept, type Mark, type Negator } from "./concepts.ts";
import type { Found, Marks } from "./marks.ts";

const CAN_BE_NEGATED: readonly Concept[] = [...ACTIONS, ...CARE, "check"];

interface Placed extends Mark {
  readonly concept: Concept;
}

export function applyNegations(text: string, { marks, negations }: Found): void {
  const verbs = placed(marks);
  const starts = verbs.map(({ start }) => start);
  const gone = new Set<Placed>();
  const turned: [Concept, Mark][] = [];
  /** End of the last action that was negated: "never merge without review" dispenses with nothing. */
  let negatedAt = Number.NEGATIVE_INFINITY;
  for (const negation of [...negations].sort(byStart)) {
    const governed = negation.start >= negatedAt && negation.start - negatedAt < UNDER;
    const { side, reach } = negation.lexicon.negation;
    for (const verb of (side === "before" ? after : before)(text, negation, verbs, starts, reach)) {
      gone.add(verb);
      if (isAction(verb.concept)) {
        negatedAt = Math.max(negatedAt, verb.end);
        for (const other of sameClause(text, verb, verbs, starts, side)) gone.add(other);
      }
      const lack = lackOf(verb.concept, negation.kind);
      const span = { start: Math.min(verb.start, negation.start), end: Math.max(verb.end, negation.end) };
      if (lack !== undefined && !governed) turned.push([lack, span]);
    }
  }
  for (const concept of [...ACTIONS, ...CARE]) {
    const kept = verbs.filter((verb) => verb.concept === concept && !gone.has(verb));
    if (marks.has(concept)) marks.set(concept, kept);
  }
  for (const [concept, mark] of turned) {
    const known = marks.get(concept);
    if (known === undefined) marks.set(concept, [mark]);
    else known.push(mark);
  }
}

/** The rest of a negated action: in "never paste it into the chat" the chat is denied too. */
function sameClause(
  text: string,
  verb: Placed,
  verbs: readonly Placed[],
  starts: readonly number[],
  side: "before" | "after",
): readonly Placed[] {
  const from = side === "before" ? verb.start : verb.end - CLAUSE;
  const near = verbs.slice(lowerBound(starts, from), lowerBound(starts, from + CLAUSE));
  return near.filter(
    (other) =>
      other.concept === verb.concept &&
      !BREAK.test(text.slice(Math.min(verb.end, other.end), Math.max(verb.start, other.start))),
  );
}

/** How far a clause is followed. */
const CLAUSE = 80;

/** How far after a negated action a second negation still stands under it. */
const UNDER = 40;

/** What the lack of something amounts to. A plain "no test" is often just said; "without a test" dispenses with it. */
function lackOf(concept: Concept, kind: Negator): Concept | undefined {
  if (concept === "ask") return "heedless";
  if (concept === "tell") return "omit";
  return concept === "check" && kind === "dispense" ? "heedless" : undefined;
}

function isAction(concept: Concept): boolean {
  return (ACTIONS as readonly Concept[]).includes(concept);
}

function placed(marks: Marks): readonly Placed[] {
  return CAN_BE_NEGATED.flatMap((concept) => (marks.get(concept) ?? []).map((mark) => ({ concept, ...mark }))).sort(
    byStart,
  );
}

function after(
  text: string,
  { end }: Mark,
  verbs: readonly Placed[],
  starts: readonly number[],
  reach: number,
): readonly Placed[] {
  const from = lowerBound(starts, end);
  const first = verbs[from];
  if (first === undefined || first.start > end + reach || BREAK.test(text.slice(end, first.start))) return [];
  return sameWord(verbs, from, first);
}

function before(
  text: string,
  { start }: Mark,
  verbs: readonly Placed[],
  starts: readonly number[],
  reach: number,
): readonly Placed[] {
  for (let at = lowerBound(starts, start) - 1; at >= 0; at--) {
    const last = verbs[at] as Placed;
    if (last.end > start) continue;
    if (last.end < start - reach || BREAK.test(text.slice(last.end, start))) return [];
    return verbs.slice(Math.max(0, at - 8), at + 1).filter((verb) => overlaps(verb, last));
  }
  return [];
}

/** One word may stand for several concepts. */
function sameWord(verbs: readonly Placed[], from: number, first: Placed): readonly Placed[] {
  return verbs.slice(from, from + 8).filter((verb) => overlaps(verb, first));
}

function overlaps(one: Mark, other: Mark): boolean {
  return one.start < other.end && other.start < one.end;
}

const BREAK = /[.。!?！？;；:：\n]|, (?:so|but|and|und|aber|y|pero)\b|[，、,]/;

function lowerBound(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function byStart(a: Mark, b: Mark): number {
  return a.start - b.start;
}
