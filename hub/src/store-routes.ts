// The log over HTTP (HUB-4).
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LIMITS, type Push, type Pushed } from "../protocol.ts";
import { CONNECTED_MS, type Tx } from "./database.ts";
import { type Hub, isSmall, knowCaller, PUSH_BODY, tenantOf } from "./hub.ts";
import type { Judgement } from "./judged.ts";
import { Crowded, openJudges } from "./judges.ts";
import { reviewersOf } from "./members.ts";
import type { Metrics } from "./metrics.ts";
import { asRefused, Refused } from "./problems.ts";
import { mayPush, type PushCall, push, recordRefused } from "./push.ts";
import { type Caller, isMember, reaches, roleIn } from "./roles.ts";
import { roomFor } from "./room.ts";
import { ANSWERS, BODIES, HEADERS, PARAMS, QUERIES } from "./schemas.ts";
import { changesSince, etagOf, headOf, listStores, type Store, storeNamed } from "./stores.ts";
import { infoFor } from "./tenants.ts";
import { callerOf } from "./tokens.ts";
import { turnsOf } from "./turns.ts";

interface StoreCall {
  Params: { readonly tenant: string; readonly store: string };
}

interface PushAsked extends StoreCall {
  Body: Push;
}

const security = [{ token: [] }];

/**
 * Bodies that are large, from their first byte to the answer: 8 MiB each, and as much again for what is made of it. A device sends one
 * after another and a person has a few; a caller who sends slowly keeps theirs, and the others of their tenant have theirs.
 */
const LARGE_BODIES = { caller: 2, tenant: 8, all: 32 };

/** Who asks is looked up in the transaction that answers: nothing is parsed of these but an address, which the rates bound. */
export function readingRoutes(app: FastifyInstance, { database }: Hub): void {
  const asCaller = <T>(request: FastifyRequest, work: (tx: Tx, caller: Caller) => Promise<T>): Promise<T> =>
    database.read(tenantOf(request), async (tx) => {
      const caller = await callerOf(tx, request.headers.authorization);
      request.caller = caller;
      return work(tx, caller);
    });
  const inStore = <T>(
    request: FastifyRequest<StoreCall>,
    work: (tx: Tx, store: Store | undefined) => T | Promise<T>,
  ): Promise<T> =>
    database.read(tenantOf(request), async (tx) => {
      const { store: name } = request.params;
      const [caller, store] = await Promise.all([callerOf(tx, request.headers.authorization), storeNamed(tx, name)]);
      request.caller = caller;
      readable(caller, name);
      return work(tx, store);
    });

  app.get("/v1/:tenant", { schema: { params: PARAMS.tenant, security } }, (request) => asCaller(request, infoFor));

  const stores = { params: PARAMS.tenant, security, response: { 200: ANSWERS.stores } };
  app.get("/v1/:tenant/stores", { schema: stores }, (request) =>
    asCaller(request, async (tx, caller) => ({ stores: await listStores(tx, caller) })),
  );

  const head = { params: PARAMS.store, security, response: { 200: ANSWERS.head } };
  app.get<StoreCall>("/v1/:tenant/stores/:store/head", { schema: head }, async (request, reply) => {
    const found = await inStore(request, (_tx, store) => headOf(store));
    const etag = etagOf(found);
    reply.header("etag", etag).header("cache-control", "private, no-cache");
    return request.headers["if-none-match"] === etag ? reply.code(304).send() : found;
  });

  const reviewers = { params: PARAMS.store, security, response: { 200: ANSWERS.reviewers } };
  app.get<StoreCall>("/v1/:tenant/stores/:store/reviewers", { schema: reviewers }, (request) =>
    asCaller(request, async (tx, caller) => {
      const store = readable(caller, request.params.store);
      if (!isMember(caller) || !reaches(roleIn(caller, store), "reviewer")) throw new Refused("not-allowed");
      return { reviewers: await reviewersOf(tx, store) };
    }),
  );

  const changes = {
    params: PARAMS.store,
    querystring: QUERIES.changes,
    security,
    response: { 200: ANSWERS.changes, 503: ANSWERS.problem },
  };
  app.get<StoreCall & { Querystring: { readonly since: string; readonly limit?: string; readonly seen?: string } }>(
    "/v1/:tenant/stores/:store/changes",
    { schema: changes },
    (request) => {
      const { since, limit = String(LIMITS.changesInPage), seen } = request.query;
      const most = Math.min(Math.max(1, Number(limit)), LIMITS.changesInPage);
      const asked = { since: Number(since), limit: most, seen };
      return inStore(request, (tx, store) => changesSince(tx, store, asked));
    },
  );
}

/**
 * Who pushes little is looked up by the push's own transaction, before it locks or changes anything; whoever announces more, or does not
 * say how much, before any of it is read. So a stranger has a small body read, and is told what a stranger is told whatever stands in it.
 */
export function pushRoute(app: FastifyInstance, hub: Hub, metrics: Metrics): void {
  const { database, checks, settings } = hub;
  // Pushes to one store come one after another anyway: who waits for another holds no connection meanwhile.
  const turn = turnsOf(1, CONNECTED_MS);
  const bodies = roomFor(LARGE_BODIES);
  const judges = openJudges(checks, settings.connections);
  const pushing = {
    params: PARAMS.store,
    headers: HEADERS.push,
    body: BODIES.push,
    security,
    response: { 200: ANSWERS.pushed, 409: ANSWERS.conflicts, 422: ANSWERS.refused, 503: ANSWERS.problem },
  };
  app.post<PushAsked>(
    "/v1/:tenant/stores/:store/push",
    {
      schema: pushing,
      bodyLimit: PUSH_BODY,
      preParsing: async (request, reply) => {
        if (!isSmall(request)) await bodies.take(request, reply, await unlessStranger(hub, request));
      },
      errorHandler: async (error, request) => {
        if (request.caller === undefined && isOfForm(error)) await knowCaller(hub, request);
        throw error;
      },
    },
    (request) => bodies.during(request, pushed(request)),
  );

  async function pushed(request: FastifyRequest<PushAsked>): Promise<Pushed> {
    const { body, caller: known } = request;
    const { store: name } = request.params;
    const { authorization, "idempotency-key": key } = request.headers;
    const tenant = tenantOf(request);
    let call: PushCall | undefined;
    const pushing = (hasTurn: boolean): Promise<Pushed> => {
      const judge = (asked: Judgement) => judges.findingsFor(tenant, asked, hasTurn);
      const work = async (tx: Tx): Promise<Pushed> => {
        const [caller, store] = await Promise.all([known ?? callerOf(tx, authorization), storeNamed(tx, name)]);
        request.caller = caller;
        call = { caller, authorization, store: name, key: String(key), body, judge };
        return push(tx, call, store);
      };
      return database.write(tenant, work, { isKeyed: true });
    };
    const inTurn = (): Promise<Pushed> => judges.inTurn(tenant, () => pushing(true));
    // Of a small one it is known when its store was read, and seldom: only then is it done again.
    const now = (): Promise<Pushed> =>
      pushing(false).catch((error) => {
        if (error instanceof Crowded) return inTurn();
        throw error;
      });
    try {
      const head = await turn(`${tenant} ${name}`, isSmall(request) ? now : inTurn, () => unlessStranger(hub, request));
      metrics.pushed(head.replayed === true ? "replayed" : "taken", head.replayed === true ? 0 : body.changes.length);
      return head;
    } catch (error) {
      const refused = asRefused(error);
      metrics.pushed(refused.code, 0);
      const asked = call;
      if (refused.code === "refused" && asked !== undefined)
        await database.write(tenant, (tx) => recordRefused(tx, asked, refused));
      throw error;
    }
  }
}

/** Who may not push there waits for nobody: how long others take is none of theirs. */
async function unlessStranger(hub: Hub, request: FastifyRequest<StoreCall>): Promise<Caller> {
  if (request.caller === undefined) await knowCaller(hub, request);
  return mayPush(request.caller, request.params.store);
}

/** What was sent could not be read as a push, and nothing was asked for it. */
function isOfForm(error: unknown): boolean {
  return !(error instanceof Refused) && asRefused(error).code === "bad-request";
}

/** Whether it exists is told to nobody who may not read it. */
function readable(caller: Caller, store: string): string {
  if (roleIn(caller, store) === undefined) throw new Refused("not-found");
  return store;
}
