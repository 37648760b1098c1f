// The two properties and how a failure is told: shrunk, in words.
import fc from "fast-check";
import { afterStep, atTheEnd, namesApart, type Wrong } from "./checks.ts";
import type { Engine } from "./engine.ts";
import { checkHostile, type Hostile, hostile } from "./hostile.ts";
import { inWords, MACHINES, type Operation, operations } from "./operations.ts";
import { makeWorld, perform, replicaOf } from "./world.ts";

export interface Tried {
  readonly runs: number;
  readonly steps: number;
  /** What is wrong and the smallest case that shows it. */
  readonly wrong: readonly string[];
}

export interface Size {
  readonly runs: number;
  readonly seed: number;
}

const order = fc.array(fc.nat(MACHINES - 1), { minLength: 4, maxLength: 8 });

export function runHistory(engine: Engine, history: readonly Operation[], last: readonly number[]): Wrong {
  const world = makeWorld(engine);
  for (const operation of history) {
    const touched = operation.kind === "act" ? [operation.memory] : operation.memories;
    const machine = operation.kind === "act" ? operation.machine : operation.to;
    const before = touched.map((memory) => engine.viewOf(replicaOf(world, machine, memory).state));
    const changed = perform(engine, world, operation);
    for (const [at, replica] of changed.entries()) {
      const wrong = afterStep(engine, replica, before[at] as (typeof before)[number]);
      if (wrong !== undefined) return `${wrong}, after ${inWords(operation)}`;
    }
    const wrong = operation.kind === "exchange" ? namesApart(engine, world[machine] ?? []) : undefined;
    if (wrong !== undefined) return wrong;
  }
  return atTheEnd(engine, world, last);
}

/** What a shrunk history still holds by chance is left out. */
function smallest(engine: Engine, history: readonly Operation[], last: readonly number[]): readonly Operation[] {
  const without = history.map((_, at) => history.toSpliced(at, 1));
  const smaller = without.find((each) => runHistory(engine, each, last) !== undefined);
  return smaller === undefined ? history : smallest(engine, smaller, last);
}

export function tryHistories(engine: Engine, { runs, seed }: Size): Tried {
  let steps = 0;
  const property = fc.property(operations, order, (history, last) => {
    steps += history.length;
    const wrong = runHistory(engine, history, last);
    if (wrong !== undefined) throw new Error(wrong);
  });
  const found = fc.check(property, { numRuns: runs, seed });
  const [shrunk = [], last = []] = found.counterexample ?? [];
  const history = found.failed ? smallest(engine, shrunk, last) : [];
  const wrong = found.failed
    ? [
        `histories (seed ${found.seed}): ${runHistory(engine, history, last)}`,
        ...history.map((each) => `  ${inWords(each)}`),
      ]
    : [];
  return { runs: found.numRuns, steps, wrong };
}

export function tryHostile(engine: Engine, { runs, seed }: Size): Tried {
  const property = fc.property(hostile, (forged: Hostile) => {
    const wrong = checkHostile(engine, forged);
    if (wrong !== undefined) throw new Error(wrong);
  });
  const found = fc.check(property, { numRuns: runs, seed });
  const [forged] = found.counterexample ?? [];
  if (!found.failed || forged === undefined) return { runs: found.numRuns, steps: 0, wrong: [] };
  const what = `forged states (seed ${found.seed}): ${checkHostile(engine, forged)}`;
  return { runs: found.numRuns, steps: 0, wrong: [what, `  ${JSON.stringify(forged)}`] };
}
