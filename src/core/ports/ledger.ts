// The append-only record of changes (STO-30). Entries carry codes, ids and tiers, never text (STO-34).
import type { MemoryId } from "../memory/ids.ts";
import type { Channel, Source } from "../trust/channels.ts";
import type { Tier } from "../trust/tiers.ts";

export const ACTIONS = [
  "intent",
  "create",
  "edit",
  "promote",
  "demote",
  "restore",
  "reaffirm",
  "retire",
  "unretire",
  "supersede",
  "archive",
  "undo",
  "claim-dropped",
] as const;
export type Action = (typeof ACTIONS)[number];

export const REASONS = ["asked", "check-failed", "own-words", "recovery", "self-asserted-trust"] as const;
export type ReasonCode = (typeof REASONS)[number];

export interface LedgerEvent {
  readonly actor: Source | "check";
  readonly channel: Channel;
  readonly action: Action;
  readonly id: MemoryId;
  readonly from: Tier | "none" | "archived";
  readonly to: Tier | "none" | "archived";
  readonly reason: ReasonCode;
}

export interface Ledger {
  /** One O_APPEND write and an fsync. Call it only while holding the store's lock. */
  append(event: LedgerEvent, now: Date): void;
  /** The newest entry of this device, or undefined for an empty ledger. */
  last(): LedgerEvent | undefined;
}
