// node test/hub/main.ts [--long] [--only WORD] [--server]
// The organisation's hub (HUB-1 to HUB-12, HUB-15) on a real PostgreSQL, one line per case. HOLDFAST_PG_BIN names
// other programs than Debian's; `--server` leaves out the client's own tests, which the gate runs with the machines.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programs, startPostgres } from "../../hub/test/postgres.ts";
import { startHub } from "../../hub/test/running.ts";
import { kindOfWrong } from "../sync-histories/kinds.ts";
import { ASKING } from "./asking.ts";
import { BEGINNING } from "./beginning.ts";
import { BOUNDS } from "./bounds.ts";
import { CALLERS } from "./callers.ts";
import { CARRIERS } from "./carriers.ts";
import { type Case, HUB_DATABASE, NotHere, type Tally, type World } from "./case.ts";
import { CLIENTS } from "./clients.ts";
import { CONTRACT } from "./contract.ts";
import { CROSSING } from "./crossing.ts";
import { ENDING } from "./ending.ts";
import { HISTORIES } from "./histories.ts";
import { HOSTILE } from "./hostile.ts";
import { IDENTITY } from "./identity.ts";
import { INTRUDER } from "./intruder.ts";
import { ISOLATION } from "./isolation.ts";
import { JOBS } from "./jobs.ts";
import { JUDGING } from "./judging.ts";
import { KEEPING } from "./keeping.ts";
import { KILLS } from "./kills.ts";
import { LEAVING } from "./leaving.ts";
import { LINES } from "./lines.ts";
import { MAP } from "./map.ts";
import { MOVING } from "./moving.ts";
import { NAMING } from "./naming.ts";
import { OPERATING } from "./operating.ts";
import { OVERREACH } from "./overreach.ts";
import { PLANS } from "./plans.ts";
import { POLICY } from "./policy.ts";
import { PRESERVING } from "./preserving.ts";
import { ROLLING } from "./rolling.ts";
import { SWEEPING } from "./sweeping.ts";
import { TELLING } from "./telling.ts";
import { TYPING } from "./typing.ts";
import { VERSIONS } from "./versions.ts";
import { WAITING } from "./waiting.ts";

/** In this order; a list that is added here is run. */
const CASES: readonly Case[] = [
  ...CONTRACT,
  ...CALLERS,
  ...CARRIERS,
  ...ISOLATION,
  ...NAMING,
  ...CROSSING,
  ...PLANS,
  ...HOSTILE,
  ...BEGINNING,
  ...BOUNDS,
  ...JUDGING,
  ...WAITING,
  ...POLICY,
  ...IDENTITY,
  ...JOBS,
  ...INTRUDER,
  ...OVERREACH,
  ...LINES,
  ...KEEPING,
  ...TELLING,
  ...PRESERVING,
  ...ASKING,
  ...TYPING,
  ...OPERATING,
  ...SWEEPING,
  ...VERSIONS,
  ...ENDING,
  ...ROLLING,
  ...MAP,
  ...LEAVING,
  ...MOVING,
  ...HISTORIES,
  ...KILLS,
];

/** The client's own, which need no server. */
const ALL: readonly Case[] = [...CASES, ...CLIENTS];

const SKIPPED = 77;

interface Made extends Pick<World, "isLong" | "tally"> {
  readonly base: string;
  readonly bin: string;
}

async function worldOf({ base, bin, isLong, tally }: Made): Promise<World & { readonly end: () => Promise<void> }> {
  const postgres = await startPostgres(bin);
  const databaseUrl = await postgres.create(HUB_DATABASE);
  const hub = await startHub(databaseUrl);
  let count = 0;
  return {
    postgres,
    databaseUrl,
    hub,
    isLong,
    tally,
    note: (text) => console.log(`     ${text}`),
    folder: () => mkdtempSync(join(base, "case-")),
    database: () => {
      count += 1;
      return postgres.create(`hub_${count}`);
    },
    end: async () => {
      await hub.end();
      await postgres.stop();
    },
  };
}

async function main(args: readonly string[]): Promise<number> {
  const all = programs();
  if (all.length === 0) {
    console.log("SKIPPED: needs PostgreSQL 15 or newer (.ci/setup postgres)");
    return SKIPPED;
  }
  const isLong = args.includes("--long");
  const word = args.includes("--only") ? (args[args.indexOf("--only") + 1] ?? "") : "";
  const tally: Tally = { histories: 0, lost: 0, raised: 0, diverged: 0, other: 0, leaked: 0, faults: 0 };
  const count = { passed: 0, failed: 0, skipped: 0 };
  // The long form on the newest as well.
  for (const bin of isLong ? all : all.slice(0, 1)) {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-hub-")));
    const world = await worldOf({ base, bin, isLong, tally });
    console.log(`PostgreSQL ${world.postgres.version}`);
    const cases = args.includes("--server") || bin !== all[0] ? CASES : ALL;
    for (const each of cases.filter(([title]) => title.includes(word))) count[await tried(each, world)] += 1;
    await world.end();
    rmSync(base, { recursive: true, force: true });
  }
  console.log(summary(tally));
  if (count.skipped > 0) console.log(`skipped=${count.skipped}`);
  console.log(`${count.passed} passed, ${count.failed} failed`);
  return count.failed === 0 && count.passed > 0 && isClean(tally) ? 0 : 1;
}

async function tried([title, run]: Case, world: World): Promise<"passed" | "failed" | "skipped"> {
  const started = performance.now();
  const before = summary(world.tally);
  const wrong = await run(world).then(
    () => undefined,
    (error: unknown) => error ?? "nothing was said",
  );
  if (wrong instanceof NotHere) {
    console.log(`SKIPPED ${title}: ${wrong.message}`);
    return "skipped";
  }
  // A failure beside zeros would read as if nothing had come of it.
  if (wrong !== undefined && summary(world.tally) === before) world.tally[kindOfWrong(describe(wrong))] += 1;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const found = wrong === undefined ? "" : `\n     found: ${describe(wrong)}`;
  console.log(`${wrong === undefined ? "ok  " : "FAIL"} ${title} (${seconds} s)${found}`);
  return wrong === undefined ? "passed" : "failed";
}

function describe(wrong: unknown): string {
  const text = wrong instanceof Error ? (wrong.stack ?? wrong.message) : String(wrong);
  return text.slice(0, 2000).replaceAll("\n", " | ");
}

function summary({ histories, lost, raised, diverged, other, leaked, faults }: Tally): string {
  return `histories=${histories} lost=${lost} raised=${raised} diverged=${diverged} other=${other} leaked=${leaked} faults=${faults}`;
}

function isClean({ lost, raised, diverged, other, leaked, faults }: Tally): boolean {
  return lost + raised + diverged + other + leaked + faults === 0;
}

process.exitCode = await main(process.argv.slice(2));
