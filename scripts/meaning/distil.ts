// From vectors of sentences to vectors of terms: 256 directions, then least squares, which starts from the teacher's own
// vector of each word, weighed down by how common the word is.
import { DIMENSIONS } from "../../src/recall/vectors.ts";
import { tokensOf } from "../../src/text/terms.ts";
import { centred, fitted, principal, projected, unit } from "./algebra.ts";
import { TEACHER_DIMENSIONS } from "./teacher.ts";

export interface Taught {
  readonly terms: readonly string[];
  /** The teacher's vectors of the terms. */
  readonly forms: Float32Array;
  readonly texts: readonly string[];
  /** The teacher's vectors of the texts. */
  readonly sentences: Float32Array;
}

export interface Share {
  readonly counts: ReadonlyMap<string, number>;
  /** Paragraphs of developer text. */
  readonly size: number;
}

/** A word in this share of all paragraphs starts with half its weight. */
const HALF = 1e-3;
const UNKNOWN_COUNT = 3;
const PULL = 1;
const STEPS = 25;

export function weightOf(term: string, { counts, size }: Share): number {
  return 1 / (1 + (counts.get(term) ?? UNKNOWN_COUNT) / size / HALF);
}

export function distilled({ terms, forms, texts, sentences }: Taught, share: Share): Float32Array {
  const number = new Map(terms.map((term, at) => [term, at]));
  const known = texts.map((text) =>
    Int32Array.from(new Set(tokensOf(text).flatMap(({ term }) => number.get(term) ?? []))),
  );
  const directions = principal(centred(sentences, TEACHER_DIMENSIONS), TEACHER_DIMENSIONS, DIMENSIONS);
  const onto = (rows: Float32Array): Float32Array =>
    unit(projected(centred(rows, TEACHER_DIMENSIONS), TEACHER_DIMENSIONS, directions), DIMENSIONS);
  const wanted = onto(sentences);
  const start = onto(forms);
  const problem = { sentences: known, words: terms.length, pull: PULL, steps: STEPS };
  const weights = terms.map((term) => weightOf(term, share));
  const out = new Float32Array(terms.length * DIMENSIONS);
  for (let d = 0; d < DIMENSIONS; d++) {
    const column = (rows: Float32Array, count: number): Float64Array =>
      Float64Array.from({ length: count }, (_, at) => rows[at * DIMENSIONS + d] as number);
    const from = column(start, terms.length).map((each, at) => each * (weights[at] as number));
    const fit = fitted(problem, column(wanted, texts.length), from);
    for (let at = 0; at < terms.length; at++) out[at * DIMENSIONS + d] = fit[at] as number;
  }
  return out;
}
