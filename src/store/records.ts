// The records that belong to a store, as the use cases see them.

import type { Acknowledgement } from "../attest/acknowledge.ts";
import type { Anchor, Circle } from "../attest/circle.ts";
import type { DeviceRecord, DeviceStatement } from "../attest/devices.ts";
import type { PolicyStatement } from "../attest/policy.ts";
import type { MemoryId } from "../memory/ids.ts";
import type { Forgotten, Tombstone } from "../memory/tombstone.ts";
import type { Refusal } from "../text/errors.ts";
import type { Channel, Source } from "../trust/channels.ts";
import type { Place, Tier } from "../trust/tiers.ts";
import type { MemoryStore, Spot, StoredFile } from "./memory-store.ts";

// The append-only record of changes (STO-30). Entries carry codes, ids and tiers, never text (STO-34).

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
  "allow",
] as const;
export type Action = (typeof ACTIONS)[number];

/** By these a person stands behind words that were there. */
export const CONFIRMING: ReadonlySet<Action> = new Set<Action>(["promote", "restore", "reaffirm"]);

/** These say nothing of what became of a memory. */
export const BESIDE: ReadonlySet<Action> = new Set<Action>(["intent", "claim-dropped", "allow"]);

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
  /** Of a check that failed: its rules and its version, by name (`failureOf`). */
  readonly failed?: string;
  /** The number of the statement that this device signed with it: a word that no line tells of is nobody's act (STO-35). */
  readonly said?: number;
}

export interface LedgerEntry {
  readonly event: LedgerEvent;
  readonly content?: LedgerContent;
}

/** The memory's new text, or the bytes of a file that is none. */
export type LedgerContent = string | Uint8Array;

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
   * One O_APPEND write and an fsync. Call it only while holding the store's lock. The entry gets the keyed digest of
   * `content`, and nothing else of it.
   */
  append(event: LedgerEvent, now: Date, content?: LedgerContent): void;
  /** Several entries, in one write and one fsync. */
  appendEach(entries: readonly LedgerEntry[], now: Date): void;
  /** The newest entry of this device, or undefined for an empty ledger. */
  last(): LedgerEvent | undefined;
  /** Every device's file, by device; without a lock. */
  files(): readonly LedgerFile[];
  /** Called for a file that was found whole. */
  remember(device: string, mark: Mark): void;
}

// Local memory of what a change replaced, so that a slip can be undone with exact bytes (STO-25, TRU-9).
// Local, private, disposable: losing it loses `undo`, nothing else.

/** How far the history of one memory reaches back, whichever ends first. */
export const HISTORY_LIMITS = { changes: 20, days: 180 } as const;

export interface FileVersion extends Spot {
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
  readonly before?: FileVersion;
  readonly after?: FileVersion;
  /** It left or came back as bytes, and this is their name in quarantine. */
  readonly raw?: string;
  /** The number of the statement that goes with it. */
  readonly said?: number;
  /** At which terminal of this machine it was done. */
  readonly terminal?: string;
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

// The devices of a store: what they say of each other, and whose word counts on this machine (SYN-20, SYN-22, SYN-31).

/** A device, or another person's, that a person trusted on this machine. */
export interface Trusted extends Anchor {
  readonly name: string;
  readonly at: string;
  /** An organisation's, with which it began: it may sign a policy (HUB-10). */
  readonly first?: true;
}

export interface Devices {
  /** "personal", or the id of a shared store. */
  readonly store: string;
  /** This device and the key it signs with; undefined for those who only read and have none. */
  readonly own: Anchor | undefined;
  /** Every record that is whole and signed by somebody. */
  records(): readonly DeviceRecord[];
  trusted(): readonly Trusted[];
  circle(): Circle;
  /** Records came from elsewhere. */
  refresh(): void;
  /** Signs and writes, once; `known` are the marks of a revocation. */
  write(statement: Omit<DeviceStatement, "known">, known?: readonly string[]): void;
  /** The store as it would be if this one counted, to tell what a yes would do. */
  storeWith(anchor: Anchor): MemoryStore;
  /** Whether this file of a statement counts here: whole, about that memory, and signed by somebody whose word does. */
  isSaid(id: MemoryId, name: string, bytes: Uint8Array): boolean;
  /** The key that signed this device's latest word about a memory, whether it counts or not. */
  signedWith(id: MemoryId): string | undefined;
  /** Of all that a device signed in this store. */
  marksOf(device: string): readonly string[];
  /** A person's decision; it stays on this machine. */
  trust(signer: Trusted): void;
  /** Takes it back; whether it was there. */
  distrust(device: string): boolean;
  /** Left out on this machine, whoever approved it, until it is trusted. */
  exclude(device: string, at: string): void;
  excluded(): readonly string[];
  /** What people said of breaks in ledgers, of those whose word counts. */
  acknowledged(): readonly Acknowledgement[];
  /** Signs and writes. */
  acknowledge(said: Acknowledgement): void;
  /** What was ever asked for in an organisation's name (HUB-10), and whether the signature counts; which is in force is asked elsewhere. */
  policies(): readonly { readonly said: PolicyStatement; readonly counts: boolean }[];
  /** Signs and writes; whether it counts here. */
  declare(said: PolicyStatement): boolean;
}

// The tombstones of a person's store (STO-33). They travel with sync: one file per device, and all of them count.

export interface Tombstones {
  /** Durable when it returns. Call it only while holding the store's lock. */
  add(stone: Tombstone): void;
  /** This memory may hold forgotten words: a person was told, and wanted it. Under the lock, as `add`. */
  want(id: MemoryId): void;
  /** Of every device; damaged lines are passed over. */
  all(): readonly Tombstone[];
  forgotten(): Forgotten;
}

// Bytes that can't be read as a memory are kept locally, never in the store (STO-3).

export interface RawNote {
  readonly from: string;
  readonly why: string;
}

export interface RawKeeper {
  /** Durable when it returns; gives the path of the kept copy. */
  keep(bytes: Uint8Array, note: RawNote, now: Date): string;
}

// Files that another sync tool put beside a memory because two machines changed it at once (SYN-16). They are strangers to
// every reader; only joining reads them, and takes them away.

export interface ConflictCopy extends StoredFile {
  /** The memory file that it is named after. */
  readonly of: string;
}

export interface ConflictCopies {
  /** By their names alone, in the order of names; what may not be opened is left out. */
  all(): readonly ConflictCopy[];
  /** Only under the store's lock, with these bytes, and after they were kept. */
  remove(copy: Spot, base: string): Refusal | undefined;
}

// What agents said about memories they were given (MCP-1): local and disposable. It changes no tier; it tells a person
// where to look first.

export const VERDICTS = ["used", "wrong"] as const;
export type FeedbackVerdict = (typeof VERDICTS)[number];

export interface Feedback {
  readonly at: string;
  /** The memory's id, or its file stem where it has none. */
  readonly memory: string;
  /** Of the file as it was: once somebody changed it, the word is about a text that is gone. */
  readonly sha256: string;
  readonly verdict: FeedbackVerdict;
  /** What shows it, in a line. */
  readonly quote?: string;
}

export interface FeedbackLog {
  append(feedback: Feedback): void;
  /** Oldest first. */
  all(): readonly Feedback[];
}

// What git knows of one memory's file (FOR-2). Read only; a store need not be in git, and may have no commit yet.

export interface GitChange {
  /** The whole hash. */
  readonly commit: string;
  /** When it was committed. */
  readonly at: string;
  /** Where it stood after it; undefined where it was gone. */
  readonly place: Place | undefined;
}

/** Under which name it was committed: proved by nothing, but not said by the text either. */
export interface AuthoredChange extends GitChange {
  readonly name: string;
  readonly email: string;
}

/** From where on: after this commit, or from this moment; all of it where neither is given. */
export interface Since {
  readonly commit?: string;
  readonly at?: Date;
}

/** A text as it stood before a commit replaced, moved or removed it. */
export interface PastText extends Spot {
  readonly bytes: Uint8Array;
  /** Undefined: the working tree has it no more, and no commit tells of that. */
  readonly by?: Pick<AuthoredChange, "commit" | "at" | "name" | "email">;
}

export interface GitHistory {
  /** Newest first; none where git knows nothing of it. */
  changes(root: string, file: string): Promise<readonly GitChange[]>;
  /** The same, with who made each. */
  authored(root: string, file: string): Promise<readonly AuthoredChange[]>;
  /** The file names that this memory has had. */
  filesWith(root: string, id: MemoryId): Promise<readonly string[]>;
  bytes(root: string, commit: string, place: Place, file: string): Promise<Uint8Array | undefined>;
}

// A store as a set of files (IMP-2): everything that is part of the truth, byte for byte, by its path below the root.

export interface StoreFile {
  /** With slashes, such as `memories/project_x.md`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface StoreFiles {
  /** Sorted by path. */
  all(): readonly StoreFile[];
  /** What could not be read, and why. */
  refused(): readonly { readonly path: string; readonly reason: string }[];
  read(path: string): Uint8Array | undefined;
  /** Something stands there that is no file to be read: a link, a folder, somebody else's. */
  isOdd(path: string): boolean;
  /** Makes a new file; only under the store's lock. `exists` where something stands there. */
  create(path: string, bytes: Uint8Array): "exists" | undefined;
  /** Whatever stands there gets another name beside it, which is given; nothing stood there: undefined. */
  setAside(path: string, now: Date): string | undefined;
  /** The marker of a store that holds nothing yet gives way to the one it is filled from. */
  replaceMarker(bytes: Uint8Array): void;
}
