// What arrives at least, and what silence costs at most: a little away from what was measured (docs/results/arrive.md). A miss
// ends the run with 1; what a run did not measure is not held to anything.

/** By name: per cent, or tokens a prompt; of the questions of one size all stores together. */
export type Figures = ReadonlyMap<string, number>;

const LEAST: Readonly<Record<string, number>> = {
  "starts: rules whole": 100,
  "starts: visible of 50": 80,
  "starts: visible of 200": 70,
  "starts: visible of 500": 50,
  "starts: visible of 2000": 30,
  "newcomer: arrived": 95,
  "75: shared": 96,
  "75: none-shared": 95,
  "500: shared": 60,
  "500: none-shared, at work": 5,
  "bug reports: by the edit": 100,
};

const MOST: Readonly<Record<string, number>> = {
  "75: tokens of an unanswerable prompt": 30,
  "75: tokens of an everyday prompt": 2,
};

/** The summary that .ci/run reads; every miss is said. */
export function heldTo(figures: Figures): { readonly passed: number; readonly failed: number } {
  const misses = [...figures].filter(
    ([name, value]) => value < (LEAST[name] ?? -1) || value > (MOST[name] ?? Infinity),
  );
  for (const [name, value] of misses)
    console.log(`MISSED ${name}: ${value.toFixed(1)}, bound ${LEAST[name] ?? MOST[name]}`);
  const held = [...figures.keys()].filter((name) => name in LEAST || name in MOST).length;
  return { passed: held - misses.length, failed: misses.length };
}
