// All that a hub has since a head, page by page, followed along its chain to the end before anything of it is used (HUB-6).
import { type Refusal, refuse } from "../../../text/errors.ts";
import type { Broken } from "../../hub/broken.ts";
import { follow } from "../../hub/chain.ts";
import { type Head, LIMITS, type Page } from "../../hub/protocol.ts";
import { pageIn, problemIn } from "./answers.ts";
import { type Answer, nameOf } from "./ask.ts";
import { type Session, unexpected } from "./session.ts";

export interface Pulled {
  readonly kind: "pulled";
  readonly at: Head;
  /** Undefined: gone. */
  readonly files: ReadonlyMap<string, Uint8Array | undefined>;
  readonly erased: ReadonlySet<string>;
}

export async function pull(
  session: Session,
  store: string,
  { from, seen }: { readonly from: Head; readonly seen: Head },
  budgetMs: number,
): Promise<Pulled | Broken | Refusal> {
  const files = new Map<string, Uint8Array | undefined>();
  const erased = new Set<string>();
  const end = performance.now() + budgetMs;
  let [at, size] = [from, 0];
  while (true) {
    const page = await pageSince(session, store, at, end - performance.now());
    if ("code" in page) return page;
    const followed = "how" in page ? page : follow(at, seen, page);
    if (followed.kind === "broken") return followed;
    for (const { path, hash, bytes, erased: isErased } of followed.changes) {
      size += bytes.length;
      files.set(path, hash === null ? undefined : bytes);
      if (isErased === true) erased.add(path);
      else erased.delete(path);
    }
    if (size > LIMITS.bytesInStore || files.size > LIMITS.pathsInStore)
      return refuse("hub", `${nameOf(session.address)} has more than a store may hold.`, "holdfast doctor");
    at = followed.at;
    if (followed.isAll) return { kind: "pulled", at, files, erased };
  }
}

async function pageSince(
  session: Session,
  store: string,
  { seq, chain }: Head,
  budgetMs: number,
): Promise<Page | Broken | Refusal> {
  const path = `${storePath(store)}/changes?since=${seq}&seen=${chain}`;
  const answer = await session.ask({ path, budgetMs });
  if (answer.kind !== "answer") return answer;
  if (answer.status === 409 && problemIn(answer.body)?.code === "history-changed")
    return { kind: "broken", how: "rewritten", at: seq };
  return (answer.status === 200 ? pageIn(answer.body) : undefined) ?? strange(session, answer);
}

function strange(session: Session, answer: Answer): Refusal {
  return answer.status === 200
    ? refuse("hub", `${nameOf(session.address)} did not answer as a hub does.`, "holdfast doctor")
    : unexpected(session.address, answer);
}

export function storePath(store: string): string {
  return `/stores/${encodeURIComponent(store)}`;
}
