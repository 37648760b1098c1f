// Requests of one tenant for what is another's (HUB-3, HUB-8): every route that a hub has is asked with names, tokens, paths, cursors and hashes
// of both, mixed so that no pair belongs together. Nothing may be told by it, and no row of either tenant may be another afterwards.
import { strict as assert } from "node:assert";
import { randomUUID } from "node:crypto";
import { deviceText, sessionText } from "../../hub/protocol.ts";
import { type Client, newKey, put, tokenIn } from "../../hub/test/client.ts";
import { type Tenant, tenantOn } from "../../hub/test/running.ts";
import { signText, sshKeyLine } from "../../src/store/io/sshsig.ts";
import { sha256Hex } from "../../src/text/digest.ts";
import { chance, pick } from "../support/acts.ts";
import { type Case, HUB_DATABASE, type World } from "./case.ts";
import { type Route, routesOf } from "./routes.ts";
import { idFor, marker, memoryPath, memoryText, PROJECT } from "./stores.ts";

const SHORT = 900;
const LONG = 100_000;
const AT_ONCE = 20;

export const CROSSING: readonly Case[] = [
  [
    "HUB-3 HUB-8: requests made of another tenant's names, tokens, paths, cursors and hashes tell nothing and change nothing",
    async (world) => {
      const [mine, theirs] = [await furnished(world, 1), await furnished(world, 2)];
      const rounds = world.isLong ? LONG : SHORT;
      const next = chance(20_261_118);
      const routes = routesOf(world.hub.app).filter(({ path }) => path.startsWith("/v1/"));
      allMade(routes, made(mine, theirs, next));
      const before = await rowsOf(world, [mine, theirs]);
      const secrets = secretsOf(theirs);
      let leaked = 0;
      let faults = 0;
      for (let at = 0; at < rounds; at += AT_ONCE) {
        const asked = Array.from({ length: AT_ONCE }, (_, n) => {
          const all = made(mine, theirs, next);
          return all[(at + n) % all.length] as Asked;
        });
        const answers = await Promise.all(asked.map(([method, path, asking]) => mine.client.ask(method, path, asking)));
        answers.forEach(({ status, text, headers }, which) => {
          const told = text + JSON.stringify([...headers]);
          const isTold = secrets.some(
            (secret) => told.includes(secret) && !JSON.stringify(asked[which]).includes(secret),
          );
          if (status < 300 || isTold) {
            leaked += 1;
            world.note(`leaked: ${status} ${JSON.stringify(asked[which]).slice(0, 300)} -> ${text.slice(0, 200)}`);
          }
          if (status >= 500) {
            faults += 1;
            world.note(`fault: ${status} ${JSON.stringify(asked[which]).slice(0, 300)}`);
          }
        });
      }
      world.tally.leaked += leaked;
      world.tally.faults += faults;
      world.note(`${rounds} requests of ${routes.length} routes, ${leaked} leaked, ${faults} faults`);
      assert.equal(leaked + faults, 0);
      assert.deepEqual(await rowsOf(world, [mine, theirs]), before);
    },
  ],
];

/** A route that is new is asked too, and what is asked is a route. */
function allMade(routes: readonly Route[], all: readonly Asked[]): void {
  assert.equal(routes.length >= 40, true, String(routes.length));
  const isOf = ({ method, pattern }: Route, [asked, path]: Asked): boolean =>
    method === asked && pattern.test(path.split("?")[0] ?? "");
  assert.deepEqual(
    routes.filter((route) => !all.some((each) => isOf(route, each))),
    [],
  );
  assert.deepEqual(
    all.filter((each) => !routes.some((route) => isOf(route, each))),
    [],
  );
}

/** One digest of a tenant's rows in each table. */
async function rowsOf({ postgres }: World, tenants: readonly Tenant[]): Promise<Readonly<Record<string, string>>> {
  const tables = await postgres.query<{ name: string }>(
    HUB_DATABASE,
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'tenant_id' ORDER BY 1`,
  );
  assert.equal(tables.length >= 16, true);
  const digests: Record<string, string> = {};
  for (const { name: tenant } of tenants)
    for (const { name } of tables) {
      const [row] = await postgres.query<{ sum: string }>(
        HUB_DATABASE,
        `SELECT count(*) || ' ' || md5(coalesce(string_agg(t::text, '' ORDER BY t::text), '')) AS sum
         FROM ${name} AS t WHERE tenant_id = '${tenant}'`,
      );
      digests[`${tenant} ${name}`] = row?.sum ?? "";
    }
  const held = Object.entries(digests).filter(([, sum]) => !sum.startsWith("0 "));
  assert.equal(held.length >= 2 * 12, true, JSON.stringify(held));
  return digests;
}

interface Furnished extends Tenant {
  readonly url: string;
  readonly machineToken: string;
  /** Names of a machine and of a job, and who issues its tokens. */
  readonly names: readonly [machine: string, job: string, issuer: string];
  readonly chain: string;
  readonly texts: readonly string[];
}

/** Without a provider: to begin a sign-in at one is anybody's. */
async function furnished({ hub }: World, which: number): Promise<Furnished> {
  const tenant = await tenantOn(hub);
  const { client, admin, name } = tenant;
  const texts = [1, 2, 3].map((n) =>
    memoryText(which * 10 + n, `Only tenant ${which} knows ${randomUUID()} about number ${n}.`),
  );
  const changes = [marker(), ...texts.map((text, n) => put(memoryPath(which * 10 + n + 1), text))];
  const { body } = await client.push(PROJECT, changes, admin.token);
  await tenant.joins([{ store: "org", role: "reviewer" }]);
  const names = [`m-${randomUUID()}`, `j-${randomUUID()}`, `https://${randomUUID()}.example`] as const;
  const own = { store: PROJECT, role: "contributor" };
  const machine = { ...own, name: names[0], days: 1 };
  const made = await client.ask("POST", `/v1/${name}/machines`, { token: admin.token, body: machine });
  const job = { ...own, job: names[1], issuer: names[2], audience: "a", repository: "r", ref: "refs/heads/main" };
  const pinned = await client.ask("POST", `/v1/${name}/jobs`, { token: admin.token, body: job });
  assert.deepEqual([made.status, pinned.status], [201, 201], made.text + pinned.text);
  return { ...tenant, url: hub.url, machineToken: tokenIn(made), names, texts, chain: body.chain };
}

/** What nobody outside may be told, wherever it stands in an answer. */
function secretsOf({ texts, chain, admin, machineToken, names }: Furnished): readonly string[] {
  const words = texts.flatMap((text) => [
    /knows (\S+)/.exec(text)?.[1] ?? "",
    Buffer.from(text).toString("base64").slice(40, 80),
  ]);
  return [
    ...words,
    ...texts.map((text) => sha256Hex(text)),
    chain,
    admin.member,
    admin.device,
    admin.token,
    machineToken,
    ...names,
  ];
}

type Asked = readonly [method: string, path: string, asking: Parameters<Client["ask"]>[2]];

/** Each is a request of one tenant for what is another's: a name, a token or an id is theirs, the rest ours, or the other way round. */
function made(mine: Furnished, theirs: Furnished, next: () => number): readonly Asked[] {
  const isCrossed = next() < 0.5;
  const tenant = isCrossed ? theirs : mine;
  const stranger = isCrossed ? mine : theirs;
  const other = pick([stranger.admin.token, stranger.admin.personToken, stranger.machineToken], next) ?? "";
  const token = pick([other, undefined, `hfs_${"A".repeat(43)}`, `${other}x`, "' OR 1=1 --"], next);
  const store = encodeURIComponent(
    pick(
      [PROJECT, "org", "team/build", `personal/${theirs.admin.member}`, `project/${idFor(7)}`, "project/%", "../org"],
      next,
    ) ?? "",
  );
  const since = pick(["0", "1", "4", "999999999999999", "-1", "1e9", "x"], next);
  const base = `/v1/${tenant.name}`;
  const seen = pick(["", `&seen=${theirs.chain}`, `&seen=${mine.chain}`], next);
  const change = put(
    memoryPath(21),
    pick([memoryText(21), memoryText(21, "Somebody else was here.")], next) ?? "",
    pick([null, theirs.texts[0] ?? ""], next) ?? null,
  );
  const signs = signed(stranger, tenant, next() < 0.5);
  const owning = { store: PROJECT, role: "contributor" };
  const [machine, job] = tenant.names;
  const everything = [{ store: "*", role: "admin" }];
  const hosts = { issuer: stranger.names[2], audience: "a", repository: "r", ref: "refs/heads/main" };
  const asked: readonly Asked[] = [
    ["GET", `${base}/stores/${store}/head`, { headers: { "if-none-match": `"4-${theirs.chain}"` } }],
    ["GET", `${base}/stores/${store}/changes?since=${since}${seen}`, {}],
    [
      "POST",
      `${base}/stores/${store}/push`,
      { headers: { "idempotency-key": randomUUID() }, body: { changes: [change] } },
    ],
    ["GET", `${base}/stores/${store}/reviewers`, {}],
    ["GET", `${base}/stores`, {}],
    ["GET", base, {}],
    ["GET", `${base}/members`, {}],
    ["POST", `${base}/members`, { body: { name: "Somebody", grants: everything } }],
    ["DELETE", `${base}/members/${tenant.admin.member}`, {}],
    ["PUT", `${base}/members/${tenant.admin.member}`, { body: { grants: everything } }],
    ["POST", `${base}/members/${tenant.admin.member}/invite`, { body: {} }],
    ["GET", `${base}/devices`, {}],
    ["POST", `${base}/devices`, signs.device],
    ["DELETE", `${base}/devices/${tenant.admin.device}`, {}],
    ["GET", `${base}/machines`, {}],
    ["POST", `${base}/machines`, { body: { ...owning, name: "m", days: 1 } }],
    ["DELETE", `${base}/machines/${machine}`, {}],
    ["GET", `${base}/jobs`, {}],
    ["POST", `${base}/jobs`, { body: { ...owning, ...hosts, job: pick(["j", job], next) } }],
    ["DELETE", `${base}/jobs/${job}`, {}],
    ["PUT", `${base}/provider`, { body: { issuer: stranger.names[2], clientId: "x" } }],
    ["GET", `${base}/overview`, {}],
    ["GET", `${base}/audit?since=0&limit=5`, {}],
    ["POST", `${base}/erase`, { body: { store: PROJECT, memory: idFor(21), reason: "asked" } }],
    ["POST", `${base}/erase`, { body: { member: tenant.admin.member } }],
    ["POST", `${base}/session`, signs.session],
    ["DELETE", `${base}/session`, {}],
    ["POST", `${base}/exchange`, { body: { token: stranger.admin.token } }],
    ["POST", `${base}/sign-in/invite`, { body: { code: stranger.admin.token } }],
    ["POST", `${base}/sign-in/device`, { body: {} }],
    ["POST", `${base}/sign-in/poll`, { body: { handle: stranger.machineToken.slice(0, 60) } }],
    ["POST", `${base}/sign-in/finish`, { body: { code: "x", verifier: "A".repeat(43) } }],
    ["GET", `${base}/sign-in/callback?state=x&code=y`, {}],
    ["GET", `${base}/sign-in/browser?challenge=${"A".repeat(43)}`, {}],
  ];
  const heads = asked.flatMap(([method, path, asking]): Asked[] => (method === "GET" ? [["HEAD", path, asking]] : []));
  return [...asked, ...heads].map(([method, path, asking]) => [method, path, asking && withToken(asking, token)]);
}

type Asking = NonNullable<Asked[2]>;

/** Not spread: a body that has to be signed is made for the request that is sent. */
function withToken(asking: Asking, token: string | undefined): Asking {
  return Object.defineProperties({ token }, Object.getOwnPropertyDescriptors(asking));
}

/** Signed as it should be: for this tenant by a key that it does not know, or by such a key for its own tenant. */
function signed(stranger: Furnished, tenant: Furnished, isReplayed: boolean): Record<"session" | "device", Asking> {
  const { key, device } = stranger.admin;
  const at = { hub: tenant.url, tenant: isReplayed ? stranger.name : tenant.name };
  const once = (): { at: string; nonce: string } => ({ at: new Date().toISOString(), nonce: randomUUID() });
  return {
    session: {
      get body() {
        const asked = { key: sshKeyLine(key), ...once() };
        return { ...asked, signature: signText(sessionText(at, asked), key) };
      },
    },
    device: {
      get body() {
        const own = newKey();
        const asked = { device, key: sshKeyLine(own), name: "", ...once() };
        return { ...asked, signature: signText(deviceText(at, asked), own) };
      },
    },
  };
}
