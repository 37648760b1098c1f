// node test/hub-quarter/main.ts [--long] [--members N] [--projects N] [--days N] [--writes N] [--every N] [--seed N] [--write]
// A quarter of an organisation on the real hub and a real PostgreSQL, with real signatures (HUB-11): work, reviews, people who leave, a
// stolen laptop, an erasure, a legal hold. At its end the invariants hold, and ten questions of an auditor are answered by a line each.
// --long is 500 members, 200 projects and 65 working days of 20 writes a member, whose machine syncs every fifth day.
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { programs, startPostgres } from "../../hub/test/postgres.ts";
import { commitHere } from "../../scripts/bench/machine.ts";
import type { Check } from "./invariants.ts";
import { invariants } from "./invariants.ts";
import { organise, type Size } from "./organisation.ts";
import { writePage } from "./page.ts";
import { pass } from "./quarter.ts";
import { questions } from "./questions.ts";

const SKIPPED = 77;
const { values } = parseArgs({
  options: {
    long: { type: "boolean", default: false },
    members: { type: "string" },
    projects: { type: "string" },
    days: { type: "string" },
    writes: { type: "string" },
    every: { type: "string" },
    seed: { type: "string", default: "20261119" },
    write: { type: "boolean", default: false },
  },
});
const or = (given: string | undefined, long: number, short: number): number =>
  given === undefined ? (values.long ? long : short) : Number(given);
const size: Size = {
  members: or(values.members, 500, 12),
  projects: or(values.projects, 200, 6),
  days: or(values.days, 65, 5),
  writes: or(values.writes, 20, 5),
  every: or(values.every, 5, 1),
  seed: Number(values.seed),
};

async function tried(checks: readonly Check[], count: { passed: number; failed: number }): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const [title, hold] of checks) {
    const started = performance.now();
    const wrong = await hold().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
    );
    const took = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${wrong === undefined ? "ok  " : "FAIL"} ${title} (${took} s)`);
    if (wrong !== undefined) console.log(`     found: ${wrong.slice(0, 2000).replaceAll("\n", " | ")}`);
    count[wrong === undefined ? "passed" : "failed"] += 1;
    rows.push(`| ${title} | ${wrong === undefined ? "yes" : "**no**"} | ${took} s |`);
  }
  return rows;
}

async function main(): Promise<number> {
  const [bin] = programs();
  if (bin === undefined) {
    console.log("SKIPPED: needs PostgreSQL 15 or newer (.ci/setup postgres)");
    return SKIPPED;
  }
  const commit = commitHere(process.cwd());
  const load = loadavg()[0]?.toFixed(1);
  const large = { shared_buffers: "512MB", max_wal_size: "4GB" };
  const postgres = await startPostgres(bin, values.long ? large : {});
  const count = { passed: 0, failed: 0 };
  try {
    const of = await organise(await postgres.create("hub"), size);
    try {
      const quarter = await pass(of, (text) => console.log(`     ${text}`));
      // As autovacuum has it after a quarter that takes longer.
      await postgres.query("hub", "ANALYZE");
      const held = await tried(invariants(of, quarter, postgres), count);
      const answered = await tried(questions(of, quarter), count);
      const { writes, pushes, again, changes, confirmed, refused } = of.count;
      const { members, projects, days } = size;
      const [{ bytes, lines } = { bytes: 0, lines: 0 }] = await postgres.query<{ bytes: number; lines: number }>(
        "hub",
        `SELECT pg_database_size('hub')::float8 AS bytes, (SELECT count(*)::int FROM audit) AS lines`,
      );
      const told = {
        ...{ members, projects, days, writes, pushes, again, changes, confirmed, refused, lines },
        leavers: quarter.records.leavers.length,
      };
      console.log(
        `${Object.entries(told)
          .map(([name, n]) => `${name}=${n}`)
          .join(" ")} seconds=${quarter.seconds}`,
      );
      const machine = `Node ${process.versions.node}, ${cpus().length} cores with a load of ${load} when it began, PostgreSQL ${postgres.version}`;
      const command = ["npm run proof hub:quarter --", ...process.argv.slice(2)].join(" ");
      if (values.write) writePage({ command, commit, machine, told, bytes, seconds: quarter.seconds, held, answered });
    } finally {
      await of.end();
    }
  } finally {
    await postgres.stop();
  }
  console.log(`${count.passed} passed, ${count.failed} failed`);
  return count.failed === 0 && count.passed > 0 ? 0 : 1;
}

process.exitCode = await main();
