// Files that another sync tool put beside a memory because two machines changed it at once (SYN-16). They are strangers to
// every reader; only joining reads them, and takes them away.
import type { Refusal } from "../text/errors.ts";
import type { Spot, StoredFile } from "./memory-store.ts";

export interface ConflictCopy extends StoredFile {
  /** The memory file that it is named after. */
  readonly of: string;
}

export interface ConflictCopies {
  /** By their names alone, in the order of names; what may not be opened is left out. */
  all(): readonly ConflictCopy[];
  /** Only under the store's lock, with these bytes, and after they were kept. */
  remove(copy: Spot, base: string): Refusal | undefined;
}
