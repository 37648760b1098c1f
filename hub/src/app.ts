// The edge: limits before anything is parsed, who asks before more than a little of a body is read, one form for every answer that is no success, and
// logs that say what was asked and how it ended, never a body, a token, a query or a path of a store (HUB-4, HUB-12).
import rateLimit from "@fastify/rate-limit";
import swagger from "@fastify/swagger";
import Fastify, { type FastifyInstance, LogController } from "fastify";
import { administration } from "./admin-routes.ts";
import { type Hub, knowCaller, SMALL_BODY } from "./hub.ts";
import { openMetrics } from "./metrics.ts";
import { pageRoutes } from "./page-routes.ts";
import { asRefused, bodyOf, Refused, statusOf } from "./problems.ts";
import { roomFor } from "./room.ts";
import { signInRoutes } from "./sign-in-routes.ts";
import { pushRoute, readingRoutes } from "./store-routes.ts";

const RETRY_SECONDS = 2;
/**
 * Of more than 64 KiB, each up to 6 MiB, which are kept until whoever asked has read them. A device reads one after another and a person
 * has a few. Strangers are told nothing so large, but what is the same for everybody.
 */
const LARGE_ANSWERS = { caller: 4, tenant: 16, all: 32 };
/** Twice what a client waits: a connection on which a byte is read now and then is not idle. */
const HEARD_MS = 60_000;

export async function buildApp(hub: Hub): Promise<FastifyInstance> {
  const { settings, database } = hub;
  const metrics = openMetrics();
  const app = Fastify({
    logger: settings.logLevel === "silent" ? false : { level: settings.logLevel, base: null },
    // In place of its lines, which have the whole address.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: SMALL_BODY,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 65_000,
    // The entry that the outermost of our own wrote; what stands before it is the client's own word.
    trustProxy: (_address: string, hop: number) => hop < settings.proxies,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 200 },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: false, allowUnionTypes: true } },
  });
  app.removeContentTypeParser("text/plain");
  app.decorateRequest("caller", undefined);
  hub.traces?.requests(app);

  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    const seconds = reply.elapsedTime / 1000;
    metrics.answered({ method: request.method, route, status: reply.statusCode, seconds });
    request.log.info(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      "answered",
    );
  });
  const answers = roomFor(LARGE_ANSWERS);
  app.addHook("onSend", async (request, reply, payload) => {
    // A browser asks too: no answer is anything but what it says it is.
    reply.header("x-content-type-options", "nosniff");
    const { caller } = request;
    if (caller === undefined || typeof payload !== "string" || payload.length <= SMALL_BODY) return;
    await answers.take(request, reply, caller);
    const late = setTimeout(() => request.raw.destroy(), HEARD_MS).unref();
    reply.raw.once("close", () => clearTimeout(late));
  });
  app.setErrorHandler((error, request, reply) => {
    const refused = asRefused(error);
    // Without the message: an engine's names the rows it is about.
    if (refused.code === "internal")
      request.log.error({ name: (error as Error).name, stack: stackOf(error) }, "failed");
    if (refused.code === "unavailable") reply.header("retry-after", RETRY_SECONDS);
    return reply.code(statusOf(refused)).send(bodyOf(refused.code, refused.message, refused.more));
  });
  await app.register(rateLimit, {
    global: true,
    max: settings.rate,
    timeWindow: 60_000,
    skipOnError: true,
    errorResponseBuilder: () => new Refused("too-many-requests"),
  });
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (_request, reply) =>
    reply.code(404).send(bodyOf("not-found")),
  );
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "Holdfast hub", version: hub.version, description: "A change log with authorisation." },
      components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    },
  });
  await app.register(async (plain) => {
    plain.get("/health", () => ({ ok: true }));
    plain.get("/ready", async (_request, reply) => {
      const ready = hub.isReady() && (await database.isReady());
      return reply.code(ready ? 200 : 503).send({ ready });
    });
    plain.get("/metrics", async (_request, reply) =>
      reply.type("text/plain; version=0.0.4; charset=utf-8").send(await metrics.text()),
    );
    plain.get("/openapi.json", () => app.swagger());
    pageRoutes(plain, hub.page);
    signInRoutes(plain, hub);
    readingRoutes(plain, hub);
  });
  pushRoute(app, hub, metrics);
  await app.register(async (closed) => {
    // After the rates, which are counted by the route itself, and before the body is read.
    closed.addHook("preParsing", (request) => knowCaller(hub, request));
    administration(closed, hub);
  });
  return app;
}

/** Where it was thrown, without its words. */
function stackOf(error: unknown): string {
  const lines = (error as Error).stack?.split("\n") ?? [];
  return lines
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .join("\n");
}
