// A hub put together and running: migrated, listening, and ended without losing what it was asked (HUB-12).
import type { FastifyInstance } from "fastify";
import { buildApp } from "./app.ts";
import { hubChecks } from "./checks.ts";
import { takeLeft } from "./left.ts";
import { type Migrated, migrateAll } from "./migrate.ts";
import { type Page, pageIn } from "./page-routes.ts";
import { openPlaces } from "./places.ts";
import { FIRST, type Settings } from "./settings.ts";
import { startSweeping } from "./sweeping.ts";
import { openTraces } from "./traces.ts";
import { versionOfHub } from "./version.ts";

export { hubChecks };

export interface Running {
  readonly app: FastifyInstance;
  /** Where it listens. */
  readonly address: string;
  readonly migrated: Migrated;
  /** Traces are asked for, and what makes them is not installed. */
  readonly lacksTracer: boolean;
  /** Answers what was asked, takes nothing new. */
  end(): Promise<void>;
}

const SWEEP_MS = 50;
/** Longer than a request may take. */
const PATIENCE_MS = 40_000;

export async function start(settings: Settings, page: Page = pageIn()): Promise<Running> {
  const migrated = (await migrateAll(settings.databases)).get(FIRST) ?? { applied: [], version: 0 };
  const traces = settings.isTraced ? await openTraces() : undefined;
  const plain = openPlaces(settings.databases, settings.connections);
  const sweeping = startSweeping(plain, undefined, undefined, (isOver) => takeLeft(settings.databases, isOver));
  const database = traces?.around(plain) ?? plain;
  const checks = await hubChecks();
  let ending = false;
  const [version, isReady] = [versionOfHub(), (): boolean => !ending];
  const app = await buildApp({ settings, database, checks, version, isReady, traces, page });
  const address = await app.listen({ host: settings.host, port: settings.port });
  return {
    app,
    address,
    migrated,
    lacksTracer: settings.isTraced && traces === undefined,
    end: async () => {
      ending = true;
      // A connection whose last answer went out after the end began is idle, and would be waited for.
      const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
      const patience = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS);
      await sweeping.end();
      await app.close();
      clearInterval(sweep);
      clearTimeout(patience);
      await database.end();
      await traces?.end();
    },
  };
}
