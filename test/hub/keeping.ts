// What a hub keeps, lets go of, and says of itself (HUB-11, HUB-12).
import { strict as assert } from "node:assert";
import { randomUUID } from "node:crypto";
import { brokenAt } from "../../hub/src/audit.ts";
import { tellingPath } from "../../hub/src/erase.ts";
import { sweep } from "../../hub/src/sweep.ts";
import { clientOf, put } from "../../hub/test/client.ts";
import { startHub, tenantOn } from "../../hub/test/running.ts";
import { keyLineOf, signerOf, sshKeyLine } from "../../src/store/io/sshsig.ts";
import { sha256Hex } from "../../src/text/digest.ts";
import { member as signer } from "../support/team.ts";
import { type Case, HUB_DATABASE, nameIn } from "./case.ts";
import { holding } from "./holding.ts";
import {
  changesBetween,
  filesOf,
  idFor,
  keyOf,
  MARKER,
  marker,
  memoryPath,
  memoryText,
  PROJECT,
  pull,
} from "./stores.ts";

export const KEEPING: readonly Case[] = [
  [
    "HUB-11: the audit is a chain of who did what, without words, and a line that was altered is found",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      const { client, name, admin } = tenant;
      await client.push(PROJECT, [marker(), put(memoryPath(1), memoryText(1))], admin.token);
      await tenant.joins([{ store: PROJECT, role: "reader" }]);
      const { text, headers } = await client.ask("GET", `/v1/${name}/audit?since=0`, { token: admin.token });
      assert.match(headers.get("content-type") ?? "", /ndjson/);
      const actions = text
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(JSON.parse(line).line).action);
      assert.deepEqual(actions, [
        "founded",
        "invitation-accepted",
        "push",
        "member-added",
        "invitation-accepted",
        "device-added",
      ]);
      assert.equal(text.includes("service"), false);
      assert.match(text, new RegExp(`device:${admin.member}.{1,40}${admin.device}`));
      assert.equal(brokenAt(text), undefined);
      assert.equal(brokenAt(text.replace("push", "pull")), 3);
      const contributor = await tenant.joins([{ store: "*", role: "reviewer" }]);
      assert.equal((await client.ask("GET", `/v1/${name}/audit`, { token: contributor.token })).status, 403);
    },
  ],
  [
    "HUB-13: an overview counts what stores hold by their tiers, what was refused and erased, and tells of personal stores their sum alone",
    async ({ hub, folder }) => {
      const ann = signer(folder(), "ann");
      await ann.say("Deploys run on Mondays, from the release branch");
      await ann.say("Reviews take a day at most");
      await ann.say("The build needs Node 24", "mcp");
      const tenant = await tenantOn(hub, keyOf(ann));
      const { client, name, admin } = tenant;
      const counts = async (): Promise<readonly unknown[]> => {
        const { body } = await client.ask("GET", `/v1/${name}/overview`, { token: admin.token });
        const [{ verified, inferred, quarantined, bytes }] = body.stores;
        const of = (what: string): number => body.days.find((each: { what: string }) => each.what === what)?.n ?? 0;
        return [verified, inferred, quarantined, bytes, of("memories"), of("push"), of("push-refused"), body.personal];
      };
      const size = (files: ReadonlyMap<string, Buffer>): number =>
        [...files.values()].reduce((sum, { length }) => sum + length, 0);
      const none = { stores: 0, memories: 0, bytes: 0 };
      const first = filesOf(ann);
      await client.push(PROJECT, changesBetween(new Map(), first), admin.token);
      assert.deepEqual(await counts(), [2, 1, 0, size(first), 3, 1, 0, none]);
      // What it was before is counted no more.
      await ann.does("demote", stemIn(first, "deploys"));
      const second = filesOf(ann);
      await client.push(PROJECT, changesBetween(first, second), admin.token);
      assert.deepEqual(await counts(), [1, 1, 1, size(second), 3, 2, 0, none]);
      const wrong = await client.push(PROJECT, [put("nowhere.txt", "x")], admin.token);
      assert.equal(wrong.status, 422);
      const path = `memories/${stemIn(second, "reviews")}.md`;
      const memory = /^id: (\S+)$/m.exec(second.get(path)?.toString() ?? "")?.[1];
      const body = { store: PROJECT, memory, reason: "asked" };
      assert.equal((await client.ask("POST", `/v1/${name}/erase`, { token: admin.token, body })).status, 200);
      assert.deepEqual((await counts()).toSpliced(3, 1), [0, 1, 1, 2, 2, 1, none]);
      const ben = await tenant.joins([]);
      const own = `personal/${ben.member}`;
      await client.push(own, [marker(), put(memoryPath(1), memoryText(1))], ben.token);
      const personal = { stores: 1, memories: 1, bytes: memoryText(1).length + MARKER.length };
      assert.deepEqual((await counts()).at(-1), personal);
      const gone = await client.ask("POST", `/v1/${name}/erase`, { token: admin.token, body: { member: ben.member } });
      assert.equal(gone.status, 200);
      assert.deepEqual((await counts()).toSpliced(3, 1), [0, 1, 1, 2, 3, 1, { stores: 1, memories: 0, bytes: 0 }]);
      const { text } = await client.ask("GET", `/v1/${name}/audit?since=0`, { token: admin.token });
      assert.match(text, /push-refused.{1,120}kinds\\":\[\\"/);
      assert.equal(text.includes("nowhere"), false);
      // Ends at once, for whoever has it; and no other.
      assert.equal((await client.ask("DELETE", `/v1/${name}/session`, { token: admin.personToken })).status, 200);
      assert.equal((await client.ask("GET", `/v1/${name}`, { token: admin.personToken })).status, 401);
      assert.equal((await client.ask("GET", `/v1/${name}`, { token: admin.token })).status, 200);
    },
  ],
  [
    "HUB-11: a memory's bytes leave state, log and database, mirrors are told, and a signed receipt names hashes alone",
    async ({ hub, postgres }) => {
      const { client, name, admin } = await tenantOn(hub);
      const { token } = admin;
      const secret = `Nobody may know ${randomUUID()}`;
      const [text, other] = [memoryText(1, `${secret}, says the manual.`), memoryText(2)];
      await client.push(PROJECT, [marker(), put(memoryPath(1), text), put(memoryPath(2), other)], token);
      const changed = memoryText(1, `${secret}, says the manual of the third edition.`);
      await client.push(PROJECT, [put(memoryPath(1), changed, text)], token);
      const before = await pull(client, name, PROJECT, token);
      const erased = await client.ask("POST", `/v1/${name}/erase`, {
        token,
        body: { store: PROJECT, memory: idFor(1) },
      });
      assert.equal(erased.status, 200, erased.text);
      const { receiptKey } = (await client.ask("GET", `/v1/${name}`, { token })).body;
      const signer = signerOf(erased.body.text, erased.body.signature);
      assert.equal(signer && keyLineOf(signer), receiptKey);
      assert.deepEqual(JSON.parse(erased.body.text).hashes, [sha256Hex(changed)]);
      assert.equal(/Nobody|memories/.test(erased.body.text), false);
      const after = await pull(client, name, PROJECT, token);
      assert.equal(after.files.has(memoryPath(1)), false);
      const path = `/v1/${name}/stores/${encodeURIComponent(PROJECT)}/changes?since=${before.head.seq}`;
      const { changes } = (await client.ask("GET", path, { token })).body;
      const told = [memoryPath(1), tellingPath(idFor(1))].map((path, at) => ({ path, seq: before.head.seq + 1 + at }));
      assert.deepEqual(
        changes,
        told.map((each) => ({ ...each, gone: true, erased: true })),
      );
      assert.deepEqual(await holding(postgres, secret), []);
      const back = await client.push(PROJECT, [put(memoryPath(1), changed)], token);
      assert.deepEqual([back.status, back.body.findings[0].kind], [422, "erased"]);
      // Once every mirror had its time, the path goes too; who comes later starts anew.
      await postgres.query(
        HUB_DATABASE,
        `UPDATE files SET purge_at = now() - interval '1 day' WHERE tenant_id = '${name}' AND purge_at IS NOT NULL`,
      );
      await postgres.query(
        HUB_DATABASE,
        `UPDATE places SET swept_at = now() - interval '2 days' WHERE tenant_id = '${name}'`,
      );
      assert.equal(await hub.database.write(name, sweep), false);
      assert.equal(
        (await client.ask("GET", `/v1/${name}/stores/${encodeURIComponent(PROJECT)}/changes?since=2`, { token }))
          .status,
        409,
      );
      assert.deepEqual([...(await pull(client, name, PROJECT, token)).files.keys()].toSorted(), [
        "holdfast.json",
        memoryPath(2),
      ]);
    },
  ],
  [
    "HUB-11: a person who is erased leaves an id that means nobody",
    async ({ hub, postgres }) => {
      const tenant = await tenantOn(hub);
      const { client, name, admin } = tenant;
      const ann = await tenant.joins([{ store: PROJECT, role: "contributor" }]);
      const secret = `Ann alone knows ${randomUUID()}`;
      const first = put("holdfast.json", `${JSON.stringify({ format: 1, "store-id": idFor(5) })}\n`);
      const own = await client.push(
        `personal/${ann.member}`,
        [first, put(memoryPath(1), memoryText(1, `${secret}.`))],
        ann.token,
      );
      assert.equal(own.status, 200, own.text);
      const erased = await client.ask("POST", `/v1/${name}/erase`, {
        token: admin.token,
        body: { member: ann.member },
      });
      assert.equal(JSON.parse(erased.body.text).hashes.length, 2, erased.text);
      for (const word of [secret, ann.device, sshKeyLine(ann.key).split(" ")[1] ?? ""])
        assert.deepEqual(
          (await holding(postgres, word)).filter((table) => table !== "audit"),
          [],
          word,
        );
      assert.equal((await client.ask("GET", `/v1/${name}`, { token: ann.token })).status, 401);
      assert.equal(
        (await client.ask("POST", `/v1/${name}/erase`, { token: ann.token, body: { member: admin.member } })).status,
        401,
      );
    },
  ],
  [
    "HUB-4 HUB-12: health, readiness, figures for Prometheus, and an OpenAPI document of every path, without a token",
    async ({ hub, database, postgres }) => {
      const get = (path: string, at = hub.url): Promise<Response> => fetch(`${at}${path}`);
      assert.deepEqual([(await get("/health")).status, (await get("/ready")).status], [200, 200]);
      const { client, name, admin } = await tenantOn(hub);
      await client.push(PROJECT, [marker()], admin.token);
      const metrics = await (await get("/metrics")).text();
      assert.match(metrics, /holdfast_hub_pushes_total\{outcome="taken"\} \d+/);
      assert.match(metrics, /holdfast_hub_request_seconds_bucket\{le="0.01",method="GET"/);
      assert.equal(metrics.includes(name), false);
      const document = (await (await get("/openapi.json")).json()) as {
        readonly openapi: string;
        readonly paths: object;
      };
      assert.equal(document.openapi, "3.1.0");
      const paths = Object.keys(document.paths);
      for (const path of [
        "/v1/{tenant}/stores/{store}/head",
        "/v1/{tenant}/stores/{store}/changes",
        "/v1/{tenant}/stores/{store}/push",
        "/v1/{tenant}/erase",
      ])
        assert.equal(paths.includes(path), true, path);
      // Without its database it is alive, and not ready.
      const url = await database();
      const lone = await startHub(url);
      try {
        const own = clientOf(lone.url, "nobody");
        await postgres.query("postgres", `ALTER DATABASE ${nameIn(url)} ALLOW_CONNECTIONS false`);
        await postgres.query(
          "postgres",
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${nameIn(url)}'`,
        );
        assert.deepEqual([(await get("/health", lone.url)).status, (await get("/ready", lone.url)).status], [200, 503]);
        const answer = await own.ask("GET", "/v1/nobody", { token: `hfs_${"A".repeat(43)}` });
        assert.deepEqual([answer.status, answer.body.code], [503, "unavailable"]);
        assert.equal(Number(answer.headers.get("retry-after")) > 0, true);
      } finally {
        await lone.end();
      }
    },
  ],
];

/** The stem of the one whose path has these words. */
function stemIn(files: ReadonlyMap<string, Buffer>, words: string): string {
  const path = [...files.keys()].find((each) => /^(?:memories|quarantine)\//.test(each) && each.includes(words)) ?? "";
  return path.replace(/^\w+\//, "").replace(/\.md$/, "");
}
