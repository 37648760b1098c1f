// A store with the records that belong to it, put together from the adapters. Entrances call this from their open.ts;
// nothing else knows which adapter stands behind which port.
import type { OpenStore } from "../app/context.ts";
import type { Scope } from "../core/ports/memory-store.ts";
import { descend } from "../disk/paths.ts";
import type { Places } from "../disk/places.ts";
import { openHistory } from "../state/history.ts";
import { openRaw } from "../state/raw.ts";
import { openLedger } from "../store/ledger.ts";
import { openStore, storeKey } from "../store/open-store.ts";

export interface StoreRequest {
  readonly root: string;
  readonly scope: Scope;
  readonly lock: "auto" | "shared";
  readonly device: string;
  readonly now: () => Date;
}

export function openStoreWith(places: Places, request: StoreRequest): OpenStore {
  const raw = openRaw(places.state);
  const store = openStore(request.root, {
    scope: request.scope,
    lock: request.lock,
    keep: (bytes, note) => raw.keep(bytes, note, request.now()),
  });
  const key = storeKey(store.info);
  const ledgerAt =
    request.scope === "personal" ? descend(store.info.root, "ledger") : descend(places.state, "ledger", key);
  return { store, ledger: openLedger(ledgerAt, request.device), history: openHistory(places.state, key), raw };
}
