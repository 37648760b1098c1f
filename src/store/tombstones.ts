// The tombstones of a person's store (STO-33). They travel with sync: one file per device, and all of them count.
import type { MemoryId } from "../memory/ids.ts";
import type { Forgotten, Tombstone } from "../memory/tombstone.ts";

export interface Tombstones {
  /** Durable when it returns. Call it only while holding the store's lock. */
  add(stone: Tombstone): void;
  /** This memory may hold forgotten words: a person was told, and wanted it. Under the lock, as `add`. */
  want(id: MemoryId): void;
  /** Of every device; damaged lines are passed over. */
  all(): readonly Tombstone[];
  forgotten(): Forgotten;
}
