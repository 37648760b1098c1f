// A device that signs in a shared store is named there by a record of its own (SYN-31): which key speaks for it, and the
// name that its owner chose, if any. Nothing of the machine's own name goes in (STO-1a).
import type { Act, OpenStore } from "../context.ts";
import { askToJoin } from "./decide.ts";

/** Once per device and store; a personal store's devices join by the sync. */
export function joinShared(open: OpenStore, act: Act): void {
  if (open.store.info.scope === "shared") askToJoin(open, act);
}
