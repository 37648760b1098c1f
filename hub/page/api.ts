// The page's only way out: its own hub, with the token in a header, so that nothing is sent by itself and no other site can ride on it
// (HUB-13). The token is kept for this tab and this origin, so that a reload works: an invitation opens but once. Every text that
// comes is made fit to be shown before anything else sees it; what is hashed or signed is asked for as it stands.
import { forPageLine } from "../../src/text/sanitise.ts";
import type { Problem, Token } from "../protocol.ts";

const KEPT = "holdfast-hub-session";

export interface Session extends Token {
  readonly tenant: string;
}

export function session(): Session | undefined {
  const kept = sessionStorage.getItem(KEPT);
  return kept === null ? undefined : (JSON.parse(kept) as Session);
}

export function keepSession(kept: Session | undefined): void {
  if (kept === undefined) sessionStorage.removeItem(KEPT);
  else sessionStorage.setItem(KEPT, JSON.stringify(kept));
}

export type Answer<T> =
  | { readonly kind: "answer"; readonly value: T }
  /** No status: nobody answered. */
  | { readonly kind: "refused"; readonly status: number; readonly message: string };

interface Asking {
  readonly body?: object;
  /** As it was signed. */
  readonly isRaw?: boolean;
}

/** Of the tenant that is signed in to. */
export async function ask<T>(method: string, path: string, { body, isRaw = false }: Asking = {}): Promise<Answer<T>> {
  const mine = session();
  const answer = await send(method, `${mine?.tenant ?? "-"}${path}`, body, mine?.token);
  if (answer.kind === "refused") return answer;
  return { kind: "answer", value: JSON.parse(answer.value, isRaw ? undefined : shown) as T };
}

/** Before there is a token. */
export async function askFirst<T>(tenant: string, path: string, body: object): Promise<Answer<T>> {
  const answer = await send("POST", `${tenant}${path}`, body, undefined);
  return answer.kind === "refused" ? answer : { kind: "answer", value: JSON.parse(answer.value) as T };
}

/** The audit is lines, each of which is hashed as it stands. */
export async function askLines(path: string): Promise<Answer<readonly string[]>> {
  const mine = session();
  const answer = await send("GET", `${mine?.tenant ?? "-"}${path}`, undefined, mine?.token);
  return answer.kind === "refused" ? answer : { kind: "answer", value: answer.value.split("\n").filter(Boolean) };
}

export function shown(_name: string, value: unknown): unknown {
  return typeof value === "string" ? forPageLine(value) : value;
}

async function send(
  method: string,
  path: string,
  body: object | undefined,
  token: string | undefined,
): Promise<Answer<string>> {
  try {
    const response = await fetch(`v1/${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      credentials: "omit",
      redirect: "error",
    });
    const text = await response.text();
    if (response.ok) return { kind: "answer", value: text };
    const { message } = JSON.parse(text, shown) as Problem;
    return { kind: "refused", status: response.status, message };
  } catch {
    // No connection, or what stands in front answered for the hub: either way it is not there.
    return { kind: "refused", status: 0, message: "" };
  }
}
