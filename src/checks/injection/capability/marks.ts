// What a scan finds and how it is noted: the marks of each concept, and the negations beside them (CHK-23).
import type { Concept, Lexicon, Mark, Negator } from "./concepts.ts";

export type Marks = Map<Concept, Mark[]>;

/** A negation, with the side on which its verb stands and how far away at most. */
export interface Negation extends Mark {
  readonly kind: Negator;
  readonly lexicon: Lexicon;
}

export interface Found {
  readonly marks: Marks;
  readonly negations: Negation[];
}

/** Marks of one concept that are kept, so that a long text stays cheap. Fewer would let a text hide behind filler. */
const PER_CONCEPT = 1000;

function note({ marks, negations }: Found, lexicon: Lexicon, name: Concept | Negator, mark: Mark): void {
  if (name === "not" || name === "dispense") {
    if (negations.length < PER_CONCEPT) negations.push({ ...mark, kind: name, lexicon });
    return;
  }
  const known = marks.get(name);
  if (known === undefined) marks.set(name, [mark]);
  else if (known.length < PER_CONCEPT) known.push(mark);
}

/** Of the entries that begin at one place the longest count: "public half" is not public. */
export function noteLongest(
  found: Found,
  lexicon: Lexicon,
  start: number,
  heads: readonly Entry[],
  endOf: (parts: readonly string[]) => number | undefined,
): void {
  const ends = heads.map(({ parts }) => endOf(parts) ?? 0);
  const end = Math.max(0, ...ends);
  heads.forEach(({ concept }, at) => {
    if (end > 0 && ends[at] === end) note(found, lexicon, concept, { start, end });
  });
}

export interface Entry {
  readonly concept: Concept | Negator;
  readonly parts: readonly string[];
}

export function* entriesOf({ words }: Lexicon): Iterable<[Concept | Negator, string]> {
  for (const [concept, list] of Object.entries(words)) {
    for (const entry of list.split(",")) {
      const trimmed = entry.trim().replace(/\s+/g, " ");
      if (trimmed !== "") yield [concept as Concept | Negator, trimmed];
    }
  }
}

/** Adds an entry to an index. */
export function add(map: Map<string, Entry[]>, key: string, entry: Entry): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [entry]);
  else known.push(entry);
}
