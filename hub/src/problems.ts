// Every answer that is no success: thrown where it is found out, made into a body in one place. The codes are the protocol's
// closed list; what a person reads says nothing of what is in other tenants, or whether there are any.
import { type Conflict, type ErrorCode, type Finding, type Problem, STATUS } from "../protocol.ts";
import { codeOf, isAway } from "./again.ts";

const MESSAGES: Readonly<Record<ErrorCode, string>> = {
  "bad-request": "The request is not of the form that the protocol asks for.",
  unauthenticated: "This token does not count here. Sign in again.",
  "not-allowed": "Your role does not reach that far.",
  "not-found": "There is no such thing here, or not for you.",
  conflict: "Some of these files changed meanwhile. Join, and push again.",
  "history-changed": "The history here is not the one you have seen. Start again from since=0.",
  refused: "The checks refuse this push. Nothing of it was taken.",
  "key-reused": "This Idempotency-Key was used for another body.",
  "too-large": "That is larger than the hub takes.",
  "too-many-requests": "Too many requests. Wait as long as Retry-After says.",
  unavailable: "The hub can't answer now. Ask again with the same key.",
  internal: "The hub failed. Ask again with the same key.",
};

export interface More {
  readonly conflicts?: readonly Conflict[];
  readonly findings?: readonly Finding[];
}

export class Refused extends Error {
  readonly code: ErrorCode;
  readonly more: More;
  /** What the operator types next, where it is known. */
  readonly next: string | undefined;

  constructor(code: ErrorCode, message?: string, more: More = {}, next?: string) {
    super(message ?? MESSAGES[code]);
    this.name = "Refused";
    this.code = code;
    this.more = more;
    this.next = next;
  }
}

export function bodyOf(code: ErrorCode, message: string = MESSAGES[code], more: More = {}): Problem {
  return { code, message, ...more };
}

const BY_STATUS: ReadonlyMap<number, ErrorCode> = new Map([
  [404, "not-found"],
  [408, "bad-request"],
  [413, "too-large"],
  [415, "bad-request"],
  [429, "too-many-requests"],
  [503, "unavailable"],
]);
/** Beside a database that is away: none that takes a connection, a lock or a statement that took too long, a tenant that went elsewhere. */
const PASSING = /^(?:HF001|28\w{3}|3D000|53\w{3}|55000|55P03|57\w{3}|40001|40P01)$/;

export function asRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  const { statusCode, validation, message } = error as Partial<Record<string, unknown>>;
  const code = codeOf(error);
  if (validation !== undefined) return new Refused("bad-request", String(message).slice(0, 300));
  // What a text of SQL can't hold, such as a NUL.
  if (/^22\w{3}$/.test(code)) return new Refused("bad-request");
  // The pool's own end is the hub's.
  if (isAway(error) || PASSING.test(code) || /the pool/.test(String(message))) return new Refused("unavailable");
  if (typeof statusCode !== "number") return new Refused("internal");
  return new Refused(BY_STATUS.get(statusCode) ?? (statusCode < 500 ? "bad-request" : "internal"));
}

export function statusOf({ code }: Refused): number {
  return STATUS[code];
}
