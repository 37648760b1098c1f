// Hubs on a database of one's own, and tenants in it with people who have signed in. What a test does beyond the protocol (found a
// tenant, look into tables) goes through here.
import type { KeyObject } from "node:crypto";
import { randomUUID } from "node:crypto";
import { signText, sshKeyLine } from "../../src/store/io/sshsig.ts";
import { deviceText } from "../protocol.ts";
import { type Database, openDatabase } from "../src/database.ts";
import { invitation } from "../src/members.ts";
import type { Page } from "../src/page-routes.ts";
import type { Grant } from "../src/roles.ts";
import { type Settings, settingsFrom } from "../src/settings.ts";
import { type Running, start } from "../src/start.ts";
import { found } from "../src/tenants.ts";
import { type Client, clientOf, deviceOf, newKey, tokenIn } from "./client.ts";
import { freePort } from "./port.ts";

export interface TestHub extends Running {
  readonly url: string;
  readonly database: Database;
}

/** Of hubs that are told one address and share a database. */
export type Where = Pick<TestHub, "url" | "database">;

export interface HubOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Built elsewhere than beside the sources. */
  readonly page?: Page;
}

export async function startHub(databaseUrl: string, { env = {}, page }: HubOptions = {}): Promise<TestHub> {
  const settings = await settingsOf(databaseUrl, env);
  const running = await start(settings, page);
  const database = openDatabase(databaseUrl, 2);
  return {
    ...running,
    url: settings.url,
    database,
    end: async () => {
      await running.end();
      await database.end();
    },
  };
}

export async function settingsOf(databaseUrl: string, env: Readonly<Record<string, string>> = {}): Promise<Settings> {
  const settings = settingsFrom({
    HOLDFAST_HUB_DATABASE: databaseUrl,
    HOLDFAST_HUB_PORT: String(await freePort()),
    HOLDFAST_HUB_LOG: "silent",
    HOLDFAST_HUB_RATE: "1000000",
    HOLDFAST_HUB_INSECURE_PROVIDERS: "1",
    ...env,
  });
  if (typeof settings === "string") throw new Error(settings);
  return settings;
}

export interface Person {
  readonly member: string;
  readonly key: KeyObject;
  readonly device: string;
  /** Of their device. */
  readonly token: string;
  /** Of their sign-in. */
  readonly personToken: string;
}

export interface Tenant {
  readonly name: string;
  readonly client: Client;
  readonly admin: Person;
  joins(grants: readonly Grant[], key?: KeyObject): Promise<Person>;
  machine(store: string, role: "reader" | "contributor"): Promise<string>;
}

let count = 0;

/** `key`: of the admin's device, where it is that of a person with a store. */
export async function tenantOn(hub: Where, key: KeyObject = newKey()): Promise<Tenant> {
  count += 1;
  const name = `tenant-${process.pid}-${count}`;
  const first = { device: deviceOf(key), key: sshKeyLine(key) };
  const member = await hub.database.write(name, (tx) =>
    found(tx, { name: "A tenant", admin: { name: "Admin" }, first }),
  );
  const code = await hub.database.write(name, (tx) => invitation(tx, member, "operator"));
  const client = clientOf(hub.url, name);
  const personToken = tokenIn(await client.ask("POST", `/v1/${name}/sign-in/invite`, { body: { code } }));
  const admin = { member, key, device: first.device, personToken, token: tokenIn(await client.session(key)) };
  return {
    name,
    client,
    admin,
    joins: (grants, own = newKey()) => joins({ hub, name, client, admin }, grants, own),
    machine: async (store, role) => {
      const body = { name: `m-${randomUUID()}`, store, role, days: 1 };
      return tokenIn(await client.ask("POST", `/v1/${name}/machines`, { token: admin.token, body }));
    },
  };
}

interface At {
  readonly hub: Where;
  readonly name: string;
  readonly client: Client;
  readonly admin: Person;
}

async function joins({ hub, name, client, admin }: At, grants: readonly Grant[], key: KeyObject): Promise<Person> {
  const asked = await client.ask("POST", `/v1/${name}/members`, {
    token: admin.token,
    body: { name: "Somebody", grants },
  });
  if (asked.status !== 201) throw new Error(`the member was not added: ${asked.status} ${asked.text}`);
  const { member, invite } = asked.body as { readonly member: string; readonly invite: string };
  const personToken = tokenIn(await client.ask("POST", `/v1/${name}/sign-in/invite`, { body: { code: invite } }));
  const about = {
    device: deviceOf(key),
    key: sshKeyLine(key),
    name: "",
    at: new Date().toISOString(),
    nonce: randomUUID(),
  };
  const body = { ...about, signature: signText(deviceText({ hub: hub.url, tenant: name }, about), key) };
  const added = await client.ask("POST", `/v1/${name}/devices`, { token: personToken, body });
  if (added.status !== 201) throw new Error(`the device was not added: ${added.text}`);
  return { member, key, device: about.device, personToken, token: tokenIn(await client.session(key)) };
}
