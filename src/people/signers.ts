// What `holdfast trust` needs to know of a shared store besides whose word counts already (SYN-31): everybody it names, what
// one of them alone says, and what a person had seen of it on this machine.
import type { Circle } from "../attest/circle.ts";
import type { MemoryStore, StoreInfo } from "../store/memory-store.ts";
import type { SignerLine } from "./committed-store.ts";

/** A memory as it was when a person last looked. */
export interface SeenMemory {
  readonly stem: string;
  readonly sha256: string;
}

export interface SeenStore {
  readonly at: string;
  /** By id, or by file where it has none. */
  readonly memories: Readonly<Record<string, SeenMemory>>;
}

export interface Signers {
  /** The lines of the store's `allowed_signers`. They are somebody's word, and decide nothing here. */
  lines(info: StoreInfo): readonly SignerLine[];
  /** The statements of the store, read by this circle. */
  as(info: StoreInfo, circle: Circle): Pick<MemoryStore, "statements" | "pastStatements">;
  seen(info: StoreInfo): SeenStore | undefined;
  see(info: StoreInfo, seen: SeenStore): void;
}
