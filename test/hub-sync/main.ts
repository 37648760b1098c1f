// node test/hub-sync/main.ts [--every N] [--runs N] [--seed S] [--from S]
// Sync through a hub instead of a git remote (HUB-1, HUB-4), over a network that delays answers, repeats them and loses them: the
// pairs of acts give the outcomes of the table, and random histories of two to five machines, with somebody at the hub who
// forges, lose nothing, raise nothing, and end with one tree. Over the organisation's server: test/hub/histories.ts.
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { chance } from "../support/acts.ts";
import { type TestedHub, throughHub } from "../support/hub-machines.ts";
import { hubStub } from "../support/hub-stub.ts";
import type { Machine } from "../support/sync-machines.ts";
import { type Told, tellHistory } from "../sync-histories/history.ts";
import { countWrong } from "../sync-histories/kinds.ts";
import type { World } from "../sync-histories/world.ts";
import { exchangeAll, rowsOf } from "../sync-pairs/exchange.ts";
import { attackAtHub } from "./attack.ts";
import { type Weather, weather } from "./network.ts";

const { values } = parseArgs({
  options: {
    every: { type: "string", default: "8" },
    runs: { type: "string", default: "12" },
    seed: { type: "string" },
    from: { type: "string", default: "1" },
  },
});

const total: Weather["counted"] = { asked: 0, late: 0, twice: 0, lostBefore: 0, lostAfter: 0 };

async function withHub<T>(
  seed: number,
  act: (hub: TestedHub, attack: (world: World) => string) => Promise<T>,
): Promise<T> {
  const stub = await hubStub();
  const { blow, counted } = weather(chance(seed));
  stub.between = (_, act) => blow(act);
  try {
    return await act(stub, (world) => attackAtHub(world, stub));
  } finally {
    await stub.end();
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += counted[key];
  }
}

function carriedBy(hub: TestedHub, machines: readonly Machine[]): void {
  for (const each of machines) each.carrier = (git) => throughHub(git, hub, dirname(each.root));
}

const HOW_OFTEN = 0.12;

/** At the hub somebody acts between the steps of the others. */
async function oneHistory(seed: number): Promise<Told> {
  return await withHub(seed, (hub, attack) =>
    tellHistory(seed, (ports) => ports, {
      ready: (world) => {
        carriedBy(hub, [...world.machines, world.stranger]);
        const told = world.told.push.bind(world.told);
        let isAttacking = false;
        world.told.push = (...lines) => {
          if (isAttacking || lines.some((line) => line.includes("at the end")) || world.next() > HOW_OFTEN)
            return told(...lines);
          isAttacking = true;
          const said = attack(world);
          isAttacking = false;
          return told(...lines, said);
        };
      },
    }),
  );
}

async function histories(from: number, runs: number): Promise<number> {
  const counts = { lost: 0, raised: 0, diverged: 0, other: 0 };
  let [steps, syncs] = [0, 0];
  for (let seed = from; seed < from + runs; seed++) {
    const told = await oneHistory(seed);
    steps += told.steps;
    syncs += told.syncs;
    countWrong(counts, told.wrong);
    if (told.wrong.length === 0 && values.seed === undefined) continue;
    console.log(`${told.wrong.length === 0 ? "seed" : "FAIL seed"}=${seed}`);
    for (const line of told.story) console.log(`     ${line}`);
    for (const line of told.wrong) console.log(`  -> ${line}`);
  }
  console.log(`steps=${steps} syncs=${syncs}`);
  console.log(
    `histories=${runs} lost=${counts.lost} raised=${counts.raised} diverged=${counts.diverged} other=${counts.other}`,
  );
  return counts.lost + counts.raised + counts.diverged + counts.other;
}

async function pairs(every: number): Promise<{ readonly rows: number; readonly failed: number }> {
  const rows = rowsOf().filter(({ n, base }) => base !== "archived" && n % every === 0);
  const tried = await withHub(7, (hub) => exchangeAll(rows, "A", (machines) => carriedBy(hub, machines)));
  for (const line of tried.wrong) console.log(line);
  console.log(`pairs=${rows.length} failed=${tried.wrong.length}`);
  return { rows: rows.length, failed: tried.wrong.length };
}

const started = performance.now();
const tried = values.seed === undefined ? await pairs(Number(values.every)) : { rows: 0, failed: 0 };
const runs = values.seed === undefined ? Number(values.runs) : 1;
const wrong = await histories(Number(values.seed ?? values.from), runs);
const failed = tried.failed + wrong;
const { asked, late, twice, lostBefore, lostAfter } = total;
console.log(`asked=${asked} late=${late} twice=${twice} lost before=${lostBefore} lost after=${lostAfter}`);
console.log(`seconds=${((performance.now() - started) / 1000).toFixed(1)}`);
console.log(`${Math.max(0, tried.rows + runs - failed)} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
