// node test/histories/main.ts [--runs N] [--seed S] [--from S] [--steady] [--verbose]
// Random histories over the built program, seen from outside (SYN-5, SYN-10, SYN-11, SYN-16): three machines of one person
// with clocks up to a year apart, a stranger's, a bare repository and somebody who can push. Kills, backups, copied disks,
// rewritten remotes, hands in the files. A model that knows only who did what and who knew of it says what must hold.
// --seed tells one history again; --steady leaves out what depends on the moment, so that a seed is the same story each time.
import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chance } from "../support/acts.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson } from "../support/person.ts";
import { agentAdds, handEdits, oneOf, personAdds, personDecides, personEdits } from "./acts.ts";
import {
  backsUp,
  copiesDisk,
  killedSync,
  killedVerb,
  movesOut,
  rollsBack,
  setBack,
  syncs,
  vanishes,
  writesAnew,
} from "./faults.ts";
import { pushes, strangerActs } from "./hostile.ts";
import { judge } from "./judge.ts";
import { Model } from "./model.ts";
import { type Computer, freshWorld, makePlace, type Place, type World } from "./world.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "500" },
    seed: { type: "string" },
    from: { type: "string", default: String(Date.now() % 1_000_000) },
    steady: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
});
/** A person thinks half of the time. */
const AT_ONCE = 2 * availableParallelism();
const SKIPPED = 77;
const SHORTEST = 8;
const LONGEST = 20;

type Step = (world: World, on: Computer) => Promise<string>;

const STEPS: readonly (readonly [weight: number, step: Step])[] = [
  [6, personAdds],
  [3, agentAdds],
  [9, personDecides],
  [2, personEdits],
  [12, syncs],
  [3, handEdits],
  [2, vanishes],
  [2, movesOut],
  [3, killedSync],
  [2, killedVerb],
  [1, backsUp],
  [1, setBack],
  [1, copiesDisk],
  [1, rollsBack],
  [1, writesAnew],
  [4, pushes],
  [1, strangerActs],
];

interface Told {
  readonly seed: number;
  readonly wrong: readonly string[];
  readonly story: readonly string[];
}

async function tell(seed: number, place: Place): Promise<Told> {
  const next = chance(seed);
  const world = freshWorld(place, new Model(), next);
  const story: string[] = [];
  try {
    const length = SHORTEST + Math.floor(next() * (LONGEST - SHORTEST));
    for (const on of world.mine) story.push(`${on.name}: ${await personAdds(world, on)}`);
    for (let n = 0; n < length; n++) {
      const on = oneOf(world.mine, world);
      story.push(`${on.name}: ${await drawn(next)(world, on)}`);
    }
    return { seed, wrong: await judge(world), story: [...story, ...world.said.slice(-12)] };
  } catch (error) {
    return { seed, wrong: [error instanceof Error ? (error.stack ?? error.message) : String(error)], story };
  }
}

const TIMED: readonly Step[] = [killedSync, killedVerb];

function drawn(next: () => number): Step {
  const steps = STEPS.filter(([, step]) => !values.steady || !TIMED.includes(step));
  let left = next() * steps.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, step] of steps) {
    left -= weight;
    if (left < 0) return step;
  }
  return syncs;
}

function show({ seed, wrong, story }: Told): void {
  console.log(`${wrong.length > 0 ? "FAIL" : "ok"} seed=${seed}`);
  for (const line of story) console.log(`     ${line}`);
  for (const line of wrong) console.log(`  -> ${line}`);
}

async function main(): Promise<number> {
  if (!canRunAsPerson()) {
    console.log(CANNOT_RUN_AS_PERSON);
    return SKIPPED;
  }
  const parent = realpathSync(mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "histories-")));
  try {
    return await tellAll(parent);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

async function tellAll(parent: string): Promise<number> {
  const from = Number(values.seed ?? values.from);
  const runs = values.seed === undefined ? Number(values.runs) : 1;
  const began = performance.now();
  let [at, done, violations] = [0, 0, 0];
  const one = async (_: unknown, slot: number): Promise<void> => {
    const place = await makePlace(parent, `place-${slot}`);
    while (at < runs) {
      const told = await tell(from + at++, place);
      if (told.wrong.length > 0) violations++;
      if (++done % 50 === 0) console.log(`told ${done} of ${runs}, ${violations} with a violation`);
      if (told.wrong.length > 0 || values.seed !== undefined || values.verbose) show(told);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, runs) }, one));
  console.log(`seeds=${from}..${from + runs - 1} seconds=${((performance.now() - began) / 1000).toFixed(1)}`);
  console.log(`${runs - violations} passed, ${violations} failed`);
  console.log(`histories=${runs} violations=${violations}`);
  return violations === 0 ? 0 : 1;
}

process.exitCode = await main();
