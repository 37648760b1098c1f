// node test/hub/main.ts [--long] [--only WORD]
// The organisation's hub (HUB-1 to HUB-12) on a real PostgreSQL, one line per case. HOLDFAST_PG_BIN names another one's programs.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programs, startPostgres } from "../../hub/test/postgres.ts";
import { startHub } from "../../hub/test/running.ts";
import { type Case, HUB_DATABASE, type Tally, type World } from "./case.ts";
import { CONTRACT } from "./contract.ts";
import { HOSTILE } from "./hostile.ts";
import { IDENTITY } from "./identity.ts";
import { ISOLATION } from "./isolation.ts";
import { KEEPING } from "./keeping.ts";

/** In this order; a list that is added here is run. */
const CASES: readonly Case[] = [...CONTRACT, ...ISOLATION, ...HOSTILE, ...IDENTITY, ...KEEPING];

const SKIPPED = 77;

async function worldOf(
  base: string,
  bin: string,
  isLong: boolean,
): Promise<World & { readonly end: () => Promise<void> }> {
  const postgres = await startPostgres(bin);
  const databaseUrl = await postgres.create(HUB_DATABASE);
  const hub = await startHub(databaseUrl);
  let count = 0;
  return {
    postgres,
    databaseUrl,
    hub,
    isLong,
    tally: { histories: 0, lost: 0, raised: 0, diverged: 0, leaked: 0, faults: 0 },
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
  const bin = programs();
  if (bin === undefined) {
    console.log("SKIPPED: needs PostgreSQL 15 or newer (.ci/setup postgres)");
    return SKIPPED;
  }
  const only = args[args.indexOf("--only") + 1] ?? "";
  const isOnly = args.includes("--only");
  const base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-hub-")));
  const world = await worldOf(base, bin, args.includes("--long"));
  const count = { passed: 0, failed: 0 };
  console.log(`PostgreSQL ${world.postgres.version}`);
  for (const [title, run] of CASES.filter(([title]) => !isOnly || title.includes(only))) {
    const started = performance.now();
    const wrong = await run(world).then(
      () => undefined,
      (error: unknown) => error,
    );
    count[wrong === undefined ? "passed" : "failed"] += 1;
    const found = wrong === undefined ? "" : `\n     found: ${describe(wrong)}`;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${wrong === undefined ? "ok  " : "FAIL"} ${title} (${seconds} s)${found}`);
  }
  await world.end();
  rmSync(base, { recursive: true, force: true });
  console.log(summary(world.tally));
  console.log(`${count.passed} passed, ${count.failed} failed`);
  return count.failed === 0 && count.passed > 0 && isClean(world.tally) ? 0 : 1;
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
