// The protocol, as hub/protocol.ts writes it down: each promise tried on a real hub and a real PostgreSQL.
import { strict as assert } from "node:assert";
import { createPrivateKey, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EMPTY_HEAD, LIMITS } from "../../hub/protocol.ts";
import { clientOf, gone, put } from "../../hub/test/client.ts";
import { startHub, tenantOn } from "../../hub/test/running.ts";
import { sha256Hex } from "../../src/text/digest.ts";
import { plant } from "../support/memories.ts";
import { makeBox, placesOf, removeBox, rootOf } from "../support/store-box.ts";
import { member } from "../support/team.ts";
import { type Case, HUB_DATABASE } from "./case.ts";
import {
  changesBetween,
  filesBelow,
  filesOf,
  idFor,
  keyOf,
  marker,
  markerOf,
  memoryPath,
  memoryText,
  PROJECT,
  pull,
} from "./stores.ts";

const at = (tenant: string, what: string, store = PROJECT): string =>
  `/v1/${tenant}/stores/${encodeURIComponent(store)}/${what}`;

export const CONTRACT: readonly Case[] = [
  [
    "HUB-1 HUB-2: a project's store moves from git to the hub, byte for byte, with what was signed in it",
    async ({ hub, folder }) => {
      const ann = member(folder(), "ann");
      await ann.say("Deploys run on Mondays, from the release branch");
      await ann.say("The build needs Node 24", "mcp");
      const files = filesOf(ann);
      const { name, client, admin } = await tenantOn(hub, keyOf(ann));
      const pushed = await client.push(PROJECT, changesBetween(new Map(), files), admin.token);
      assert.equal(pushed.status, 200, pushed.text);
      const { files: pulled, head } = await pull(client, name, PROJECT, admin.token);
      assert.deepEqual([...pulled].toSorted(), [...files].toSorted());
      assert.equal(head.seq, files.size);
    },
  ],
  [
    "HUB-1 HUB-2: a personal store goes to the hub as it is; who signed is for its machines to judge, and what no store may hold is refused",
    async ({ hub }) => {
      const home = makeBox("disk");
      try {
        plant(home, "user_prefers_tabs", { tier: "verified", id: idFor(1), body: "I indent with tabs, everywhere." });
        plant(home, "project_pelican_service", { id: idFor(2), body: "The pelican service is restarted with make." });
        const tenant = await tenantOn(hub);
        const key = createPrivateKey(readFileSync(join(placesOf(home).data, "device-key.pem")));
        const ann = await tenant.joins([], key);
        const store = `personal/${ann.member}`;
        const changes = changesBetween(new Map(), filesBelow(rootOf(home)));
        const taken = await tenant.client.push(store, changes, ann.token);
        assert.equal(taken.status, 200, taken.text);
        const { files } = await pull(tenant.client, tenant.name, store, ann.token);
        assert.deepEqual([...files].toSorted(), [...filesBelow(rootOf(home))].toSorted());
        // What a sync found and held travels; a secret stays where it was typed.
        const held = (n: number, body: string): string => memoryText(n, body, ["trust-level: quarantined"]);
        const quarantined = "quarantine/project_service_7.md";
        const torn = held(
          7,
          `The service logs here.\n<<<<<<< ours\nand there\n>>>>>>> theirs\nand a word\u202e hidden`,
        );
        const kept = await tenant.client.push(store, [put(quarantined, torn)], ann.token);
        assert.equal(kept.status, 200, kept.text);
        const typed = held(7, `The token is ${["ghp", "uJ8Fq2Zr5vNcT1xW7yBd4KmLs9PeHg3aQo6i"].join("_")}.`);
        const secret = await tenant.client.push(store, [put(quarantined, typed, torn)], ann.token);
        assert.deepEqual([secret.status, secret.body.findings?.[0]?.kind], [422, "check"], secret.text);
        const bob = await tenant.joins([]);
        const foreign = await tenant.client.push(`personal/${bob.member}`, changes, bob.token);
        assert.equal(foreign.status, 200, foreign.text);
        const stray = [{ path: "run.sh", replaces: null, bytes: Buffer.from("true\n").toString("base64") }];
        const refused = await tenant.client.push(`personal/${bob.member}`, stray, bob.token);
        assert.equal(refused.body.findings?.[0]?.kind, "no-plain-file", refused.text);
      } finally {
        removeBox(home);
      }
    },
  ],
  [
    "HUB-4: head answers 304 to who has it, and a store that nobody pushed to has the empty chain",
    async ({ hub }) => {
      const { name, client, admin } = await tenantOn(hub);
      const { token } = admin;
      const empty = await client.ask("GET", at(name, "head"), { token });
      assert.deepEqual(empty.body, EMPTY_HEAD);
      const etag = empty.headers.get("etag") ?? "";
      assert.equal(
        (await client.ask("GET", at(name, "head"), { token, headers: { "if-none-match": etag } })).status,
        304,
      );
      assert.equal((await client.push(PROJECT, [marker()], token)).status, 200);
      const later = await client.ask("GET", at(name, "head"), { token, headers: { "if-none-match": etag } });
      assert.deepEqual([later.status, later.body.seq], [200, 1]);
    },
  ],
  [
    "HUB-4 HUB-6: pages of any size give the latest state per path and lead to the head of the chain",
    async ({ hub }) => {
      const { name, client, admin } = await tenantOn(hub);
      const { token } = admin;
      const texts = Array.from({ length: 12 }, (_, n) => memoryText(n));
      await client.push(PROJECT, [marker(), ...texts.map((text, n) => put(memoryPath(n), text))], token);
      const changed = memoryText(3, "The third one logs to a file of its own, and rotates it.");
      await client.push(PROJECT, [put(memoryPath(3), changed, texts[3]), gone(memoryPath(4), texts[4] ?? "")], token);
      for (const limit of [1, 3, 500]) {
        const { files, head, pages } = await pull(client, name, PROJECT, token, limit);
        assert.equal(files.size, 12);
        assert.equal(files.get(memoryPath(3))?.toString(), changed);
        assert.equal(head.seq, 15);
        assert.equal(pages, Math.ceil(13 / limit));
      }
    },
  ],
  [
    "HUB-6: who has seen another history, or more than there is, is told so",
    async ({ hub, postgres }) => {
      const { name, client, admin } = await tenantOn(hub);
      const { token } = admin;
      const first = await client.push(PROJECT, [marker()], token);
      const { chain } = first.body;
      assert.equal((await client.ask("GET", at(name, `changes?since=1&seen=${chain}`), { token })).status, 200);
      for (const query of [`since=2`, `since=1&seen=${sha256Hex("another")}`]) {
        const { status, body } = await client.ask("GET", at(name, `changes?${query}`), { token });
        assert.deepEqual([status, body.code], [409, "history-changed"]);
      }
      // Somebody with the database in their hands changes the past: the next pull does not lead to the head.
      await client.push(PROJECT, [put(memoryPath(1), memoryText(1))], token);
      await postgres.query(HUB_DATABASE, `UPDATE links SET leaf = sha256('x') WHERE tenant_id = '${name}' AND seq = 1`);
      await assert.rejects(pull(client, name, PROJECT, token), /the chain/);
    },
  ],
  [
    "HUB-4: a push with a key is done once, however often and at once it is asked",
    async ({ hub }) => {
      const { client, admin } = await tenantOn(hub);
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => client.push(PROJECT, [marker()], admin.token, key)),
      );
      assert.deepEqual(
        answers.map(({ status, body }) => [status, body.seq]),
        Array(8).fill([200, 1]),
      );
      assert.equal(answers.filter(({ body }) => body.replayed === true).length, 7);
      const other = await client.push(PROJECT, [put(memoryPath(1), memoryText(1))], admin.token, key);
      assert.deepEqual([other.status, other.body.code], [422, "key-reused"]);
    },
  ],
  [
    "HUB-4: a path that changed meanwhile answers 409 with what is there, and nothing of the push was taken",
    async ({ hub }) => {
      const { name, client, admin } = await tenantOn(hub);
      const { token } = admin;
      await client.push(PROJECT, [marker(), put(memoryPath(1), memoryText(1))], token);
      const answer = await client.push(
        PROJECT,
        [
          put(memoryPath(1), memoryText(1, "Another text altogether, of somebody else.")),
          put(memoryPath(2), memoryText(2)),
        ],
        token,
      );
      assert.equal(answer.status, 409);
      const there = {
        path: memoryPath(1),
        hash: sha256Hex(memoryText(1)),
        bytes: Buffer.from(memoryText(1)).toString("base64"),
      };
      assert.deepEqual(answer.body.conflicts, [there]);
      const missing = await client.push(PROJECT, [put(memoryPath(3), memoryText(3), "what was never there")], token);
      assert.deepEqual(missing.body.conflicts, [{ path: memoryPath(3), gone: true }]);
      assert.equal((await pull(client, name, PROJECT, token)).head.seq, 2);
      // What is there already is no conflict, whoever brought it.
      const same = await client.push(PROJECT, [put(memoryPath(1), memoryText(1), "something older")], token);
      assert.deepEqual([same.status, same.body.seq], [200, 2]);
    },
  ],
  [
    "HUB-3: sixteen writers on two hubs leave no gap, and a reader who goes on from a cursor misses none",
    async ({ hub, isLong, databaseUrl }) => {
      const other = await startHub(databaseUrl);
      try {
        const { name, client, admin } = await tenantOn(hub);
        await client.push(PROJECT, [marker()], admin.token);
        const rounds = isLong ? 60 : 6;
        let isOver = false;
        const reader = follow(client, name, admin.token, () => isOver);
        const writers = Array.from({ length: 16 }, async (_, writer) => {
          const mine = writer % 2 === 0 ? client : clientOf(other.url, name);
          for (let round = 0; round < rounds; round++) {
            const n = 100 + writer * rounds + round;
            const { status, text } = await mine.push(PROJECT, [put(memoryPath(n), memoryText(n))], admin.token);
            assert.equal(status, 200, text);
          }
        });
        await Promise.all(writers);
        isOver = true;
        const seen = await reader;
        assert.equal(seen.size, 16 * rounds + 1);
        assert.deepEqual(
          [...seen].toSorted((a, b) => a - b),
          Array.from({ length: 16 * rounds + 1 }, (_, n) => n + 1),
        );
      } finally {
        await other.end();
      }
    },
  ],
  [
    "HUB-3: stores that are made at once, with the same bytes in them, do not stop each other",
    async ({ hub }) => {
      const { client, admin } = await tenantOn(hub);
      const statuses = await Promise.all(
        Array.from({ length: 8 }, async (_, store) => {
          const answers = [await client.push(`team/t${store}`, [markerOf(idFor(store))], admin.token)];
          for (let n = 0; n < 6; n++)
            answers.push(await client.push(`team/t${store}`, [put(memoryPath(n), memoryText(n))], admin.token));
          return answers.map(({ status }) => status);
        }),
      );
      assert.deepEqual([...new Set(statuses.flat())], [200]);
    },
  ],
  [
    "HUB-4: what is too large, malformed or no path of a store is refused before it costs anything",
    async ({ hub }) => {
      const { name, client, admin } = await tenantOn(hub);
      const { token } = admin;
      const large = await client.push(PROJECT, [marker(), put(memoryPath(1), "x".repeat(LIMITS.fileBytes + 1))], token);
      assert.equal(large.status >= 400 && large.status < 500, true);
      const whole = await client.ask("POST", at(name, "push"), {
        token,
        headers: { "idempotency-key": randomUUID() },
        body: `{"changes":[{"path":"${"x".repeat(LIMITS.bodyBytes)}"}]}`,
      });
      assert.deepEqual([whole.status, whole.body.code], [413, "too-large"]);
      const bad = [
        "{",
        "[]",
        "{}",
        `{"changes":[]}`,
        `{"changes":[{"path":"a"}]}`,
        `{"changes":[{"path":"a","replaces":null,"bytes":"$"}]}`,
        `{"changes":[{"path":"a\\u0000b","replaces":null,"bytes":""}]}`,
      ];
      for (const body of bad) {
        const answer = await client.ask("POST", at(name, "push"), {
          token,
          headers: { "idempotency-key": randomUUID() },
          body,
        });
        assert.deepEqual([answer.status, answer.body.code], [400, "bad-request"], body);
      }
      assert.equal((await client.ask("POST", at(name, "push"), { token, body: { changes: [marker()] } })).status, 400);
      for (const path of [
        "../x.md",
        "memories/../x.md",
        "/etc/passwd",
        "memories/a/b.md",
        "archive/2026-01/project_x.md",
        "config.json",
      ]) {
        const { status, body } = await client.push(PROJECT, [marker(), put(path, "x")], token);
        assert.deepEqual([status, body.findings?.[0]?.kind], [422, "no-plain-file"], path);
      }
      assert.deepEqual((await client.ask("GET", at(name, "head"), { token })).body, EMPTY_HEAD);
    },
  ],
  [
    "HUB-4: rates are bounded, and who asks too often is told when to come again",
    async ({ database }) => {
      const small = await startHub(await database(), { env: { HOLDFAST_HUB_RATE: "20" } });
      try {
        const statuses: number[] = [];
        let retry: string | null = null;
        for (let n = 0; n < 25; n++) {
          const answer = await fetch(`${small.url}/v1/nobody`);
          statuses.push(answer.status);
          retry = answer.headers.get("retry-after") ?? retry;
          if (answer.status === 429)
            assert.equal(((await answer.json()) as { code: string }).code, "too-many-requests");
        }
        assert.deepEqual([...new Set(statuses)], [401, 429]);
        assert.equal(Number(retry) > 0, true);
      } finally {
        await small.end();
      }
    },
  ],
];

async function follow(
  client: ReturnType<typeof clientOf>,
  tenant: string,
  token: string,
  isOver: () => boolean,
): Promise<Set<number>> {
  const seen = new Set<number>();
  for (let since = 0; ; ) {
    const last = isOver();
    const { body } = await client.ask("GET", at(tenant, `changes?since=${since}&limit=7`), { token });
    for (const { seq } of body.changes) seen.add(seq);
    since = body.next;
    if (last && since === body.head.seq) return seen;
  }
}
