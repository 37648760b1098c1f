// How near matched terms stand to each other.
import type { TermHit } from "./matches.ts";

/** The smallest distance from a place in `first` to one in `second`; backwards counts one more. Both ascend. */
export function nearestAfter(first: readonly number[], second: readonly number[]): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (let i = 0, j = 0; i < first.length && j < second.length; ) {
    const distance = (second[j] as number) - (first[i] as number);
    smallest = Math.min(smallest, distance < 0 ? 1 - distance : distance);
    if (distance < 0) j++;
    else i++;
  }
  return smallest;
}

interface Passage {
  readonly weight: number;
  /** Which of the hits stand in it. */
  readonly inside: readonly number[];
}

/** The passage of so many words with the largest sum of the weights of different terms. */
export function bestPassage(
  hits: readonly (TermHit | undefined)[],
  weights: readonly number[],
  words: number,
): Passage {
  const places = placesOf(hits);
  const times = new Map<number, number>();
  let sum = 0;
  let best: Passage = { weight: 0, inside: [] };
  let from = 0;
  for (const place of places) {
    const at = place % SIZE;
    const before = times.get(at) ?? 0;
    if (before === 0) sum += weights[at] ?? 0;
    times.set(at, before + 1);
    for (; Math.floor((places[from] as number) / SIZE) < Math.floor(place / SIZE) - words; from++) {
      const left = (places[from] as number) % SIZE;
      const rest = (times.get(left) ?? 1) - 1;
      if (rest > 0) times.set(left, rest);
      else {
        times.delete(left);
        sum -= weights[left] ?? 0;
      }
    }
    if (sum > best.weight + 1e-9) best = { weight: sum, inside: [...times.keys()] };
  }
  return best;
}

/** Position and term in one number, which sorts faster than objects. */
const SIZE = 1024;

function placesOf(hits: readonly (TermHit | undefined)[]): Float64Array {
  let count = 0;
  for (const hit of hits) count += hit?.positions.length ?? 0;
  const places = new Float64Array(count);
  let next = 0;
  hits.forEach((hit, at) => {
    for (const position of hit?.positions ?? []) places[next++] = position * SIZE + at;
  });
  return places.sort();
}
