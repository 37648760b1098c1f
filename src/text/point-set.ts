// A set of code points out of a generated text: base-36 run lengths, so many outside, then so many inside, ...
// Decoding takes some 0.2 ms, so callers decode when the first text beyond ASCII comes by.

export type PointSet = (point: number) => boolean;

const FIRST_PLANE = 0x10000;

export function pointSet(runs: string): PointSet {
  let at = 0;
  const bounds = Uint32Array.from(runs.split(" "), (run) => (at += Number.parseInt(run, 36)));
  const low = new Uint8Array(FIRST_PLANE);
  for (let index = 0; index < bounds.length; index += 2) low.fill(1, bounds[index], bounds[index + 1]);
  return (point) => (point < FIRST_PLANE ? low[point] === 1 : countUpTo(bounds, point) % 2 === 1);
}

/** How many of the ascending `bounds` lie at or below `point`. */
export function countUpTo(bounds: Uint32Array, point: number): number {
  let low = 0;
  let high = bounds.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bounds[middle] as number) <= point) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Single code points, each as its distance from the one before. */
export function pointList(distances: string): ReadonlySet<number> {
  let at = 0;
  return new Set(distances.split(" ").map((distance) => (at += Number.parseInt(distance, 36))));
}
