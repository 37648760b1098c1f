// Traces by OpenTelemetry (HUB-12), for whoever asks for them by its own variables: a span for each request, by its route, and one for each
// transaction, by its tenant's id. Of what was asked there is nothing in them: no address, no store, no body, no token, no words of an
// error. The packages are the operator's to install; where nobody asks, none is looked for.
import type * as Api from "@opentelemetry/api";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { TENANT } from "../protocol.ts";
import { codeOf } from "./again.ts";
import type { Database } from "./database.ts";
import { Refused } from "./problems.ts";
import { versionOfHub } from "./version.ts";

export interface Traces {
  /** Before the routes. */
  requests(app: FastifyInstance): void;
  around(database: Database): Database;
  /** What is not sent yet is sent. */
  end(): Promise<void>;
}

const SERVICE = "holdfast-hub";
const FAILED = 500;

/** Undefined: the packages are not here. */
export async function openTraces(): Promise<Traces | undefined> {
  const [api, sdk] = (await loaded()) ?? [];
  if (api === undefined || sdk === undefined) return undefined;
  // Figures are Prometheus' and lines of the log the operator's already: of these nothing is sent.
  const nothingElse = { metricReaders: [], logRecordProcessors: [], instrumentations: [] };
  const name = process.env["OTEL_SERVICE_NAME"] === undefined ? { serviceName: SERVICE } : {};
  const running = new sdk.NodeSDK({ ...nothingElse, ...name });
  running.start();
  const tracer = api.trace.getTracer(SERVICE, versionOfHub());
  return {
    requests: (app) => traceRequests(app, api, tracer),
    around: (database) => traceTransactions(database, api, tracer),
    // A collector that is away keeps no hub from ending.
    end: () => running.shutdown().catch(() => undefined),
  };
}

export async function lacksTracer({ isTraced }: { readonly isTraced: boolean }): Promise<boolean> {
  return isTraced && (await loaded()) === undefined;
}

async function loaded(): Promise<[typeof Api, typeof import("@opentelemetry/sdk-node")] | undefined> {
  try {
    return [await import("@opentelemetry/api"), await import("@opentelemetry/sdk-node")];
  } catch {
    return undefined; // whoever asked is told by a line at the start, and by the doctor
  }
}

function traceRequests(app: FastifyInstance, api: typeof Api, tracer: Api.Tracer): void {
  const contexts = new WeakMap<FastifyRequest, Api.Context>();
  app.addHook("onRequest", (request, reply, done) => {
    const route = request.routeOptions.url ?? "none";
    const before = api.propagation.extract(api.context.active(), request.headers);
    const attributes = { "http.request.method": request.method, "http.route": route };
    const span = tracer.startSpan(`${request.method} ${route}`, { kind: api.SpanKind.SERVER, attributes }, before);
    const context = api.trace.setSpan(before, span);
    contexts.set(request, context);
    // Also where nobody waited for the answer.
    reply.raw.once("close", () => {
      span.setAttribute("http.response.status_code", reply.statusCode);
      if (reply.statusCode >= FAILED) span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end();
    });
    api.context.with(context, done);
  });
  // A body is read in the context of its connection, so the request's is entered again.
  app.addHook("preValidation", (request, _reply, done) =>
    api.context.with(contexts.get(request) ?? api.context.active(), done),
  );
}

function traceTransactions(database: Database, api: typeof Api, tracer: Api.Tracer): Database {
  const around = <T>(name: string, tenant: string, work: () => Promise<T>): Promise<T> => {
    const attributes = { "db.system.name": "postgresql", ...(TENANT.test(tenant) && { "holdfast.tenant": tenant }) };
    return tracer.startActiveSpan(`transaction ${name}`, { kind: api.SpanKind.CLIENT, attributes }, async (span) => {
      try {
        return await work();
      } catch (error) {
        const code = error instanceof Refused ? error.code : codeOf(error) || "unknown";
        span.setAttribute("error.type", code);
        if (!(error instanceof Refused)) span.setStatus({ code: api.SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    });
  };
  return {
    ...database,
    read: (tenant, work) => around("read", tenant, () => database.read(tenant, work)),
    write: (tenant, work, how) => around("write", tenant, () => database.write(tenant, work, how)),
  };
}
