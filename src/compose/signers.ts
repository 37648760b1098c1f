// What `trust` plugs in: the signers of a shared store, and what a person had seen of it.

import type { Places } from "../disk/places.ts";
import { readSeen, writeSeen } from "../people/io/known-signers.ts";
import { readSigners } from "../people/io/signers.ts";
import type { Signers } from "../people/signers.ts";
import { openStore, storeKey } from "../store/io/open-store.ts";

export function openTrust(places: Places): Signers {
  return {
    lines: readSigners,
    as: ({ root }, circle) => openStore(root, { scope: "shared", keys: { own: undefined, circle } }),
    seen: (info) => readSeen(places.state, storeKey(info)),
    see: (info, seen) => writeSeen(places.state, storeKey(info), seen),
  };
}
