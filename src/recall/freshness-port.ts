// What became of the files a memory names (CTX-8). Looking is bounded: an answer that would cost more is "unknown", and
// what can't be told is never said.
import type { Glob } from "./glob.ts";

export type Presence = "there" | "gone" | "unknown";

/** For one memory: everything asked of it draws on one allowance. */
export interface Look {
  /** Whether the project holds a file that fits. */
  path(glob: Glob): Presence;
  /** Whether the file, which is there, holds the symbol. */
  symbol(file: readonly string[], symbol: string): Presence;
}

export interface Freshness {
  look(): Look;
}
