// A hub put together and running: migrated, listening, and ended without losing what it was asked (HUB-12).
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { checkSettings, loadedOrNot } from "../../src/compose/checks.ts";
import { effectiveConfig, parseConfig } from "../../src/config/config.ts";
import { buildApp } from "./app.ts";
import { openDatabase } from "./database.ts";
import type { Hub } from "./hub.ts";
import { type Migrated, migrate } from "./migrate.ts";
import type { Settings } from "./settings.ts";

export interface Running {
  readonly app: FastifyInstance;
  /** Where it listens. */
  readonly address: string;
  readonly migrated: Migrated;
  /** Answers what was asked, takes nothing new. */
  end(): Promise<void>;
}

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  readonly version: string;
};

const SWEEP_MS = 50;
/** Longer than a request may take. */
const PATIENCE_MS = 40_000;

export async function start(settings: Settings): Promise<Running> {
  const migrated = await migrate(settings.database);
  const database = openDatabase(settings.database, settings.connections);
  const { config } = effectiveConfig(parseConfig(undefined, "user"));
  const checks: Hub["checks"] = checkSettings(config, await loadedOrNot(), () => undefined);
  let ending = false;
  const app = await buildApp({ settings, database, checks, version, isReady: () => !ending });
  const address = await app.listen({ host: settings.host, port: settings.port });
  return {
    app,
    address,
    migrated,
    end: async () => {
      ending = true;
      // A connection whose last answer went out after the end began is idle, and would be waited for.
      const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
      const patience = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS);
      await app.close();
      clearInterval(sweep);
      clearTimeout(patience);
      await database.end();
    },
  };
}
