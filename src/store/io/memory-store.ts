// One store on disk (STO-20 to STO-22). The root is resolved once; each operation opens it again, sees that it is
// still the same directory, and goes down through handles; many files are read through one handle. Reading never locks. Writing happens under the lock,
// after what a killed writer left was mended.

import { type Statement, storeName } from "../../attest/statement.ts";
import { type Directory, openResolved, within } from "../../disk/directory.ts";
import { asFault, orFault } from "../../disk/errno.ts";
import type { FileMove } from "../../disk/git/stage.ts";
import { takeLock } from "../../disk/lock.ts";
import { readIn } from "../../disk/read-file.ts";
import { onNetwork, type SharedLock, takeSharedLock } from "../../disk/shared-lock.ts";
import { isMemoryId, type MemoryId } from "../../memory/ids.ts";
import { sha256Hex } from "../../text/digest.ts";
import { Fault, isRefusal, type Refusal, refuse } from "../../text/errors.ts";
import { PLACES, type Place } from "../../trust/tiers.ts";
import type { Kept } from "../kept.ts";
import type {
  ArchivedFile,
  Listing,
  MemoryStore,
  RawFile,
  RefusedFile,
  Spot,
  Stamps,
  StoredFile,
  StoreInfo,
  StoreWriter,
} from "../memory-store.ts";
import type { RawNote } from "../records.ts";
import { readArchive } from "./archive.ts";
import { isMemoryFile, isPlace, MAX_BYTES, sortNames, writersOf } from "./file-names.ts";
import { headsIn } from "./latest-statements.ts";
import { rawsBelow } from "./raw-files.ts";
import { recover } from "./recover.ts";
import { stampFiles, stampPlaces } from "./stamps.ts";
import { type About, type Keys, pastIn, readSaid, saidAbout, statementsIn, unreadIn } from "./statements.ts";
import { FileWriter } from "./writer.ts";

export interface FileStoreOptions {
  readonly keys: Keys;
  readonly lock?: "auto" | "shared";
  readonly keep?: (bytes: Uint8Array, note: RawNote) => unknown;
  readonly waitMs?: number;
  /** What was left here, for who writes; for who reads its newest words are enough (STO-35). */
  readonly kept?: Pick<Kept, "said"> & Partial<Kept>;
  readonly stage?: (root: string, moved: readonly FileMove[]) => Promise<void>;
}

/** A store with more memories is copied by who has the time. */
const MOST_COPIED = 1000;
/** From so many on the folders of statements are listed at once. */
const MANY = 50;

export class FileStore implements MemoryStore {
  readonly info: StoreInfo;
  readonly #identity: string;
  readonly #options: FileStoreOptions;
  readonly #keys: Keys;
  /** The root, while many are read. */
  #held: Directory | undefined;
  /** The same while: how many were asked about, and once that is many, about whom anything is said. */
  #asked = 0;
  #said: ReadonlySet<string> | undefined;

  constructor(info: StoreInfo, identity: string, options: FileStoreOptions) {
    this.info = info;
    this.#identity = identity;
    this.#options = options;
    this.#keys = options.keys;
  }

  list(): Listing {
    return this.#inRoot("Listing the store", (root) =>
      sortNames(PLACES.map((place) => ({ place, names: namesIn(root, place) }))),
    );
  }

  raws(): readonly RawFile[] {
    return this.#inRoot("Reading what is kept as bytes", rawsBelow);
  }

  archived(): readonly ArchivedFile[] {
    return readArchive(this.info);
  }

  stamps(depth: "files" | "places"): Stamps {
    return this.#inRoot("Looking at the store", (root) => {
      const now = Date.now();
      // Directories first: what changes while files are looked at shows at the next look.
      const places = stampPlaces(root, now);
      return { places, files: depth === "places" ? [] : stampFiles(root, now) };
    });
  }

  read(spot: Spot): StoredFile | RefusedFile | undefined {
    const { place, file } = spot;
    if (!isPlace(place) || !isMemoryFile(file)) {
      return { kind: "refused-file", place, file, reason: "not the name of a memory file" };
    }
    return this.#inRoot(`Reading ${file}`, (root) => {
      const directory = root.open(place);
      return directory && within(directory, (opened) => readSpot(opened, spot));
    });
  }

  *readEach(spots: Iterable<Spot>): Iterable<StoredFile | RefusedFile | undefined> {
    const root = this.#held === undefined ? this.#holdRoot() : undefined;
    let held: { readonly place: Place; readonly directory: Directory } | undefined;
    try {
      for (const spot of spots) {
        if (held !== undefined && held.place !== spot.place) {
          held.directory.close();
          held = undefined;
        }
        const directory = held?.directory ?? this.#hold(spot);
        if (directory !== undefined) held = { place: spot.place, directory };
        yield directory === undefined || !isMemoryFile(spot.file)
          ? this.read(spot)
          : orFault(`Reading ${spot.file}`, () => readSpot(directory, spot));
      }
    } finally {
      held?.directory.close();
      if (root !== undefined) {
        this.#held = undefined;
        this.#asked = 0;
        this.#said = undefined;
      }
      root?.close();
    }
  }

  /** What is said of the memories is read through it too. */
  #holdRoot(): Directory | undefined {
    const root = orFault("Reading the store", () => this.#openRoot());
    if (root.isHeld) this.#held = root;
    else root.close();
    return this.#held;
  }

  /** Undefined where there is no such directory, or no handle that stays with it. */
  #hold({ place }: Spot): Directory | undefined {
    if (!isPlace(place)) return undefined;
    const directory = this.#inRoot("Reading the store", (root) => root.open(place));
    if (directory?.isHeld !== false) return directory;
    directory.close();
    return undefined;
  }

  statements(id: MemoryId): readonly Statement[] {
    if (!isMemoryId(id)) return [];
    return this.#inRoot("Reading the statements", (root) => readSaid(root, this.#about(id), statementsIn));
  }

  latestStatements(id: MemoryId): readonly Statement[] {
    if (!isMemoryId(id) || this.#isUnsaid(id)) return [];
    return this.#inRoot("Reading the statements", (root) => readSaid(root, this.#about(id), headsIn));
  }

  standingStatements(id: MemoryId): readonly Statement[] {
    if (!isMemoryId(id)) return [];
    const { said: _, ...about } = this.#about(id);
    return this.#inRoot("Reading the statements", (root) => readSaid(root, about, statementsIn));
  }

  /** To look for a folder that is not there costs more than the rest of a memory, and most inferred ones have none. */
  #isUnsaid(id: MemoryId): boolean {
    if (this.#held === undefined || ++this.#asked < MANY) return false;
    this.#said ??= this.#inRoot("Reading the statements", (root) => new Set(saidAbout(root)));
    return !this.#said.has(id);
  }

  pastStatements(id: MemoryId): readonly Statement[] {
    if (!isMemoryId(id)) return [];
    return this.#inRoot("Reading the statements", (root) => readSaid(root, this.#about(id), pastIn));
  }

  unreadStatements(id: MemoryId): readonly string[] {
    if (!isMemoryId(id)) return [];
    return this.#inRoot("Reading the statements", (root) => readSaid(root, this.#about(id), unreadIn));
  }

  #about(id: MemoryId): Omit<About, "folder"> {
    const { kept } = this.#options;
    const base = { store: storeName(this.info), id, keys: this.#keys };
    return kept === undefined ? base : { ...base, own: this.#keys.own?.device, said: kept.said };
  }

  async withLock<T>(act: (writer: StoreWriter) => T | Promise<T>): Promise<T | Refusal> {
    if (!this.info.writable) {
      const message = `This store has format ${this.info.format}, which this program reads but does not write.`;
      return refuse("newer-format", message, "Update holdfast, then try again.");
    }
    const held: (() => void)[] = [];
    try {
      const writer = await this.#lock(held);
      if (isRefusal(writer)) return writer;
      const done = await act(writer);
      // Before the lock goes: a sync must find the index as the files are.
      await this.#options.stage?.(this.info.root, writer.moved);
      return done;
    } finally {
      letGo(held);
    }
  }

  /** What is to be let go again goes into `held` as it is taken, also where the rest of it fails. */
  async #lock(held: (() => void)[]): Promise<FileWriter | Refusal> {
    const { root, local } = this.#openForWriting();
    held.push(
      () => root.close(),
      () => local.close(),
    );
    const started = performance.now();
    const waitMs = this.#options.waitMs ?? 5000;
    const release = await takeLock(local, "lock.db", waitMs);
    if (release === "timeout") return busy(waitMs);
    held.push(release);
    const shared = await this.#takeShared(root, local, Math.max(0, waitMs - (performance.now() - started)));
    if (shared === "timeout") return busy(waitMs);
    const { kept } = this.#options;
    const known = kept?.note === undefined ? undefined : (kept as Kept);
    const holds = { scope: this.info.scope, holdsLock: () => shared?.mine() ?? true, keys: this.#keys, kept: known };
    const writer = new FileWriter(root, holds);
    held.push(
      () => shared?.release(),
      () => writer.close(),
    );
    orFault("Mending what an earlier writer left", () => recover(root, this.#options.keep));
    if (known !== undefined && !orFault("Looking at the store", () => this.#isLarge(root))) known.takeAll();
    // Before the lock goes: who takes it next has to know what was said.
    if (known !== undefined) held.push(known.hold());
    return writer;
  }

  /** Copying a large store is the worker's and doctor's. */
  #isLarge(root: Directory): boolean {
    const memories = root.open("memories");
    return memories !== undefined && within(memories, (opened) => opened.count(MOST_COPIED + 1) > MOST_COPIED);
  }

  #openForWriting(): { root: Directory; local: Directory } {
    let root: Directory | undefined;
    try {
      root = this.#openRoot();
      return { root, local: root.ensure(".local", 0o700) };
    } catch (error) {
      root?.close();
      throw asFault(error, "Locking the store");
    }
  }

  async #takeShared(root: Directory, local: Directory, waitMs: number): Promise<SharedLock | "timeout" | undefined> {
    try {
      const needed = this.#options.lock === "shared" || onNetwork(root.path);
      return needed ? await takeSharedLock(local, { waitMs }) : undefined;
    } catch (error) {
      throw asFault(error, "Locking the store");
    }
  }

  #openRoot(): Directory {
    const root = openResolved(this.info.root, { writers: writersOf(this.info.scope) });
    if (root?.identity === this.#identity) return root;
    root?.close();
    throw new Fault(
      "unsafe-path",
      `${this.info.root} is no longer the directory that was opened.`,
      "Run the command again.",
    );
  }

  #inRoot<T>(doing: string, act: (root: Directory) => T): T {
    return orFault(doing, () => (this.#held === undefined ? within(this.#openRoot(), act) : act(this.#held)));
  }
}

/** The last taken first, and all of them whatever one says. */
function letGo(held: (() => void)[]): void {
  const last = held.pop();
  if (last === undefined) return;
  try {
    last();
  } finally {
    letGo(held);
  }
}

function readSpot(directory: Directory, { place, file }: Spot): StoredFile | RefusedFile | undefined {
  const read = readIn(directory, file, MAX_BYTES);
  if (read === undefined) return undefined;
  if (read.kind === "unreadable") return { kind: "refused-file", place, file, reason: read.reason };
  return { kind: "file", place, file, bytes: read.bytes, sha256: sha256Hex(read.bytes), mtimeMs: read.mtimeMs };
}

/** A clone has no empty directories: a missing one is empty. */
function namesIn(root: Directory, place: Place): string[] {
  const directory = root.open(place);
  return directory === undefined ? [] : within(directory, (opened) => opened.names());
}

function busy(waitMs: number): Refusal {
  return refuse("locked", `Another writer held the store for ${waitMs / 1000} s; nothing was written.`, "Try again.");
}
