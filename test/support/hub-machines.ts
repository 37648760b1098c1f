// A machine's way to a hub: a device key that the hub knows, and what this machine remembers of the hub.
import { join } from "node:path";
import type { GitRepository } from "../../src/disk/git/carrier.ts";
import { deviceKeys, deviceOf } from "../../src/store/io/device-key.ts";
import type { Carrier } from "../../src/sync/carrier.ts";
import { hubAddress } from "../../src/sync/hub/address.ts";
import { hubCarrier } from "../../src/sync/io/hub/carrier.ts";
import { newRecord, openHubRecord } from "../../src/sync/io/hub/record.ts";
import { type HubKey, openSession } from "../../src/sync/io/hub/session.ts";
import { type HubStub, MEMBER } from "./hub-stub.ts";

export function hubKeyIn(dataDir: string): HubKey {
  const { own, sign } = deviceKeys(dataDir);
  if (own === undefined || sign === undefined) throw new Error("a device has a key");
  return { device: deviceOf(dataDir).id, key: own.key, sign };
}

/** `home`: holds the machine's own folders `data` and `state`. */
export function throughHub(git: GitRepository, stub: Pick<HubStub, "url" | "enrol">, home: string): Carrier {
  const address = hubAddress(stub.url);
  if (address === undefined || "code" in address) throw new Error(`${stub.url} is no hub's address`);
  const key = hubKeyIn(join(home, "data", "holdfast"));
  stub.enrol(key.key);
  return hubCarrier({
    git,
    session: openSession(address, key),
    records: openHubRecord(join(home, "state", "holdfast"), address),
    begin: async () => newRecord(address.url, `personal/${MEMBER}`),
    now: () => new Date(),
  });
}
