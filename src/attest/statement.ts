// What a device says about one memory, signed (SYN-20). A statement vouches for exactly one content, or withdraws what
// was vouched for before. It names what its author had seen, so that the latest state is decided by cause, never by
// date (STO-32). Statements are written once and never changed.
import { isMemoryId, type MemoryId } from "../memory/ids.ts";

export const STATED = [
  "create",
  "edit",
  "promote",
  "restore",
  "reaffirm",
  "demote",
  "retire",
  "unretire",
  "supersede",
  "archive",
  "undo",
  "forget",
] as const;
export type Stated = (typeof STATED)[number];

/** One event of one device: no two statements share a dot. */
export interface Dot {
  readonly device: string;
  readonly n: number;
}

/** The managed facts that a signature must cover, because a file's own word for them counts for nothing. */
export interface Vouched {
  readonly content: string;
  readonly status: "active" | "retired";
  readonly supersedes: readonly string[];
}

export interface Statement {
  readonly version: 1;
  /** "personal", or the id of a shared store: what was signed for one project is no word in another. */
  readonly scope: string;
  readonly id: MemoryId;
  readonly action: Stated;
  readonly date: string;
  readonly dot: Dot;
  /** The highest number of each device that the author had seen of this memory. */
  readonly seen: Readonly<Record<string, number>>;
  /** null: nothing is vouched for any more. */
  readonly vouches: Vouched | null;
}

/** How signed words name a store. */
export function storeName({ scope, storeId }: { readonly scope: string; readonly storeId: string }): string {
  return scope === "personal" ? "personal" : storeId;
}

/** The bytes that are signed: one canonical line, every key in its place. */
export function canonical(statement: Statement): string {
  const { version, scope, id, action, date, dot, seen, vouches } = statement;
  const context = Object.fromEntries(Object.entries(seen).sort(([a], [b]) => (a < b ? -1 : 1)));
  const facts =
    vouches === null
      ? null
      : { content: vouches.content, status: vouches.status, supersedes: [...vouches.supersedes].sort() };
  return JSON.stringify({
    version,
    scope,
    id,
    action,
    date,
    dot: { device: dot.device, n: dot.n },
    seen: context,
    vouches: facts,
  });
}

const DEVICE = /^[0-9a-f]{16,64}$/;
export const STORE: RegExp = /^(?:personal|[0-9A-HJKMNP-TV-Z]{26})$/;
/** What an author may have seen beside devices: texts that were adopted, and findings (replica/derived.ts). */
const SEEN = /^(?:[0-9a-f]{16,64}|[xg][0-9a-f]{16})$/;
const HASH = /^[0-9a-f]{64}$/;

/** Undefined for anything but a statement that reads back as exactly the same line. */
export function parseStatement(text: string): Statement | undefined {
  if (text.length > 16_384) return undefined;
  try {
    const value = JSON.parse(text) as Statement;
    return isStatement(value) && canonical(value) === text ? value : undefined;
  } catch {
    // Not JSON, or not the shape of a statement: it says nothing.
    return undefined;
  }
}

function isStatement(value: Statement): boolean {
  const { dot, seen, vouches } = value;
  const whole =
    value.version === 1 &&
    isMemoryId(value.id) &&
    STATED.includes(value.action) &&
    /^\d{4}-\d{2}-\d{2}$/.test(value.date);
  return (
    whole &&
    typeof value.scope === "string" &&
    STORE.test(value.scope) &&
    DEVICE.test(dot.device) &&
    isCount(dot.n) &&
    Object.entries(seen).every(([device, n]) => SEEN.test(device) && isCount(n)) &&
    (vouches === null || isVouched(vouches))
  );
}

function isCount(n: number): boolean {
  return Number.isSafeInteger(n) && n > 0;
}

function isVouched({ content, status, supersedes }: Vouched): boolean {
  return HASH.test(content) && (status === "active" || status === "retired") && supersedes.every(isMemoryId);
}
