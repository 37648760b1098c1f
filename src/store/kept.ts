// What Holdfast left in a store, held against what stands there (STO-35). Pure: facts in, findings out. A difference that the
// ledger or the history explains is a write of ours whose copy was not kept in time; every other was made by somebody else.
import type { Statement } from "../attest/statement.ts";
import { isMemoryId, type MemoryId } from "../memory/ids.ts";
import { isMemoryPath } from "./export-document.ts";
import type { LedgerLine } from "./ledger.ts";
import type { Change } from "./memory-store.ts";
import { rawPath } from "./raw-files.ts";
import { BESIDE, type HistoryRecord } from "./records.ts";

/** By its path below the root: the digest of its bytes. */
export type Digests = ReadonlyMap<string, string>;

export type Outside =
  | { readonly kind: "changed" | "gone" | "new"; readonly path: string }
  | { readonly kind: "renamed"; readonly path: string; readonly from: string };

/** How a look ended: nothing is known of the store yet, or these are not as Holdfast left them. */
export type Looked = { readonly kind: "unknown" } | { readonly kind: "looked"; readonly outside: readonly Outside[] };

/** The copies of what Holdfast left, on this machine. What goes wrong with them stops nobody: they are kept anew. */
export interface Kept {
  /** A write of ours: these are now as we left them, or gone. */
  note(paths: readonly string[]): void;
  /** Until the answer is called, what is noted is kept together. */
  hold(): () => void;
  /** The same of a file that was not ours before: it stays a finding. */
  noteOwn(path: string, base: string): void;
  /** Paths that begin so. */
  below(prefix: string): readonly string[];
  /** The newest statement of each device about a memory; undefined while nothing is known. */
  said(id: MemoryId): ReadonlyMap<string, number> | undefined;
  /** `stamps` opens nothing that looks as it did; `bytes` reads everything. */
  look(depth: "stamps" | "bytes"): Looked;
  bytes(path: string): Uint8Array | undefined;
  /** How many files are known. */
  count(): number;
  /** Takes over what stands there now; for a store that is not known yet. */
  takeAll(): void;
}

export function compare(left: Digests, standing: Digests): readonly Outside[] {
  const gone = [...left.keys()].filter((path) => !standing.has(path));
  const found: Outside[] = [];
  const renamed = new Set<string>();
  for (const [path, digest] of standing) {
    const before = left.get(path);
    if (before === digest) continue;
    const from =
      before === undefined && isMemoryPath(path)
        ? gone.find((each) => isMemoryPath(each) && !renamed.has(each) && left.get(each) === digest)
        : undefined;
    if (from !== undefined) renamed.add(from);
    found.push(
      from === undefined ? { kind: before === undefined ? "new" : "changed", path } : { kind: "renamed", path, from },
    );
  }
  found.push(...gone.filter((path) => !renamed.has(path)).map((path): Outside => ({ kind: "gone", path })));
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** What was meant for one memory: the history, newest first, and this device's lines, oldest first. */
export interface Meant {
  readonly records: readonly HistoryRecord[];
  readonly lines: readonly LedgerLine[];
}

/** The last line that tells what became of it. */
function lastOf({ lines }: Meant): LedgerLine | undefined {
  return lines.findLast(({ action }) => !BESIDE.has(action));
}

/** A memory's file as it stands; `keyed` is its digest as the ledger would have it. */
export function isMeantFile(
  file: { readonly path: string; readonly sha256: string; readonly keyed: string | undefined },
  meant: Meant,
): boolean {
  const [newest] = meant.records;
  // Put away as it was: neither record nor ledger has its place there, and it leaves no digest.
  if (file.path.startsWith("archive/") && newest?.action === "archive")
    return newest.before?.sha256 === file.sha256 && file.path.endsWith(`/${newest.before.file}`);
  const after = newest?.after;
  if (after !== undefined && pathOf(after) === file.path && after.sha256 === file.sha256) return true;
  // The ledger does not have the name: where the history does, that counts.
  if (after !== undefined && pathOf(after) !== file.path) return false;
  const last = lastOf(meant);
  return last !== undefined && file.keyed !== undefined && last.sha256 === file.keyed && isPlaceOf(last, file.path);
}

/** That nothing stands there any more. */
export function isMeantGone(path: string, meant: Meant): boolean {
  const [newest] = meant.records;
  const moved = newest?.before !== undefined && pathOf(newest.before) === path;
  if (moved && (newest.after === undefined || pathOf(newest.after) !== path)) return true;
  const last = lastOf(meant);
  return last !== undefined && !isPlaceOf(last, path);
}

function isPlaceOf({ to }: LedgerLine, path: string): boolean {
  const place = to === "quarantined" ? "quarantine" : to === "archived" ? "archive" : "memories";
  return to !== "none" && path.startsWith(`${place}/`);
}

function pathOf({ place, file }: { readonly place: string; readonly file: string }): string {
  return `${place}/${file}`;
}

export interface StatementPath {
  readonly id: MemoryId;
  readonly device: string;
  readonly n: number;
}

const STATEMENT = /^attest\/([0-9A-Z]{26})\/([0-9a-f]{16,64})\.([1-9][0-9]{0,14})\.json$/;

export function statementAt(path: string): StatementPath | undefined {
  const [, id, device = "", n = ""] = STATEMENT.exec(path) ?? [];
  return isMemoryId(id) ? { id, device, n: Number(n) } : undefined;
}

/** This device's act said it: a kill or a power cut came before its copy was kept. */
export function isMeantWord(n: number, { records, lines }: Meant): boolean {
  return records.some(({ said }) => said === n) || lines.some(({ said }) => said === n);
}

/**
 * Of a store that is not known yet: whether the newest word of this device is one that its ledger tells of. Lines from before
 * the number was in them say at least what came of the memory.
 */
export function isToldWord(n: number, isVouching: boolean, meant: Meant): boolean {
  const numbers = meant.lines.flatMap(({ said }) => said ?? []);
  if (numbers.length > 0 || meant.records[0]?.said !== undefined)
    return n === Math.max(0, ...numbers) || n === meant.records[0]?.said;
  return meant.lines.length > 0 && (!isVouching || lastOf(meant)?.to === "verified");
}

export function statementPath({ id, dot }: Pick<Statement, "id" | "dot">): string {
  return `attest/${id}/${dot.device}.${dot.n}.json`;
}

/** Which files a change touches, by their paths below the root. */
export function pathsOf(change: Change): readonly string[] {
  const { file } = change;
  switch (change.kind) {
    case "create":
    case "rewrite":
    case "remove":
      return [`${change.place}/${file}`];
    case "move":
      return [`${change.from}/${file}`, `${change.to}/${file}`];
    case "archive":
      return [`quarantine/${file}`, `archive/${change.month}/${file}`];
    case "take-out":
    case "put-back":
      return [`${change.place}/${file}`, rawPath(change.raw)];
    case "remove-archived":
      return [`archive/${change.month}/${file}`];
  }
}

/** One line for the person, or none. `idOf`: which memory a file is. */
export function outsideLine(
  outside: readonly Outside[],
  idOf: (path: string) => string | undefined,
): string | undefined {
  if (outside.length === 0) return undefined;
  const isMemory = ({ path }: Outside): boolean => isMemoryPath(path) || statementAt(path) !== undefined;
  const subjects = new Set(outside.map(({ path }) => statementAt(path)?.id ?? idOf(path) ?? path));
  const [one, many] = outside.every(isMemory)
    ? ["1 memory", `${subjects.size} memories`]
    : ["1 file of your store", `${subjects.size} files of your store`];
  return `${subjects.size === 1 ? one : many} changed outside Holdfast: run \`holdfast doctor\`.`;
}
