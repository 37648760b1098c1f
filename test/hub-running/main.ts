// node test/hub-running/main.ts [--long] [--release FOLDER]
// Running a hub (HUB-12) as docs/guide/hub.md has it, typed on a real PostgreSQL with the package as it is published: packed (or the file
// in FOLDER), installed, set up, looked at by its doctor, backed up and restored. HOLDFAST_PG_BIN names other programs than Debian's.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { programs, startPostgres } from "../../hub/test/postgres.ts";
import { startProvider } from "../../hub/test/provider.ts";
import { buildHub } from "../../scripts/build-hub.ts";
import { DOCTOR, LOOKED } from "./doctor.ts";
import { GUIDE, type Seen, type Step } from "./guide.ts";
import { DURABLE, operatorAt, ROOT } from "./operator.ts";
import { TRACES } from "./traces.ts";

const SKIPPED = 77;
/** In this order: a step goes on from the one before. */
const STEPS: readonly Step[] = [...GUIDE.slice(0, 5), ...TRACES, ...DOCTOR, ...GUIDE.slice(5)];

const { values } = parseArgs({
  options: { long: { type: "boolean" }, release: { type: "string" } },
});

const count = { passed: 0, failed: 0 };

async function packed(base: string): Promise<string> {
  const { release } = values;
  if (release === undefined) await buildHub();
  const folder = release === undefined ? base : resolve(release);
  if (release === undefined)
    execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", base], {
      cwd: join(ROOT, "hub"),
    });
  const file = readdirSync(folder).find((name) => /^holdfast-hub-.*\.tgz$/.test(name));
  if (file === undefined) throw new Error(`there is no package of the hub in ${folder}`);
  return join(folder, file);
}

async function main(): Promise<number> {
  const bin = programs().find((folder) => existsSync(join(folder, "pg_dump")));
  if (bin === undefined) {
    console.log("SKIPPED: needs PostgreSQL 15 or newer with pg_dump and psql (.ci/setup postgres)");
    return SKIPPED;
  }
  const base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-running-")));
  // The user postgres has a folder in it.
  chmodSync(base, 0o755);
  const provider = await startProvider("http://127.0.0.1:1/callback");
  const operator = await operatorAt({ base, bin, tarball: await packed(base), issuer: provider.issuer });
  console.log(`PostgreSQL ${operator.postgres.version}`);
  const seen: Seen = { base };
  try {
    for (const [title, run] of STEPS) await tried(title, () => run(operator, seen));
  } finally {
    await operator.end();
    await provider.end();
    rmSync(base, { recursive: true, force: true });
  }
  for (const newer of values.long === true ? programs().filter((each) => each !== bin) : []) await lookedAt(newer);
  console.log(`${count.passed} passed, ${count.failed} failed`);
  return count.failed === 0 ? 0 : 1;
}

async function tried(title: string, run: () => Promise<void>): Promise<void> {
  const started = performance.now();
  const wrong = await run().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  count[wrong === undefined ? "passed" : "failed"] += 1;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const found = wrong === undefined ? "" : `\n     found: ${wrong.slice(0, 3000)}`;
  console.log(`${wrong === undefined ? "ok  " : "FAIL"} ${title} (${seconds} s)${found}`);
}

/** Programs of a server alone have no pg_dump. */
async function lookedAt(bin: string): Promise<void> {
  const postgres = await startPostgres(bin, DURABLE);
  console.log(`PostgreSQL ${postgres.version}`);
  for (const [title, run] of LOOKED) await tried(title, () => run({ postgres }));
  await postgres.stop();
}

process.exitCode = await main();
