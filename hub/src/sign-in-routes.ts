// Getting a token (HUB-8): the only requests without one. Fewer of them are let in, for each may cost a question to a provider.
import type { FastifyInstance } from "fastify";
import type { SessionRequest } from "../protocol.ts";
import { type Hub, tenantOf } from "./hub.ts";
import { exchange } from "./jobs.ts";
import { accept } from "./members.ts";
import { reachOf } from "./reach.ts";
import { ANSWERS, BODIES, PARAMS, QUERIES, type Schema } from "./schemas.ts";
import { openSession } from "./sessions.ts";
import { type BrowserSignIn, finish, finishInBrowser, pollDevice, startBrowser, startDevice } from "./sign-in.ts";

const SHARE = 0.1;

export function signInRoutes(app: FastifyInstance, { settings, database }: Hub): void {
  const reach = reachOf(settings);
  const ports = { database, hub: settings.url, isInsecureAllowed: settings.isInsecureAllowed, reach };
  const config = { rateLimit: { max: Math.max(1, Math.round(settings.rate * SHARE)), timeWindow: 60_000 } };
  const taking = (body: Schema): object => ({
    config,
    schema: { params: PARAMS.tenant, body, response: { 200: ANSWERS.token } },
  });

  app.post<{ Body: SessionRequest }>("/v1/:tenant/session", taking(BODIES.session), (request) =>
    database.write(tenantOf(request), (tx) => openSession(tx, settings.url, request.body)),
  );
  app.post<{ Body: { readonly token: string } }>("/v1/:tenant/exchange", taking(BODIES.exchange), (request) =>
    exchange(ports, tenantOf(request), request.body.token),
  );
  app.post<{ Body: { readonly code: string } }>("/v1/:tenant/sign-in/invite", taking(BODIES.code), (request) =>
    database.write(tenantOf(request), (tx) => accept(tx, request.body.code)),
  );
  app.post<{ Body: { readonly code: string; readonly verifier: string } }>(
    "/v1/:tenant/sign-in/finish",
    taking(BODIES.finish),
    (request) => database.write(tenantOf(request), (tx) => finish(tx, request.body.code, request.body.verifier)),
  );
  app.post(
    "/v1/:tenant/sign-in/device",
    { config, schema: { params: PARAMS.tenant, body: BODIES.nothing } },
    (request) => startDevice(ports, tenantOf(request)),
  );
  app.post<{ Body: { readonly handle: string } }>(
    "/v1/:tenant/sign-in/poll",
    { config, schema: { params: PARAMS.tenant, body: BODIES.handle } },
    async (request, reply) => {
      const token = await pollDevice(ports, tenantOf(request), request.body.handle);
      return token ?? reply.code(202).send({ pending: true });
    },
  );
  app.get<{ Querystring: BrowserSignIn }>(
    "/v1/:tenant/sign-in/browser",
    { config, schema: { params: PARAMS.tenant, querystring: QUERIES.browser } },
    async (request, reply) => {
      const { port, challenge } = request.query;
      return reply.redirect((await startBrowser(ports, tenantOf(request), { port, challenge })).href);
    },
  );
  app.get("/v1/:tenant/sign-in/callback", { config, schema: { params: PARAMS.tenant } }, async (request, reply) => {
    const query = new URL(request.url, settings.url).searchParams;
    return reply
      .header("referrer-policy", "no-referrer")
      .redirect((await finishInBrowser(ports, tenantOf(request), query)).href);
  });
}
