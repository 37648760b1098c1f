// The append-only record of changes (STO-30). Entries carry codes, ids and tiers, never text (STO-34).
import type { MemoryId } from "../../memory/ids.ts";
import type { Channel, Source } from "../../trust/channels.ts";
import type { Tier } from "../../trust/tiers.ts";

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
  "forget",
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

export interface LedgerEntry {
  readonly event: LedgerEvent;
  readonly content?: string;
}

/** The newest entry this machine has seen in one ledger file: a chain alone can't tell that its end was cut off. */
export interface Mark {
  readonly seq: number;
  readonly hash: string;
}

/** One device's file as it is now, or why it can't be read; a file that is gone but was seen before has no bytes. */
export interface LedgerFile {
  readonly device: string;
  readonly content: Uint8Array | "gone" | { readonly refused: string };
  readonly mark?: Mark;
  /** For messages only. */
  readonly path: string;
  readonly markPath?: string;
}

export interface Ledger {
  /** The device whose file this machine appends to. */
  readonly device: string;
  /**
   * One O_APPEND write and an fsync. Call it only while holding the store's lock. `content` is the memory's new text:
   * the entry gets its keyed digest, and nothing else of it.
   */
  append(event: LedgerEvent, now: Date, content?: string): void;
  /** Several entries, in one write and one fsync. */
  appendEach(entries: readonly LedgerEntry[], now: Date): void;
  /** The newest entry of this device, or undefined for an empty ledger. */
  last(): LedgerEvent | undefined;
  /** Every device's file, by device; without a lock. */
  files(): readonly LedgerFile[];
  /** Called for a file that was found whole. */
  remember(device: string, mark: Mark): void;
}
