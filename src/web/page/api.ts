// The page's only way out: a POST to its own server, with the secret of this session in a header. The secret is kept for
// this tab and this origin, port included, so that a reload works and no other page can read it.
import { type Beginning, type PageProblem, SESSION_HEADER } from "../wire.ts";

const KEPT = "holdfast-session";
const BEGINS = "holdfast-begins";

export type PageAnswer<T> = { readonly kind: "answer"; readonly value: T } | Refused;

export interface Refused {
  readonly kind: "refused" | "no-session" | "gone";
  readonly problem: PageProblem;
}

export function hasSession(): boolean {
  return sessionStorage.getItem(KEPT) !== null;
}

export function keepSession(secret: string, begins: Beginning): void {
  sessionStorage.setItem(KEPT, secret);
  sessionStorage.setItem(BEGINS, begins);
}

/** What a reload begins with, too. */
export function begins(): Beginning {
  return sessionStorage.getItem(BEGINS) === "all" ? "all" : "waiting";
}

export async function call<T>(path: string, fields: Readonly<Record<string, string>> = {}): Promise<PageAnswer<T>> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", [SESSION_HEADER]: sessionStorage.getItem(KEPT) ?? "" },
      body: JSON.stringify(fields),
      credentials: "omit",
      redirect: "error",
    });
    const value: unknown = await response.json();
    if (response.ok) return { kind: "answer", value: value as T };
    const { problem } = value as { readonly problem: PageProblem };
    return { kind: response.status === 401 ? "no-session" : "refused", problem };
  } catch {
    // The server is gone, or answered with no JSON: either way there is nobody to talk to.
    return { kind: "gone", problem: { code: "io", message: "" } };
  }
}
