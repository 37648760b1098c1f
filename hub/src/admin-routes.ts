// What an admin does, and a member about their own devices (HUB-7, HUB-8, HUB-11). Each writes a line of the audit.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { DeviceRequest } from "../protocol.ts";
import { exported } from "./audit.ts";
import type { Tx } from "./database.ts";
import { type Erasing, eraseMember, eraseMemory } from "./erase.ts";
import type { Receipt } from "./erased.ts";
import { type Hub, tenantOf } from "./hub.ts";
import { type Job, jobs, pin, unpin } from "./jobs.ts";
import * as machines from "./machines.ts";
import * as members from "./members.ts";
import { devices, overview } from "./overview.ts";
import { Refused } from "./problems.ts";
import { type NewProvider, setProvider } from "./providers.ts";
import { type Caller, type Grant, isAdmin, nobodysOwn } from "./roles.ts";
import { ANSWERS, BODIES, PARAMS, QUERIES, type Schema } from "./schemas.ts";
import { addDevice, endDevice } from "./sessions.ts";
import { actorOf, callerOf, endToken } from "./tokens.ts";

interface MemberCall {
  Params: { readonly tenant: string; readonly member: string };
}
interface NamedCall {
  Params: { readonly tenant: string; readonly name: string };
}
interface DeviceCall {
  Params: { readonly tenant: string; readonly device: string };
}

export function administration(app: FastifyInstance, { settings, database }: Hub): void {
  const security = [{ token: [] }];
  const about = (more: object = {}): { schema: object } => ({ schema: { params: PARAMS.tenant, security, ...more } });
  // What was found out before the body was read is old by now: who acts is looked up in the transaction of the act, and held.
  const acts = <T>(request: FastifyRequest, work: (tx: Tx, caller: Caller) => Promise<T>): Promise<T> =>
    database.write(tenantOf(request), async (tx) => work(tx, await actorOf(tx, request.headers.authorization)));
  const asAdmin = <T>(request: FastifyRequest, work: (tx: Tx, caller: Caller) => Promise<T>): Promise<T> =>
    acts(request, (tx, caller) => work(tx, admin(caller)));
  const toAdmin = <T>(request: FastifyRequest, work: (tx: Tx) => Promise<T>): Promise<T> =>
    database.read(tenantOf(request), async (tx) => {
      admin(await callerOf(tx, request.headers.authorization));
      return work(tx);
    });
  const done = { done: true };

  app.post<{ Body: DeviceRequest }>("/v1/:tenant/devices", about({ body: BODIES.device }), async (request, reply) => {
    const made = await acts(request, (tx, caller) => addDevice(tx, settings.url, caller, request.body));
    return reply.code(201).send(made);
  });
  app.delete("/v1/:tenant/session", about(), async (request) => {
    await database.write(tenantOf(request), (tx) => endToken(tx, request.headers.authorization));
    return done;
  });
  const toAll = (answer: Schema): object => about({ response: { 200: answer } });
  app.get("/v1/:tenant/devices", toAll(ANSWERS.devices), (request) =>
    toAdmin(request, async (tx) => ({ devices: await devices(tx) })),
  );
  app.get("/v1/:tenant/overview", toAll(ANSWERS.overview), (request) => toAdmin(request, overview));
  app.delete<DeviceCall>("/v1/:tenant/devices/:device", about({ params: PARAMS.device }), async (request) => {
    await acts(request, (tx, caller) => endDevice(tx, caller, request.params.device));
    return done;
  });

  app.get("/v1/:tenant/members", about(), (request) =>
    toAdmin(request, async (tx) => ({ members: await members.members(tx) })),
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
  app.post<MemberCall>(
    "/v1/:tenant/members/:member/invite",
    about({ params: PARAMS.member, body: BODIES.nothing }),
    async (request, reply) => {
      const { member } = request.params;
      return reply.code(201).send(await asAdmin(request, (tx, caller) => members.inviteNewcomer(tx, caller, member)));
    },
  );
  app.delete<MemberCall>("/v1/:tenant/members/:member", about({ params: PARAMS.member }), async (request) => {
    await asAdmin(request, (tx, caller) => members.endMember(tx, caller, request.params.member));
    return done;
  });

  app.get("/v1/:tenant/machines", about(), (request) =>
    toAdmin(request, async (tx) => ({ machines: await machines.machines(tx) })),
  );
  const machine = about({ body: BODIES.machine, response: { 201: ANSWERS.token } });
  app.post<{ Body: machines.NewMachine }>("/v1/:tenant/machines", machine, async (request, reply) =>
    reply.code(201).send(await asAdmin(request, (tx, caller) => machines.addMachine(tx, caller, request.body))),
  );
  app.delete<NamedCall>("/v1/:tenant/machines/:name", about({ params: PARAMS.machine }), async (request) => {
    await asAdmin(request, (tx, caller) => machines.endMachine(tx, caller, request.params.name));
    return done;
  });

  app.get("/v1/:tenant/jobs", about(), (request) => toAdmin(request, async (tx) => ({ jobs: await jobs(tx) })));
  app.post<{ Body: Job }>("/v1/:tenant/jobs", about({ body: BODIES.job }), async (request, reply) => {
    await asAdmin(request, (tx, caller) => pin(tx, caller, request.body));
    return reply.code(201).send(done);
  });
  app.delete<NamedCall>("/v1/:tenant/jobs/:name", about({ params: PARAMS.machine }), async (request) => {
    await asAdmin(request, (tx, caller) => unpin(tx, caller, request.params.name));
    return done;
  });
  app.put<{ Body: NewProvider }>("/v1/:tenant/provider", about({ body: BODIES.provider }), async (request) => {
    await asAdmin(request, (tx, caller) => setProvider(tx, caller, request.body));
    return done;
  });

  app.get<{ Querystring: { readonly since?: string; readonly limit?: string } }>(
    "/v1/:tenant/audit",
    about({ querystring: QUERIES.audit }),
    async (request, reply) => {
      const lines = await toAdmin(request, async (tx) => {
        const { since = "0", limit } = request.query;
        return (await exported(tx, Number(since), limit === undefined ? undefined : Number(limit))).text;
      });
      return reply.type("application/x-ndjson").send(lines);
    },
  );
  app.post<{ Body: Erasure }>(
    "/v1/:tenant/erase",
    about({ body: BODIES.erase, response: { 200: ANSWERS.receipt } }),
    (request) => asAdmin(request, (tx, caller) => erase(tx, caller, request.body)),
  );
}

function admin(caller: Caller): Caller {
  if (!isAdmin(caller)) throw new Refused("not-allowed");
  return caller;
}

type Erasure = Partial<Erasing> & { readonly member?: string };

async function erase(tx: Tx, caller: Caller, { store, memory, member, reason }: Erasure): Promise<Receipt> {
  if (member !== undefined && store === undefined && memory === undefined)
    return eraseMember(tx, caller, member, reason);
  if (store === undefined || memory === undefined || member !== undefined)
    throw new Refused("bad-request", "Either a member, or a store and a memory.");
  nobodysOwn(store);
  return eraseMemory(tx, caller, { store, memory, reason });
}
