// The tombstones of a person's store (STO-33). They travel with sync: one file per device, and all of them count.
import type { Tombstone } from "../memory/tombstone.ts";

export interface Tombstones {
  /** Durable when it returns. Call it only while holding the store's lock. */
  add(stone: Tombstone): void;
  /** Of every device; damaged lines are passed over. */
  all(): readonly Tombstone[];
}
