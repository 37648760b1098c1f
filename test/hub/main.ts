// node test/hub/main.ts [--long] [--only WORD]
// The organisation's hub (HUB-1 to HUB-12) on a real PostgreSQL, one line per case. HOLDFAST_PG_BIN names
// other programs than Debian's.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programs, startPostgres } from "../../hub/test/postgres.ts";
import { startHub } from "../../hub/test/running.ts";
import { type Case, HUB_DATABASE, type Tally, type World } from "./case.ts";
import { CONTRACT } from "./contract.ts";
import { ENDING } from "./ending.ts";
import { HOSTILE } from "./hostile.ts";
import { IDENTITY } from "./identity.ts";
import { ISOLATION } from "./isolation.ts";
import { KEEPING } from "./keeping.ts";
import { VERSIONS } from "./versions.ts";

/** In this order; a list that is added here is run. */
const CASES: readonly Case[] = [...CONTRACT, ...ISOLATION, ...HOSTILE, ...IDENTITY, ...KEEPING, ...VERSIONS, ...ENDING];

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
  const tally: Tally = { histories: 0, lost: 0, raised: 0, diverged: 0, leaked: 0, faults: 0 };
  const count = { passed: 0, failed: 0 };
  // The long form on the newest as well.
  for (const bin of isLong ? all : all.slice(0, 1)) {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-hub-")));
    const world = await worldOf({ base, bin, isLong, tally });
    console.log(`PostgreSQL ${world.postgres.version}`);
    for (const each of CASES.filter(([title]) => title.includes(word))) count[await tried(each, world)] += 1;
    await world.end();
    rmSync(base, { recursive: true, force: true });
  }
  console.log(summary(tally));
  console.log(`${count.passed} passed, ${count.failed} failed`);
  return count.failed === 0 && count.passed > 0 && isClean(tally) ? 0 : 1;
}

async function tried([title, run]: Case, world: World): Promise<"passed" | "failed"> {
  const started = performance.now();
  const wrong = await run(world).then(
    () => undefined,
    (error: unknown) => error ?? "nothing was said",
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const found = wrong === undefined ? "" : `\n     found: ${describe(wrong)}`;
  console.log(`${wrong === undefined ? "ok  " : "FAIL"} ${title} (${seconds} s)${found}`);
  return wrong === undefined ? "passed" : "failed";
}

function describe(wrong: unknown): string {
  const text = wrong instanceof Error ? (wrong.stack ?? wrong.message) : String(wrong);
  return text.slice(0, 2000).replaceAll("\n", " | ");
}

function summary({ histories, lost, raised, diverged, leaked, faults }: Tally): string {
  return `histories=${histories} lost=${lost} raised=${raised} diverged=${diverged} leaked=${leaked} faults=${faults}`;
}

function isClean({ lost, raised, diverged, leaked, faults }: Tally): boolean {
  return lost + raised + diverged + leaked + faults === 0;
}

process.exitCode = await main(process.argv.slice(2));
