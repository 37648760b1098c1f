// One store on disk, as the use cases see it. Reading never locks; writing is only possible through the
// writer that `withLock` hands out, so an unlocked write cannot be expressed (STO-21).
import type { Presence } from "../attest/presence.ts";
import type { Statement } from "../attest/statement.ts";
import type { Checked } from "../checks/checked.ts";
import { isMemoryId, type MemoryId } from "../memory/ids.ts";
import type { Scope } from "../memory/kinds.ts";
import type { Refusal } from "../text/errors.ts";
import type { Place } from "../trust/tiers.ts";

/** The store format this program writes; a newer one is read only (SUR-8). */
export const STORE_FORMAT = 1;

export type { Scope } from "../memory/kinds.ts";

export interface StoreInfo {
  readonly root: string;
  readonly storeId: string;
  readonly scope: Scope;
  readonly format: number;
  /** False when the store's format is newer than this program's: it is read, never written (SUR-8). */
  readonly writable: boolean;
}

/** One memory file by name; both parts are already known to be safe. */
export interface Spot {
  readonly place: Place;
  readonly file: string;
}

export interface StoredFile extends Spot {
  readonly kind: "file";
  readonly bytes: Uint8Array;
  /** Of the whole file: serves compare-and-swap only (STO-32). */
  readonly sha256: string;
  readonly mtimeMs: number;
}

/** A file that exists but may not be read as a memory: a link, a device, foreign, too large. */
export interface RefusedFile extends Spot {
  readonly kind: "refused-file";
  readonly reason: string;
}

export interface Listing {
  readonly spots: readonly Spot[];
  /** Names that do not look like memory files; reported by doctor, never served. */
  readonly strangers: readonly Spot[];
  /** Temporary files a killed writer left behind; the next writer removes them. */
  readonly leftovers: readonly Spot[];
}

/** A file of `archive/<month>/`: kept, never listed with the memories. */
export interface ArchivedFile {
  readonly month: string;
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** Where bytes that are no memory are kept: in quarantine, or on this machine alone. */
export interface RawSpot {
  readonly name: string;
  readonly local: boolean;
}

/** One of them (raw-files.ts). */
export interface RawFile extends RawSpot {
  readonly id: MemoryId;
  /** The memory's file that it was. */
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** What the system says of a file without opening it: size, times, inode. It differs whenever the file may have changed. */
export interface FileStamp extends Spot {
  /** Empty: touched so recently that another change could leave the same stamp. */
  readonly stamp: string;
}

export interface Stamps {
  /** Of the two directories: differs when a name came, went or was replaced. Empty as above. */
  readonly places: string;
  /** Every memory file; none when only the directories were asked for. */
  readonly files: readonly FileStamp[];
}

export type Change =
  | { readonly kind: "create"; readonly place: Place; readonly file: string; readonly text: Checked }
  | {
      readonly kind: "rewrite";
      readonly place: Place;
      readonly file: string;
      readonly base: string;
      readonly text: Checked;
    }
  | {
      readonly kind: "move";
      readonly file: string;
      readonly from: Place;
      readonly to: Place;
      readonly base: string;
      readonly text: Checked;
    }
  | { readonly kind: "remove"; readonly place: Place; readonly file: string; readonly base: string }
  | { readonly kind: "archive"; readonly file: string; readonly base: string; readonly month: string }
  /** Byte for byte out of its place, whatever it holds. */
  | {
      readonly kind: "take-out";
      readonly place: Place;
      readonly file: string;
      readonly base: string;
      readonly raw: RawSpot;
    }
  /** And back; `text` where it can be read as a memory. */
  | {
      readonly kind: "put-back";
      readonly place: Place;
      readonly file: string;
      readonly base: string;
      readonly raw: RawSpot;
      readonly text?: Checked;
    }
  | { readonly kind: "remove-archived"; readonly file: string; readonly base: string; readonly month: string };

/** What makes a file that stands this text, in this place. */
export function changeTo(of: Spot & { readonly sha256: string }, place: Place, text: Checked): Change {
  const { file, place: from, sha256: base } = of;
  return from === place
    ? { kind: "rewrite", place, file, base, text }
    : { kind: "move", file, from, to: place, base, text };
}

export type Creation = Extract<Change, { readonly kind: "create" }>;
export type Rewrite = Extract<Change, { readonly kind: "rewrite" }>;

/** What a lock holder can do. Every method is durable when it returns: fsync of file and directory (STO-20). */
export interface StoreWriter {
  /** Signs and keeps what this device says about a memory; written once. */
  state(statement: Statement, presence?: Presence): void;
  /** Removes a statement of this same lock whose change did not come to be. */
  takeBack(statement: Statement): void;
  /** Forgetting: keeps this last word about a memory and removes every other, whoever signed it. */
  keepOnly(statement: Statement): void;
  /** Done, or a refusal: `exists`, `changed-meanwhile`, `not-found`, `unsafe-path`. */
  apply(change: Change): Refusal | undefined;
  /** Several new files in memories/, durable together when it resolves; an answer for each, as of `apply`. */
  createEach(changes: readonly Creation[]): Promise<readonly (Refusal | undefined)[]>;
  /** Several files that stay where they are, durable together likewise. */
  rewriteEach(changes: readonly Rewrite[]): Promise<readonly (Refusal | undefined)[]>;
}

export interface MemoryStore {
  readonly info: StoreInfo;
  /** The latest word of each trusted device about a memory. */
  statements(id: MemoryId): readonly Statement[];
  /** The same for who asks what the latest word is: those that another has seen say nothing here. */
  latestStatements(id: MemoryId): readonly Statement[];
  /** The same as they stand, whatever later ones this machine knows of: what its next word has seen, and follows (SYN-2). */
  standingStatements(id: MemoryId): readonly Statement[];
  /** Every valid word about it, outdated ones too. */
  pastStatements(id: MemoryId): readonly Statement[];
  /** Files in the place of a newer word of a trusted device, which say nothing. */
  unreadStatements(id: MemoryId): readonly string[];
  list(): Listing;
  /** What is kept as bytes, by name; what may not be opened is left out. */
  raws(): readonly RawFile[];
  /** What was put into the archive: kept, served to nobody. */
  archived(): readonly ArchivedFile[];
  /** Opens no file (SEA-1). */
  stamps(depth: "files" | "places"): Stamps;
  read(spot: Spot): StoredFile | RefusedFile | undefined;
  /** As `read` for each, in their order; what concerns them all is looked at once. */
  readEach(spots: Iterable<Spot>): Iterable<StoredFile | RefusedFile | undefined>;
  /** Waits up to 5 s; then the refusal `locked`, which a caller may retry. Never goes on unlocked. */
  withLock<T>(act: (writer: StoreWriter) => T | Promise<T>): Promise<T | Refusal>;
}

// What the marker of a store says (STO-2): `{"format": 1, "store-id": "<ulid>"}`.

export interface Marker {
  readonly format: number;
  readonly storeId: string;
}

export function parseMarker(text: string): Marker | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Told by the caller, together with every other way of being malformed.
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { format, "store-id": storeId } = value as Record<string, unknown>;
  const known = typeof format === "number" && Number.isSafeInteger(format) && format >= 1 && isMemoryId(storeId);
  return known ? { format, storeId } : undefined;
}
