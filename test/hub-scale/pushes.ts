// Pushes through a hub, and the same transactions by pgbench, in turns and with as many clients: how many a second, and what each
// of the processes spends on one.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Postgres } from "../../hub/test/postgres.ts";
import { chanceFrom } from "../bench/generate.ts";
import { lostOf } from "./kept.ts";
import { type Ask, load, newFollows } from "./load.ts";
import { everyOther, pgbench, scriptFor } from "./pgbench.ts";
import { type Times, timesOf } from "./pulls.ts";
import { less, type Spent, spent } from "./usage.ts";
import { bytesIn, type Filled, startHub } from "./world.ts";

export interface Pushes {
  readonly clients: number;
  /** A second. */
  readonly hub: number;
  readonly bare: number;
  readonly ms: Times;
  /** Milliseconds of processor time for one push. */
  readonly each: Spent;
  readonly bareEach: Pick<Spent, "engine">;
  /** By which a table grows with one push, of a hub or of pgbench, with its indexes. */
  readonly bytes: Readonly<Record<string, number>>;
  readonly statements: number;
  readonly lost: number;
  readonly wrong: number;
}

export async function measurePushes(
  postgres: Postgres,
  filled: Filled,
  { clients, seconds, turns }: { readonly clients: number; readonly seconds: number; readonly turns: number },
): Promise<Pushes> {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-pgbench-"));
  const tenants = everyOther(filled.made.tenants);
  const next = chanceFrom(13);
  const ask = (): Ask => {
    const tenant = tenants.hub[Math.floor(next() * tenants.hub.length)] ?? filled.sample();
    return { kind: "push", tenant, n: filled.fresh() };
  };
  const script = await scriptFor(filled, tenants.bare, folder);
  const hub = await startHub(filled.url);
  const follows = newFollows();
  const done = { hub: 0, bare: 0, seconds: 0, wrong: 0, ms: [] as number[], pushed: [] as Ask[] };
  let each: Spent = { engine: 0, hub: 0, client: 0 };
  let bareEngine = 0;
  const bytes: Record<string, number> = {};
  try {
    const now = (): Spent => spent([postgres], [hub.child.pid ?? 0]);
    await load([hub.url], { workers: clients, seconds: 2 }, ask, follows);
    pgbench(filled.url, script, clients, 2);
    const small = await bytesIn(postgres, filled.database);
    for (let turn = 0; turn < turns; turn++) {
      const before = now();
      const loaded = await load([hub.url], { workers: clients, seconds }, ask, follows);
      const between = now();
      const used = less(between, before);
      each = { engine: each.engine + used.engine, hub: each.hub + used.hub, client: each.client + used.client };
      done.hub += loaded.pushed.length;
      done.seconds += loaded.seconds;
      done.wrong += loaded.wrong;
      done.ms.push(...(loaded.ms["push"] ?? []));
      done.pushed.push(...loaded.pushed);
      done.bare += pgbench(filled.url, script, clients, seconds) * seconds;
      bareEngine += less(now(), between).engine;
    }
    const large = await bytesIn(postgres, filled.database);
    for (const [name, size] of Object.entries(large))
      bytes[name] = (size - (small[name] ?? 0)) / (done.hub + done.bare);
  } finally {
    await hub.end("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  }
  const per = (all: number, count: number): number => (all * 1000) / count;
  return {
    clients,
    hub: done.hub / done.seconds,
    bare: done.bare / (turns * seconds),
    ms: timesOf(done.ms),
    each: { engine: per(each.engine, done.hub), hub: per(each.hub, done.hub), client: per(each.client, done.hub) },
    bareEach: { engine: per(bareEngine, done.bare) },
    bytes,
    statements: script.statements,
    lost: await lostOf(postgres, filled, done.pushed),
    wrong: done.wrong,
  };
}
