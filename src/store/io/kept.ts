// Keeps copies of what Holdfast leaves in a store, and looks whether it is still so (STO-35). Times, sizes and inodes are
// compared first, and only what differs in them is opened. Nothing here stops a write: copies that are missing are made at the
// next look, from what the ledger or the history says was ours.
import type { DatabaseSync } from "node:sqlite";
import { parseStatement } from "../../attest/statement.ts";
import type { Directory } from "../../disk/directory.ts";
import { idOf } from "../../memory/fields.ts";
import { isMemoryId, type MemoryId } from "../../memory/ids.ts";
import { sha256Hex } from "../../text/digest.ts";
import { documentIn } from "../catalogue.ts";
import { isMemoryPath, isStorePath } from "../export-document.ts";
import {
  compare,
  isMeantFile,
  isMeantGone,
  isMeantWord,
  isToldWord,
  type Kept,
  type Looked,
  type Meant,
  type Outside,
  statementAt,
} from "../kept.ts";
import { type LedgerLine, readings } from "../ledger.ts";
import type { StoreInfo } from "../memory-store.ts";
import type { HistoryRecord, LedgerContent } from "../records.ts";
import { inStore } from "./file-names.ts";
import { factIn, openKeptFile, pathsBelow, type SaidOf, saidIn, stampOfKept } from "./kept-file.ts";
import { readAt, stampOf, type Walk, walk } from "./kept-walk.ts";

/** What else this machine knows of its own acts. */
export interface OwnActs {
  readonly device: string;
  records(id: MemoryId): readonly HistoryRecord[];
  /** The keyed digest of the ledger; undefined where the memory has no key. */
  keyed(id: MemoryId, content: LedgerContent): string | undefined;
}

/** Only ever appended to. */
export const GROWING: RegExp = /^(?:ledger|tombstones)\/[0-9a-f]+\.jsonl$/;
/** What is signed by itself, or no word about a memory: taken over as it is, and missed when it is gone. */
const BESIDE = /^(?:devices\/|allowances\/|tombstones\/[0-9A-Z]|allowed_signers$|\.git)/;

interface Row {
  readonly sha256: string;
  readonly stamp: string;
}

interface Seen {
  readonly stamp: string;
  /** Read where the stamp does not tell. */
  readonly bytes?: Uint8Array;
  readonly sha256: string;
}

export function openKept(stateDir: string, storeKey: string, info: StoreInfo, acts: OwnActs): Kept {
  /** Noted under a lock, and kept together: to open the file costs more than what is written. Who reads it writes them first. */
  const pending = new Set<string>();
  let holding = 0;
  let isTaken = false;
  /** Opened for each act and closed after it. Whatever is wrong with it, the work that it follows goes on. */
  const using = <T>(make: boolean, otherwise: T, act: (database: DatabaseSync) => T): T => {
    let opened: DatabaseSync | undefined;
    try {
      opened = openKeptFile(stateDir, storeKey, make);
      if (opened === undefined) return otherwise;
      const paths = [...pending];
      if (paths.length > 0) noteIn(opened, paths);
      for (const path of paths) pending.delete(path);
      return act(opened);
    } catch {
      return otherwise;
    } finally {
      opened?.close();
    }
  };
  const isWhole = (database: DatabaseSync): boolean => factIn(database, "whole") !== undefined;
  const noteIn = (database: DatabaseSync, paths: readonly string[]): void => {
    if (isWhole(database)) inStore(info, (root) => inOne(database, () => keepEach(database, root, paths)));
  };
  const settle = (): void => {
    // Once more: a word that is not noted counts for nothing until the next look.
    for (let tries = 0; pending.size > 0 && tries < 2; tries++) using(false, undefined, () => undefined);
    pending.clear();
  };
  let read: { readonly stamp: string; readonly said: SaidOf | undefined } | undefined;
  return {
    note: (paths) => {
      for (const path of paths) pending.add(path);
      if (holding === 0) settle();
    },
    hold: () => {
      holding++;
      return () => {
        holding--;
        settle();
      };
    },
    noteOwn: (path, base) =>
      using(false, undefined, (database) => {
        if (rowOf(database, path)?.sha256 === base) noteIn(database, [path]);
      }),
    below: (prefix) => using<readonly string[]>(false, [], (database) => pathsBelow(database, prefix)),
    said: (id) => {
      settle();
      const stamp = stampOfKept(stateDir, storeKey);
      // Read anew where any process wrote it.
      if (read?.stamp !== stamp)
        read = {
          stamp,
          said: using<SaidOf | undefined>(false, undefined, (file) => (isWhole(file) ? saidIn(file) : undefined)),
        };
      return read.said && (read.said.get(id) ?? new Map());
    },
    look: (depth) =>
      using<Looked>(false, { kind: "unknown" }, (database) =>
        isWhole(database)
          ? inStore(info, (root) => ({ kind: "looked", outside: lookAt(database, root, depth, acts) }))
          : { kind: "unknown" },
      ),
    bytes: (path) => using<Uint8Array | undefined>(false, undefined, (database) => bytesKept(database, path)),
    count: () => using(false, 0, (database) => Number(database.prepare(COUNT).get()?.["n"] ?? 0)),
    takeAll: () => {
      if (isTaken) return;
      using(true, undefined, (database) => {
        if (!isWhole(database)) inStore(info, (root) => inOne(database, () => takeAll(database, root, acts)));
        isTaken = true;
      });
    },
  };
}

const COUNT = "SELECT count(*) AS n FROM files";

function inOne(database: DatabaseSync, act: () => void): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    act();
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

function rowOf(database: DatabaseSync, path: string): Row | undefined {
  const row = database.prepare("SELECT sha256, stamp FROM files WHERE path = ?").get(path);
  return row === undefined ? undefined : { sha256: String(row["sha256"]), stamp: String(row["stamp"]) };
}

function bytesKept(database: DatabaseSync, path: string): Uint8Array | undefined {
  if (GROWING.test(path)) {
    const pieces = database.prepare("SELECT bytes FROM grown WHERE path = ? ORDER BY at").all(path);
    return pieces.length === 0 ? undefined : Buffer.concat(pieces.map(({ bytes }) => bytes as Uint8Array));
  }
  const bytes = database.prepare("SELECT bytes FROM files WHERE path = ?").get(path)?.["bytes"];
  return bytes instanceof Uint8Array ? bytes : undefined;
}

function keepEach(database: DatabaseSync, root: Directory, paths: readonly string[]): void {
  for (const path of paths.filter(isStorePath)) {
    const now = Date.now();
    const bytes = readAt(root, path);
    if (bytes === undefined) drop(database, path);
    else put(database, path, { bytes, sha256: sha256Hex(bytes), stamp: stampOf(root, path, now) ?? "" });
  }
}

function put(database: DatabaseSync, path: string, seen: Required<Seen>): void {
  if (GROWING.test(path) && !grow(database, path, seen.bytes)) return;
  const bytes = GROWING.test(path) ? null : seen.bytes;
  database
    .prepare("INSERT OR REPLACE INTO files (path, sha256, stamp, bytes) VALUES (?, ?, ?, ?)")
    .run(path, seen.sha256, seen.stamp, bytes);
}

/** False for what does not go on from what is kept. */
function grow(database: DatabaseSync, path: string, bytes: Uint8Array): boolean {
  const kept = bytesKept(database, path) ?? new Uint8Array();
  if (!goesOn(kept, bytes)) return false;
  if (bytes.length > kept.length)
    database
      .prepare("INSERT INTO grown (path, at, bytes) VALUES (?, ?, ?)")
      .run(path, kept.length, bytes.subarray(kept.length));
  return true;
}

export function goesOn(kept: Uint8Array, bytes: Uint8Array): boolean {
  return bytes.length >= kept.length && Buffer.compare(bytes.subarray(0, kept.length), kept) === 0;
}

function drop(database: DatabaseSync, path: string): void {
  database.prepare("DELETE FROM files WHERE path = ?").run(path);
  database.prepare("DELETE FROM grown WHERE path = ?").run(path);
}

function rowsIn(database: DatabaseSync): ReadonlyMap<string, Row> {
  const rows = database.prepare("SELECT path, sha256, stamp FROM files").all();
  return new Map(
    rows.map((row) => [String(row["path"]), { sha256: String(row["sha256"]), stamp: String(row["stamp"]) }]),
  );
}

function lookAt(database: DatabaseSync, root: Directory, depth: "stamps" | "bytes", acts: OwnActs): readonly Outside[] {
  const rows = rowsIn(database);
  const standing = new Map<string, Seen>();
  const { files, folders } = walk(root, Date.now(), depth === "stamps" ? sameFolders(database, rows) : undefined);
  for (const [path, stamp] of files) {
    const row = rows.get(path);
    const isSame = depth === "stamps" && row !== undefined && stamp !== "" && row.stamp === stamp;
    const bytes = isSame ? undefined : readAt(root, path);
    if (isSame) standing.set(path, row);
    else if (bytes !== undefined) standing.set(path, { stamp, bytes, sha256: digestOf(database, path, bytes, row) });
  }
  const left = new Map([...rows].map(([path, { sha256 }]) => [path, sha256]));
  const outside = compare(left, new Map([...standing].map(([path, { sha256 }]) => [path, sha256])));
  const meant = outside.length === 0 ? [] : ours(outside, { database, standing, acts, root });
  const fresh = [...standing].filter(([path, seen]) => {
    const row = rows.get(path);
    return (
      depth === "stamps" &&
      row !== undefined &&
      row.sha256 === seen.sha256 &&
      row.stamp !== seen.stamp &&
      seen.stamp !== ""
    );
  });
  const grown = [...standing].filter(
    ([path, { bytes }]) => depth === "stamps" && bytes !== undefined && GROWING.test(path),
  );
  const quiet = [...folders].filter(
    ([folder, stamp]) =>
      depth === "stamps" && stamp !== "" && !outside.some(({ path }) => path.startsWith(`${folder}/`)),
  );
  if (meant.length + fresh.length + grown.length + quiet.length > 0)
    inOne(database, () => {
      const known = database.prepare("INSERT OR REPLACE INTO folders VALUES (?, ?)");
      for (const [folder, stamp] of quiet) known.run(folder, stamp);
      const stamped = database.prepare("UPDATE files SET stamp = ? WHERE path = ?");
      for (const [path, { stamp }] of fresh) stamped.run(stamp, path);
      for (const [path, { bytes, stamp, sha256 }] of grown)
        if (bytes !== undefined && left.get(path) !== undefined) put(database, path, { bytes, stamp, sha256 });
      keepEach(database, root, meant);
    });
  const own = new Set(meant);
  return outside.filter((each) => !own.has(each.path));
}

function sameFolders(database: DatabaseSync, rows: ReadonlyMap<string, Row>): Walk["same"] {
  const stamps = new Map(
    database
      .prepare("SELECT path, stamp FROM folders")
      .all()
      .map((row) => [String(row["path"]), String(row["stamp"])]),
  );
  const below = Map.groupBy(
    [...rows].filter(([path]) => path.startsWith("attest/")),
    ([path]) => path.slice(0, path.lastIndexOf("/")),
  );
  return (folder, stamp) => {
    const files = below.get(folder) ?? [];
    // One that was kept within a tick of its making has no stamp yet.
    const isKnown = stamps.get(folder) === stamp && files.every(([, row]) => row.stamp !== "");
    return isKnown ? new Map(files.map(([path, row]) => [path, row.stamp])) : undefined;
  };
}

/** One that only grew is as it was left. */
function digestOf(database: DatabaseSync, path: string, bytes: Uint8Array, row: Row | undefined): string {
  if (row !== undefined && GROWING.test(path) && goesOn(bytesKept(database, path) ?? new Uint8Array(), bytes))
    return row.sha256;
  return sha256Hex(bytes);
}

interface Judging {
  readonly database: DatabaseSync;
  readonly standing: ReadonlyMap<string, Seen>;
  readonly acts: OwnActs;
  readonly root: Directory;
}

/** Of these the paths that are as they are by an act of ours. */
function ours(outside: readonly Outside[], judging: Judging): readonly string[] {
  const { database, standing, acts, root } = judging;
  const meantOf = meantIn(root, acts);
  const idAt = (path: string): MemoryId | undefined => {
    const bytes = standing.get(path)?.bytes ?? bytesKept(database, path);
    const document = bytes && documentIn(bytes);
    return document && idOf(document);
  };
  const isOurs = (each: Outside): boolean => {
    const { path } = each;
    const seen = standing.get(path);
    if (BESIDE.test(path)) return seen !== undefined;
    if (GROWING.test(path)) return each.kind === "new";
    const id = isMemoryPath(path) ? idAt(path) : undefined;
    if (id === undefined) return false;
    const meant = meantOf(id);
    if (seen?.bytes === undefined) return isMeantGone(path, meant);
    return isMeantFile({ path, sha256: seen.sha256, keyed: acts.keyed(id, seen.bytes) }, meant);
  };
  const files = outside.filter(isOurs);
  const strange = new Set<string>(
    outside
      .filter((each) => !files.includes(each))
      .flatMap(({ path }) => (isMemoryPath(path) ? (idAt(path) ?? []) : [])),
  );
  const words = outside.filter(({ kind, path }) => {
    const said = statementAt(path);
    if (said === undefined || strange.has(said.id)) return false;
    const meant = meantOf(said.id);
    if (kind === "gone") return meant.lines.at(-1)?.action === "forget";
    return kind === "new" && said.device === acts.device && isMeantWord(said.n, meant);
  });
  return [...files, ...words].flatMap((each) => (each.kind === "renamed" ? [each.path, each.from] : [each.path]));
}

/** The ledger of this device is read once, and only where somebody asks. */
function meantIn(root: Directory, { device, records }: OwnActs): (id: MemoryId) => Meant {
  let lines: Map<string, LedgerLine[]> | undefined;
  return (id) => {
    lines ??= linesIn(readAt(root, `ledger/${device}.jsonl`) ?? new Uint8Array());
    return { records: records(id), lines: lines.get(id) ?? [] };
  };
}

function linesIn(bytes: Uint8Array): Map<string, LedgerLine[]> {
  const lines = new Map<string, LedgerLine[]>();
  for (const { line } of readings(bytes)) {
    if (line === undefined) continue;
    const about = lines.get(line.id);
    if (about === undefined) lines.set(line.id, [line]);
    else about.push(line);
  }
  return lines;
}

/** A store that is not known yet is taken as it stands, but for words of this device that its own ledger does not tell of. */
function takeAll(database: DatabaseSync, root: Directory, acts: OwnActs): void {
  const now = Date.now();
  const meantOf = meantIn(root, acts);
  const hasLedger = readAt(root, `ledger/${acts.device}.jsonl`) !== undefined;
  const paths = [...walk(root, now).files];
  const newest = new Map<string, number>();
  for (const [path] of paths) {
    const said = statementAt(path);
    if (said?.device === acts.device && said.n > (newest.get(said.id) ?? 0)) newest.set(said.id, said.n);
  }
  for (const [path, stamp] of paths) {
    const bytes = readAt(root, path);
    if (bytes === undefined) continue;
    const said = statementAt(path);
    const isNewest = said !== undefined && said.device === acts.device && newest.get(said.id) === said.n;
    if (isNewest && hasLedger && !isToldWord(said.n, isVouching(bytes), meantOf(said.id))) continue;
    put(database, path, { bytes, stamp, sha256: sha256Hex(bytes) });
  }
  database.prepare("INSERT OR REPLACE INTO facts (name, value) VALUES ('whole', '1')").run();
}

function isVouching(bytes: Uint8Array): boolean {
  try {
    const { statement } = JSON.parse(Buffer.from(bytes).toString("utf8")) as { readonly statement: string };
    return parseStatement(statement)?.vouches !== null;
  } catch {
    // A damaged file says nothing.
    return false;
  }
}

/** Which memory a file is, by what stands there or by what was kept. */
export function idKept(bytes: Uint8Array | undefined): string | undefined {
  const document = bytes && documentIn(bytes);
  const id = document && idOf(document);
  return isMemoryId(id) ? id : undefined;
}
