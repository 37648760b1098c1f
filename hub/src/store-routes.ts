// The log over HTTP (HUB-4).
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LIMITS, type Push } from "../protocol.ts";
import { callerIn, type Hub, PUSH_BODY, tenantOf } from "./hub.ts";
import type { Metrics } from "./metrics.ts";
import { asRefused, Refused } from "./problems.ts";
import { push } from "./push.ts";
import { roleIn } from "./roles.ts";
import { ANSWERS, BODIES, HEADERS, PARAMS, QUERIES } from "./schemas.ts";
import { changesSince, etagOf, headOf, listStores, storeNamed } from "./stores.ts";
import { infoFor } from "./tenants.ts";

interface StoreCall {
  Params: { readonly tenant: string; readonly store: string };
}

export function storeRoutes(app: FastifyInstance, { database, checks }: Hub, metrics: Metrics): void {
  const security = [{ token: [] }];

  app.get("/v1/:tenant", { schema: { params: PARAMS.tenant, security } }, (request) =>
    database.read(tenantOf(request), (tx) => infoFor(tx, callerIn(request))),
  );

  const stores = { params: PARAMS.tenant, security, response: { 200: ANSWERS.stores } };
  app.get("/v1/:tenant/stores", { schema: stores }, (request) =>
    database.read(tenantOf(request), async (tx) => ({ stores: await listStores(tx, callerIn(request)) })),
  );

  const head = { params: PARAMS.store, security, response: { 200: ANSWERS.head } };
  app.get<StoreCall>("/v1/:tenant/stores/:store/head", { schema: head }, async (request, reply) => {
    const store = readable(request);
    const found = headOf(await database.read(tenantOf(request), (tx) => storeNamed(tx, store)));
    const etag = etagOf(found);
    reply.header("etag", etag).header("cache-control", "private, no-cache");
    return request.headers["if-none-match"] === etag ? reply.code(304).send() : found;
  });

  const changes = { params: PARAMS.store, querystring: QUERIES.changes, security, response: { 200: ANSWERS.changes } };
  app.get<StoreCall & { Querystring: { readonly since: string; readonly limit?: string; readonly seen?: string } }>(
    "/v1/:tenant/stores/:store/changes",
    { schema: changes },
    (request) => {
      const store = readable(request);
      const { since, limit = String(LIMITS.changesInPage), seen } = request.query;
      const most = Math.min(Math.max(1, Number(limit)), LIMITS.changesInPage);
      return database.read(tenantOf(request), (tx) =>
        changesSince(tx, store, { since: Number(since), limit: most, seen }),
      );
    },
  );

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
function readable(request: FastifyRequest<StoreCall>): string {
  const { store } = request.params;
  if (roleIn(callerIn(request), store) === undefined) throw new Refused("not-found");
  return store;
}
