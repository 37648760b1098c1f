// What a lock holder does to memory files. Every change is durable when it returns, compares the base hash just
// before the new name appears (the fence of STO-21), and refuses what is not as the writer saw it. Its length is that of the
// changes it knows, each with what may stand in its way.
import type { Presence } from "../../attest/presence.ts";
import type { Statement } from "../../attest/statement.ts";
import { type Directory, within } from "../../disk/directory.ts";
import {
  createFiles,
  createGuarded,
  removeFile,
  removeTemps,
  replaceGuarded,
  replacePlaced,
} from "../../disk/durable-write.ts";
import { asFault, orFault } from "../../disk/errno.ts";
import type { FileMove } from "../../disk/git/stage.ts";
import { type ReadFile, readIn } from "../../disk/read-file.ts";
import { sha256Hex } from "../../text/digest.ts";
import { Fault, type Refusal, refuse } from "../../text/errors.ts";
import { PLACES, type Place } from "../../trust/tiers.ts";
import { type Kept, pathsOf, statementAt, statementPath } from "../kept.ts";
import type { Change, Creation, Rewrite, Scope, StoreWriter } from "../memory-store.ts";
import { RAW_FOLDER, rawParts, rawPath } from "../raw-files.ts";
import { directoryMode, fileMode, isMemoryFile, isMonth, isPlace, MAX_BYTES } from "./file-names.ts";
import { type Keys, removeOtherStatements, removeStatement, writeStatement } from "./statements.ts";

type Of<K extends Change["kind"]> = Extract<Change, { kind: K }>;
type Moving = Of<"move" | "archive" | "take-out" | "put-back">;

interface Held {
  readonly scope: Scope;
  readonly holdsLock: () => boolean;
  readonly keys: Keys;
  readonly kept: Kept | undefined;
}

export class FileWriter implements StoreWriter {
  readonly #root: Directory;
  readonly #scope: Scope;
  readonly #holdsLock: () => boolean;
  readonly #keys: Keys;
  #isOpen = true;
  readonly #moved: FileMove[] = [];

  readonly #kept: Kept | undefined;

  constructor(root: Directory, { scope, holdsLock, keys, kept }: Held) {
    this.#root = root;
    this.#scope = scope;
    this.#holdsLock = holdsLock;
    this.#keys = keys;
    this.#kept = kept;
  }

  /** After this the writer refuses to work: its lock is about to go. */
  close(): void {
    this.#isOpen = false;
  }

  /** What moved under this lock. */
  get moved(): readonly FileMove[] {
    return this.#moved;
  }

  apply(change: Change): Refusal | undefined {
    const refused = unsafeName(change) ?? tooLarge(change);
    if (refused !== undefined) return refused;
    try {
      this.#mustHoldLock();
      let stopped: Refusal | undefined;
      // Not a function of its own: a walk from the command to the file stays short.
      switch (change.kind) {
        case "create":
          stopped = this.#create(change);
          break;
        case "rewrite":
          stopped = this.#rewrite(change);
          break;
        case "move":
          stopped = this.#noting(change, this.#move(change));
          break;
        case "remove":
          stopped = this.#inPlace(change.place, (directory) => takeAway(directory, change.place, change));
          break;
        case "archive":
          stopped = this.#noting(change, this.#archive(change));
          break;
        case "take-out":
        case "put-back":
          stopped = this.#noting(change, this.#carryRaw(change));
          break;
        case "remove-archived":
          stopped = this.#removeArchived(change);
          break;
      }
      if (stopped === undefined) this.#kept?.note(pathsOf(change));
      return stopped;
    } catch (error) {
      throw asFault(error, `Writing ${change.file}`);
    }
  }

  #noting(change: Moving, stopped: Refusal | undefined): Refusal | undefined {
    if (stopped === undefined) this.#moved.push(moveOf(change));
    return stopped;
  }

  async createEach(changes: readonly Creation[]): Promise<readonly (Refusal | undefined)[]> {
    try {
      this.#mustHoldLock();
      const answers = await this.#createEach(changes);
      this.#kept?.note(changes.filter((_, at) => answers[at] === undefined).flatMap(pathsOf));
      return answers;
    } catch (error) {
      throw asFault(error, `Writing ${changes.length} memories`);
    }
  }

  async rewriteEach(changes: readonly Rewrite[]): Promise<readonly (Refusal | undefined)[]> {
    try {
      this.#mustHoldLock();
      // A shared store's files keep a mode each.
      if (this.#scope === "shared") return changes.map((change) => this.apply(change));
      const answers = await this.#rewriteEach(changes);
      // A sync adopts what was edited by hand: that it was is still to be told.
      for (const [at, change] of changes.entries())
        if (answers[at] === undefined) this.#kept?.noteOwn(`${change.place}/${change.file}`, change.base);
      return answers;
    } catch (error) {
      throw asFault(error, `Writing ${changes.length} memories`);
    }
  }

  state(statement: Statement, presence?: Presence): void {
    orFault("Signing for this memory", () => {
      this.#mustHoldLock();
      writeStatement(this.#root, { scope: this.#scope, statement, presence }, this.#keys);
      this.#kept?.note([...this.#givenUp(statement), statementPath(statement), "allowed_signers"]);
    });
  }

  /**
   * Where an earlier state of the store was put back, this device has said more than stands there. Its word to what a person
   * sees now counts from here on, or nothing would, until somebody brings the later ones back.
   */
  #givenUp({ id, dot, vouches }: Statement): readonly string[] {
    if (vouches === null || this.#kept === undefined) return [];
    return this.#kept.below(`attest/${id}/`).filter((path) => {
      const said = statementAt(path);
      return said?.device === dot.device && said.n > dot.n;
    });
  }

  takeBack(statement: Statement): void {
    this.#mustHoldLock();
    removeStatement(this.#root, statement);
    this.#kept?.note([statementPath(statement)]);
  }

  keepOnly(statement: Statement): void {
    orFault("Removing what was said about this memory", () => {
      this.#mustHoldLock();
      removeOtherStatements(this.#root, statement);
      this.#kept?.note([...this.#kept.below(`attest/${statement.id}/`), statementPath(statement)]);
    });
  }

  /** A name taken in either directory is taken: recovery reads a name in both as an unfinished move. */
  #create({ place, file, text }: Of<"create">): Refusal | undefined {
    for (const other of PLACES) {
      if (other !== place && this.#inPlace(other, (directory) => directory.look(file)) !== undefined)
        return exists(other, file);
    }
    const directory = this.#open(place);
    try {
      const mode = fileMode(this.#scope, directory.mode);
      const made = createGuarded<never>(directory, { name: file, bytes: Buffer.from(text), mode });
      return made === undefined ? undefined : exists(place, file);
    } finally {
      directory.close();
    }
  }

  async #createEach(changes: readonly Creation[]): Promise<readonly (Refusal | undefined)[]> {
    const taken = new Set(this.#inPlace("quarantine", (directory) => directory.names()));
    const refusals = changes.map(
      (change) =>
        unsafeName(change) ??
        tooLarge(change) ??
        (change.place === "memories" ? undefined : refuse("unsafe-path", "Expected new memories in memories/ only.")) ??
        (taken.has(change.file) ? exists("quarantine", change.file) : undefined),
    );
    const fit = changes.filter((_, at) => refusals[at] === undefined);
    const directory = this.#open("memories");
    try {
      const files = fit.map(({ file, text }) => ({ name: file, bytes: Buffer.from(text) }));
      const made = await createFiles<never>(directory, files, fileMode(this.#scope, directory.mode), () => {
        this.#mustHoldLock();
        return undefined;
      });
      return changes.map((change, at) => refusals[at] ?? told(change, made[fit.indexOf(change)]));
    } finally {
      directory.close();
    }
  }

  #rewrite({ place, file, base, text }: Of<"rewrite">): Refusal | undefined {
    return this.#inPlace(place, (directory) => {
      const seen = expectBase(directory, place, file, base);
      if (seen.kind === "refusal") return seen;
      const mode = this.#scope === "shared" ? seen.mode & 0o775 : 0o600;
      return replaceGuarded(directory, { name: file, bytes: Buffer.from(text), mode }, () =>
        refusalOf(expectBase(directory, place, file, base)),
      );
    });
  }

  async #rewriteEach(changes: readonly Rewrite[]): Promise<readonly (Refusal | undefined)[]> {
    const refusals = new Map<Rewrite, Refusal>();
    for (const place of PLACES) {
      const directory = this.#open(place);
      try {
        const here = changes.filter((change) => change.place === place);
        const fit = here.filter((change) => {
          const refused =
            unsafeName(change) ?? tooLarge(change) ?? refusalOf(expectBase(directory, place, change.file, change.base));
          if (refused !== undefined) refusals.set(change, refused);
          return refused === undefined;
        });
        const files = fit.map((change) => ({
          change,
          directory,
          name: change.file,
          bytes: Buffer.from(change.text),
        }));
        await replacePlaced(files, fileMode(this.#scope, directory.mode), ({ change }) => {
          this.#mustHoldLock();
          const refused = refusalOf(expectBase(directory, place, change.file, change.base));
          if (refused !== undefined) refusals.set(change, refused);
          return refused !== undefined;
        });
      } finally {
        directory.close();
      }
    }
    return changes.map((change) => refusals.get(change));
  }

  #move({ file, from, to, base, text }: Of<"move">): Refusal | undefined {
    if (from === to) return refuse("usage", `A move needs two directories, found ${from} twice.`);
    return this.#inPlace(from, (source) =>
      this.#inPlace(to, (target) => this.#carry(source, target, { file, from, to, base }, Buffer.from(text))),
    );
  }

  #archive({ file, base, month }: Of<"archive">): Refusal | undefined {
    return this.#inPlace("quarantine", (source) => {
      const seen = expectBase(source, "quarantine", file, base);
      if (seen.kind === "refusal") return seen;
      const archive = this.#root.ensure("archive", directoryMode(this.#scope, this.#root.mode));
      const target = within(archive, (opened) => opened.ensure(month, archive.mode));
      return within(target, () => {
        removeTemps(target);
        return this.#carry(source, target, { file, from: "quarantine", to: `archive/${month}`, base }, seen.bytes);
      });
    });
  }

  #carryRaw({ kind, place, file, base, raw }: Of<"take-out" | "put-back">): Refusal | undefined {
    return within(this.#rawFolder(raw.local), (kept) =>
      this.#inPlace(place, (standing) => {
        const here = { directory: standing, file, label: place };
        const there = { directory: kept, file: raw.name, label: rawPath(raw).replace(/\/[^/]*$/, "") };
        const [from, to] = kind === "take-out" ? [here, there] : [there, here];
        const seen = expectBase(from.directory, from.label, from.file, base);
        if (seen.kind === "refusal") return seen;
        const move = { file: from.file, as: to.file, from: from.label, to: to.label, base };
        return this.#carry(from.directory, to.directory, move, seen.bytes);
      }),
    );
  }

  #rawFolder(local: boolean): Directory {
    const parent = local ? this.#root.ensure(".local", 0o700) : this.#open("quarantine");
    return within(parent, (opened) => opened.ensure(RAW_FOLDER, opened.mode));
  }

  /** Target first, both directories synced, then the source goes: a crash leaves both, never neither. */
  #carry(
    source: Directory,
    target: Directory,
    { file, as = file, from, to, base }: { file: string; as?: string; from: string; to: string; base: string },
    bytes: Uint8Array,
  ): Refusal | undefined {
    const asSeen = (): Refusal | undefined => refusalOf(expectBase(source, from, file, base));
    const made = createGuarded(target, { name: as, bytes, mode: fileMode(this.#scope, target.mode) }, asSeen);
    if (made === "exists" && !holds(target, as, bytes)) return asSeen() ?? exists(to, as);
    if (made !== undefined && made !== "exists") return made;
    source.sync();
    const changed = asSeen();
    if (changed !== undefined) {
      if (made === undefined) removeFile(target, as);
      return changed;
    }
    removeFile(source, file);
    return undefined;
  }

  #removeArchived(change: Of<"remove-archived">): Refusal | undefined {
    const place = `archive/${change.month}`;
    const archive = this.#root.open("archive");
    const folder = archive === undefined ? undefined : within(archive, (opened) => opened.open(change.month));
    if (folder === undefined) return gone(place, change.file);
    return within(folder, (directory) => takeAway(directory, place, change));
  }

  #inPlace<T>(place: Place, act: (directory: Directory) => T): T {
    return within(this.#open(place), act);
  }

  #open(place: Place): Directory {
    return this.#root.ensure(place, directoryMode(this.#scope, this.#root.mode));
  }

  #mustHoldLock(): void {
    if (!this.#isOpen) throw new Fault("locked", "A writer was used after its lock was released.");
    if (!this.#holdsLock())
      throw new Fault("locked", "The lock was lost while this command stood still.", "Try again.");
  }
}

/** git follows neither into the archive nor into a machine's own corner. */
function moveOf(change: Moving): FileMove {
  const { file } = change;
  switch (change.kind) {
    case "move":
      return { from: `${change.from}/${file}`, to: `${change.to}/${file}` };
    case "archive":
      return { from: `quarantine/${file}`, to: undefined };
    case "take-out":
      return { from: `${change.place}/${file}`, to: change.raw.local ? undefined : rawPath(change.raw) };
    case "put-back":
      return { from: rawPath(change.raw), to: `${change.place}/${file}` };
  }
}

function told({ place, file }: Creation, made: "exists" | Error | undefined): Refusal | undefined {
  if (made === undefined) return undefined;
  if (made === "exists") return exists(place, file);
  const { code, message, hint } = asFault(made, `Writing ${file}`);
  return refuse(code, message, hint);
}

function unsafeName(change: Change): Refusal | undefined {
  const places = "month" in change ? [] : change.kind === "move" ? [change.from, change.to] : [change.place];
  const safe =
    isMemoryFile(change.file) &&
    places.every(isPlace) &&
    (!("month" in change) || isMonth(change.month)) &&
    (!("raw" in change) || rawParts(change.raw.name)?.file === change.file);
  if (safe) return undefined;
  const message =
    "Expected a memory file name such as project_build_tool.md in memories/ or quarantine/, found another path.";
  return refuse("unsafe-path", message);
}

/** What could never be read back is not written. */
function tooLarge(change: Change): Refusal | undefined {
  if (!("text" in change) || Buffer.byteLength(change.text ?? "") <= MAX_BYTES) return undefined;
  return refuse(
    "too-large",
    `${change.file} would be larger than ${MAX_BYTES / 1024} KiB.`,
    "Split it into several memories.",
  );
}

function takeAway(directory: Directory, place: string, { file, base }: Of<"remove" | "remove-archived">) {
  const seen = expectBase(directory, place, file, base);
  if (seen.kind === "refusal") return seen;
  removeFile(directory, file);
  return undefined;
}

function gone(place: string, file: string): Refusal {
  return refuse("not-found", `${place}/${file} is not there.`, "holdfast list");
}

function expectBase(directory: Directory, place: string, file: string, base: string): ReadFile | Refusal {
  const read = readIn(directory, file, MAX_BYTES);
  if (read === undefined) return gone(place, file);
  if (read.kind === "unreadable")
    return refuse("unsafe-path", `${place}/${file} is refused: ${read.reason}.`, "holdfast doctor");
  if (sha256Hex(read.bytes) === base) return read;
  return refuse(
    "changed-meanwhile",
    `${place}/${file} changed while this command ran; nothing was written.`,
    "Look at it again, then repeat the command.",
  );
}

function refusalOf(value: ReadFile | Refusal): Refusal | undefined {
  return value.kind === "refusal" ? value : undefined;
}

/** The same bytes under the same name: an earlier attempt that was killed before the source went. */
function holds(directory: Directory, file: string, bytes: Uint8Array): boolean {
  const read = readIn(directory, file, MAX_BYTES);
  return read?.kind === "read" && Buffer.compare(read.bytes, bytes) === 0;
}

function exists(place: string, file: string): Refusal {
  return refuse("exists", `${place}/${file} exists already.`, `holdfast show ${file.replace(/\.md$/, "")}`);
}
