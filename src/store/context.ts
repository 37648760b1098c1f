// What every use case is given: the channel it acts for, and the things only an entrance can know.
import type { Presence } from "../attest/presence.ts";
import type { Allowances, CheckSettings } from "../checks/settings.ts";
import type { Finding } from "../memory/findings.ts";
import type { MemoryId } from "../memory/ids.ts";
import type { Verb } from "../trust/authority.ts";
import type { Channel } from "../trust/channels.ts";
import type { Kept } from "./kept.ts";
import type { Change, MemoryStore } from "./memory-store.ts";
import type {
  Action,
  ConflictCopies,
  Devices,
  FeedbackLog,
  History,
  Ledger,
  LedgerEvent,
  RawKeeper,
  ReasonCode,
  Tombstones,
} from "./records.ts";

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
  /** The person's second signature, for exactly the statements of this act (SYN-20b). */
  readonly presence?: Presence;
  /** The person's, where it is known: what was confirmed at it is not told in it again (STO-35). */
  readonly terminal?: string | undefined;
  /** Kinds of memory that an organisation lets be written (HUB-10); absent: any. */
  readonly kinds?: readonly string[] | undefined;
}

/** Strictest first (HUB-7). A contributor adds what nobody confirmed, and demotes; a reviewer confirms. */
export const ROLES = ["reader", "contributor", "reviewer", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** Of an organisation's store: what its hub said last. The hub holds everybody to it, and each signature is judged here. */
export interface Mirrored {
  /** With the organisation's name: `acme/org`, `acme/team/build`. */
  readonly name: string;
  readonly role: Role;
  /** As its members know this person, who joined under that name. */
  readonly you: string;
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
  /** It is a mirror of what a hub has. */
  readonly mirrored?: Mirrored;
  readonly copies: ConflictCopies;
  /** Of a personal store: what Holdfast left in it (STO-35). A shared one has the project's git for that. */
  readonly kept?: Kept;
  /** Of this machine, whichever store the memory is in. */
  readonly feedback: FeedbackLog;
}

/** The personal store first; both are served together (STO-1). */
export type OpenStores = readonly OpenStore[];

// A plan is what a verb decided, before anything is touched. A dry run is a plan that nobody applies.

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
  /** Which checks failed, in the words of `failureOf`. */
  readonly failed?: string;
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

/** There is nothing to do. */
export interface Unchanged {
  readonly kind: "unchanged";
  readonly message: string;
}
