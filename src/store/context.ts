// What every use case is given: the channel it acts for, and the things only an entrance can know.

import type { Allowances, CheckSettings } from "../checks/settings.ts";
import type { Channel } from "../trust/channels.ts";
import type { ConflictCopies } from "./conflict-copies.ts";
import type { Devices } from "./devices/port.ts";
import type { FeedbackLog } from "./feedback.ts";
import type { History } from "./history.ts";
import type { Ledger } from "./ledger/port.ts";
import type { MemoryStore } from "./memory-store.ts";
import type { RawKeeper } from "./raw.ts";
import type { Tombstones } from "./tombstones.ts";

export interface Device {
  readonly id: string;
  readonly nickname: string;
}

export interface Act {
  readonly channel: Channel;
  readonly now: Date;
  readonly random: (bytes: number) => Uint8Array;
  readonly device: Device;
  readonly checks: CheckSettings;
}

/** One store with the records that belong to it. */
export interface OpenStore {
  readonly store: MemoryStore;
  readonly ledger: Ledger;
  readonly history: History;
  readonly raw: RawKeeper;
  /** The person's, also for a shared store: what was forgotten stays so everywhere on this machine. */
  readonly tombstones: Tombstones;
  readonly allowances: Allowances;
  readonly devices: Devices;
  readonly copies: ConflictCopies;
  /** Of this machine, whichever store the memory is in. */
  readonly feedback: FeedbackLog;
}

/** The personal store first; both are served together (STO-1). */
export type OpenStores = readonly OpenStore[];
