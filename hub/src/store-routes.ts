// The log over HTTP (HUB-4).
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LIMITS, type Push } from "../protocol.ts";
import type { Tx } from "./database.ts";
import { callerIn, type Hub, PUSH_BODY, tenantOf } from "./hub.ts";
import type { Metrics } from "./metrics.ts";
import { asRefused, Refused } from "./problems.ts";
import { push } from "./push.ts";
import { type Caller, roleIn } from "./roles.ts";
import { ANSWERS, BODIES, HEADERS, PARAMS, QUERIES } from "./schemas.ts";
import { changesSince, etagOf, headOf, listStores, storeNamed } from "./stores.ts";
import { infoFor } from "./tenants.ts";
import { callerOf } from "./tokens.ts";

interface StoreCall {
  Params: { readonly tenant: string; readonly store: string };
}

const security = [{ token: [] }];

/** Who asks is looked up in the transaction that answers: nothing is parsed of these but an address, which the rates bound. */
export function readingRoutes(app: FastifyInstance, { database }: Hub): void {
  const asCaller = <T>(request: FastifyRequest, work: (tx: Tx, caller: Caller) => Promise<T>): Promise<T> =>
    database.read(tenantOf(request), async (tx) => work(tx, await callerOf(tx, request.headers.authorization)));

  app.get("/v1/:tenant", { schema: { params: PARAMS.tenant, security } }, (request) => asCaller(request, infoFor));

  const stores = { params: PARAMS.tenant, security, response: { 200: ANSWERS.stores } };
  app.get("/v1/:tenant/stores", { schema: stores }, (request) =>
    asCaller(request, async (tx, caller) => ({ stores: await listStores(tx, caller) })),
  );

  const head = { params: PARAMS.store, security, response: { 200: ANSWERS.head } };
  app.get<StoreCall>("/v1/:tenant/stores/:store/head", { schema: head }, async (request, reply) => {
    const { store } = request.params;
    const found = await asCaller(request, async (tx, caller) => headOf(await storeNamed(tx, readable(caller, store))));
    const etag = etagOf(found);
    reply.header("etag", etag).header("cache-control", "private, no-cache");
    return request.headers["if-none-match"] === etag ? reply.code(304).send() : found;
  });

  const changes = { params: PARAMS.store, querystring: QUERIES.changes, security, response: { 200: ANSWERS.changes } };
  app.get<StoreCall & { Querystring: { readonly since: string; readonly limit?: string; readonly seen?: string } }>(
    "/v1/:tenant/stores/:store/changes",
    { schema: changes },
    (request) => {
      const { since, limit = String(LIMITS.changesInPage), seen } = request.query;
      const most = Math.min(Math.max(1, Number(limit)), LIMITS.changesInPage);
      const asked = { since: Number(since), limit: most, seen };
      return asCaller(request, (tx, caller) => changesSince(tx, readable(caller, request.params.store), asked));
    },
  );
}

export function pushRoute(app: FastifyInstance, { database, checks }: Hub, metrics: Metrics): void {
  const pushing = {
    params: PARAMS.store,
    headers: HEADERS.push,
    body: BODIES.push,
    security,
    response: { 200: ANSWERS.pushed, 409: ANSWERS.conflicts, 422: ANSWERS.refused },
  };
  app.post<StoreCall & { Body: Push }>(
    "/v1/:tenant/stores/:store/push",
    { schema: pushing, bodyLimit: PUSH_BODY },
    async (request) => {
      const { body } = request;
      if (body.changes.some((change) => "bytes" in change === "gone" in change))
        throw new Refused("bad-request", "A change has bytes, or it is gone.");
      const key = String(request.headers["idempotency-key"]);
      const call = { caller: callerIn(request), store: request.params.store, key, body, settings: checks };
      try {
        const head = await database.write(tenantOf(request), (tx) => push(tx, call));
        metrics.pushed(head.replayed === true ? "replayed" : "taken", head.replayed === true ? 0 : body.changes.length);
        return head;
      } catch (error) {
        metrics.pushed(asRefused(error).code, 0);
        throw error;
      }
    },
  );
}

/** Whether it exists is told to nobody who may not read it. */
function readable(caller: Caller, store: string): string {
  if (roleIn(caller, store) === undefined) throw new Refused("not-found");
  return store;
}
