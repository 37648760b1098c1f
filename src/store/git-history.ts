// What git knows of one memory's file (FOR-2). Read only; a store need not be in git, and may have no commit yet.
import type { Place } from "../trust/tiers.ts";

export interface GitChange {
  /** The whole hash. */
  readonly commit: string;
  /** When it was committed. */
  readonly at: string;
  /** Where it stood after it; undefined where it was gone. */
  readonly place: Place | undefined;
}

export interface GitHistory {
  /** Newest first; none where git knows nothing of it. */
  changes(root: string, file: string): Promise<readonly GitChange[]>;
  bytes(root: string, commit: string, place: Place, file: string): Promise<Uint8Array | undefined>;
}
