// A plan is what a verb decided, before anything is touched. A dry run is a plan that nobody applies.
import type { Finding } from "../memory/findings.ts";
import type { MemoryId } from "../memory/ids.ts";
import type { Verb } from "../trust/authority.ts";
import type { Action, LedgerEvent, ReasonCode } from "./ledger/port.ts";
import type { Change } from "./memory-store.ts";

/** One change of one memory, and how the ledger will tell it. */
export interface Step {
  readonly id: MemoryId;
  readonly action: Action;
  readonly reason: ReasonCode;
  readonly from: LedgerEvent["from"];
  readonly to: LedgerEvent["to"];
  readonly change: Change;
  /** The new text has its secrets masked, so the bytes it replaces are kept aside on this machine (SYN-14). */
  readonly masked?: true;
}

export interface Plan {
  readonly kind: "plan";
  readonly verb: Verb;
  /** Applied in order; a crash between two leaves a state every reader understands. */
  readonly steps: readonly Step[];
  readonly warnings: readonly Finding[];
  /** Keys of the trust machine that a payload tried to set itself; they were dropped (TRU-21). */
  readonly droppedClaims: readonly string[];
  /** The check, not a person, asked for this (TRU-6). */
  readonly byCheck?: true;
}
