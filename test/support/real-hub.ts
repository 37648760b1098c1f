// The organisation's server itself, on a PostgreSQL of its own, where hub/ is there to be run: the same suites that run on the
// stub. HOLDFAST_HUB_TESTS names the folder of its own test helpers; hub/test otherwise.
import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { deviceText } from "../../src/sync/hub/protocol.ts";
import { fresh, type HubKey } from "../../src/sync/io/hub/session.ts";
import type { TestedHub } from "./hub-machines.ts";

interface Postgres {
  create(database: string): Promise<string>;
  stop(): Promise<void>;
}

interface Person {
  readonly personToken: string;
}

/** As far as it is used here. */
interface Helpers {
  readonly programs: () => readonly string[];
  readonly startPostgres: (bin: string) => Promise<Postgres>;
  readonly startHub: (database: string) => Promise<{ readonly url: string; end(): Promise<void> }>;
  readonly tenantOn: (hub: unknown) => Promise<{
    readonly name: string;
    joins(grants: readonly unknown[], key?: unknown): Promise<Person>;
  }>;
}

const FOLDER = process.env["HOLDFAST_HUB_TESTS"] ?? fileURLToPath(new URL("../../hub/test", import.meta.url));

/** Undefined: there is no server here, or no PostgreSQL for it. */
export async function realHub(): Promise<(TestedHub & { end(): Promise<void> }) | undefined> {
  if (!existsSync(join(FOLDER, "running.ts"))) return undefined;
  const load = async (name: string): Promise<unknown> => await import(pathToFileURL(join(FOLDER, name)).href);
  const { programs, startPostgres, startHub, tenantOn } = {
    ...((await load("postgres.ts")) as Helpers),
    ...((await load("running.ts")) as Helpers),
  };
  const [bin] = programs();
  if (bin === undefined) return undefined;
  const postgres = await startPostgres(bin);
  const hub = await startHub(await postgres.create("hub"));
  const tenant = await tenantOn(hub);
  const pair = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" });
  const person = await tenant.joins([], createPrivateKey(pair));
  const known = new Set<string>();
  return {
    url: `${hub.url}/${tenant.name}`,
    enrol: async (key: HubKey) => {
      if (known.has(key.key)) return;
      known.add(key.key);
      const about = { device: key.device, key: key.key, name: "", ...fresh() };
      const signature = key.sign(deviceText({ hub: hub.url, tenant: tenant.name }, about));
      const added = await fetch(`${hub.url}/v1/${tenant.name}/devices`, {
        method: "POST",
        headers: { authorization: `Bearer ${person.personToken}`, "content-type": "application/json" },
        body: JSON.stringify({ ...about, signature }),
      });
      if (added.status !== 201) throw new Error(`the device was not added: ${await added.text()}`);
    },
    end: async () => {
      await hub.end();
      await postgres.stop();
    },
  };
}
