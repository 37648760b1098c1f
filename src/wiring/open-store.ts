// A store with the records that belong to it, put together from the adapters. Entrances call this from their open.ts;
// nothing else knows which adapter stands behind which port.
import type { OpenStore } from "../app/context.ts";
import { digestOf } from "../checks/secret-findings.ts";
import type { Scope, StoreInfo } from "../core/ports/memory-store.ts";
import { descend } from "../disk/paths.ts";
import type { Places } from "../disk/places.ts";
import { openDigestKeys } from "../state/digest-keys.ts";
import { openFeedback } from "../state/feedback.ts";
import { openHistory } from "../state/history.ts";
import { openLedgerHeads } from "../state/ledger-heads.ts";
import { openRaw } from "../state/raw.ts";
import { openAllowances } from "../store/allowances.ts";
import { openConflictCopies } from "../store/conflict-copies.ts";
import { openLedger } from "../store/ledger.ts";
import { openStore, storeKey } from "../store/open-store.ts";
import type { Keys } from "../store/statements.ts";
import { openTombstones } from "../store/tombstones.ts";
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
