// What the last run of sync left for those who come after it (SYN-15): session start and doctor read it, and so need
// neither git nor the network. Local and disposable.
import type { Spot } from "../store/memory-store.ts";

/** A file that proposed another text, and its digest then: whatever is decided about it changes its bytes. */
export interface WaitingProposal extends Spot {
  readonly sha256: string;
}

export interface SyncRecord {
  /** When a run last ended well. */
  readonly worked?: string;
  /** Since when no run did, and why the last one did not. */
  readonly failing?: { readonly since: string; readonly why: string };
  /** Files that the last run could not take or send. */
  readonly leftOut?: number;
  /** What is confirmed here counts nowhere else yet (SYN-22). */
  readonly alone?: true;
  /** Devices that ask to join. */
  readonly asking?: readonly string[];
  readonly proposals: readonly WaitingProposal[];
  /** Where a person's own run went, as a digest. A run that nobody watches goes nowhere else. */
  readonly remote?: string;
}
