// The built `holdfast sync`, killed with SIGKILL while a real hub carries its store (HUB-1, HUB-4, HUB-6, SYN-17): before a request, after
// the hub has done what was asked, at its calls of git, at its own changes of the file system, and at random moments. It runs again, and
// both machines come to the same; no memory is gone or in another tier, the log is whole, and both have followed its chain to the head.
import { strict as assert } from "node:assert";
import { join } from "node:path";
import { startHub } from "../../hub/test/running.ts";
import { hubsSeen } from "../../src/sync/io/hub/record.ts";
import { copyBuilt } from "../golden/built.ts";
import { below, type Chance, chance } from "../support/acts.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson } from "../support/person.ts";
import { placesOfMachine } from "../support/sync-machines.ts";
import { countWrong } from "../sync-histories/kinds.ts";
import { killedThen } from "../sync-kills/judge.ts";
import { type Kill, makeScript, runSync } from "../sync-kills/program.ts";
import { type OverHub, prepare, SITUATIONS } from "../sync-kills/situations.ts";
import { type Case, NotHere, nameIn, type World } from "./case.ts";
import { lookAtLog } from "./log.ts";
import { type Person, personAt, toHub } from "./person.ts";
import { startWire, type Wire } from "./wire.ts";

const SEED = 20_261_119;
/** Of the long form, beside each request. */
const MOMENTS = 40;
const EVERY = 2;
const STEPS = 60;

export const KILLS: readonly Case[] = [
  [
    "HUB-1 HUB-4 HUB-6: a program that syncs through a hub, killed at any request, step or moment, loses nothing, raises nothing and goes on",
    async (world) => {
      if (!canRunAsPerson()) throw new NotHere(CANNOT_RUN_AS_PERSON);
      const base = world.folder();
      copyBuilt(join(base, "dist"));
      makeScript(base);
      const cli = join(base, "dist", "cli.mjs");
      const url = await world.database();
      const wire = await startWire();
      const hub = await startHub(url, { env: { HOLDFAST_HUB_URL: wire.url } });
      wire.to = hub.address;
      const next = chance(SEED);
      const count = { kills: 0, missed: 0, mended: 0 };
      const wrong: string[] = [];
      try {
        for (const [turn, situation] of SITUATIONS.entries()) {
          const person = await personAt({ url: wire.url, database: hub.database });
          const prepared = await prepare(base, situation, overHub(world, url, wire, person));
          await prepared.reset();
          const began = performance.now();
          const { code, transcript, calls, requests } = await runSync(base, cli, prepared.a, { kind: "none" }, wire);
          assert.equal(code === 0 || code === 1, true, `${situation}: ${code} ${transcript}`);
          const whole = { calls, requests, ms: performance.now() - began };
          for (const kill of world.isLong ? allKills(whole, next) : someKills(whole, next, turn)) {
            const judged = await killedThen(base, cli, prepared, kill);
            count.kills += 1;
            count.missed += judged.killed ? 0 : 1;
            count.mended += judged.mended ? 1 : 0;
            wrong.push(...judged.wrong.map((line) => `${situation}, ${JSON.stringify(kill)}: ${line}`));
          }
          world.note(`${situation}: calls of git=${calls} requests=${requests.join(", ")}`);
        }
      } finally {
        await hub.end();
        await wire.end();
      }
      world.note(`kills=${count.kills} ended before the kill=${count.missed} mended by the next run=${count.mended}`);
      countWrong(world.tally, wrong);
      assert.deepEqual(wrong, []);
      assert.equal(count.missed < count.kills / 2, true);
    },
  ],
];

interface Whole {
  readonly calls: number;
  readonly requests: readonly string[];
  readonly ms: number;
}

/** In turns: at a push that the hub took, or at its last answer; elsewhere, of another kind each time. */
function someKills({ calls, requests, ms }: Whole, next: Chance, turn: number): readonly Kill[] {
  const push = requests.lastIndexOf("POST push") + 1 || requests.length;
  const elsewhere: readonly Kill[] = [
    { kind: "git", call: 1 + below(calls, next), when: "after" },
    { kind: "files", step: 1 + below(STEPS, next), half: true },
    { kind: "moment", ms: ms * (0.3 + 0.7 * next()) },
    { kind: "request", request: 1 + below(requests.length, next), when: "before" },
  ];
  const lost: Kill = { kind: "request", request: push, when: "after" };
  return [turn % 2 === 0 ? lost : (elsewhere[(turn >> 1) % elsewhere.length] as Kill)];
}

function allKills({ calls, requests, ms }: Whole, next: Chance): readonly Kill[] {
  const each = requests.flatMap((_, at): Kill[] => [
    { kind: "request", request: at + 1, when: "before" },
    { kind: "request", request: at + 1, when: "after" },
  ]);
  for (let call = 1; call <= calls; call += EVERY) each.push({ kind: "git", call, when: "after" });
  for (let step = 1; step <= STEPS; step += EVERY) each.push({ kind: "files", step, half: step % 2 === 0 });
  for (let n = 0; n < MOMENTS; n++) each.push({ kind: "moment", ms: ms * (0.2 + 0.8 * next()) });
  return each;
}

function overHub({ postgres }: World, url: string, wire: Wire, person: Person): OverHub {
  const [database, tenant] = [nameIn(url), person.tenant.name];
  const schema = `kept_${tenant.replaceAll("-", "_")}`;
  return {
    line: wire,
    ready: async (machines) => {
      for (const each of machines) await toHub(each, person);
    },
    keep: async () => {
      const tables = await postgres.query<{ name: string }>(
        database,
        `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'tenant_id'`,
      );
      const all = (make: (table: string) => string): string => tables.map(({ name }) => make(name)).join("; ");
      const of = `WHERE tenant_id = '${tenant}'`;
      const copies = all((name) => `CREATE TABLE ${schema}.${name} AS SELECT * FROM ${name} ${of}`);
      await postgres.query(database, `CREATE SCHEMA ${schema}; ${copies}`);
      const back = all((name) => `DELETE FROM ${name} ${of}; INSERT INTO ${name} SELECT * FROM ${schema}.${name}`);
      // As it lay there: no trigger, and no order among the tables.
      return async () => void (await postgres.query(database, `SET session_replication_role = replica; ${back}`));
    },
    wrong: async (machines) => {
      const { head, wrong } = await lookAtLog(postgres, database, tenant, person.store);
      const seen = machines.flatMap((each) => hubsSeen(placesOfMachine(each).state));
      const isThere = seen.every(
        ({ changes, chain, noticed }) => changes === head.seq && chain === head.chain && noticed === undefined,
      );
      const behind = `of ${head.seq} changes the machines have seen ${JSON.stringify(seen)}`;
      return seen.length === machines.length && isThere ? wrong : [...wrong, behind];
    },
  };
}
