// Who is let in nowhere, or not that far (HUB-7, HUB-8): each case is an attack that was possible once, as whoever tries it would.
import { strict as assert } from "node:assert";
import { randomUUID } from "node:crypto";
import { createServer, request as requestOf, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import type { Token } from "../../hub/protocol.ts";
import { inviteAgain } from "../../hub/src/members.ts";
import { setProvider } from "../../hub/src/providers.ts";
import { settingsFrom } from "../../hub/src/settings.ts";
import { signedIn } from "../../hub/src/signed-in.ts";
import { type Answer, put, tokenIn } from "../../hub/test/client.ts";
import { type JobProvider, startJobProvider } from "../../hub/test/provider.ts";
import { startHub, type Tenant, type TestHub, tenantOn } from "../../hub/test/running.ts";
import type { Case } from "./case.ts";
import { sleep } from "./load.ts";
import { marker, memoryPath, memoryText, PROJECT } from "./stores.ts";

const ADMIN = [{ store: "*", role: "admin" }] as const;

export const INTRUDER: readonly Case[] = [
  [
    "HUB-4: whoever names another address with each request is counted as the one that the balancer saw",
    async ({ databaseUrl }) => {
      const most = 5;
      /** How many of twice as many are let in, each of which says that it comes from somewhere else. */
      const letIn = async (proxies: string, forwarded: (n: number) => string): Promise<number> => {
        const env = { HOLDFAST_HUB_PROXY: proxies, HOLDFAST_HUB_RATE: String(most) };
        const hub = await startHub(databaseUrl, { env });
        try {
          return await asked(hub, 2 * most, forwarded);
        } finally {
          await hub.end();
        }
      };
      assert.equal(await letIn("0", (n) => `203.0.113.${n}`), most);
      assert.equal(await letIn("1", (n) => `203.0.113.${n}, 198.51.100.7`), most);
      assert.equal(await letIn("2", (n) => `203.0.113.${n}, 198.51.100.7, 10.0.0.1`), most);
      // Two behind one balancer are two.
      assert.equal(await letIn("1", (n) => `198.51.100.${n % 2}`), 2 * most);
      for (const wrong of ["true", "-1", "1.5", "99", "10.0.0.0/8"]) {
        const settings = settingsFrom({ HOLDFAST_HUB_DATABASE: databaseUrl, HOLDFAST_HUB_PROXY: wrong });
        assert.match(String(settings), /^HOLDFAST_HUB_PROXY /, wrong);
      }
    },
  ],
  [
    "HUB-7: who is ended between their request's first byte and its last has done nothing by it",
    async ({ hub }) => {
      const { client, name, admin, joins } = await tenantOn(hub);
      assert.equal((await client.push(PROJECT, [marker()], admin.token)).status, 200);
      const accomplice = await joins([{ store: "org", role: "reader" }]);
      const attempts: readonly (readonly [method: string, path: string, body: object])[] = [
        ["POST", "members", { name: "Mallory", grants: ADMIN }],
        ["PUT", `members/${accomplice.member}`, { grants: ADMIN }],
        ["POST", "machines", { name: "m", store: PROJECT, role: "contributor", days: 90 }],
        ["PUT", "provider", { issuer: "https://id.example.org", clientId: "hub" }],
        ["POST", "erase", { member: accomplice.member }],
        ["POST", `stores/${encodeURIComponent(PROJECT)}/push`, { changes: [put(memoryPath(1), memoryText(1))] }],
      ];
      for (const [method, path, body] of attempts) {
        const mallory = await joins(ADMIN);
        const end = async (): Promise<void> => {
          const ended = await client.ask("DELETE", `/v1/${name}/members/${mallory.member}`, { token: admin.token });
          assert.equal(ended.status, 200);
        };
        const asking = { method, url: `${hub.url}/v1/${name}/${path}`, token: mallory.token, body };
        assert.equal(await inTwoParts(asking, end), 401, path);
      }
      const { body } = await client.ask("GET", `/v1/${name}/stores/${encodeURIComponent(PROJECT)}/head`, admin);
      assert.equal(body.seq, 1);
      const { body: held } = await client.ask("GET", `/v1/${name}/members`, { token: accomplice.token });
      assert.equal(held.code, "not-allowed");
    },
  ],
  [
    "HUB-7: two admins who end each other, or take each other's role, leave one",
    async ({ hub }) => {
      for (const method of ["DELETE", "PUT"] as const) {
        const { client, name, admin, joins } = await tenantOn(hub);
        const other = await joins(ADMIN);
        const { promise: held, resolve: holds } = Promise.withResolvers<void>();
        const { promise: free, resolve: lets } = Promise.withResolvers<void>();
        // Both are under way, and wait for the same rows.
        const holding = hub.database.write(name, async (tx) => {
          await tx.rows("SELECT 1 FROM members WHERE tenant_id = $1 FOR UPDATE", [tx.tenant]);
          holds();
          await free;
        });
        await held;
        const against = (by: string, member: string): Promise<number> =>
          client
            .ask(method, `/v1/${name}/members/${member}`, {
              token: by,
              ...(method === "PUT" && { body: { grants: [] } }),
            })
            .then(({ status }) => status);
        const asked = Promise.all([against(admin.token, other.member), against(other.token, admin.member)]);
        await sleep(UNDER_WAY_MS);
        lets();
        await holding;
        const said = (await asked).toSorted();
        assert.deepEqual(said, [200, method === "DELETE" ? 401 : 403]);
      }
    },
  ],
  [
    "HUB-8: no provider that an admin names, or that it names itself, makes the hub ask inside its own network",
    async ({ hub, databaseUrl }) => {
      const inside = await startListening();
      const closed = await startHub(databaseUrl, { env: { HOLDFAST_HUB_INSECURE_PROVIDERS: "0" } });
      try {
        const hosts = ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433", "127.1"];
        for (const issuer of hosts.map((host) => `https://${host}:${inside.port}`))
          await asksFor(await tenantOn(closed), issuer, issuer);
        assert.equal(inside.count(), 0);
        // The one that may be asked names another, or sends on to it.
        const others = `http://0.0.0.0:${inside.port}`;
        const naming = await startDiscovery((issuer, answer) => answer.end(JSON.stringify(discovery(issuer, others))));
        const sending = await startDiscovery((_issuer, answer) => answer.writeHead(302, { location: others }).end());
        try {
          for (const { issuer } of [naming, sending]) await asksFor(await tenantOn(hub), issuer, issuer);
          assert.equal(inside.count(), 0);
        } finally {
          await naming.end();
          await sending.end();
        }
      } finally {
        await closed.end();
        await inside.end();
      }
    },
  ],
  [
    "HUB-8: a job's token ends when its pin is changed or gone, and none is given for one that went meanwhile",
    async ({ hub }) => {
      const { client, name, admin } = await tenantOn(hub);
      const { promise: told, resolve: tells } = Promise.withResolvers<void>();
      const [jobs, slow] = [await startJobProvider(), await startJobProvider(told)];
      try {
        const pinned = {
          job: "tests",
          audience: "hub",
          repository: "acme/shop",
          ref: "refs/heads/main",
          store: PROJECT,
        };
        const pin = async (change: object): Promise<void> => {
          const body = { ...pinned, issuer: jobs.issuer, role: "contributor", ...change };
          assert.equal((await client.ask("POST", `/v1/${name}/jobs`, { token: admin.token, body })).status, 201);
        };
        const exchange = async (of: JobProvider): Promise<Answer> => {
          const claims = { aud: pinned.audience, repository: pinned.repository, ref: pinned.ref };
          return client.ask("POST", `/v1/${name}/exchange`, { body: { token: await of.sign(claims) } });
        };
        const counts = async (token: string): Promise<number> =>
          (await client.ask("GET", `/v1/${name}`, { token })).status;
        for (const change of [{ role: "reader" }, { store: "org" }, { ref: "refs/tags/v1" }, { issuer: slow.issuer }]) {
          await pin({});
          const token = tokenIn(await exchange(jobs));
          assert.equal(await counts(token), 200);
          await pin(change);
          assert.equal(await counts(token), 401, JSON.stringify(change));
        }
        // The pin goes while the hub waits for the provider's keys.
        const asked = exchange(slow);
        await sleep(UNDER_WAY_MS);
        assert.equal((await client.ask("DELETE", `/v1/${name}/jobs/tests`, { token: admin.token })).status, 200);
        tells();
        assert.equal((await asked).status, 401);
      } finally {
        tells();
        await jobs.end();
        await slow.end();
      }
    },
  ],
  [
    "HUB-8: a machine's token is the organisation's: it outlives who made it, is listed, and any admin ends it",
    async ({ hub }) => {
      const { client, name, admin, joins } = await tenantOn(hub);
      const made = await joins(ADMIN);
      const body = { name: "builder", store: PROJECT, role: "reader", days: 1 };
      const token = tokenIn(await client.ask("POST", `/v1/${name}/machines`, { token: made.token, body }));
      const own = { token: admin.token };
      assert.equal((await client.ask("DELETE", `/v1/${name}/members/${made.member}`, own)).status, 200);
      assert.equal((await client.ask("GET", `/v1/${name}`, { token })).status, 200);
      const { body: listed } = await client.ask("GET", `/v1/${name}/machines`, own);
      assert.deepEqual(
        listed.machines.map((machine: { readonly name: string }) => machine.name),
        ["builder"],
      );
      assert.equal((await client.ask("DELETE", `/v1/${name}/machines/builder`, own)).status, 200);
      assert.equal((await client.ask("GET", `/v1/${name}`, { token })).status, 401);
    },
  ],
  [
    "HUB-8: an invitation that is old, that another replaced, or whose maker may not make one any more is refused",
    async ({ hub }) => {
      const { client, name, admin, joins } = await tenantOn(hub);
      const own = { token: admin.token };
      const invited = async (by: string, email: string): Promise<string> => {
        const body = { name: "Mallory", email, grants: [{ store: "org", role: "reader" }] };
        return (await client.ask("POST", `/v1/${name}/members`, { token: by, body })).body.invite;
      };
      const accepts = async (code: string): Promise<number> =>
        (await client.ask("POST", `/v1/${name}/sign-in/invite`, { body: { code } })).status;
      const again = (email: string): Promise<{ readonly invite: string }> =>
        hub.database.write(name, (tx) => inviteAgain(tx, "operator", { email }));
      const good = await invited(admin.token, "a@example.org");
      assert.deepEqual([await accepts(good), await accepts(good)], [200, 401]);
      const old = await invited(admin.token, "b@example.org");
      await hub.database.write(name, (tx) =>
        tx.rows("UPDATE sign_ins SET ends_at = now() - interval '1 second' WHERE tenant_id = $1", [tx.tenant]),
      );
      assert.equal(await accepts(old), 401);
      const lost = await invited(admin.token, "c@example.org");
      const found = (await again("c@example.org")).invite;
      assert.deepEqual([await accepts(lost), await accepts(found)], [401, 200]);
      const [ended, lowered] = [await joins(ADMIN), await joins(ADMIN)];
      const [one, other] = [await invited(ended.token, "d@example.org"), await invited(lowered.token, "e@example.org")];
      await client.ask("DELETE", `/v1/${name}/members/${ended.member}`, own);
      const grants = [{ store: "*", role: "reviewer" }];
      await client.ask("PUT", `/v1/${name}/members/${lowered.member}`, { ...own, body: { grants } });
      assert.deepEqual([await accepts(one), await accepts(other)], [401, 401]);
      // Whoever was meant is invited again, by whom may.
      assert.equal(await accepts((await again("d@example.org")).invite), 200);
    },
  ],
  [
    "HUB-8: who signs in without the claim that roles follow is in no group, whatever they were in before",
    async ({ hub }) => {
      for (const told of [undefined, "builders", { builders: true }, [{ builders: true }], []]) {
        const { client, name, admin } = await tenantOn(hub);
        const provider = {
          issuer: "https://id.example.org",
          clientId: "hub",
          clientSecret: null,
          groupsClaim: "groups",
          groups: { builders: { "team/build": "admin" } },
        } as const;
        const grants = [{ store: "org", role: "reader" }];
        const body = { name: "Ann", email: "ann@example.org", grants };
        assert.equal((await client.ask("POST", `/v1/${name}/members`, { token: admin.token, body })).status, 201);
        await hub.database.write(name, (tx) => setProvider(tx, "operator", { ...provider, clientSecret: undefined }));
        const stores = async (groups: unknown): Promise<readonly string[]> => {
          const claims = { iss: provider.issuer, sub: "ann", email: body.email, email_verified: true, groups };
          const { token } = await hub.database.write(name, (tx) =>
            signedIn(tx, provider, claims as unknown as Parameters<typeof signedIn>[2]),
          );
          const asked = ["org", "team/build"].map(async (store) => {
            const path = `/v1/${name}/stores/${encodeURIComponent(store)}/head`;
            return (await client.ask("GET", path, { token })).status === 200 ? [store] : [];
          });
          return (await Promise.all(asked)).flat();
        };
        assert.deepEqual(await stores(["builders"]), ["org", "team/build"]);
        assert.deepEqual(await stores(told), ["org"], JSON.stringify(told));
      }
    },
  ],
  [
    "HUB-8: a sign-in that was under way when an admin changed the provider ends by what the admin said last",
    async ({ hub }) => {
      const { client, name, admin } = await tenantOn(hub);
      const before = { issuer: "https://id.example.org", clientId: "hub", clientSecret: null, groupsClaim: "groups" };
      const provider = { ...before, groups: { builders: { org: "admin" } } } as const;
      const set = (change: object): Promise<void> =>
        hub.database.write(name, (tx) =>
          setProvider(tx, "operator", { ...provider, clientSecret: undefined, ...change }),
        );
      const body = { name: "Ann", email: "ann@example.org", grants: [] };
      await client.ask("POST", `/v1/${name}/members`, { token: admin.token, body });
      const about = { sub: "ann", email: body.email, email_verified: true, groups: ["builders"] };
      const claims = { iss: before.issuer, ...about } as unknown as Parameters<typeof signedIn>[2];
      const signsIn = (): Promise<Token> => hub.database.write(name, (tx) => signedIn(tx, provider, claims));
      await set({ groups: { builders: { org: "reader" } } });
      const { token } = await signsIn();
      const { body: listed } = await client.ask("GET", `/v1/${name}/stores`, { token });
      assert.equal(listed.stores[0].role, "reader");
      await set({ issuer: "https://other.example.org" });
      await assert.rejects(signsIn(), /does not count/);
      await set({ clientId: "another" });
      await assert.rejects(signsIn(), /does not count/);
    },
  ],
];

/** By a sign-in at a terminal and by a job's token, neither of which gets anything. */
async function asksFor({ client, name, admin }: Tenant, issuer: string, says: string): Promise<void> {
  const { token } = admin;
  await client.ask("PUT", `/v1/${name}/provider`, { token, body: { issuer, clientId: "hub" } });
  const started = await client.ask("POST", `/v1/${name}/sign-in/device`, { body: {} });
  assert.equal(started.status, 503, `${issuer}: ${started.text}`);
  const pinned = { audience: "hub", repository: "acme/shop", ref: "refs/heads/main" };
  const job = { ...pinned, job: "j", issuer, store: PROJECT, role: "reader" };
  await client.ask("POST", `/v1/${name}/jobs`, { token, body: job });
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { iss: says, aud: pinned.audience, repository: pinned.repository, ref: pinned.ref };
  const forged = `${part({ alg: "RS256", kid: "1" })}.${part(claims)}.${part({})}`;
  assert.equal((await client.ask("POST", `/v1/${name}/exchange`, { body: { token: forged } })).status, 401);
}

function discovery(issuer: string, others: string): object {
  const names = ["authorization_endpoint", "token_endpoint", "device_authorization_endpoint", "jwks_uri"];
  return { issuer, ...Object.fromEntries(names.map((name) => [name, `${others}/${name}`])) };
}

/** Whatever stands beside the hub: it counts who comes. */
async function startListening(): Promise<{ port: number; count: () => number; end: () => Promise<void> }> {
  let count = 0;
  const server = createTcpServer((socket) => {
    count += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return { port, count: () => count, end: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function startDiscovery(
  says: (issuer: string, answer: ServerResponse) => void,
): Promise<{ issuer: string; end: () => Promise<void> }> {
  const server = createServer((_request, answer) => says(issuer, answer.setHeader("content-type", "application/json")));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const end = (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return { issuer, end };
}

const UNDER_WAY_MS = 400;

interface Slow {
  readonly method: string;
  readonly url: string;
  readonly token: string;
  readonly body: object;
}

/** A request whose body comes after something has happened. */
async function inTwoParts({ method, url, token, body }: Slow, meanwhile: () => Promise<void>): Promise<number> {
  const text = JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    "idempotency-key": randomUUID(),
  };
  const sent = requestOf(url, { method, headers });
  const answered = new Promise<number>((resolve, reject) => {
    sent.on("error", reject);
    sent.on("response", (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
  });
  sent.write(text.slice(0, 5));
  await sleep(UNDER_WAY_MS);
  await meanwhile();
  sent.end(text.slice(5));
  return answered;
}

async function asked({ url }: TestHub, times: number, forwarded: (n: number) => string): Promise<number> {
  let count = 0;
  for (let n = 1; n <= times; n++) {
    const { status } = await fetch(`${url}/health`, { headers: { "x-forwarded-for": forwarded(n) } });
    if (status === 200) count += 1;
    else assert.equal(status, 429);
  }
  return count;
}
