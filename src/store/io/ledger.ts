// The append-only history of changes, one file per device, hash-chained (STO-30). A line carries codes, ids and
// tiers, never text (STO-34). Append only while holding the store's lock. After each line the local mark is moved, but
// only along the chain it stands on: a ledger that lost its end stays an alarm however much is appended to it.
import { appendLine, endTornLine, tailLines } from "../../disk/append-log.ts";
import type { Directory } from "../../disk/directory.ts";
import { orFault } from "../../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { descend, nameOf, parentOf } from "../../disk/paths.ts";
import { readIn } from "../../disk/read-file.ts";
import { Fault } from "../../text/errors.ts";
import { given } from "../../text/values.ts";
import { formatLine, GENESIS, isDevice, isEvent, type LedgerLine, readLine } from "../ledger.ts";
import type { Ledger, LedgerEntry, LedgerEvent, LedgerFile, Mark } from "../records.ts";
import type { DigestKeys } from "./digest-keys.ts";
import type { LedgerHeads } from "./ledger-heads.ts";

/** What stays on this machine: the keys of the digests, and how far each file was seen. */
export interface LedgerSide {
  digest: DigestKeys["digest"];
  marks: LedgerHeads;
  /** A file of the ledger has grown. */
  grew?(file: string): void;
}

const SUFFIX = ".jsonl";
const MAX_BYTES = 256 * 1024 * 1024;

/** A personal store keeps it in `<store>/ledger`; what is said about a shared one stays in the local state (STO-1a). */
export function openLedger(directory: string, device: string, side?: LedgerSide): Ledger {
  if (!isDevice(device)) throw new Fault("usage", "A device id must be 16 to 64 hexadecimal digits.");
  const base = parentOf(directory);
  const folder = [nameOf(directory)];
  const file = `${device}${SUFFIX}`;
  const appendEach = (entries: readonly LedgerEntry[], now: Date): void => {
    if (!entries.every(({ event }) => isEvent(event)))
      throw new Fault("usage", "A ledger entry carries words of closed lists and an id only.");
    if (entries.length === 0) return;
    const lines = entries.map(({ event, content }) => ({
      event,
      sha256: content === undefined ? null : (side?.digest(event.id, content) ?? null),
    }));
    const mark = markBefore(side, device);
    const added = orFault("Writing the ledger", () =>
      inFolder(base, folder, (opened) => append(opened, file, { device, ts: now.toISOString(), lines }, mark)),
    );
    if (added.onMark) side?.marks.write(device, added.head);
    side?.grew?.(file);
  };
  return {
    device,
    append: (event, now, content) => appendEach([{ event, ...(content === undefined ? {} : { content }) }], now),
    appendEach,
    last: () =>
      orFault("Reading the ledger", () =>
        inFolderIfThere(base, folder, (opened) => eventOf(wholeLines(opened, file).next().value)),
      ),
    files: () => orFault("Reading the ledger", () => readFiles(base, folder, side)),
    remember: (named, mark) => side?.marks.write(named, mark),
  };
}

/** A mark that can't be read stops no entry, and is not moved either: it may be an alarm. */
function markBefore(side: LedgerSide | undefined, device: string): Mark | "none" | "unreadable" {
  try {
    return side?.marks.read(device) ?? "none";
  } catch {
    // `log --verify` meets the same fault and tells it; here the entry matters more.
    return "unreadable";
  }
}

interface NewLines {
  readonly device: string;
  readonly ts: string;
  /** At least one. */
  readonly lines: readonly { readonly event: LedgerEvent; readonly sha256: string | null }[];
}

function append(
  directory: Directory,
  file: string,
  { device, ts, lines }: NewLines,
  mark: Mark | "none" | "unreadable",
): { readonly head: Mark; readonly onMark: boolean } {
  // A line that lacks nothing but its newline counts: skipping it would give two lines the same predecessor.
  endTornLine(directory, file);
  const tail = wholeLines(directory, file);
  const last = tail.next().value;
  const onMark = mark === "none" || (mark !== "unreadable" && last !== undefined && reaches(last, tail, mark));
  let head: Mark = { seq: last?.seq ?? 0, hash: last?.hash ?? GENESIS };
  const texts = lines.map(({ event, sha256 }) => {
    const seq = head.seq + 1;
    const { text, hash } = formatLine({ ...event, seq, ts, device, sha256, prev: head.hash });
    head = { seq, hash };
    return text;
  });
  appendLine(directory, file, texts.join("\n"));
  return { head, onMark };
}

/** Whole lines, newest first; one torn by a crash is passed over, and the chain goes on from before it. */
function* wholeLines(directory: Directory, file: string): Generator<LedgerLine, undefined> {
  for (const text of tailLines(directory, file).toReversed()) {
    const line = readLine(text);
    if (line !== undefined) yield line;
  }
}

/** A mark lags by what was written just before a power cut; further back than the tail only `log --verify` looks. */
function reaches(last: LedgerLine, older: Iterable<LedgerLine>, { seq, hash }: Mark): boolean {
  const isAt = (line: LedgerLine): boolean => line.seq === seq && line.hash === hash;
  if (isAt(last)) return true;
  for (const line of older) if (isAt(line)) return true;
  return false;
}

/** Marks first: a line written meanwhile is then newer than its mark, never older. */
function readFiles(base: string, folder: readonly string[], side: LedgerSide | undefined): readonly LedgerFile[] {
  const marks = new Map<string, Mark>();
  for (const device of side?.marks.devices() ?? []) {
    const mark = side?.marks.read(device);
    if (mark !== undefined) marks.set(device, mark);
  }
  const found = new Map(inFolderIfThere(base, folder, contents));
  const devices = [...new Set([...found.keys(), ...marks.keys()])].toSorted();
  return devices.map((device) => {
    const mark = marks.get(device);
    return {
      device,
      content: found.get(device) ?? "gone",
      path: descend(base, ...folder, `${device}${SUFFIX}`),
      ...(side === undefined || mark === undefined ? {} : { mark, markPath: side.marks.path(device) }),
    };
  });
}

function contents(directory: Directory): readonly (readonly [string, LedgerFile["content"]])[] {
  return directory.names().flatMap((name) => {
    const device = name.slice(0, -SUFFIX.length);
    const read = name.endsWith(SUFFIX) && isDevice(device) ? readIn(directory, name, MAX_BYTES) : undefined;
    if (read === undefined) return [];
    return [[device, read.kind === "read" ? read.bytes : { refused: read.reason }] as const];
  });
}

function eventOf(line: LedgerLine | undefined): LedgerEvent | undefined {
  if (line === undefined) return undefined;
  const { actor, channel, action, id, from, to, reason, failed, said } = line;
  return { actor, channel, action, id, from, to, reason, ...given({ failed, said }) };
}
