// A machine's way to a hub: a device key that the hub knows, and what this machine remembers of the hub.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { GitRepository } from "../../src/disk/git/carrier.ts";
import { deviceKeys, deviceOf } from "../../src/store/io/device-key.ts";
import type { Carrier } from "../../src/sync/carrier.ts";
import { hubAddress } from "../../src/sync/hub/address.ts";
import { hubCarrier } from "../../src/sync/io/hub/carrier.ts";
import { newRecord, openHubRecord } from "../../src/sync/io/hub/record.ts";
import { type HubKey, openSession } from "../../src/sync/io/hub/session.ts";
import { asker } from "../../src/sync/io/hub/sign-in.ts";
import { isRefusal } from "../../src/text/errors.ts";
import type { Between } from "./carrier-contract.ts";
import { gitBox } from "./git-store.ts";

export interface TestedHub {
  readonly url: string;
  /** This device speaks for the one person there is. */
  enrol(key: HubKey): Promise<void> | void;
}

export function hubKeyIn(dataDir: string): HubKey {
  const { own, sign } = deviceKeys(dataDir);
  if (own === undefined || sign === undefined) throw new Error("a device has a key");
  return { device: deviceOf(dataDir).id, key: own.key, sign };
}

/** Two machines with a repository and a home each. */
export async function betweenMachines(base: string, hub: TestedHub): Promise<Pick<Between, "a" | "b">> {
  const machine = async (name: string): Promise<Between["a"]> => {
    const git = await gitBox(base, name).open();
    const home = join(base, `home-${name}`);
    for (const part of ["data", "state"]) mkdirSync(join(home, part, "holdfast"), { recursive: true, mode: 0o700 });
    return { git, carrier: throughHub(git, hub, home) };
  };
  return { a: await machine("a"), b: await machine("b") };
}

/** `home`: holds the machine's own folders `data` and `state`. */
export function throughHub(git: GitRepository, hub: TestedHub, home: string): Carrier {
  const address = hubAddress(hub.url);
  if (address === undefined || isRefusal(address)) throw new Error(`${hub.url} is no hub's address`);
  const key = hubKeyIn(join(home, "data", "holdfast"));
  const session = openSession(address, key, false);
  const carrier = hubCarrier({
    git,
    session,
    records: openHubRecord(join(home, "state", "holdfast"), address),
    begin: async (budgetMs) => {
      const found = await asker(session, budgetMs);
      return isRefusal(found) ? found : newRecord(address.url, found.personal ?? "");
    },
    now: () => new Date(),
  });
  return {
    ...carrier,
    fetch: async (budgetMs) => {
      await hub.enrol(key);
      return await carrier.fetch(budgetMs);
    },
    push: async (commit, budgetMs) => {
      await hub.enrol(key);
      return await carrier.push(commit, budgetMs);
    },
  };
}
