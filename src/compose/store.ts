// A store with the records that belong to it, put together from the adapters. Entrances call this from their open.ts;
// nothing else knows which adapter stands behind which port.

import { digestOf } from "../checks/secret-findings.ts";
import { descend } from "../disk/paths.ts";
import type { Places } from "../disk/places.ts";
import { openFeedback } from "../recall/io/feedback.ts";
import type { OpenStore } from "../store/context.ts";
import { openAllowances } from "../store/io/allowances.ts";
import { openDigestKeys } from "../store/io/digest-keys.ts";
import { openHistory } from "../store/io/history.ts";
import { openLedger } from "../store/io/ledger.ts";
import { openLedgerHeads } from "../store/io/ledger-heads.ts";
import { openStore, storeKey } from "../store/io/open-store.ts";
import { openRaw } from "../store/io/raw.ts";
import type { Keys } from "../store/io/statements.ts";
import { openTombstones } from "../store/io/tombstones.ts";
import type { Scope, StoreInfo } from "../store/memory-store.ts";
import { openConflictCopies } from "../sync/io/conflict-copies.ts";
import { type OpenedDevices, openDevices } from "./devices.ts";

export interface StoreRequest {
  readonly root: string;
  readonly scope: Scope;
  readonly lock: "auto" | "shared";
  readonly device: string;
  readonly keys: Keys;
  readonly now: () => Date;
}

export function openStoreWith(places: Places, request: StoreRequest): OpenStore {
  const raw = openRaw(places.state);
  let opened: OpenedDevices | undefined;
  const devicesIn = (info: StoreInfo): OpenedDevices => {
    opened ??= openDevices(places, request.keys, info);
    return opened;
  };
  const store = openStore(request.root, {
    scope: request.scope,
    lock: request.lock,
    keys: (info) => devicesIn(info).keys,
    keep: (bytes, note) => raw.keep(bytes, note, request.now()),
  });
  const key = storeKey(store.info);
  const ledgerAt =
    request.scope === "personal" ? descend(store.info.root, "ledger") : descend(places.state, "ledger", key);
  const ledger = openLedger(ledgerAt, request.device, {
    digest: openDigestKeys(places.state, key).digest,
    marks: openLedgerHeads(places.state, key),
  });
  // What was forgotten is remembered in the personal store, and counts for every store (STO-33).
  const tombstones = openTombstones(places.store, request.device);
  const { storeId } = store.info;
  const { devices, keys } = devicesIn(store.info);
  const allowances = openAllowances({ ...request, keys, storeId, root: store.info.root, digest: digestOf });
  const history = openHistory(places.state, key);
  const feedback = openFeedback(places.state);
  const copies = openConflictCopies(store.info);
  return { store, ledger, history, raw, tombstones, allowances, devices, copies, feedback };
}
