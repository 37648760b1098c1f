// The append-only history of changes, one file per device, hash-chained (STO-30). A line carries codes, ids and
// tiers, never text (STO-34). Append only while holding the store's lock.
import { Fault } from "../core/errors.ts";
import { isMemoryId } from "../core/memory/ids.ts";
import { ACTIONS, type Ledger, type LedgerEvent } from "../core/ports/ledger.ts";
import { sha256Hex } from "../core/text/digest.ts";
import { appendLine, endTornLine, tailLines } from "../disk/append-log.ts";
import type { Directory } from "../disk/directory.ts";
import { asFault } from "../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../disk/folder.ts";
import { nameOf, parentOf } from "../disk/paths.ts";

export interface LedgerLine extends LedgerEvent {
  readonly seq: number;
  readonly ts: string;
  readonly device: string;
  readonly prev: string;
  readonly hash: string;
}

/** What the first line has in the place of a predecessor's hash. */
export const GENESIS: string = "0".repeat(64);

/** A personal store keeps it in `<store>/ledger`; what is said about a shared one stays in the local state (STO-1a). */
export function openLedger(directory: string, device: string): Ledger {
  if (!/^[0-9a-f]{16,64}$/.test(device)) throw new Fault("usage", "A device id must be 16 to 64 hexadecimal digits.");
  const base = parentOf(directory);
  const folder = [nameOf(directory)];
  const file = `${device}.jsonl`;
  return {
    append: (event, now) =>
      orFault("Writing the ledger", () => inFolder(base, folder, (opened) => append(opened, file, device, event, now))),
    last: () =>
      orFault("Reading the ledger", () => inFolderIfThere(base, folder, (opened) => eventOf(lastLine(opened, file)))),
  };
}

/** The hash covers the line with `prev`, in the order the keys are written. */
export function hashOf(line: Omit<LedgerLine, "hash">): string {
  const { seq, ts, device, actor, channel, action, id, from, to, reason, prev } = line;
  return sha256Hex(JSON.stringify({ seq, ts, device, actor, channel, action, id, from, to, reason, prev }));
}

function append(directory: Directory, file: string, device: string, event: LedgerEvent, now: Date): void {
  // A line that lacks nothing but its newline counts: skipping it would give two lines the same predecessor.
  endTornLine(directory, file);
  const last = lastLine(directory, file);
  const { actor, channel, action, id, from, to, reason } = event;
  const line = {
    seq: (last?.seq ?? 0) + 1,
    ts: now.toISOString(),
    device,
    actor,
    channel,
    action,
    id,
    from,
    to,
    reason,
    prev: last?.hash ?? GENESIS,
  };
  appendLine(directory, file, JSON.stringify({ ...line, hash: hashOf(line) }));
}

/** The newest whole line; one torn by a crash is passed over, and the chain goes on from before it. */
function lastLine(directory: Directory, file: string): LedgerLine | undefined {
  return tailLines(directory, file)
    .toReversed()
    .map(parseLine)
    .find((line) => line !== undefined);
}

function parseLine(text: string): LedgerLine | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Torn by a crash; `log --verify` names it.
    return undefined;
  }
  const line = value as LedgerLine;
  const whole = typeof value === "object" && value !== null && Number.isSafeInteger(line.seq) && isMemoryId(line.id);
  return whole && ACTIONS.includes(line.action) && /^[0-9a-f]{64}$/.test(line.hash) ? line : undefined;
}

function eventOf(line: LedgerLine | undefined): LedgerEvent | undefined {
  if (line === undefined) return undefined;
  const { actor, channel, action, id, from, to, reason } = line;
  return { actor, channel, action, id, from, to, reason };
}

function orFault<T>(doing: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw asFault(error, doing);
  }
}
