// Ledgers as bytes, for tests of what a reader finds in them.
import type { MemoryId } from "../../src/memory/ids.ts";
import {
  formatLine,
  GENESIS,
  type LedgerLine,
  type LedgerVerdict,
  readings,
  verifyReadings,
} from "../../src/store/ledger.ts";
import type { Action, Mark } from "../../src/store/records.ts";
import { sha256Hex } from "../../src/text/digest.ts";
import { idOf } from "./memories.ts";

export const CHAIN_DEVICE = "0123456789abcdef";

const TURNS: readonly Action[] = ["create", "edit", "intent", "demote", "intent", "restore", "retire"];

export interface ChainOptions {
  readonly device?: string;
  /** Another seed, another chain. */
  readonly seed?: string;
}

export function verifyLedger(bytes: Uint8Array, device: string, mark?: Mark): LedgerVerdict {
  return verifyReadings(readings(bytes), device, mark);
}

/** Lines of a whole chain, without their line ends. */
export function chainOf(length: number, options: ChainOptions = {}): readonly string[] {
  const lines: string[] = [];
  let prev = GENESIS;
  for (let seq = 1; seq <= length; seq++) {
    const { text, hash } = formatLine(lineOf(seq, prev, options));
    lines.push(text);
    prev = hash;
  }
  return lines;
}

export function lineOf(
  seq: number,
  prev: string,
  { device = CHAIN_DEVICE, seed = "" }: ChainOptions = {},
): Omit<LedgerLine, "hash"> {
  const action = TURNS[(seq - 1) % TURNS.length] ?? "edit";
  return {
    seq,
    ts: new Date(Date.UTC(2026, 10, 14, 10, 0, seq)).toISOString(),
    device,
    actor: "user",
    channel: "terminal",
    action,
    id: idOf(seq % 5) as MemoryId,
    from: "verified",
    to: action === "demote" ? "quarantined" : "verified",
    sha256: action === "intent" ? null : sha256Hex(`${seed} ${seq}`),
    reason: "asked",
    prev,
  };
}

export function bytesOf(lines: readonly string[]): Uint8Array {
  return Buffer.from(lines.map((line) => `${line}\n`).join(""), "latin1");
}

export function headOf(lines: readonly string[]): { readonly seq: number; readonly hash: string } {
  const { seq, hash } = JSON.parse(lines.at(-1) ?? "{}") as LedgerLine;
  return { seq, hash };
}
