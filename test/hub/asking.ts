// What an auditor gets at the server (HUB-11): from an audit of any length in little memory, with ids and no words, and nothing of what is a
// member's own.
import { strict as assert } from "node:assert";
import { put } from "../../hub/test/client.ts";
import { ran } from "../../hub/test/process.ts";
import { tenantOn } from "../../hub/test/running.ts";
import { type Case, HUB_DATABASE } from "./case.ts";
import { idFor, marker, memoryPath, memoryText, PROJECT } from "./stores.ts";

const LINES = 40_000;
/** MB of what Node makes: a tenth of what these lines are. */
const HEAP = 40;

export const ASKING: readonly Case[] = [
  [
    "HUB-11: a push names the memories it is about, in the audit, and of a member's own store none; no path and no word of either",
    async ({ hub, databaseUrl }) => {
      const tenant = await tenantOn(hub);
      const { client, name, admin } = tenant;
      await client.push(PROJECT, [marker(), put(memoryPath(1), memoryText(1))], admin.token);
      const ann = await tenant.joins([]);
      await client.push(`personal/${ann.member}`, [marker(), put(memoryPath(2), memoryText(2))], ann.token);
      const env = { HOLDFAST_HUB_DATABASE: databaseUrl };
      const { out } = await ran(["audit", name, "--act", "push"], env);
      const rows = out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      assert.deepEqual(
        rows.map(({ about }) => about),
        [
          { store: PROJECT, from: 1, to: 2, memories: [idFor(1)] },
          { store: `personal/${ann.member}`, from: 1, to: 2 },
        ],
      );
      assert.equal(/service|memories\//.test(out), false);
      const [none, wrong, when] = await Promise.all([
        ran(["audit", name, "--memory", idFor(2)], env),
        ran(["audit", name, "--outcome"], env),
        ran(["audit", name, "--since", "yesterday"], env),
      ]);
      assert.deepEqual([none.code, none.out], [0, ""]);
      assert.deepEqual([wrong.code, /--actor or --device/.test(wrong.err)], [64, true]);
      assert.deepEqual([when.code, /no day and no moment/.test(when.err)], [64, true]);
      // That somebody asked is known; a question that was refused asked for nothing.
      const asked = await ran(["audit", name, "--act", "audit-printed"], env);
      const known = asked.out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).about.asked);
      assert.deepEqual(known.toSorted(), [["act"], ["act"], ["memory"]]);
    },
  ],
  [
    "HUB-11: an audit that is larger than the memory of who reads it is filtered, and told again",
    async ({ hub, databaseUrl, postgres }) => {
      const { name } = await tenantOn(hub);
      const memories = Array.from({ length: 20 }, (_, n) => `"${idFor(n)}"`).join(",");
      await postgres.query(
        HUB_DATABASE,
        `INSERT INTO audit SELECT '${name}', n, now(),
           '{"n":' || n || ',"at":"2026-11-01T00:00:00.000Z","by":"device:x","action":"push","about":{"store":"org","memories":[${memories}]}}', '\\x00'
         FROM generate_series(1000, ${LINES + 999}) AS n`,
      );
      const env = { HOLDFAST_HUB_DATABASE: databaseUrl, NODE_OPTIONS: `--max-old-space-size=${HEAP}` };
      const found = await ran(["audit", name, "--actor", "x", "--memory", idFor(3), "--since", "2026-11-02"], env);
      assert.deepEqual([found.code, found.out], [0, ""], found.err.slice(-300));
      const could = await ran(["audit", name, "--could", "reviewer", "--store", "org", "--on", "2040-01-01"], env);
      assert.equal(could.out.trim().split("\n").length, 1, could.err.slice(-300));
    },
  ],
];
