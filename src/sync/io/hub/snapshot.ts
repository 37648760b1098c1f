// A hub's answers, kept and given again (HUB-9): a session that remembers the pages of a store as they came, and one that knows those
// pages and nothing else. What is asked in between, the chain and each file's hash, is the same for both.
import { type Refusal, refuse } from "../../../text/errors.ts";
import type { HubAddress } from "../../hub/address.ts";
import type { Broken } from "../../hub/broken.ts";
import { EMPTY_HEAD, type Head } from "../../hub/protocol.ts";
import { pageIn } from "./answers.ts";
import { type Pulled, pull, storePath } from "./pull.ts";
import type { Session } from "./session.ts";

export interface Kept {
  readonly pulled: Pulled;
  readonly pages: readonly unknown[];
}

/** The whole store; `seen` must be part of its history. */
export async function keptPages(
  session: Session,
  { store, seen }: { readonly store: string; readonly seen: Head },
  budgetMs: number,
): Promise<Kept | Broken | Refusal> {
  const pages: unknown[] = [];
  const keeping: Session = {
    ...session,
    ask: async (asked) => {
      const answer = await session.ask(asked);
      if (answer.kind === "answer") pages.push(answer.body);
      return answer;
    },
  };
  const pulled = await pull(keeping, store, { from: EMPTY_HEAD, seen }, budgetMs);
  return pulled.kind === "pulled" ? { pulled, pages } : pulled;
}

/** Behind the last page there is nothing new. */
export function keptSession(address: HubAddress, store: string, pages: readonly unknown[]): Session {
  const bySince = new Map<number, unknown>();
  let since = 0;
  for (const body of pages) {
    const page = pageIn(body);
    bySince.set(since, body);
    since = page?.next ?? since;
    bySince.set(since, { changes: [], leaves: [], next: since, head: page?.head });
  }
  const away = refuse("hub", "This snapshot has no such answer; there is no network to ask for it.");
  const at = `${storePath(store)}/changes?since=`;
  return {
    address,
    isKnown: () => Promise.resolve(true),
    ask: ({ path, method = "GET" }) => {
      const [n = ""] = method === "GET" && path.startsWith(at) ? path.slice(at.length).split("&") : [];
      const body = bySince.get(n === "" ? -1 : Number(n));
      return Promise.resolve(body === undefined ? away : { kind: "answer", status: 200, body });
    },
    again: "holdfast mirror --help",
    askAs: () => Promise.resolve(away),
    reachedMs: () => 0,
  };
}
