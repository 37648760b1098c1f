// One line of the ledger (STO-30). The hash covers every byte of the line before its own key, `prev` included, so a
// reader checks it on the bytes it found and no second spelling of the same values passes.
import { isMemoryId } from "../../memory/ids.ts";
import { sha256Hex } from "../../text/digest.ts";
import { CHANNELS, sourceOf } from "../../trust/channels.ts";
import { TIERS } from "../../trust/tiers.ts";
import { ACTIONS, type LedgerEvent, REASONS } from "./port.ts";

export interface LedgerLine extends LedgerEvent {
  readonly seq: number;
  readonly ts: string;
  readonly device: string;
  /** Of the new file, keyed per memory; null where there is none: an intent, a removal. */
  readonly sha256: string | null;
  readonly prev: string;
  readonly hash: string;
}

/** What the first line has in the place of a predecessor's hash. */
export const GENESIS: string = "0".repeat(64);

const ENDING = /^\{[\x20-\x7e]+,"prev":"[0-9a-f]{64}","hash":"[0-9a-f]{64}"\}$/;
const HASH_KEY = `,"hash":"${GENESIS}"}`.length;
const DIGEST = /^[0-9a-f]{64}$/;
const DEVICE = /^[0-9a-f]{16,64}$/;

export function isDevice(value: unknown): value is string {
  return typeof value === "string" && DEVICE.test(value);
}

export function hashOf(line: Omit<LedgerLine, "hash">): string {
  return sha256Hex(unhashed(line));
}

export function formatLine(line: Omit<LedgerLine, "hash">): { readonly text: string; readonly hash: string } {
  const hash = hashOf(line);
  return { text: `${unhashed(line).slice(0, -1)},"hash":"${hash}"}`, hash };
}

function unhashed(line: Omit<LedgerLine, "hash">): string {
  const { seq, ts, device, actor, channel, action, id, from, to, sha256, reason, prev } = line;
  return JSON.stringify({ seq, ts, device, actor, channel, action, id, from, to, sha256, reason, prev });
}

/** Closed lists and digests only: whatever its type was cast to, free text does not get in (STO-34). */
export function isEvent(event: LedgerEvent): boolean {
  const { actor, channel, action, id, from, to, reason } = event;
  const tiers: readonly string[] = [...TIERS, "none", "archived"];
  const actors: readonly string[] = [...CHANNELS.map(sourceOf), "check"];
  return (
    isMemoryId(id) &&
    actors.includes(actor) &&
    CHANNELS.includes(channel) &&
    ACTIONS.includes(action) &&
    REASONS.includes(reason) &&
    tiers.includes(from) &&
    tiers.includes(to)
  );
}

/**
 * Undefined for what has not the form of a line. Words a newer program may have added to the closed lists are no
 * fault of the line; whether its hash is right is another question, which `isIntact` answers.
 */
export function readLine(text: string): LedgerLine | undefined {
  if (!ENDING.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The middle of the line was damaged: it is as unreadable as one that has lost its end.
    return undefined;
  }
  const line = value as LedgerLine;
  const words = [line.ts, line.actor, line.channel, line.action, line.from, line.to, line.reason];
  const whole =
    Number.isSafeInteger(line.seq) &&
    line.seq > 0 &&
    isDevice(line.device) &&
    isMemoryId(line.id) &&
    words.every((word) => typeof word === "string") &&
    (line.sha256 === null || DIGEST.test(line.sha256));
  return whole ? line : undefined;
}

export function isIntact(text: string, line: LedgerLine): boolean {
  return sha256Hex(`${text.slice(0, -HASH_KEY)}}`) === line.hash;
}
