// Who asks (HUB-8): devices by their keys, people by their organisation's own provider, machines and jobs by tokens.
import { strict as assert } from "node:assert";
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, randomUUID } from "node:crypto";
import { deviceText, EMPTY_HEAD, sessionText } from "../../hub/protocol.ts";
import { invitation } from "../../hub/src/members.ts";
import { found } from "../../hub/src/tenants.ts";
import { clientOf, deviceOf, newKey, tokenIn } from "../../hub/test/client.ts";
import { ran } from "../../hub/test/process.ts";
import { CLIENT_ID, newBrowser, startJobProvider, startProvider } from "../../hub/test/provider.ts";
import { type Tenant, tenantOn } from "../../hub/test/running.ts";
import { signText, sshKeyLine } from "../../src/store/io/sshsig.ts";
import { type Case, HUB_DATABASE } from "./case.ts";
import { PROJECT } from "./stores.ts";

const AUDIENCE = "https://hub.example.org";
const REPOSITORY = "acme/shop";
const REF = "refs/heads/main";

export const IDENTITY: readonly Case[] = [
  [
    "HUB-8: a device's signature gets a token once, for this hub and tenant, now, and while the device counts",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      const other = await tenantOn(hub);
      const { client, name, admin } = tenant;
      const signed = (change: Partial<{ hub: string; at: string; tenant: string }> = {}, key = admin.key): object => {
        const about = { key: sshKeyLine(key), at: change.at ?? new Date().toISOString(), nonce: randomUUID() };
        return {
          ...about,
          signature: signText(sessionText({ hub: change.hub ?? hub.url, tenant: change.tenant ?? name }, about), key),
        };
      };
      const session = (body: object, at = name): Promise<number> =>
        client.ask("POST", `/v1/${at}/session`, { body }).then(({ status }) => status);
      const body = signed();
      assert.deepEqual([await session(body), await session(body)], [200, 401]);
      assert.equal(await session(signed({ hub: "https://elsewhere.example.org" })), 401);
      assert.equal(await session(signed({ at: new Date(Date.now() - 3_600_000).toISOString() })), 401);
      assert.equal(await session(signed({}, newKey())), 401);
      assert.equal(await session(signed(), other.name), 401);
      assert.equal(await session(signed({ tenant: "nobody-here" }), "nobody-here"), 401);
      assert.equal(await session(signed({ tenant: other.name }), other.name), 401);
      assert.equal(await session({ ...signed(), signature: signText("something else", admin.key) }), 401);
      const ann = await tenant.joins([{ store: PROJECT, role: "reviewer" }]);
      const gone = await client.ask("DELETE", `/v1/${name}/devices/${ann.device}`, { token: admin.token });
      assert.equal(gone.status, 200);
      assert.equal((await client.session(ann.key)).status, 401);
      assert.equal((await client.ask("GET", `/v1/${name}`, { token: ann.token })).status, 401);
      // A device hands its standing on to no other key.
      const about = {
        device: deviceOf(newKey()),
        key: sshKeyLine(newKey()),
        name: "",
        at: new Date().toISOString(),
        nonce: randomUUID(),
        signature: "x",
      };
      assert.equal((await client.ask("POST", `/v1/${name}/devices`, { token: admin.token, body: about })).status, 403);
    },
  ],
  [
    "HUB-2 HUB-8: a machine that joins is told the first keys, by fingerprint; no token is in the database",
    async ({ hub, postgres }) => {
      const { client, name, admin, machine } = await tenantOn(hub);
      const { body } = await client.ask("GET", `/v1/${name}`, { token: admin.token });
      assert.deepEqual(
        body.keys.map(({ device }: { device: string }) => device),
        [admin.device],
      );
      assert.match(body.keys[0].fingerprint, /^SHA256:/);
      assert.deepEqual(body.you, {
        kind: "device",
        id: admin.member,
        name: "Admin",
        personal: `personal/${admin.member}`,
      });
      const token = await machine(PROJECT, "reader");
      const rows = await postgres.query<{ row: string }>(HUB_DATABASE, "SELECT tokens::text AS row FROM tokens");
      assert.equal(rows.length > 2, true);
      for (const secret of [token, admin.token, admin.personToken])
        assert.equal(
          rows.some(({ row }) => row.includes(secret) || row.includes(Buffer.from(secret).toString("hex"))),
          false,
        );
    },
  ],
  [
    "HUB-2: an organisation begins with the first device of its first admin, once; who may confirm is told to whom may too",
    async ({ hub }) => {
      const name = `begun-${process.pid}`;
      const member = await hub.database.write(name, (tx) =>
        found(tx, { name: "Begun", admin: { name: "Ann" }, first: undefined }),
      );
      const client = clientOf(hub.url, name);
      const add = async (key: KeyObject): Promise<string> => {
        const code = await hub.database.write(name, (tx) => invitation(tx, member, "operator"));
        const token = tokenIn(await client.ask("POST", `/v1/${name}/sign-in/invite`, { body: { code } }));
        const fresh = { at: new Date().toISOString(), nonce: randomUUID() };
        const about = { device: deviceOf(key), key: sshKeyLine(key), name: "", ...fresh };
        const body = { ...about, signature: signText(deviceText({ hub: hub.url, tenant: name }, about), key) };
        assert.equal((await client.ask("POST", `/v1/${name}/devices`, { token, body })).status, 201);
        return tokenIn(await client.session(key));
      };
      const [first, second] = [newKey(), newKey()];
      const token = await add(first);
      await add(second);
      const { body } = await client.ask("GET", `/v1/${name}`, { token });
      assert.deepEqual(
        body.keys.map(({ device }: { device: string }) => device),
        [deviceOf(first)],
      );
      const { body: listed } = await client.ask("GET", `/v1/${name}/stores`, { token });
      assert.deepEqual(listed.stores, [{ store: "org", role: "admin", ...EMPTY_HEAD }]);
      const tenant = await tenantOn(hub);
      const [ben, cem] = [
        await tenant.joins([{ store: "org", role: "reviewer" }]),
        await tenant.joins([{ store: "org", role: "contributor" }]),
      ];
      const ask = (by: string, store = "org"): ReturnType<typeof client.ask> =>
        tenant.client.ask("GET", `/v1/${tenant.name}/stores/${encodeURIComponent(store)}/reviewers`, { token: by });
      const told = await ask(ben.token);
      assert.deepEqual(
        told.body.reviewers.map(({ device }: { device: string }) => device).toSorted(),
        [tenant.admin.device, ben.device].toSorted(),
      );
      assert.match(told.body.reviewers[0].fingerprint, /^SHA256:/);
      assert.equal((await ask(cem.token)).status, 403);
      assert.equal((await ask(await tenant.machine("org", "contributor"))).status, 403);
      assert.equal((await ask(cem.token, "team/build")).status, 404);
    },
  ],
  [
    "HUB-2: the first key that an operator names is a device's, under the id that is its own, and without a comment",
    async ({ hub, databaseUrl }) => {
      const tenant = `named-${process.pid}`;
      const [key, other] = [newKey(), newKey()];
      const line = sshKeyLine(key);
      const found = (device: string, text: string): ReturnType<typeof ran> =>
        ran(["found", tenant, "--name", "Named", "--admin", "Ann", "--device", device, "--key", text], {
          HOLDFAST_HUB_DATABASE: databaseUrl,
        });
      const { publicKey: rsa } = generateKeyPairSync("rsa", { modulusLength: 2048 });
      const wrong: readonly (readonly [device: string, text: string, said: RegExp])[] = [
        ["nonsense", "nonsense", /--key is no .*"ssh-ed25519 .*found "nonsense"/],
        [deviceOf(key), "", /--key is no/],
        [deviceOf(key), `${line.slice(0, -8)}AAAA`, /--key is no|--device is/],
        [deviceOf(key), `ssh-rsa ${rsa.export({ type: "pkcs1", format: "der" }).toString("base64")}`, /--key is no/],
        [deviceOf(key), `no-pty ${line}`, /--key is no/],
        [deviceOf(key), " -----BEGIN OPENSSH PRIVATE KEY-----", /--key is no/],
        [
          deviceOf(other),
          line,
          new RegExp(`--device is ${deviceOf(other)}, and this key's device is ${deviceOf(key)}`),
        ],
        ["0123456789abcdef\u001b[31m", line, /--device is 0123456789abcdef.*, and this key's/],
      ];
      for (const [device, text, said] of wrong) {
        const typed = await found(device, text);
        assert.deepEqual([typed.code, typed.out], [64, ""], `${device} ${text}: ${typed.err}`);
        assert.match(typed.err, said);
        assert.match(typed.err, /next: on the admin's machine: cat ~\/.holdfast\/allowed_signers/);
        assert.equal(/[^\n -~…]/.test(typed.err), false, JSON.stringify(typed.err));
      }
      // As a .pub file has it.
      const made = await found(deviceOf(key), `${line} ann@desk\n`);
      assert.equal(made.code, 0, made.err);
      const client = clientOf(hub.url, tenant);
      const session = await client.session(key);
      assert.equal(session.status, 200, session.text);
      const { keys } = (await client.ask("GET", `/v1/${tenant}`, { token: tokenIn(session) })).body;
      assert.deepEqual(
        keys.map((each: { device: string; key: string }) => [each.device, each.key]),
        [[deviceOf(key), line]],
      );
    },
  ],
  [
    "HUB-8: a person signs in at a terminal, by a real provider's device flow; nobody becomes a member by signing in",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      const { client, name } = tenant;
      const provider = await startProvider(`${hub.url}/v1/${name}/sign-in/callback`);
      try {
        await connect(tenant, provider.issuer);
        const token = await atTerminal(tenant, "ann+builders");
        assert.equal(token.status, 200, token.text);
        assert.match(tokenIn(token), /^hfp_/);
        const { body } = await client.ask("GET", `/v1/${name}/stores`, { token: tokenIn(token) });
        assert.deepEqual(body.stores, []);
        const build = `/v1/${name}/stores/${encodeURIComponent("team/build")}/head`;
        assert.equal((await client.ask("GET", build, { token: tokenIn(token) })).status, 200);
        assert.equal((await atTerminal(tenant, "mallory")).status, 401);
        // The groups are asked anew each time.
        const again = await atTerminal(tenant, "ann+builders");
        assert.equal((await client.ask("GET", build, { token: tokenIn(again) })).status, 200);
      } finally {
        await provider.end();
      }
    },
  ],
  [
    "HUB-8: a person signs in with a browser, with PKCE on both ways, and the code is of use to the client that asked alone",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      const { client, name } = tenant;
      const provider = await startProvider(`${hub.url}/v1/${name}/sign-in/callback`);
      try {
        await connect(tenant, provider.issuer);
        const verifier = randomBytes(32).toString("base64url");
        const challenge = createHash("sha256").update(verifier).digest("base64url");
        const port = 45_678;
        const arrives = async (login: string): Promise<URL> => {
          const browser = newBrowser((url) => url.startsWith(`http://127.0.0.1:${port}/`));
          const { url } = await browser.goes(
            `${hub.url}/v1/${name}/sign-in/browser?port=${port}&challenge=${challenge}`,
            login,
          );
          return new URL(url);
        };
        const finish = (code: string | null, word: string): Promise<number> =>
          client
            .ask("POST", `/v1/${name}/sign-in/finish`, { body: { code, verifier: word } })
            .then(({ status }) => status);
        const first = (await arrives("ann+builders")).searchParams.get("code");
        assert.equal(await finish(first, randomBytes(32).toString("base64url")), 401);
        const second = (await arrives("ann+builders")).searchParams.get("code");
        assert.deepEqual([await finish(second, verifier), await finish(second, verifier)], [200, 401]);
        for (const wrong of ["80", "1023", "65536", "99999"]) {
          const path = `/v1/${name}/sign-in/browser?port=${wrong}&challenge=${challenge}`;
          assert.equal((await client.ask("GET", path)).status, 400, wrong);
        }
        assert.equal((await arrives("mallory")).searchParams.get("error"), "sign-in-failed");
      } finally {
        await provider.end();
      }
    },
  ],
  [
    "HUB-8: a CI job exchanges its provider's token where issuer, audience, repository and ref are the pinned ones",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      const { client, name, admin } = tenant;
      const jobs = await startJobProvider();
      const stranger = await startJobProvider();
      try {
        const body = {
          job: "tests",
          issuer: jobs.issuer,
          audience: AUDIENCE,
          repository: REPOSITORY,
          ref: REF,
          store: PROJECT,
          role: "contributor",
        };
        assert.equal((await client.ask("POST", `/v1/${name}/jobs`, { token: admin.token, body })).status, 201);
        const claims = { aud: AUDIENCE, repository: REPOSITORY, ref: REF, sub: "repo:acme/shop" };
        const exchange = async (token: string): Promise<number> =>
          (await client.ask("POST", `/v1/${name}/exchange`, { body: { token } })).status;
        const answer = await client.ask("POST", `/v1/${name}/exchange`, { body: { token: await jobs.sign(claims) } });
        assert.equal(answer.status, 200, answer.text);
        const minutes = (Date.parse(answer.body.ends) - Date.now()) / 60_000;
        assert.equal(minutes > 58 && minutes <= 61, true);
        assert.equal(
          (
            await client.ask("GET", `/v1/${name}/stores/${encodeURIComponent(PROJECT)}/head`, {
              token: tokenIn(answer),
            })
          ).status,
          200,
        );
        assert.equal((await client.ask("GET", `/v1/${name}/stores/org/head`, { token: tokenIn(answer) })).status, 404);
        assert.equal((await client.ask("GET", `/v1/${name}/members`, { token: tokenIn(answer) })).status, 403);
        for (const change of [
          { aud: "another" },
          { repository: "mallory/shop" },
          { ref: "refs/heads/fork" },
          { ref: undefined },
          { iss: stranger.issuer },
        ])
          assert.equal(await exchange(await jobs.sign({ ...claims, ...change })), 401, JSON.stringify(change));
        assert.equal(await exchange(await jobs.sign(claims, { isForged: true })), 401);
        assert.equal(await exchange(await jobs.sign(claims, { ends: "-1m" })), 401);
        assert.equal(await exchange(await stranger.sign({ ...claims, iss: jobs.issuer })), 401);
        const [, payload = ""] = (await jobs.sign(claims)).split(".");
        assert.equal(await exchange(`${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`), 401);
        // A branch, a tag and a merge request of GitLab may have one bare name.
        const gitlab = { ...body, job: "gitlab", repository: "acme/group/shop" };
        assert.equal((await client.ask("POST", `/v1/${name}/jobs`, { token: admin.token, body: gitlab })).status, 201);
        const there = { aud: AUDIENCE, project_path: gitlab.repository, ref: "main" };
        assert.equal(await exchange(await jobs.sign({ ...there, ref_type: "branch", ref_path: REF })), 200);
        for (const path of ["refs/tags/main", "refs/merge-requests/7/head", undefined])
          assert.equal(await exchange(await jobs.sign({ ...there, ref_path: path })), 401, path);
        assert.equal((await client.ask("DELETE", `/v1/${name}/jobs/tests`, { token: admin.token })).status, 200);
        assert.equal((await client.ask("GET", `/v1/${name}`, { token: tokenIn(answer) })).status, 401);
      } finally {
        await jobs.end();
        await stranger.end();
      }
    },
  ],
];

/** Ann is known by her address; who is in builders contributes to the team's store. */
async function connect({ client, name, admin }: Tenant, issuer: string): Promise<void> {
  const groups = { builders: { "team/build": "contributor" } };
  const provider = { issuer, clientId: CLIENT_ID, groupsClaim: "groups", groups };
  assert.equal((await client.ask("PUT", `/v1/${name}/provider`, { token: admin.token, body: provider })).status, 200);
  const ann = { name: "Ann", email: "Ann@example.org", grants: [] };
  assert.equal((await client.ask("POST", `/v1/${name}/members`, { token: admin.token, body: ann })).status, 201);
}

async function atTerminal({ client, name }: Tenant, login: string): ReturnType<Tenant["client"]["ask"]> {
  const started = await client.ask("POST", `/v1/${name}/sign-in/device`, { body: {} });
  assert.equal(started.status, 200, started.text);
  const poll = (): ReturnType<Tenant["client"]["ask"]> =>
    client.ask("POST", `/v1/${name}/sign-in/poll`, { body: { handle: started.body.handle } });
  assert.equal((await poll()).status, 202);
  await newBrowser(() => false).goes(started.body.verification_uri_complete, login);
  return poll();
}
