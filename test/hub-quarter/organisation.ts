// The organisation that is simulated: members with a device and roles, projects with a store that an admin founded and reviewers signed
// into, and what was acknowledged of each, by path. Everything goes through the protocol of two hubs on one database.
import { randomUUID } from "node:crypto";
import type { PushChange } from "../../hub/protocol.ts";
import { type Database, openDatabase } from "../../hub/src/database.ts";
import { type Answer, type Client, clientOf, tokenIn } from "../../hub/test/client.ts";
import { freePort } from "../../hub/test/port.ts";
import { type HubProcess, startProcess } from "../../hub/test/process.ts";
import { type Person, type Tenant, tenantOn } from "../../hub/test/running.ts";
import { sha256Hex } from "../../src/text/digest.ts";
import { idFor } from "../hub/stores.ts";
import { below, type Chance, chance } from "../support/acts.ts";
import { deviceRecord, type Made, type Signer, signerOf } from "./signed.ts";

export interface Size {
  readonly members: number;
  readonly projects: number;
  readonly days: number;
  /** Of a member, on a working day. */
  readonly writes: number;
  /** Working days between two syncs of a member's machine. */
  readonly every: number;
  readonly seed: number;
}

export interface Member extends Person {
  readonly name: string;
  readonly signer: Signer;
  /** Grants as the hub has them. */
  grants: { readonly store: string; readonly role: "contributor" | "reviewer" | "admin" }[];
  /** Memories that their pushes were about, by their numbers. */
  readonly wrote: Set<number>;
  tokenAt: number;
  now: string;
  isGone: boolean;
}

export interface Memory {
  readonly n: number;
  version: number;
  /** Whose signature confirmed it. */
  by: string | undefined;
  /** No everyday write touches it. */
  isFixed: boolean;
}

export interface Project {
  readonly store: string;
  readonly id: string;
  /** The number of its newest memory. */
  last: number;
  readonly memories: Memory[];
  /** What the hub acknowledged: path to hash. */
  readonly files: Map<string, string>;
  /** Of each device, the marks of what it signed here. */
  readonly marks: Map<string, string[]>;
  readonly client: Client;
}

export interface Organisation {
  readonly size: Size;
  readonly next: Chance;
  readonly tenant: Tenant;
  readonly admin: Member;
  readonly members: readonly Member[];
  readonly projects: readonly Project[];
  readonly hubs: readonly HubProcess[];
  readonly database: Database;
  readonly env: Readonly<Record<string, string>>;
  readonly count: Record<"pushes" | "again" | "changes" | "writes" | "confirmed" | "refused", number>;
  end(): Promise<void>;
}

const AGAIN = 20;
const PAUSE_MS = 1000;

/** A device's token counts for fifteen minutes. */
const RENEWED_MS = 600_000;

export async function organise(databaseUrl: string, size: Size): Promise<Organisation> {
  const next = chance(size.seed);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { HOLDFAST_HUB_DATABASE: databaseUrl, HOLDFAST_HUB_URL: url, ...PLAIN };
  const first = await startProcess({ ...env, HOLDFAST_HUB_PORT: String(port) });
  const hubs = [first, await startProcess(env)];
  const database = openDatabase(databaseUrl, 2);
  const tenant = await tenantOn({ url, database });
  const admin = memberOf("admin", tenant.admin, [{ store: "*", role: "admin" }]);
  const stores = Array.from({ length: size.projects }, (_, at) => `project/${idFor(900_000_000_000 + at)}`);
  const members: Member[] = [];
  for (let at = 0; at < size.members; at++) {
    const grants = grantsAt(at, stores, size, next);
    members.push(memberOf(`member ${at}`, await tenant.joins(grants), grants));
  }
  const clients = hubs.map((hub) => clientOf(hub.url, tenant.name));
  const projects = stores.map((store, at): Project => {
    const client = clients[at % clients.length] ?? tenant.client;
    return {
      store,
      id: store.slice("project/".length),
      last: (at + 1) * EACH,
      memories: [],
      files: new Map(),
      marks: new Map(),
      client,
    };
  });
  const count = { pushes: 0, again: 0, changes: 0, writes: 0, confirmed: 0, refused: 0 };
  const made: Organisation = {
    ...{ size, next, tenant, admin, members, projects, hubs, database, env, count },
    end: async () => {
      await database.end();
      for (const hub of hubs) await hub.end("SIGTERM");
    },
  };
  for (const project of projects) await found(made, project);
  return made;
}

/** Numbers of memories, by project. */
const EACH = 1_000_000;

const PLAIN = {
  HOLDFAST_HUB_LOG: "silent",
  HOLDFAST_HUB_RATE: "100000000",
  HOLDFAST_HUB_INSECURE_PROVIDERS: "1",
};

function memberOf(name: string, person: Person, grants: Member["grants"]): Member {
  return {
    ...person,
    name,
    grants,
    signer: signerOf(person.key),
    now: person.token,
    tokenAt: Date.now(),
    wrote: new Set(),
    isGone: false,
  };
}

/** Each project has two reviewers, and each member works in some more. */
function grantsAt(at: number, stores: readonly string[], { members }: Size, next: Chance): Member["grants"] {
  const reviews = stores.filter((_, which) => which % members === at || (which + 1) % members === at);
  const works = Array.from({ length: 4 }, () => stores[below(stores.length, next)] ?? "");
  const rest = [...new Set(works)].filter((store) => !reviews.includes(store));
  return [
    ...reviews.map((store) => ({ store, role: "reviewer" as const })),
    ...rest.map((store) => ({ store, role: "contributor" as const })),
  ];
}

export function reviewersIn({ members }: Organisation, { store }: Project): readonly Member[] {
  return members.filter(
    ({ grants, isGone }) => !isGone && grants.some((each) => each.store === store && each.role === "reviewer"),
  );
}

export function membersIn({ members }: Organisation, { store }: Project): readonly Member[] {
  return members.filter(({ grants, isGone }) => !isGone && grants.some((each) => each.store === store));
}

/** The marker, and who signs: an admin brings the first ones. */
async function found(made: Organisation, project: Project): Promise<void> {
  const marker = { path: "holdfast.json", text: `${JSON.stringify({ format: 1, "store-id": project.id })}\n` };
  const signers = [made.admin, ...reviewersIn(made, project)].map(({ signer }) => signer);
  await brings(made, project, made.admin, [
    marker,
    ...signers.map((signer) => deviceRecord("join", signer, signer, project.id)),
  ]);
}

export async function tokenOf({ tenant }: Organisation, member: Member): Promise<string> {
  if (Date.now() - member.tokenAt > RENEWED_MS) {
    member.now = tokenIn(await tenant.client.session(member.key));
    member.tokenAt = Date.now();
  }
  return member.now;
}

export function changesOf({ files }: Project, made: readonly Made[]): readonly PushChange[] {
  return made.map(({ path, text }) => ({
    path,
    replaces: files.get(path) ?? null,
    bytes: Buffer.from(text).toString("base64"),
  }));
}

/** Somebody who may push: a member, or whoever has a token. */
export type Pusher = Member | { readonly token: string };

/** What was acknowledged is written down; anything else is a fault of the simulation. */
export async function brings(of: Organisation, project: Project, by: Pusher, made: readonly Made[]): Promise<void> {
  const token = "signer" in by ? await tokenOf(of, by) : by.token;
  const [changes, key] = [changesOf(project, made), randomUUID()];
  let answer = await project.client.push(project.store, changes, token, key);
  // As a client does: the same again, under the same key.
  for (let left = AGAIN; answer.status === 503 && left > 0; left--) {
    of.count.again += 1;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    answer = await project.client.push(project.store, changes, token, key);
  }
  if (answer.status !== 200) throw new Error(`a push was answered ${answer.status}: ${answer.text.slice(0, 500)}`);
  for (const { path, text } of made) {
    project.files.set(path, sha256Hex(text));
    const [, n] = /_(\d+)\.md$/.exec(path) ?? [];
    if ("signer" in by && n !== undefined) by.wrote.add(Number(n));
  }
  of.count.pushes += 1;
  of.count.changes += made.length;
}

export async function removes(of: Organisation, project: Project, by: Member, path: string): Promise<void> {
  const change = { path, replaces: project.files.get(path) ?? null, gone: true } as const;
  const answer = await project.client.push(project.store, [change], await tokenOf(of, by));
  if (answer.status !== 200) throw new Error(`a removal was answered ${answer.status}: ${answer.text.slice(0, 500)}`);
  project.files.delete(path);
}

export async function asksAsAdmin(of: Organisation, method: string, path: string, body?: unknown): Promise<Answer> {
  const { tenant, admin } = of;
  const asking = { token: await tokenOf(of, admin), ...(body !== undefined && { body }) };
  const answer = await tenant.client.ask(method, `/v1/${tenant.name}${path}`, asking);
  if (answer.status >= 400) throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.text}`);
  return answer;
}
