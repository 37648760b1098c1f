// Mirrors are told of every erasure, whatever became of the memory's paths before it or since (HUB-11): the receipt says so.
import { strict as assert } from "node:assert";
import type { Change, Changes, PushChange } from "../../hub/protocol.ts";
import type { Receipt } from "../../hub/src/erased.ts";
import { sweep } from "../../hub/src/sweep.ts";
import { verifyTenant } from "../../hub/src/verify.ts";
import { gone, put } from "../../hub/test/client.ts";
import { type Tenant, tenantOn } from "../../hub/test/running.ts";
import { pageIn } from "../../src/sync/io/hub/answers.ts";
import { statedId } from "../../src/sync/paths.ts";
import { type Case, HUB_DATABASE } from "./case.ts";
import { idFor, marker, memoryPath, memoryText, PROJECT, pull } from "./stores.ts";

type Step = readonly [what: string, before: readonly PushChange[], after: readonly PushChange[]];

/** Around the erasure of memory 1, which a mirror has. */
const STEPS: readonly Step[] = [
  ["it stands where it stood", [], []],
  ["another takes its path afterwards", [], [put(memoryPath(1), memoryText(2))]],
  ["it was removed before", [gone(memoryPath(1), memoryText(1))], []],
  ["another took its path before", [put(memoryPath(1), memoryText(2), memoryText(1))], []],
  [
    "it was removed, and another took its path, before",
    [gone(memoryPath(1), memoryText(1)), put(memoryPath(1), memoryText(2))],
    [],
  ],
];

export const TELLING: readonly Case[] = [
  [
    "HUB-11: a mirror that has an erased memory is told which one it is, whatever took its place, before or after",
    async ({ hub }) => {
      for (const [what, before, after] of STEPS) {
        const tenant = await tenantOn(hub);
        const { name, client, admin } = tenant;
        const steps = async (changes: readonly PushChange[]): Promise<void> => {
          for (const change of changes) {
            const { status, text } = await client.push(PROJECT, [change], admin.token);
            assert.equal(status, 200, `${what}: ${text}`);
          }
        };
        await steps([marker(), put(memoryPath(1), memoryText(1))]);
        const { head } = await pull(client, name, PROJECT, admin.token);
        await steps(before);
        const late = (await pull(client, name, PROJECT, admin.token)).head;
        await erase(tenant, 1);
        await steps(after);
        // A mirror that pulled last before all of it, and one that did before the erasure: each has its bytes, as a file or in its history.
        for (const { seq } of [head, late]) {
          const told = (await since(tenant, seq)).flatMap((change) =>
            "erased" in change ? [statedId(change.path)] : [],
          );
          assert.equal(told.includes(idFor(1)), true, what);
        }
        const { files } = await pull(client, name, PROJECT, admin.token);
        assert.equal(
          [...files.values()].some((bytes) => bytes.includes(idFor(1))),
          false,
          what,
        );
        assert.deepEqual((await verifyTenant(hub.database, name)).broken, []);
      }
    },
  ],
  [
    "HUB-11: nothing is pushed to where an erasure is told, and it is told for as long as the receipt says",
    async ({ hub, postgres }) => {
      const tenant = await tenantOn(hub);
      const { name, client, admin } = tenant;
      await client.push(PROJECT, [marker(), put(memoryPath(1), memoryText(1))], admin.token);
      const { seq } = (await pull(client, name, PROJECT, admin.token)).head;
      const receipt = await erase(tenant, 1);
      const telling = (await since(tenant, seq)).find(({ path }) => path.startsWith("attest/"));
      const back = await client.push(PROJECT, [put(telling?.path ?? "", "{}")], admin.token);
      assert.equal(back.status, 422);
      assert.equal(back.text.includes('"erased"'), true);
      // Whoever asks again has the receipt again, and mirrors are told no second time.
      const { already, ...again } = await erase(tenant, 1);
      assert.deepEqual([again, typeof already], [receipt, "string"]);
      assert.deepEqual(await since(tenant, telling?.seq ?? 0), []);
      const old = `UPDATE files SET purge_at = now() - interval '1 day' WHERE tenant_id = '${name}' AND purge_at IS NOT NULL`;
      await postgres.query(HUB_DATABASE, old);
      await postgres.query(
        HUB_DATABASE,
        `UPDATE places SET swept_at = now() - interval '2 days' WHERE tenant_id = '${name}'`,
      );
      await hub.database.write(name, sweep);
      const left = await postgres.query(HUB_DATABASE, `SELECT path FROM files WHERE tenant_id = '${name}'`);
      assert.deepEqual(left, [{ path: "holdfast.json" }]);
    },
  ],
];

async function erase({ client, name, admin }: Tenant, n: number): Promise<Receipt> {
  const body = { store: PROJECT, memory: idFor(n) };
  const { status, text, body: receipt } = await client.ask("POST", `/v1/${name}/erase`, { token: admin.token, body });
  assert.equal(status, 200, text);
  return receipt;
}

/** As a client takes them. */
async function since({ client, name, admin }: Tenant, seq: number): Promise<readonly Change[]> {
  const path = `/v1/${name}/stores/${encodeURIComponent(PROJECT)}/changes?since=${seq}`;
  const { body } = await client.ask("GET", path, { token: admin.token });
  assert.notEqual(pageIn(body), undefined);
  return (body as Changes).changes;
}
