// How many memories each of a hub's tenants has: log-normal about a median of 46, and now and then one that holds a twentieth of a
// million, as measured of public repositories' prose. The same numbers give the same sizes.

const MEDIAN = 46;
const LARGEST = 50_000;
/** Of so many memories one tenant has the largest share. */
const ONE_IN = 1_000_000;

/** They add up to `memories`. In an order that has nothing to do with their size. */
export function sizesOf(memories: number, tenants: number, next: () => number): readonly number[] {
  const giants = Math.min(Math.max(1, Math.round(memories / ONE_IN)), tenants - 1);
  const giant = Math.min(LARGEST, Math.floor(memories / 20));
  const others = tenants - giants;
  const left = memories - giants * giant;
  const median = Math.min(MEDIAN, left / others / 2);
  const spread = spreadFor(left, (sigma) => total(others, median, sigma, giant));
  const sizes = Array.from({ length: others }, (_, at) =>
    sizeAt((at + 0.5) / others, { median, sigma: spread, giant }),
  );
  settle(sizes, left);
  return shuffled([...sizes, ...Array.from({ length: giants }, () => giant)], next);
}

interface Shape {
  readonly median: number;
  readonly sigma: number;
  readonly giant: number;
}

function sizeAt(quantile: number, { median, sigma, giant }: Shape): number {
  return Math.min(giant, Math.max(1, Math.round(median * Math.exp(sigma * normal(quantile)))));
}

function total(count: number, median: number, sigma: number, giant: number): number {
  let sum = 0;
  for (let at = 0; at < count; at++) sum += sizeAt((at + 0.5) / count, { median, sigma, giant });
  return sum;
}

function spreadFor(wanted: number, totalAt: (sigma: number) => number): number {
  let [low, high] = [0, 4];
  for (let round = 0; round < 40; round++) {
    const middle = (low + high) / 2;
    if (totalAt(middle) < wanted) low = middle;
    else high = middle;
  }
  return high;
}

/** What rounding left over, one at a time. */
function settle(sizes: number[], wanted: number): void {
  let over = sizes.reduce((sum, size) => sum + size, 0) - wanted;
  for (let at = sizes.length - 1; over !== 0; at = at === 0 ? sizes.length - 1 : at - 1) {
    const size = sizes[at] ?? 0;
    if (over > 0 && size <= 1) continue;
    sizes[at] = size - Math.sign(over);
    over -= Math.sign(over);
  }
}

function shuffled(sizes: number[], next: () => number): readonly number[] {
  for (let at = sizes.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    [sizes[at], sizes[other]] = [sizes[other] ?? 0, sizes[at] ?? 0];
  }
  return sizes;
}

/** The value below which a standard normal one lies so often: a logistic curve, near enough for sizes. */
function normal(quantile: number): number {
  return Math.log(quantile / (1 - quantile)) / 1.702;
}
