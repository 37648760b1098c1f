// Machines of one person that sync through real hubs (HUB-1, HUB-4, HUB-6) in bad weather: answers late, twice or lost, processes of the
// hub killed while they are asked, syncs cut off at any step. The pairs of acts give the outcomes of the table, and random
// histories of three to five machines lose nothing, raise nothing and end with one tree; the log has no gap, and every
// machine has followed its chain to the head.
import { strict as assert } from "node:assert";
import { dirname } from "node:path";
import { type Database, openDatabase } from "../../hub/src/database.ts";
import { hubsSeen } from "../../src/sync/io/hub/record.ts";
import { chance } from "../support/acts.ts";
import { type Shears, shears } from "../support/cut-off.ts";
import { throughHub } from "../support/hub-machines.ts";
import { type Machine, placesOfMachine } from "../support/sync-machines.ts";
import { tellHistory } from "../sync-histories/history.ts";
import { countWrong } from "../sync-histories/kinds.ts";
import { exchangeAll, rowsOf } from "../sync-pairs/exchange.ts";
import { type Case, nameIn, type World } from "./case.ts";
import { type Fleet, startFleet } from "./fleet.ts";
import { lookAtLog } from "./log.ts";
import { type Person, personAt } from "./person.ts";

/** Of the short form. */
const EVERY = 96;
const RUNS = 2;
const LONG_RUNS = 40;
const COUNTS = [3, 3, 4, 5];
const SEED = 1;

export const HISTORIES: readonly Case[] = [
  [
    "HUB-1 HUB-4 HUB-6: pairs of acts and random histories over hubs that are killed, with clients that are cut off: one tree, nothing lost, no gap",
    async (world) => {
      const url = await world.database();
      const next = chance(SEED);
      const fleet = await startFleet(url, next);
      const database = openDatabase(url, 2);
      const cut: Shears[] = [];
      const at = { world, fleet, database, url, cut };
      try {
        const all = rowsOf().filter(({ base, n }) => base !== "archived" && (world.isLong || n % EVERY === 0));
        const wrong = [...(await pairs(at, all))];
        const runs = world.isLong ? LONG_RUNS : RUNS;
        let [steps, syncs] = [0, 0];
        for (let seed = SEED; seed < SEED + runs; seed++) {
          const told = await oneHistory(at, seed);
          steps += told.steps;
          syncs += told.syncs;
          wrong.push(...told.wrong);
        }
        const cuts = cut.reduce((sum, { counted }) => sum + counted.cuts, 0);
        world.note(`pairs=${all.length} histories=${runs} steps=${steps} syncs=${syncs} syncs cut off=${cuts}`);
        const { asked, late, twice, lostBefore, lostAfter, killed, faults } = fleet.counted;
        world.note(
          `requests=${asked} late=${late} twice=${twice} lost before=${lostBefore} lost after=${lostAfter} hubs killed=${killed}`,
        );
        world.tally.faults += faults;
        assert.deepEqual(wrong, []);
        assert.equal(faults, 0);
        // A weather that does nothing proves nothing.
        for (const [name, count] of Object.entries({ late, twice, lostBefore, lostAfter, killed, cuts }))
          assert.equal(count ? count > 0 : false, true, name);
      } finally {
        await fleet.end();
        await database.end();
      }
    },
  ],
];

interface At {
  readonly world: World;
  readonly fleet: Fleet;
  readonly database: Database;
  /** Of the database. */
  readonly url: string;
  readonly cut: Shears[];
}

async function pairs(at: At, rows: ReturnType<typeof rowsOf>): Promise<readonly string[]> {
  const hub = await personAt({ url: at.fleet.url, database: at.database });
  const { wrong } = await exchangeAll(rows, "A", (machines) => carriedBy(at, hub, machines, SEED));
  const looked = await lookAtLog(at.world.postgres, nameIn(at.url), hub.tenant.name, hub.store);
  const all = [...wrong, ...looked.wrong];
  countWrong(at.world.tally, all);
  return all;
}

async function oneHistory(at: At, seed: number): Promise<{ steps: number; syncs: number; wrong: readonly string[] }> {
  const hub = await personAt({ url: at.fleet.url, database: at.database });
  const byRoot = new Map<string, Shears>();
  const told = await tellHistory(seed, (ports) => byRoot.get(ports.open.store.info.root)?.ports(ports) ?? ports, {
    counts: COUNTS,
    ready: (world) => {
      const made = carriedBy(at, hub, [...world.machines, world.stranger], seed);
      for (const [root, each] of made) byRoot.set(root, each);
    },
    atTheEnd: async ({ machines }) => {
      const { head, wrong } = await lookAtLog(at.world.postgres, nameIn(at.url), hub.tenant.name, hub.store);
      return [...wrong, ...machines.flatMap((each) => behindIn(each, head))];
    },
  });
  at.world.tally.histories++;
  countWrong(at.world.tally, told.wrong);
  if (told.wrong.length > 0) for (const line of [`seed=${seed}`, ...told.story]) at.world.note(line);
  return told;
}

/** It told of one hub, whose chain it has followed to the end. */
function behindIn(machine: Machine, head: { readonly seq: number; readonly chain: string }): readonly string[] {
  const seen = hubsSeen(placesOfMachine(machine).state);
  const isThere = seen.every(
    ({ changes, chain, noticed }) => changes === head.seq && chain === head.chain && noticed === undefined,
  );
  return seen.length === 1 && isThere ? [] : [`of ${head.seq} changes a machine has seen ${JSON.stringify(seen)}`];
}

function carriedBy(
  { cut }: At,
  hub: Person,
  machines: readonly Machine[],
  seed: number,
): readonly (readonly [string, Shears])[] {
  return machines.map((each, n) => {
    const own = shears(chance(seed * 10 + n));
    cut.push(own);
    each.carrier = (git) => {
      own.begins();
      return own.carrier(throughHub(own.git(git), hub, dirname(each.root)));
    };
    return [each.root, own] as const;
  });
}
