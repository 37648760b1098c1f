// The copies of what Holdfast left in the person's own store, and what a session start tells of them (STO-35).
import { inFolderIfThere } from "../disk/folder.ts";
import { descend } from "../disk/paths.ts";
import { lastLines, readSmallBytes } from "../disk/read-file.ts";
import { openDigestKeys } from "../store/io/digest-keys.ts";
import { openHistory } from "../store/io/history.ts";
import { idKept, openKept } from "../store/io/kept.ts";
import { readFact, writeFact } from "../store/io/kept-file.ts";
import { storeKey } from "../store/io/open-store.ts";
import { type Kept, type Outside, outsideLine } from "../store/kept.ts";
import { type LedgerLine, readLine } from "../store/ledger.ts";
import type { StoreInfo } from "../store/memory-store.ts";
import { CONFIRMING } from "../store/records.ts";
import { sha256Hex } from "../text/digest.ts";
import { partyOf } from "../trust/channels.ts";

export function keptIn(state: string, info: StoreInfo, device: string): Kept {
  const key = storeKey(info);
  const { peek } = openDigestKeys(state, key);
  const { ofMemory } = openHistory(state, key);
  return openKept(state, key, info, { device, records: ofMemory, keyed: peek });
}

/** More files than this are looked at by the worker's side of things, not while a session waits. */
const MOST = 4000;
/** Bytes of a ledger's end. */
const RECENT = 64 * 1024;

export interface Start {
  readonly now: Date;
  readonly device: string;
  /** In which the session starts; undefined where it is not known. */
  readonly terminal: string | undefined;
}

/** Told until a person had doctor look at the same. */
export function keptLines(state: string, info: StoreInfo, kept: Kept, start: Start): readonly string[] {
  const key = storeKey(info);
  const looked = kept.count() > MOST ? undefined : kept.look("stamps");
  if (looked?.kind !== "looked") return [];
  const { outside } = looked;
  const isQuiet = outside.length === 0 || readFact(state, key, "looked") === markOf(outside, info.root);
  const idOf = (path: string): string | undefined =>
    idKept(kept.bytes(path) ?? readSmallBytes(descend(info.root, ...path.split("/")), MOST * 64));
  const line = isQuiet ? undefined : outsideLine(outside, idOf);
  return [...(line === undefined ? [] : [line]), ...confirmedLine(state, info, start)];
}

/** A person's acts since the last start, by the newest lines of the ledgers here; what was done at this terminal is known at it. */
function confirmedLine(state: string, info: StoreInfo, { now, terminal, device }: Start): readonly string[] {
  const key = storeKey(info);
  const since = readFact(state, key, "started");
  writeFact(state, key, "started", now.toISOString());
  if (since === undefined) return [];
  const lines = newestLines(info, RECENT);
  const { ofMemory } = openHistory(state, key);
  const isHere = ({ id, said, device: by }: LedgerLine): boolean =>
    terminal !== undefined &&
    said !== undefined &&
    by === device &&
    ofMemory(id).some((record) => record.said === said && record.terminal === terminal);
  const n = new Set(
    lines
      .filter(({ ts, action, channel }) => ts > since && CONFIRMING.has(action) && partyOf(channel) === "person")
      .filter((line) => !isHere(line))
      .map(({ id }) => id),
  ).size;
  return n === 0 ? [] : [`Confirmed since your last session: ${n} (\`holdfast log\`).`];
}

/** Of every device's ledger here, so many bytes of its end. */
export function newestLines(info: StoreInfo, bytes: number): readonly LedgerLine[] {
  const files = inFolderIfThere(info.root, ["ledger"], (folder) => folder.names()) ?? [];
  return files
    .flatMap((file) => lastLines(descend(info.root, "ledger", file), bytes))
    .flatMap((text) => readLine(text) ?? []);
}

/** Names what differs and how it stands now: another change is told again. */
export function markOf(outside: readonly Outside[], root: string): string {
  const standing = outside.map(({ kind, path }) => {
    const bytes = kind === "gone" ? undefined : readSmallBytes(descend(root, ...path.split("/")), MOST * 64);
    return `${kind} ${path} ${bytes === undefined ? "" : sha256Hex(bytes)}`;
  });
  return sha256Hex(standing.join("\n"));
}
