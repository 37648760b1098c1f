// Jobs of CI (HUB-8): what their provider signed counts once, and each is one pin's.
import { strict as assert } from "node:assert";
import { tokenIn } from "../../hub/test/client.ts";
import { ran } from "../../hub/test/process.ts";
import { type JobProvider, startJobProvider } from "../../hub/test/provider.ts";
import { type Tenant, tenantOn } from "../../hub/test/running.ts";
import { type Case, HUB_DATABASE, type World } from "./case.ts";
import { PROJECT } from "./stores.ts";

const AUDIENCE = "https://hub.example.org";
const PINNED = { audience: AUDIENCE, repository: "acme/shop", ref: "refs/heads/main" };
const CLAIMS = { aud: AUDIENCE, repository: PINNED.repository, ref: PINNED.ref };

type Answer = ReturnType<Tenant["client"]["ask"]>;

interface Pinned {
  readonly jobs: JobProvider;
  readonly tenant: Tenant;
  pin(job: string, change?: object): Answer;
  exchange(token: string): Answer;
}

async function pinned({ hub }: World, work: (pinned: Pinned) => Promise<void>): Promise<void> {
  const tenant = await tenantOn(hub);
  const { client, name, admin } = tenant;
  const jobs = await startJobProvider();
  const body = { ...PINNED, issuer: jobs.issuer, store: PROJECT, role: "reader" };
  try {
    await work({
      jobs,
      tenant,
      pin: (job, change = {}) =>
        client.ask("POST", `/v1/${name}/jobs`, { token: admin.token, body: { ...body, job, ...change } }),
      exchange: (token) => client.ask("POST", `/v1/${name}/exchange`, { body: { token } }),
    });
  } finally {
    await jobs.end();
  }
}

export const JOBS: readonly Case[] = [
  [
    "HUB-8: a token of a CI provider is exchanged once, whoever shows it again and however many at once",
    (world) =>
      pinned(world, async ({ jobs, tenant, pin, exchange }) => {
        assert.equal((await pin("tests")).status, 201);
        // With a name of its own, and without one: a provider need not give it.
        for (const jti of [undefined, "run-1", ""]) {
          const token = await jobs.sign({ ...CLAIMS, jti });
          const first = await exchange(token);
          assert.equal(first.status, 200, first.text);
          const again = await exchange(token);
          assert.deepEqual([again.status, again.body.code], [403, "not-allowed"], `${jti}: ${again.text}`);
          assert.match(again.body.message, /exchanged already.*another/);
          const own = await tenant.client.ask("GET", `/v1/${tenant.name}`, { token: tokenIn(first) });
          assert.equal(own.status, 200);
        }
        // What is signed is one, however its signature is written.
        const plain = await jobs.sign({ ...CLAIMS, jti: undefined, sub: "1" });
        assert.equal((await exchange(plain)).status, 200);
        assert.notEqual((await exchange(`${plain}=`)).status, 200);
        const renamed = await jobs.sign({ ...CLAIMS, jti: "run-1", sub: "2" });
        assert.equal((await exchange(renamed)).status, 403);
        const shown = await jobs.sign(CLAIMS);
        const all = await Promise.all(Array.from({ length: 6 }, () => exchange(shown)));
        assert.deepEqual(all.map(({ status }) => status).toSorted(), [200, 403, 403, 403, 403, 403]);
        // Kept until no token with these words counts any more, and not for longer.
        const rows = await world.postgres.query<{ minutes: number }>(
          HUB_DATABASE,
          `SELECT extract(epoch FROM ends_at - now())::int / 60 AS minutes FROM nonces WHERE tenant_id = '${tenant.name}'
           ORDER BY ends_at DESC LIMIT 1`,
        );
        assert.equal((rows[0]?.minutes ?? 0) >= 5 && (rows[0]?.minutes ?? 0) <= 11, true, JSON.stringify(rows));
        const late = await jobs.sign(CLAIMS, { ends: "4000y" });
        assert.deepEqual([(await exchange(late)).status, (await exchange(late)).status], [200, 403]);
      }),
  ],
  [
    "HUB-8: what is pinned is one job's, by the page, by the command and where two ask at once; of two in older data the first name answers",
    (world) =>
      pinned(world, async ({ jobs, tenant, pin, exchange }) => {
        assert.equal((await pin("nightly")).status, 201);
        const second = await pin("tests", { store: "org", role: "contributor" });
        assert.deepEqual([second.status, second.body.code], [403, "not-allowed"], second.text);
        assert.match(second.body.message, /nightly/);
        // What differs in one of the four is another; and the same name takes the place of its own.
        assert.equal((await pin("release", { ref: "refs/heads/release" })).status, 201);
        assert.equal((await pin("nightly", { role: "contributor" })).status, 201);
        assert.equal((await pin("release")).status, 403);
        const env = { HOLDFAST_HUB_DATABASE: world.databaseUrl };
        const { issuer } = jobs;
        const asked = ["--issuer", issuer, "--repository", PINNED.repository, "--ref", PINNED.ref, "--store", "org"];
        const typed = await ran(
          ["job", tenant.name, "--job", "typed", ...asked, "--role", "reader", "--audience", AUDIENCE],
          env,
        );
        assert.deepEqual([typed.code, typed.out], [1, ""], typed.err);
        assert.match(typed.err, /nightly/);
        const ref = "refs/heads/both";
        const both = await Promise.all(["a", "b", "c", "d"].map((job) => pin(job, { ref })));
        assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 403, 403, 403]);
        // As a hub before this one took them, in an order that says nothing.
        await world.postgres.query(
          HUB_DATABASE,
          `INSERT INTO jobs SELECT tenant_id, 'before', issuer, audience, repository, ref, 'org', role FROM jobs
           WHERE tenant_id = '${tenant.name}' AND job = 'nightly'`,
        );
        const answer = await exchange(await jobs.sign(CLAIMS));
        const token = tokenIn(answer);
        const { stores } = (await tenant.client.ask("GET", `/v1/${tenant.name}/stores`, { token })).body;
        assert.deepEqual(
          stores.map(({ store }: { store: string }) => store),
          ["org"],
        );
      }),
  ],
];
