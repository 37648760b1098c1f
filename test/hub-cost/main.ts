// What a hub costs beside the bare engine (HUB-4, HUB-12), in one run and in turns: a head and a pull of ten changes over HTTP beside the
// same statements asked through `pg`, one after another; a push beside pgbench with the same transaction as a prepared script. Medians,
// over tenants taken by chance, of a hub that has answered for some seconds; its first pushes are told apart.
//   node test/hub-cost/main.ts [--memories 100000] [--tenants 1000] [--rounds 40] [--write] [--strict]
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { generate, samplerOf } from "../../hub/test/generate.ts";
import { programs, startPostgres } from "../../hub/test/postgres.ts";
import { startProcess } from "../../hub/test/process.ts";
import { median } from "../git-edge/world.ts";
import { chance } from "../support/acts.ts";
import { type Measured, measure } from "./measure.ts";
import { writePage } from "./page.ts";

const SKIPPED = 77;
const { values } = parseArgs({
  options: {
    memories: { type: "string", default: "100000" },
    tenants: { type: "string", default: "1000" },
    rounds: { type: "string", default: "40" },
    write: { type: "boolean", default: false },
    strict: { type: "boolean", default: false },
  },
});

export interface Figure {
  readonly name: string;
  readonly what: string;
  readonly aim: number;
  /** What no run may exceed, on a machine that does other work too. */
  readonly ceiling: number;
  readonly of: (measured: Measured) => readonly [ours: readonly number[], bare: readonly number[]];
}

const FIGURES: readonly Figure[] = [
  { name: "head", what: "head, nothing new", aim: 1.5, ceiling: 3, of: ({ head }) => [head.ours, head.bare] },
  { name: "pull", what: "pull of 10 changes", aim: 1.5, ceiling: 3, of: ({ pull }) => [pull.ours, pull.bare] },
  { name: "push", what: "push of 1 change", aim: 2, ceiling: 8, of: ({ push }) => [push.ours, push.bare] },
];

async function main(): Promise<number> {
  const [bin] = programs();
  if (bin === undefined) {
    console.log("SKIPPED: needs PostgreSQL 15 or newer (.ci/setup postgres)");
    return SKIPPED;
  }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-cost-")));
  const postgres = await startPostgres(bin);
  const url = await postgres.create("hub");
  const size = { memories: Number(values.memories), tenants: Number(values.tenants) };
  const made = await generate(url, size);
  const quiet = { HOLDFAST_HUB_LOG: "silent", HOLDFAST_HUB_RATE: "1000000" };
  const hub = await startProcess({ HOLDFAST_HUB_DATABASE: url, ...quiet });
  const given = { url, bin, folder, hub: hub.url, next: samplerOf(made, chance(1)), rounds: Number(values.rounds) };
  const measured = await measure(given);
  await hub.end("SIGTERM");
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
  const rows = FIGURES.map((figure) => {
    const [ours, bare] = figure.of(measured).map(median) as [number, number];
    return { ...figure, ours, bare, ratio: ours / bare };
  });
  for (const { name, aim, ceiling, ours, bare, ratio } of rows)
    console.log(
      `${name}_ms=${ours.toFixed(2)} bare_ms=${bare.toFixed(2)} over_bare=${ratio.toFixed(2)} aim=${aim}${ratio > aim ? " (aim missed)" : ""} ceiling=${ceiling}`,
    );
  const bounds = rows.filter(({ ratio, aim, ceiling }) => ratio > (values.strict ? aim : ceiling));
  console.log(`cold_push_ms=${median(measured.cold).toFixed(2)}`);
  console.log(`memories=${size.memories} tenants=${size.tenants} PostgreSQL ${postgres.version}`);
  if (values.write)
    writePage({ rows, size, postgres: postgres.version, http: median(measured.http), cold: median(measured.cold) });
  console.log(`${rows.length - bounds.length} passed, ${bounds.length} failed`);
  return bounds.length === 0 ? 0 : 1;
}

process.exitCode = await main();
