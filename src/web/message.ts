// Requests and answers as values, so that everything about them is tested without a socket. An answer becomes bytes here
// alone: whatever text it holds has gone through the sanitiser.
import type { Refusal } from "../text/errors.ts";
import { PAGE_POLICY } from "../text/page-policy.ts";
import { forPage } from "../text/sanitise.ts";
import type { PageProblem } from "./wire.ts";

export interface WebRequest {
  readonly method: string;
  /** The request target as it came. */
  readonly target: string;
  /** Lower-case names; every value that came, in order. */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>;
  /** Undefined when it was larger than allowed. */
  readonly body: Uint8Array | undefined;
}

export interface WebAnswer {
  readonly status: number;
  readonly type: "text/html" | "text/css" | "text/javascript" | "image/svg+xml" | "application/json" | "text/plain";
  readonly body: string;
  readonly allow?: "GET" | "POST";
}

export const MAX_BODY: number = 256 * 1024;

/** On every answer, whatever it is. */
export const HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy": PAGE_POLICY,
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "clipboard-read=(), camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

export function json(value: object, status = 200): WebAnswer {
  const body = JSON.stringify(value, (_, each: unknown) => (typeof each === "string" ? forPage(each) : each));
  return { status, type: "application/json", body };
}

export function problem(status: number, told: PageProblem): WebAnswer {
  return json({ problem: told }, status);
}

/** Nothing was done; what the person can do about it is in the words. */
export function refused({ code, message, hint, details }: Refusal): WebAnswer {
  return problem(409, { code, message, hint, details });
}
