// What an auditor asks of the audit (HUB-11): which lines, by whom, about what and when. A line says ids and codes alone, so that is what
// can be asked. Pages go by one after the other, however long the audit is.
import { type Linked, rowsSince } from "./audit.ts";
import type { Tx } from "./database.ts";
import { inPages } from "./pages.ts";

export interface Asked {
  /** As a line has it, device:ID or job:NAME; or the id or name alone. */
  readonly actor?: string | undefined;
  /** That it came from, is about, or whose signature it brought. */
  readonly device?: string | undefined;
  readonly acts: readonly string[];
  readonly without: readonly string[];
  readonly memory?: string | undefined;
  readonly store?: string | undefined;
  /** ISO 8601, UTC, as in the lines: from this moment. */
  readonly from?: string | undefined;
  /** Up to this moment, and not at it. */
  readonly to?: string | undefined;
}

/** In place of an action: lines that brought a signature which confirms. */
export const CONFIRM = "confirm";

type Row = Omit<Linked, "link">;

export function isAsked(row: Row, asked: Asked): boolean {
  const { at, by, action, about } = row;
  const { actor, device, acts, without, memory, store, from, to } = asked;
  if (from !== undefined && at < from) return false;
  if (to !== undefined && at >= to) return false;
  if (actor !== undefined && by !== actor && by.slice(by.indexOf(":") + 1) !== actor) return false;
  if (store !== undefined && about["store"] !== store) return false;
  if (memory !== undefined && about["memory"] !== memory && !listed(row, "memories").includes(memory)) return false;
  if (device !== undefined && !isOf(row, device)) return false;
  if (without.includes(action)) return false;
  return acts.length === 0 || acts.includes(action) || (acts.includes(CONFIRM) && confirms(row, asked));
}

function isOf(row: Row, device: string): boolean {
  return row.device === device || row.about["device"] === device || signed(row).some((each) => each.device === device);
}

function confirms(row: Row, { memory, device }: Asked): boolean {
  return signed(row).some(
    (each) => (memory === undefined || each.memory === memory) && (device === undefined || each.device === device),
  );
}

export interface Signature {
  readonly memory: string;
  readonly device: string;
  /** `device.n`, as its file below attest/ is named. */
  readonly statement: string;
}

/** What a line's push confirmed. */
export function signed(row: Row): readonly Signature[] {
  return listed(row, "confirmed").map((text) => {
    const [memory = "", statement = ""] = text.split(" ");
    return { memory, statement, device: statement.slice(0, statement.lastIndexOf(".")) };
  });
}

export function listed({ about }: Row, name: string): readonly string[] {
  const value = about[name];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

/** A day, from its beginning or to its end, or a moment. Undefined for what is neither. */
export function momentIn(text: string, end: "from" | "to"): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z)?$/.test(text)) return undefined;
  const moment = Date.parse(text);
  if (Number.isNaN(moment)) return undefined;
  const isDay = text.length === 10 && end === "to";
  return new Date(moment + (isDay ? DAY_MS : 0)).toISOString();
}

const DAY_MS = 86_400_000;

/** All of it, a page in memory at a time. */
export function auditOf(act: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>): AsyncGenerator<Linked> {
  return inPages(
    0,
    (since) => act((tx) => rowsSince(tx, since)),
    ({ n }) => n,
  );
}
