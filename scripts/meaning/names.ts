// Names of tools: no dictionary has them, and the teacher knows few. Each gets a share of the vector of what is said about it.
import { DIMENSIONS } from "../../src/recall/vectors.ts";
import { tokensOf } from "../../src/text/terms.ts";
import { unit } from "./algebra.ts";
import type { Share } from "./distil.ts";
import type { Material } from "./sources.ts";

/** Of a unit vector. */
const SHARE = 0.35;
/** A name in more of all paragraphs than this is a word. */
const COMMON = 4e-3;
const MOST_LINES = 4;

export interface Rows {
  readonly terms: readonly string[];
  readonly vectors: Float32Array;
}

export function withNames(terms: readonly string[], words: Float32Array, material: Material, share: Share): Rows {
  const number = new Map(terms.map((term, at) => [term, at]));
  const rowOf = (at: number): Float32Array => words.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS);
  const all = new Map(terms.map((term, at) => [term, rowOf(at).slice()]));
  for (const [name, glosses] of glossesOf(material, share, (term) => number.has(term))) {
    const sum = new Float32Array(DIMENSIONS);
    const said = new Set(glosses.slice(0, MOST_LINES).flatMap((gloss) => tokensOf(gloss).map(({ term }) => term)));
    said.delete(name);
    for (const at of [...said].flatMap((term) => number.get(term) ?? []))
      for (let d = 0; d < DIMENSIONS; d++) sum[d] = (sum[d] as number) + (rowOf(at)[d] as number);
    const direction = unit(sum, DIMENSIONS);
    const before = all.get(name) ?? new Float32Array(DIMENSIONS);
    const after = before.map((each, d) => each + SHARE * (direction[d] as number));
    if (after.some((each) => each !== 0)) all.set(name, after);
  }
  const vectors = new Float32Array(all.size * DIMENSIONS);
  for (const [at, row] of [...all.values()].entries()) vectors.set(row, at * DIMENSIONS);
  console.log(`names: ${all.size - terms.length} new rows`);
  return { terms: [...all.keys()], vectors };
}

/**
 * Lists of tools first. Of other packages only those whose names are terms already, and no word of the dictionary: there
 * are ten times as many of them, and few that anybody asks for.
 */
function glossesOf(
  { named, words }: Material,
  { counts, size }: Share,
  isTerm: (term: string) => boolean,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { name, gloss, isTool } of [...named].sort((a, b) => Number(b.isTool) - Number(a.isTool))) {
    const whole = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "");
    const terms = tokensOf(whole);
    const term = terms.length === 1 ? terms[0]?.term : undefined;
    if (term === undefined || term.length < 2 || term.length > 24) continue;
    if ((counts.get(term) ?? 0) / size >= COMMON || (!isTool && (words.has(whole) || found.has(term) || !isTerm(term))))
      continue;
    found.set(term, [...(found.get(term) ?? []), gloss]);
  }
  return found;
}
