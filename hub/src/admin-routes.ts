// What an admin does, and a member about their own devices (HUB-7, HUB-8, HUB-11). Each writes a line of the audit.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { DeviceRequest } from "../protocol.ts";
import { exported, forgetOld, record } from "./audit.ts";
import type { Tx } from "./database.ts";
import { eraseMember, eraseMemory, purge, type Receipt } from "./erase.ts";
import { callerIn, type Hub, tenantOf } from "./hub.ts";
import type { Job } from "./jobs.ts";
import * as machines from "./machines.ts";
import * as members from "./members.ts";
import { Refused } from "./problems.ts";
import { type Caller, type Grant, isAdmin } from "./roles.ts";
import { ANSWERS, BODIES, PARAMS, QUERIES } from "./schemas.ts";
import { addDevice, endDevice } from "./sessions.ts";

interface MemberCall {
  Params: { readonly tenant: string; readonly member: string };
}
interface NamedCall {
  Params: { readonly tenant: string; readonly name: string };
}
interface DeviceCall {
  Params: { readonly tenant: string; readonly device: string };
}

interface ProviderBody {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly groupsClaim?: string;
  readonly groups?: object;
}

export function administration(app: FastifyInstance, { settings, database }: Hub): void {
  const security = [{ token: [] }];
  const about = (more: object = {}): { schema: object } => ({ schema: { params: PARAMS.tenant, security, ...more } });
  const asAdmin = <T>(request: FastifyRequest, work: (tx: Tx, caller: Caller) => Promise<T>): Promise<T> => {
    const caller = callerIn(request);
    if (!isAdmin(caller)) throw new Refused("not-allowed");
    return database.write(tenantOf(request), (tx) => work(tx, caller));
  };
  const done = { done: true };

  app.post<{ Body: DeviceRequest }>("/v1/:tenant/devices", about({ body: BODIES.device }), async (request, reply) => {
    const made = await database.write(tenantOf(request), (tx) =>
      addDevice(tx, settings.url, callerIn(request), request.body),
    );
    return reply.code(201).send(made);
  });
  app.delete<DeviceCall>("/v1/:tenant/devices/:device", about({ params: PARAMS.device }), async (request) => {
    await database.write(tenantOf(request), (tx) => endDevice(tx, callerIn(request), request.params.device));
    return done;
  });

  app.get("/v1/:tenant/members", about(), (request) =>
    asAdmin(request, async (tx) => ({ members: await members.members(tx) })),
  );
  app.post<{ Body: members.NewMember }>("/v1/:tenant/members", about({ body: BODIES.member }), async (request, reply) =>
    reply.code(201).send(await asAdmin(request, (tx, caller) => members.invite(tx, caller, request.body))),
  );
  app.put<MemberCall & { Body: { readonly grants: readonly Grant[] } }>(
    "/v1/:tenant/members/:member",
    about({ params: PARAMS.member, body: BODIES.grants }),
    async (request) => {
      const { member } = request.params;
      await asAdmin(request, (tx, caller) => members.regrant(tx, caller, member, request.body.grants));
      return done;
    },
  );
  app.delete<MemberCall>("/v1/:tenant/members/:member", about({ params: PARAMS.member }), async (request) => {
    await asAdmin(request, (tx, caller) => members.endMember(tx, caller, request.params.member));
    return done;
  });

  app.get("/v1/:tenant/machines", about(), (request) =>
    asAdmin(request, async (tx) => ({ machines: await machines.machines(tx) })),
  );
  const machine = about({ body: BODIES.machine, response: { 201: ANSWERS.token } });
  app.post<{ Body: machines.NewMachine }>("/v1/:tenant/machines", machine, async (request, reply) =>
    reply.code(201).send(await asAdmin(request, (tx, caller) => machines.addMachine(tx, caller, ownNot(request.body)))),
  );
  app.delete<NamedCall>("/v1/:tenant/machines/:name", about({ params: PARAMS.machine }), async (request) => {
    await asAdmin(request, (tx, caller) => machines.endMachine(tx, caller, request.params.name));
    return done;
  });

  app.get("/v1/:tenant/jobs", about(), (request) => asAdmin(request, async (tx) => ({ jobs: await jobs(tx) })));
  app.post<{ Body: Job }>("/v1/:tenant/jobs", about({ body: BODIES.job }), async (request, reply) => {
    await asAdmin(request, (tx, caller) => pin(tx, caller, ownNot(request.body)));
    return reply.code(201).send(done);
  });
  app.delete<NamedCall>("/v1/:tenant/jobs/:name", about({ params: PARAMS.machine }), async (request) => {
    await asAdmin(request, (tx, caller) => unpin(tx, caller, request.params.name));
    return done;
  });
  app.put<{ Body: ProviderBody }>("/v1/:tenant/provider", about({ body: BODIES.provider }), async (request) => {
    await asAdmin(request, (tx, caller) => setProvider(tx, caller, request.body));
    return done;
  });

  app.get<{ Querystring: { readonly since?: string } }>(
    "/v1/:tenant/audit",
    about({ querystring: QUERIES.since }),
    async (request, reply) => {
      const lines = await asAdmin(request, async (tx) => {
        await forgetOld(tx);
        return exported(tx, Number(request.query.since ?? 0));
      });
      return reply.type("application/x-ndjson").send(lines);
    },
  );
  app.post<{ Body: { readonly store?: string; readonly memory?: string; readonly member?: string } }>(
    "/v1/:tenant/erase",
    about({ body: BODIES.erase, response: { 200: ANSWERS.receipt } }),
    (request) => asAdmin(request, (tx, caller) => erase(tx, caller, request.body)),
  );
}

/** What is one person's is no machine's. */
function ownNot<T extends { readonly store: string }>(body: T): T {
  if (body.store.startsWith("personal/")) throw new Refused("not-allowed", "A personal store is its owner's alone.");
  return body;
}

async function erase(
  tx: Tx,
  caller: Caller,
  { store, memory, member }: { readonly store?: string; readonly memory?: string; readonly member?: string },
): Promise<Receipt> {
  await purge(tx);
  if (member !== undefined && store === undefined && memory === undefined) return eraseMember(tx, caller, member);
  if (store === undefined || memory === undefined || member !== undefined)
    throw new Refused("bad-request", "Either a member, or a store and a memory.");
  return eraseMemory(tx, caller, ownNot({ store }).store, memory);
}

function jobs(tx: Tx): Promise<readonly Job[]> {
  return tx.rows<Job>(
    `SELECT job, issuer, audience, repository, ref, store, role FROM jobs WHERE tenant_id = $1 ORDER BY job`,
    [tx.tenant],
  );
}

async function pin(
  tx: Tx,
  caller: Caller,
  { job, issuer, audience, repository, ref, store, role }: Job,
): Promise<void> {
  await tx.rows(
    `INSERT INTO jobs (tenant_id, job, issuer, audience, repository, ref, store, role)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (tenant_id, job) DO UPDATE SET issuer = $3, audience = $4,
       repository = $5, ref = $6, store = $7, role = $8`,
    [tx.tenant, job, issuer, audience, repository, ref, store, role],
  );
  await record(tx, caller, { action: "job-pinned", about: { job, store, role } });
}

async function unpin(tx: Tx, caller: Caller, job: string): Promise<void> {
  const gone = await tx.rows(`DELETE FROM jobs WHERE tenant_id = $1 AND job = $2 RETURNING 1`, [tx.tenant, job]);
  if (gone.length === 0) throw new Refused("not-found");
  await tx.rows(`DELETE FROM tokens WHERE tenant_id = $1 AND kind = 'job' AND name = $2`, [tx.tenant, job]);
  await record(tx, caller, { action: "job-unpinned", about: { job } });
}

async function setProvider(tx: Tx, caller: Caller, body: ProviderBody): Promise<void> {
  const { issuer, clientId, clientSecret = null, groupsClaim = null, groups = {} } = body;
  await tx.rows(
    `INSERT INTO providers (tenant_id, issuer, client_id, client_secret, groups_claim, groups)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (tenant_id) DO UPDATE SET issuer = $2, client_id = $3, client_secret = $4,
       groups_claim = $5, groups = $6`,
    [tx.tenant, issuer, clientId, clientSecret, groupsClaim, JSON.stringify(groups)],
  );
  await record(tx, caller, { action: "provider-set" });
}
