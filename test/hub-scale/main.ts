// node test/hub-scale/main.ts [--long] [--sizes 1000000,10000000] [--parts sizes,herd,soak,four] [--seconds 20] [--clients 2000]
//   [--soak MINUTES] [--rate REQUESTS] [--write]
// What a hub carries, with tenants as large as real ones (HUB-3, HUB-12): pulls beside the same statements bare, pushes beside pgbench, a herd
// after an outage, memory over time, four databases beside one. What must hold is counted, a time never is: figures are printed, and
// --write puts them into docs/results/hub-scale.md. --long is a million memories, 2,000 clients and an hour.
import { existsSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "../../hub/src/database.ts";
import { verifyTenant } from "../../hub/src/verify.ts";
import { type Postgres, programs } from "../../hub/test/postgres.ts";
import { commitHere } from "../../scripts/bench/machine.ts";
import { measureFour } from "./four.ts";
import { herd } from "./herd.ts";
import {
  type Column,
  type Part,
  type Run,
  type Shown,
  shownFour,
  shownHerd,
  shownSizes,
  shownSoak,
  writePart,
} from "./page.ts";
import { measurePulls, type Pulls } from "./pulls.ts";
import { measurePushes } from "./pushes.ts";
import { soak } from "./soak.ts";
import { bytesIn, type Filled, filled, honest, startEngine } from "./world.ts";

const SKIPPED = 77;
const { values } = parseArgs({
  options: {
    long: { type: "boolean", default: false },
    sizes: { type: "string" },
    parts: { type: "string", default: "sizes,herd,soak,four" },
    seconds: { type: "string" },
    clients: { type: "string" },
    soak: { type: "string" },
    rate: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const or = (given: string | undefined, long: number, short: number): number =>
  given === undefined ? (values.long ? long : short) : Number(given);
const sizes = (values.sizes ?? (values.long ? "1000000" : "20000")).split(",").map(Number);
const seconds = or(values.seconds, 20, 2);
const clients = or(values.clients, 2000, 100);
const minutes = or(values.soak, 60, 0.1);
const PER_TENANT = 100;
/** Of one that the parts without a size of their own are measured on. */
const PLAIN = Math.min(100_000, sizes[0] ?? 0);

/** As it was when this began. */
const commit = commitHere(process.cwd());
const loadBefore = loadavg()[0]?.toFixed(1);

const count = { passed: 0, failed: 0 };

function holds(what: string, isSo: boolean, found: unknown): void {
  count[isSo ? "passed" : "failed"] += 1;
  console.log(`${isSo ? "ok  " : "FAIL"} ${what}${isSo ? "" : `\n     found: ${JSON.stringify(found)}`}`);
}

function tell(part: Part, { text, misses }: Shown, settings: string): void {
  console.log(text);
  for (const miss of misses) console.log(`     missed: ${miss}`);
  if (!values.write) return;
  const command = `npm run proof hub:scale -- ${process.argv.slice(2).join(" ")}`;
  const at = new Date().toISOString().slice(0, 10);
  const machine = `Node ${process.versions.node}, ${cpus().length} cores with a load of ${loadBefore} when it began`;
  writePart(part, { command, at, commit, machine, settings } satisfies Run, text);
}

async function onEngine(size: number, work: (postgres: Postgres) => Promise<void>): Promise<void> {
  const postgres = await startEngine(size >= 500_000);
  try {
    await work(postgres);
  } finally {
    await postgres.stop();
  }
}

const sized = (memories: number): { memories: number; tenants: number } => ({
  memories,
  tenants: Math.ceil(memories / PER_TENANT),
});

async function measured(postgres: Postgres, there: Filled, pulls: Pulls): Promise<Column> {
  const { memories } = there.size;
  const bytes = await bytesIn(postgres, there.database);
  const { followed, broken } = await chainsIn(there);
  holds(
    `HUB-6: what was filled in follows, link by link, in ${followed} of ${there.size.tenants} tenants, ${memories}`,
    followed > 0 && broken.length === 0,
    broken,
  );
  holds(`HUB-4: each pull and head is answered, ${memories}`, pulls.wrong === 0, pulls.wrong);
  const pushes = await measurePushes(postgres, there, { clients: 8, seconds, turns: values.long ? 3 : 1 });
  holds(
    `HUB-4: each push is taken, and none that was acknowledged is lost, ${memories}`,
    pushes.wrong + pushes.lost === 0,
    pushes,
  );
  return { size: there.size, fillSeconds: there.fillSeconds, followed, bytes, pulls, pushes };
}

const FOLLOWED = 10;

/** Of the largest tenant and of some others. */
async function chainsIn({ url, made }: Filled): Promise<{ followed: number; broken: readonly string[] }> {
  const database = openDatabase(url, 2);
  const some = made.tenants
    .toSorted((one, other) => other.memories - one.memories)
    .filter((_, at) => at === 0 || at % 97 === 1)
    .slice(0, FOLLOWED);
  const broken: string[] = [];
  for (const { name, head } of some) {
    const verified = await verifyTenant(database, name);
    broken.push(
      ...verified.broken,
      ...(verified.changes === head.seq ? [] : [`${name} has ${verified.changes} changes`]),
    );
  }
  await database.end();
  return { followed: some.length, broken };
}

/** All are filled before one is measured: a machine that is busy for an hour between them would be compared with itself. */
async function measureSizes(): Promise<void> {
  await onEngine(Math.max(...sizes), async (postgres) => {
    const all: Filled[] = [];
    for (const memories of sizes) {
      const there = await filled(postgres, `hub_${memories}`, sized(memories));
      console.log(`${memories} memories of ${there.size.tenants} tenants in ${there.fillSeconds.toFixed(0)} s`);
      all.push(there);
    }
    const settings = `PostgreSQL ${postgres.version}, ${await honest(postgres)}`;
    const columns: Column[] = [];
    for (const [there, pulls] of await measurePulls(all, values.long ? 40 : 3)) {
      columns.push(await measured(postgres, there, pulls));
      tell("sizes", shownSizes(columns), settings);
    }
  });
}

async function measureHerd(): Promise<void> {
  await onEngine(PLAIN, async (postgres) => {
    const there = await filled(postgres, "hub", sized(PLAIN));
    const settings = `PostgreSQL ${postgres.version}, ${await honest(postgres)}`;
    const met = await herd(postgres, there, clients);
    tell("herd", shownHerd(met), settings);
    holds("HUB-4: after an outage every client is served", met.unserved === 0, met.unserved);
    holds(
      `HUB-4: nothing that was acknowledged to a herd is lost, and the chains of ${met.followed} of its tenants follow`,
      met.lost + met.broken.length === 0,
      met.broken,
    );
    holds("HUB-4: no client asks again sooner than it may", met.hasty === 0, met.hasty);
    holds(
      "HUB-4: while nobody answers a client tries three times and no more",
      met.away.attempts === 3 * clients,
      met.away,
    );
  });
}

/** MB an hour, of what is resident and of what lives in the heap; what an hour shows, and less does not. */
const MOST_SLOPE = { resident: 20, live: 5 } as const;
const AN_HOUR = 50;

async function measureSoak(): Promise<void> {
  await onEngine(PLAIN, async (postgres) => {
    const there = await filled(postgres, "hub", sized(PLAIN));
    const settings = `PostgreSQL ${postgres.version}, ${await honest(postgres)}`;
    const rate = values.rate === undefined ? undefined : Number(values.rate);
    const soaked = await soak(postgres, there, { minutes, rate }, (line) => console.log(`     ${line}`));
    tell("soak", shownSoak(soaked), settings);
    holds(
      "HUB-12: under a day's mix each request is answered and nothing is lost",
      soaked.wrong + soaked.lost === 0,
      soaked,
    );
    if (minutes < AN_HOUR) return;
    const [resident, live] = [soaked.slope < MOST_SLOPE.resident, soaked.live.slope < MOST_SLOPE.live];
    holds(`HUB-12: a hub's memory rises by less than ${MOST_SLOPE.resident} MB an hour`, resident, soaked);
    holds(`HUB-12: what lives in its heap rises by less than ${MOST_SLOPE.live} MB an hour`, live, soaked);
  });
}

async function measureDatabases(): Promise<void> {
  await onEngine(PLAIN, async (postgres) => {
    const settings = `PostgreSQL ${postgres.version}, ${await honest(postgres)}`;
    const found = await measureFour(postgres, PLAIN / 4, seconds);
    tell("four", shownFour(found, cpus().length), settings);
    holds("HUB-12: four hubs on four databases answer each request", found.one.wrong + found.four.wrong === 0, found);
  });
}

const PARTS: Readonly<Record<Part, () => Promise<void>>> = {
  sizes: measureSizes,
  herd: measureHerd,
  soak: measureSoak,
  four: measureDatabases,
};

async function main(): Promise<number> {
  const [bin] = programs();
  if (bin === undefined || !["psql", "pgbench"].every((name) => existsSync(join(bin, name)))) {
    console.log("SKIPPED: needs PostgreSQL 15 or newer with psql and pgbench (.ci/setup postgres)");
    return SKIPPED;
  }
  for (const part of values.parts.split(",")) await PARTS[part as Part]();
  console.log(`${count.passed} passed, ${count.failed} failed`);
  return count.failed === 0 && count.passed > 0 ? 0 : 1;
}

process.exitCode = await main();
