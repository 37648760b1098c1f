// Local memory of what a change replaced, so that a slip can be undone with exact bytes (STO-25, TRU-9).
// Local, private, disposable: losing it loses `undo`, nothing else.
import type { MemoryId } from "../memory/ids.ts";
import type { Channel } from "../trust/channels.ts";
import type { Action } from "./ledger/port.ts";
import type { Spot } from "./memory-store.ts";

/** How far the history of one memory reaches back, whichever ends first. */
export const HISTORY_LIMITS = { changes: 20, days: 180 } as const;

export interface Version extends Spot {
  readonly sha256: string;
}

/** One change of one memory. `before` is absent for a creation, `after` for a removal. */
export interface HistoryRecord {
  readonly id: MemoryId;
  /** Changes made by one command share a group and are undone together. */
  readonly group: string;
  /** The memories that the same plan changes, in its order; absent where it changes this one alone. */
  readonly members?: readonly MemoryId[];
  readonly at: string;
  readonly action: Action;
  readonly channel: Channel;
  /** A check demanded it: such a change is not undone (TRU-9). */
  readonly byCheck?: true;
  readonly before?: Version;
  readonly after?: Version;
}

export interface History {
  /** Called before the change is applied; a record whose change never happened matches no file and is skipped. */
  record(record: HistoryRecord, bytesBefore: Uint8Array | undefined): void;
  /** Newest first. */
  ofMemory(id: MemoryId): readonly HistoryRecord[];
  /** Newest first, over all memories of this store. */
  newest(limit: number): readonly HistoryRecord[];
  bytes(id: MemoryId, sha256: string): Uint8Array | undefined;
}
