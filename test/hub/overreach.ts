// Who reaches for what is another's (HUB-7, HUB-8, HUB-11): each case is an attack that was possible once, as whoever tries it would; its
// length is their number.
import { strict as assert } from "node:assert";
import { randomUUID } from "node:crypto";
import { deviceText, type PushChange } from "../../hub/protocol.ts";
import type { Tx } from "../../hub/src/database.ts";
import { eraseMember } from "../../hub/src/erase.ts";
import { judged } from "../../hub/src/judged.ts";
import { type PushCall, push } from "../../hub/src/push.ts";
import { hubChecks } from "../../hub/src/start.ts";
import { callerOf } from "../../hub/src/tokens.ts";
import { type Answer, deviceOf, gone, newKey, put, tokenIn } from "../../hub/test/client.ts";
import { type JobProvider, startJobProvider } from "../../hub/test/provider.ts";
import { type Tenant, type TestHub, tenantOn } from "../../hub/test/running.ts";
import { signText, sshKeyLine } from "../../src/store/io/sshsig.ts";
import { member } from "../support/team.ts";
import type { Case, World } from "./case.ts";
import { sleep } from "./load.ts";
import { changesBetween, filesOf, idFor, keyOf, MARKER, memoryPath, memoryText, PROJECT, pull } from "./stores.ts";

export const OVERREACH: readonly Case[] = [
  [
    "HUB-7: what was confirmed is not taken away by another memory in its place, nor by one that comes where it was demoted from",
    async ({ hub, folder }) => {
      const ann = member(folder(), "ann");
      await ann.say("Deploys run on Mondays, from the release branch");
      const files = filesOf(ann);
      const tenant = await tenantOn(hub, keyOf(ann));
      const { client, name, admin } = tenant;
      const taken = await client.push(PROJECT, changesBetween(new Map(), files), admin.token);
      assert.equal(taken.status, 200, taken.text);
      const [path, text] = [...files].find(([each]) => each.startsWith("memories/")) ?? ["", Buffer.from("")];
      const held = path.replace("memories/", "quarantine/");
      const contributor = await tenant.joins([{ store: PROJECT, role: "contributor" }]);
      const machine = await tenant.machine(PROJECT, "contributor");
      const other = memoryText(77);
      for (const token of [contributor.token, machine]) {
        for (const changes of [
          [put(path, other, text)],
          [put(path, other.replace(/^id: .*\n/m, ""), text)],
          [{ path, replaces: put(path, "", text).replaces, gone: true as const }, put(held, other)],
        ]) {
          const answer = await client.push(PROJECT, changes, token);
          assert.equal(answer.status, 422, answer.text);
          assert.match(answer.text, /"kind":"role"[^}]*removes nothing/);
        }
      }
      const { files: there } = await pull(client, name, PROJECT, contributor.token);
      assert.equal(there.get(path)?.equals(text), true);
      // Another file's name is no removal: the same memory stands in it; and a memory of nobody's word is anybody's to change.
      const fresh = await client.push(PROJECT, [put(memoryPath(1), memoryText(1))], machine);
      assert.equal(fresh.status, 200, fresh.text);
      const renamed = [put(memoryPath(2), memoryText(1)), put(memoryPath(1), memoryText(3), memoryText(1))];
      const moved = await client.push(PROJECT, renamed, machine);
      assert.equal(moved.status, 200, moved.text);
    },
  ],
  [
    "HUB-7: who demotes what was confirmed brings its own words and no others, whoever asks; a demotion with them passes for each",
    async (world) => {
      const { tenant, texts, who, end } = await confirmedIn(world);
      try {
        for (const [n, [path, text]] of texts.entries()) {
          const held = path.replace("memories/", "quarantine/");
          const left: PushChange = gone(path, text);
          const short = emptied(demoted(text));
          assert.match(short, /^id: /m);
          for (const token of who) {
            isLoss(await tenant.client.push(PROJECT, [left, put(held, short)], token), "other words");
            const renamed = demoted(text.replace(/^description: .*$/m, "description: something else"));
            isLoss(await tenant.client.push(PROJECT, [left, put(held, renamed)], token), "another description");
            const beside = [left, put(held, short), put("quarantine/beside.md", short)];
            isLoss(await tenant.client.push(PROJECT, beside, token), "two others");
            const elsewhere = demoted(text).replace(/^id: .*$/m, `id: ${idFor(90)}`);
            isLoss(await tenant.client.push(PROJECT, [left, put(held, elsewhere)], token), "under another id");
          }
          const honest = await tenant.client.push(PROJECT, [left, put(held, demoted(text))], who[n] ?? "");
          assert.equal(honest.status, 200, honest.text);
        }
      } finally {
        await end();
      }
    },
  ],
  [
    "HUB-7: what was confirmed and is demoted stays confirmed words, which a reviewer alone takes away",
    async (world) => {
      const { tenant, texts, who, end } = await confirmedIn(world);
      const { client, name } = tenant;
      try {
        for (const [n, [path, text]] of texts.entries()) {
          const held = path.replace("memories/", "quarantine/");
          const now = demoted(text);
          const demotion = await client.push(PROJECT, [gone(path, text), put(held, now)], who[n] ?? "");
          assert.equal(demotion.status, 200, demotion.text);
          const junk = emptied(now);
          for (const token of who) {
            isLoss(await client.push(PROJECT, [gone(held, now)], token), "gone");
            isLoss(await client.push(PROJECT, [put(held, junk, now)], token), "other words in its place");
            isLoss(await client.push(PROJECT, [put(held, memoryText(91), now)], token), "another memory in its place");
            const apart = [gone(held, now), put("quarantine/apart.md", junk)];
            isLoss(await client.push(PROJECT, apart, token), "other words under another name");
          }
          // Under another name, with its words, it is there.
          const other = held.replace(".md", "_again.md");
          const moved = await client.push(PROJECT, [gone(held, now), put(other, now)], who[n] ?? "");
          assert.equal(moved.status, 200, moved.text);
          const { files } = await pull(client, name, PROJECT, tenant.admin.token);
          assert.equal(String(files.get(other)), now);
        }
        const reviewer = await tenant.joins([{ store: PROJECT, role: "reviewer" }]);
        for (const [n, token] of [reviewer.token, tenant.admin.token].entries()) {
          const [path, text] = texts[n] ?? ["", ""];
          const other = path.replace("memories/", "quarantine/").replace(".md", "_again.md");
          const taken = await client.push(PROJECT, [gone(other, demoted(text))], token);
          assert.equal(taken.status, 200, taken.text);
        }
      } finally {
        await end();
      }
    },
  ],
  [
    "HUB-7: what was confirmed and calls itself inferred is changed and taken away by nobody but a reviewer",
    async (world) => {
      const { tenant, texts, who, end } = await confirmedIn(world);
      const { client } = tenant;
      try {
        for (const [n, [path, text]] of texts.entries()) {
          const now = text.replace(/^trust-level: verified$/m, "trust-level: inferred");
          const lowered = await client.push(PROJECT, [put(path, now, text)], who[n] ?? "");
          assert.equal(lowered.status, 200, lowered.text);
          for (const token of who) {
            isLoss(await client.push(PROJECT, [put(path, emptied(now), now)], token), "other words");
            isLoss(await client.push(PROJECT, [gone(path, now)], token), "gone");
          }
        }
      } finally {
        await end();
      }
    },
  ],
  [
    "HUB-7: nothing else comes under the id of what was confirmed, nor beside it under its name, for a machine that is new would take it",
    async (world) => {
      const { tenant, texts, who, end } = await confirmedIn(world);
      const { client, name } = tenant;
      try {
        for (const [n, [path, text]] of texts.entries()) {
          const twin = path.replace("memories/", "quarantine/");
          const other = emptied(demoted(text));
          for (const token of who) {
            for (const at of ["quarantine/project_other.md", "memories/project_other.md", twin]) {
              const words = at.startsWith("quarantine/")
                ? other
                : other.replace(/^trust-level: .*$/m, "trust-level: inferred");
              isMask(await client.push(PROJECT, [put(at, words)], token), at);
            }
            isMask(await client.push(PROJECT, [put(twin, memoryText(60 + n))], token), "its name");
          }
          // What is another's in all is anybody's to bring.
          const apart = await client.push(PROJECT, [put(memoryPath(70 + n), memoryText(70 + n))], who[n] ?? "");
          assert.equal(apart.status, 200, apart.text);
        }
        const { files } = await pull(client, name, PROJECT, tenant.admin.token);
        for (const [path, text] of texts) assert.equal(String(files.get(path)), text);
      } finally {
        await end();
      }
    },
  ],
  [
    "HUB-7: what nobody confirmed is a contributor's to change and to take away until it is held, and a machine's to change",
    async (world) => {
      const { tenant, who, end } = await confirmedIn(world);
      const { client } = tenant;
      try {
        for (const [n, token] of who.entries()) {
          const path = memoryPath(50 + n);
          const held = path.replace("memories/", "quarantine/");
          const [first, second] = [
            memoryText(50 + n),
            memoryText(50 + n, "It logs to a file of its own, says the manual."),
          ];
          const third = memoryText(50 + n, "It logs to nobody, says the manual.", ["trust-level: quarantined"]);
          for (const changes of [
            [put(path, first)],
            [put(path, second, first)],
            [gone(path, second), put(held, third)],
          ]) {
            const answer = await client.push(PROJECT, changes, token);
            assert.equal(answer.status, 200, answer.text);
          }
          // What is held is a reviewer's to take away.
          const removal = await client.push(PROJECT, [gone(held, third)], token);
          isLoss(removal, "held");
          const other = memoryPath(60 + n);
          assert.equal((await client.push(PROJECT, [put(other, memoryText(60 + n))], token)).status, 200);
          const taken = await client.push(PROJECT, [gone(other, memoryText(60 + n))], token);
          assert.equal(taken.status, n === 0 ? 200 : 422, taken.text);
        }
      } finally {
        await end();
      }
    },
  ],
  [
    "HUB-7: what is held stays held: nobody but a reviewer takes its words out of quarantine, to bring them back under another id",
    async (world) => {
      const { tenant, who, end } = await confirmedIn(world);
      const { client, admin } = tenant;
      const words = "Deploys go out on Fridays, says the wiki.";
      try {
        const reviewer = await tenant.joins([{ store: PROJECT, role: "reviewer" }]);
        for (const [n, token] of who.entries()) {
          const [path, id] = [memoryPath(70 + n), 70 + n];
          const held = path.replace("memories/", "quarantine/");
          const body = `${words} So says number ${n}.`;
          const text = memoryText(id, body, ["trust-level: quarantined", "holds: [by-hand]"]);
          const other = memoryText(id, "Nothing of it.", ["trust-level: quarantined", "holds: [by-hand]"]);
          for (const changes of [
            [put(path, memoryText(id, body))],
            [gone(path, memoryText(id, body)), put(held, text)],
          ])
            isTaken(await client.push(PROJECT, changes, admin.token));
          const again = memoryText(id, body).replace(idFor(id), idFor(80 + n));
          const back = [put("memories/project_again.md", again)];
          assert.match((await client.push(PROJECT, back, token)).text, /comes back under another id/);
          for (const [what, changes] of Object.entries({
            gone: [gone(held, text)],
            "other words in its place": [put(held, other, text)],
            "another memory in its place": [put(held, memoryText(92, "Else.", ["trust-level: quarantined"]), text)],
            "other words under another name": [gone(held, text), put("quarantine/project_apart.md", other)],
            "no memory in its place": [put(held, "Nothing is said here any more.\n", text)],
          })) {
            isLoss(await client.push(PROJECT, changes, token), what);
            assert.match((await client.push(PROJECT, back, token)).text, /comes back under another id/, what);
          }
          // Its words go on being held: under another name, and for one reason more.
          const moved = held.replace(".md", "_again.md");
          const more = text.replace("holds: [by-hand]", "holds: [by-hand, stale]");
          isTaken(await client.push(PROJECT, [gone(held, text), put(moved, text)], token));
          isTaken(await client.push(PROJECT, [put(moved, more, text)], token));
          isTaken(await client.push(PROJECT, [gone(moved, more)], reviewer.token));
          isTaken(await client.push(PROJECT, back, token));
          isTaken(await client.push(PROJECT, [gone("memories/project_again.md", again)], admin.token));
        }
      } finally {
        await end();
      }
    },
  ],
  [
    "HUB-8: nobody brings a key under the id of another's device, whose own key comes in all the same",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      const low = await tenant.joins([]);
      const [victim, own] = [newKey(), newKey()];
      const about = { device: deviceOf(victim), key: sshKeyLine(own), name: "", ...fresh() };
      const signature = signText(deviceText({ hub: hub.url, tenant: tenant.name }, about), own);
      const asked = { token: low.personToken, body: { ...about, signature } };
      const answer = await tenant.client.ask("POST", `/v1/${tenant.name}/devices`, asked);
      assert.deepEqual([answer.status, answer.body.code], [403, "not-allowed"]);
      const joined = await tenant.joins([], victim);
      assert.equal(joined.device, deviceOf(victim));
    },
  ],
  [
    "HUB-8: what a job's token says of itself in no text is told what every stranger is told",
    async ({ hub }) => {
      const { client, name } = await tenantOn(hub);
      const odd = [{ toString: 1, valueOf: 1 }, [], ["a"], 1, true, null, { toString: 2, valueOf: 2 }];
      for (const value of odd) {
        for (const claim of ["iss", "repository", "ref", "project_path", "ref_path"]) {
          const claims = { iss: "https://ci.example.org", ...(claim === "ref_path" && { project_path: "a/b" }) };
          const answer = await exchanged({ client, name }, { ...claims, [claim]: value });
          assert.deepEqual([answer.status, answer.body.code], [401, "unauthenticated"], JSON.stringify([claim, value]));
        }
      }
    },
  ],
  [
    "HUB-11: who is erased while their first push is under way leaves nothing of it",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      const ann = await tenant.joins([]);
      const store = `personal/${ann.member}`;
      const { pushed, erased } = await atOnce(hub, tenant, { ...ann, store });
      assert.equal(pushed.seq, 2);
      assert.equal(JSON.parse(erased.text).hashes.length, 2);
      const left = await hub.database.read(tenant.name, (tx) =>
        tx.rows(`SELECT path FROM files WHERE tenant_id = $1`, [tx.tenant]),
      );
      assert.deepEqual(left, []);
    },
  ],
];

interface Confirmed {
  readonly tenant: Tenant;
  /** What Ann signed, by path: one for each of `who`. */
  readonly texts: readonly (readonly [path: string, text: string])[];
  /** Who may write and not confirm: a contributor, a machine and a job. */
  readonly who: readonly string[];
  end(): Promise<void>;
}

async function confirmedIn({ hub, folder }: World): Promise<Confirmed> {
  const ann = member(folder(), "ann");
  for (const day of ["Mondays", "Tuesdays", "Fridays"]) await ann.say(`The reports of ${day} are read by the office`);
  const files = filesOf(ann);
  const tenant = await tenantOn(hub, keyOf(ann));
  const taken = await tenant.client.push(PROJECT, changesBetween(new Map(), files), tenant.admin.token);
  assert.equal(taken.status, 200, taken.text);
  const texts = [...files].flatMap(([path, text]): [string, string][] =>
    path.startsWith("memories/") ? [[path, String(text)]] : [],
  );
  assert.equal(texts.length, 3);
  const contributor = await tenant.joins([{ store: PROJECT, role: "contributor" }]);
  const machine = await tenant.machine(PROJECT, "contributor");
  const jobs = await startJobProvider();
  const who = [contributor.token, machine, await jobIn(tenant, jobs)];
  return { tenant, texts, who, end: () => jobs.end() };
}

async function jobIn({ client, name, admin }: Tenant, jobs: JobProvider): Promise<string> {
  const pinned = { audience: "hub", repository: "acme/shop", ref: "refs/heads/main" };
  const job = { ...pinned, job: "tests", issuer: jobs.issuer, store: PROJECT, role: "contributor" };
  await client.ask("POST", `/v1/${name}/jobs`, { token: admin.token, body: job });
  const claims = { aud: pinned.audience, repository: pinned.repository, ref: pinned.ref };
  const asked = { body: { token: await jobs.sign(claims) } };
  return tokenIn(await client.ask("POST", `/v1/${name}/exchange`, asked));
}

/** The same words, as whoever may write puts them into quarantine. */
function demoted(text: string): string {
  const now = text.replace(/^trust-level: verified$/m, "trust-level: quarantined");
  assert.notEqual(now, text);
  return now;
}

/** The same memory by its header, with nothing of what it said. */
function emptied(text: string): string {
  return `${text.slice(0, text.indexOf("\n---\n"))}\n---\n\nNothing is said here any more.\n`;
}

function isTaken({ status, text }: Answer): void {
  assert.equal(status, 200, text);
}

function isLoss({ status, text }: Answer, what: string): void {
  assert.equal(status, 422, `${what}: ${text}`);
  assert.match(text, /"kind":"role"[^}]*removes nothing/, what);
}

function isMask({ status, text }: Answer, what: string): void {
  assert.equal(status, 422, `${what}: ${text}`);
  assert.match(text, /"kind":"role"[^}]*in the place of what was confirmed/, what);
}

function fresh(): { readonly at: string; readonly nonce: string } {
  return { at: new Date().toISOString(), nonce: randomUUID() };
}

function exchanged({ client, name }: Pick<Tenant, "client" | "name">, claims: object): Promise<Answer> {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const token = `${part({ alg: "RS256" })}.${part(claims)}.x`;
  return client.ask("POST", `/v1/${name}/exchange`, { body: { token } });
}

interface Going {
  readonly member: string;
  readonly token: string;
  readonly store: string;
}

const UNDER_WAY_MS = 300;

/** The push has written all but its line of the audit, and whoever makes it is still there, when the erasure begins. */
async function atOnce(
  { database }: TestHub,
  { name }: Tenant,
  { member: id, token, store }: Going,
): Promise<{ readonly pushed: Awaited<ReturnType<typeof push>>; readonly erased: { readonly text: string } }> {
  const { promise: held, resolve: holds } = Promise.withResolvers<void>();
  const { promise: free, resolve: lets } = Promise.withResolvers<void>();
  const authorization = `Bearer ${token}`;
  const body = { changes: [put("holdfast.json", MARKER), put(memoryPath(1), memoryText(1))] };
  const settings = await hubChecks();
  const judge: PushCall["judge"] = async (asked) => judged(asked, settings);
  const pushing = database.write(name, async (tx) => {
    const rows: Tx["rows"] = async (sql, values) => {
      if (sql.includes("FROM audit_heads")) {
        holds();
        await free;
      }
      return tx.rows(sql, values);
    };
    const caller = await callerOf(tx, authorization);
    return push({ ...tx, rows }, { caller, authorization, store, key: randomUUID(), body, judge }, undefined);
  });
  await held;
  const erasing = database.write(name, (tx) => eraseMember(tx, "operator", id));
  await sleep(UNDER_WAY_MS);
  lets();
  const [pushed, erased] = await Promise.all([pushing, erasing]);
  return { pushed, erased };
}
