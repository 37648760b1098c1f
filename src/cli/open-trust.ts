// What `trust` plugs in: the signers of a shared store, and what a person had seen of it.
import type { Signers } from "../core/ports/signers.ts";
import type { Places } from "../disk/places.ts";
import { readSeen, writeSeen } from "../state/shared-seen.ts";
import { openStore, storeKey } from "../store/open-store.ts";
import { readSigners } from "../store/signers.ts";

export function openTrust(places: Places): Signers {
  return {
    lines: readSigners,
    as: ({ root }, circle) => openStore(root, { scope: "shared", keys: { own: undefined, circle } }),
    seen: (info) => readSeen(places.state, storeKey(info)),
    see: (info, seen) => writeSeen(places.state, storeKey(info), seen),
  };
}
