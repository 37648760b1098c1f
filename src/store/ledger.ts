// One line of the ledger (STO-30). The hash covers every byte of the line before its own key, `prev` included, so a
// reader checks it on the bytes it found and no second spelling of the same values passes.
import { type Acknowledgement, followsOf } from "../attest/acknowledge.ts";
import { isFailure } from "../checks/failure.ts";
import { isMemoryId } from "../memory/ids.ts";
import { sha256Hex } from "../text/digest.ts";
import { CHANNELS, sourceOf } from "../trust/channels.ts";
import { TIERS } from "../trust/tiers.ts";
import { ACTIONS, type LedgerEvent, type Mark, REASONS } from "./records.ts";

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
  const { seq, ts, device, actor, channel, action, id, from, to, sha256, reason, failed, said, prev } = line;
  // A key without a value is left out.
  return JSON.stringify({ seq, ts, device, actor, channel, action, id, from, to, sha256, reason, failed, said, prev });
}

/** Closed lists and digests only: whatever its type was cast to, free text does not get in (STO-34). */
export function isEvent(event: LedgerEvent): boolean {
  const { actor, channel, action, id, from, to, reason, failed, said } = event;
  const tiers: readonly string[] = [...TIERS, "none", "archived"];
  const actors: readonly string[] = [...CHANNELS.map(sourceOf), "check"];
  return (
    isMemoryId(id) &&
    actors.includes(actor) &&
    CHANNELS.includes(channel) &&
    ACTIONS.includes(action) &&
    REASONS.includes(reason) &&
    (failed === undefined || isFailure(failed)) &&
    (said === undefined || isCount(said)) &&
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
    (line.said === undefined || isCount(line.said)) &&
    (line.sha256 === null || DIGEST.test(line.sha256));
  return whole ? line : undefined;
}

function isCount(n: unknown): boolean {
  return Number.isSafeInteger(n) && Number(n) > 0;
}

export function isIntact(text: string, line: LedgerLine): boolean {
  return sha256Hex(`${text.slice(0, -HASH_KEY)}}`) === line.hash;
}

// Is a ledger file still the chain that was written (STO-31)? Pure: bytes in, a verdict with the first break out.
// A line that a crash cut off holds no entry and the chain goes on behind it, so it is told and does not hide what
// comes after. That the end of the file is missing shows only against the mark this machine keeps.

export const BREAKS = [
  "edited",
  "missing",
  "out-of-order",
  "inserted",
  "exchanged",
  "foreign",
  "torn",
  "shorter",
  "replaced",
] as const;
export type BreakKind = (typeof BREAKS)[number];

export interface Break {
  readonly kind: BreakKind;
  /** Counted from 1, as an editor does. */
  readonly line: number;
  /** The entry that was expected here. */
  readonly seq: number;
  /** The entry that was found instead, where one could be read. */
  readonly found?: number;
  /** `shorter`: how many entries this machine has seen. */
  readonly seen?: number;
}

export interface LedgerVerdict {
  /** Entries whose chain is whole, from the first on. */
  readonly entries: number;
  readonly head?: Mark;
  readonly broken?: Break;
  /** Lines cut off by a crash, with the chain whole around them. */
  readonly torn: readonly Break[];
  /** Breaks that a person knows of; the chain is read on behind them. */
  readonly acknowledged: readonly AcknowledgedBreak[];
}

export interface AcknowledgedBreak {
  readonly line: number;
  readonly by: string;
  readonly date: string;
}

export interface Reading {
  readonly text: string;
  /** Undefined: not readable as a line. */
  readonly line: LedgerLine | undefined;
}

/** The lines of a file; the last one is empty where the file ends as it should. */
export function readings(bytes: Uint8Array): readonly Reading[] {
  const texts = new TextDecoder("latin1").decode(bytes).split("\n");
  return texts.map((text) => ({ text, line: readLine(text) }));
}

/** `known`: what people said of breaks in this device's ledger. */
export function verifyReadings(
  all: readonly Reading[],
  device: string,
  mark?: Mark,
  known: readonly Acknowledgement[] = [],
): LedgerVerdict {
  const torn: Break[] = [];
  const acknowledged: AcknowledgedBreak[] = [];
  const unended = all.at(-1)?.text === "" ? undefined : all.length;
  const lines = unended === undefined ? all.slice(0, -1) : all;
  let head: Mark = { seq: 0, hash: GENESIS };
  let atMark: { readonly hash: string; readonly line: number } | undefined;
  const end = (broken?: Break): LedgerVerdict => ({
    entries: head.seq,
    ...(head.seq === 0 ? {} : { head }),
    ...(broken === undefined ? {} : { broken }),
    torn,
    acknowledged,
  });
  let cutUntil = 0;
  /** An acknowledged break may lead back to where entries have lower numbers. */
  let isMarkMet = false;
  const meets = (line: LedgerLine): boolean => line.seq === mark?.seq && line.hash === mark.hash;
  for (let index = 0; index < lines.length; index++) {
    const reading = lines[index] as Reading;
    const { line } = reading;
    const here = { line: index + 1, seq: head.seq + 1, ...(line === undefined ? {} : { found: line.seq }) };
    if (line !== undefined && goesOn(reading, head, device)) {
      head = { seq: line.seq, hash: line.hash };
      isMarkMet ||= meets(line);
      if (line.seq === mark?.seq) atMark = { hash: line.hash, line: here.line };
      if (here.line === unended) torn.push({ kind: "torn", ...here });
      continue;
    }
    if (isCut(reading) && cutUntil <= index) cutUntil = endOfCut(lines, index);
    if (isCut(reading) && isPassable(lines[cutUntil], head, device)) {
      torn.push({ kind: "torn", ...here });
      continue;
    }
    const said = acknowledging(known, lines, index);
    if (said === undefined) return end({ kind: kindOf(lines, index, head, device), ...here });
    acknowledged.push({ line: here.line, by: said.by, date: said.date });
    // Who appends goes on from the last line that can be read, whatever it is.
    for (const { line: passed } of lines.slice(index, said.to)) {
      if (passed === undefined) continue;
      head = { seq: passed.seq, hash: passed.hash };
      isMarkMet ||= meets(passed);
    }
    index = said.to - 1;
  }
  return end(mark === undefined || isMarkMet ? undefined : againstMark(mark, head, atMark, lines.length));
}

/** The one that reaches furthest, of exactly the lines that stand there. */
function acknowledging(
  known: readonly Acknowledgement[],
  lines: readonly Reading[],
  index: number,
): Acknowledgement | undefined {
  return known
    .filter(({ from, to }) => from === index + 1 && to <= lines.length)
    .toSorted((one, other) => other.to - one.to)
    .find(({ to, follows }) => followsOf(lines.slice(index, to).map(({ text }) => text)) === follows);
}

function againstMark(
  mark: Mark,
  head: Mark,
  atMark: { readonly hash: string; readonly line: number } | undefined,
  lines: number,
): Break | undefined {
  if (head.seq < mark.seq) return { kind: "shorter", line: lines + 1, seq: head.seq + 1, seen: mark.seq };
  if (atMark === undefined || atMark.hash === mark.hash) return undefined;
  return { kind: "replaced", line: atMark.line, seq: mark.seq };
}

function goesOn({ text, line }: Reading, head: Mark, device: string): boolean {
  if (line === undefined || line.device !== device) return false;
  return line.seq === head.seq + 1 && line.prev === head.hash && isIntact(text, line);
}

function isCut({ text, line }: Reading): boolean {
  return line === undefined && !text.endsWith('"}');
}

/** Several lines may have been cut off in a row before the chain went on. */
function endOfCut(lines: readonly Reading[], index: number): number {
  let at = index;
  while (at < lines.length && isCut(lines[at] as Reading)) at++;
  return at;
}

/** Behind cut lines the chain must go on at once; otherwise an entry is lost. At the end of the file nothing can tell. */
function isPassable(next: Reading | undefined, head: Mark, device: string): boolean {
  return next === undefined || goesOn(next, head, device);
}

/** What most likely happened at the first line that does not go on with the chain. */
function kindOf(lines: readonly Reading[], index: number, head: Mark, device: string): BreakKind {
  const { text, line } = lines[index] as Reading;
  const next = lines[index + 1];
  if (line === undefined || !isIntact(text, line))
    return next !== undefined && goesOn(next, head, device) ? "inserted" : "edited";
  if (line.device !== device) return "foreign";
  if (lines.some((other, at) => at !== index && other.text === text)) return "inserted";
  if (line.seq === head.seq + 1) return "exchanged";
  const isLater = lines.slice(index + 1).some((other) => goesOn(other, head, device));
  if (line.seq > head.seq) return isLater ? "out-of-order" : "missing";
  return isLater ? "inserted" : "out-of-order";
}
