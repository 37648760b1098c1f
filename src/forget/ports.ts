// What forgetting needs of this machine (FOR-1): everything that was kept of a memory beside its file, and a note of what
// is being done, so that a command that was killed is finished by the next one.
import type { MemoryId } from "../memory/ids.ts";
import type { Fingerprint } from "../memory/tombstone.ts";
import type { ArchivedFile, StoreInfo } from "../store/memory-store.ts";
import type { LedgerEvent } from "../store/records.ts";

/** A file of a store that goes, as it was when a person agreed. */
export interface DoomedFile {
  /** `memories`, `quarantine` or `archive/<month>`. */
  readonly folder: string;
  readonly file: string;
  readonly sha256: string;
}

export interface Doomed {
  readonly id: MemoryId;
  /** The root of its store. */
  readonly root: string;
  readonly files: readonly DoomedFile[];
  /** Copies in the raw folder, by their name there. */
  readonly raw: readonly string[];
  readonly from: LedgerEvent["from"];
  /** One for each text it ever had here. */
  readonly prints: readonly Fingerprint[];
}

/** What a person agreed to. It holds text, so it is private, and gone when the work is done. */
export interface ForgetJob {
  readonly v: 1;
  readonly at: string;
  readonly names: readonly string[];
  readonly doomed: readonly Doomed[];
  readonly phrases: readonly string[];
}

export interface ForgetJournal {
  read(): ForgetJob | undefined;
  write(job: ForgetJob): void;
  end(): void;
}

/** A forget that was interrupted, as the next command tells it. */
export interface Unfinished {
  readonly message: string;
  readonly remedy: string;
}

export interface KeptText {
  /** The name in the raw folder; absent for a version of the history, which goes with its memory. */
  readonly raw?: string;
  readonly bytes: Uint8Array;
}

export interface Trace {
  readonly path: string;
  readonly why: string;
}

export interface Cleared {
  /** Files that went. */
  readonly files: number;
  /** Lines of records that went or lost a name. */
  readonly lines: number;
  /** What still holds a phrase. */
  readonly left: readonly Trace[];
}

export interface Traces {
  /** Whether there is still a folder: a store of another project may be gone. */
  stands(root: string): boolean;
  archived(store: StoreInfo): readonly ArchivedFile[];
  /** Earlier versions, and raw copies that were taken from a file of this name. */
  kept(store: StoreInfo, id: MemoryId, files: readonly string[]): readonly KeptText[];
  /** Files of ours, beside the memories themselves, that hold one of the phrases and would be cleared of them. */
  holding(stores: readonly StoreInfo[], phrases: readonly string[]): readonly string[];
  /** Call it when the files are gone: nothing can be derived from them any more. */
  clear(stores: readonly StoreInfo[], doomed: readonly Doomed[], phrases: readonly string[]): Cleared;
}

/** What git still holds of a text, in one repository. */
export interface GitHolding {
  readonly root: string;
  /** The repository is the store's own; else the store is a folder of a project. */
  readonly own: boolean;
  /** The branch that a sync of it sends; absent where there is no remote, and for a project. */
  readonly sent?: string;
  /** Whole hashes, newest first. */
  readonly commits: readonly string[];
  /** Where it stands in them, below the root. */
  readonly paths: readonly string[];
  /** The same outside of the store: a project's own files, which no purge of ours may name. */
  readonly beyond: readonly string[];
  /** Objects that no commit reaches. */
  readonly loose: number;
  /** Commits whose own message holds it. */
  readonly messages: readonly string[];
  /** Not everything was looked at. */
  readonly unfinished?: string;
}

export interface FarTraces {
  /** Takes it out of commits that nobody but this machine has; what others may have is left to a person. Under the lock. */
  purge(holding: GitHolding): Promise<void>;
  /** Undefined where the folder is part of no repository. */
  inGit(root: string, phrases: readonly string[]): Promise<GitHolding | undefined>;
  /** Session records of the agents on this machine. */
  inSessions(phrases: readonly string[]): readonly string[];
}
