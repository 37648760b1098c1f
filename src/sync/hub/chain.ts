// The hub's log as this machine follows it (HUB-6): one chain per store, of which the last link is remembered. What comes must go
// on from there, link by link, and end in the head that the hub names. A hub that says anything else was put back to a backup
// or is lying, and nothing of it is taken. It can still keep silent: that a change was left out which a later one of the same
// path replaced looks the same as one that was withheld, and costs a text, never trust.
import { sha256Hex } from "../../text/digest.ts";
import type { Broken, BrokenHow } from "./broken.ts";
import { type Change, type Head, leafOf, linkOf, type Page } from "./protocol.ts";

export interface Followed {
  readonly kind: "followed";
  readonly at: Head;
  readonly changes: readonly Change[];
  /** The hub has no more. */
  readonly isAll: boolean;
}

/** `seen`: the farthest head that this machine knows of, from a pull or from the answer to a push of its own. */
export function follow(from: Head, seen: Head, page: Page): Followed | Broken {
  const { next, head, leaves } = page;
  if (head.seq < Math.max(from.seq, seen.seq)) return broken("older", head.seq);
  if (next < from.seq || next > head.seq || leaves.length !== next - from.seq) return broken("withheld", from.seq + 1);
  const isAll = next === head.seq;
  if (!isAll && next === from.seq) return broken("withheld", from.seq + 1);
  const wrong = disorderIn(from, page) ?? forgeryIn(from, page);
  if (wrong !== undefined) return wrong;
  let { chain } = from;
  for (const [n, leaf] of leaves.entries()) {
    chain = linkOf(chain, leaf);
    if (from.seq + n + 1 === seen.seq && chain !== seen.chain) return broken("rewritten", seen.seq);
  }
  if (isAll && chain !== head.chain) return broken("rewritten", from.seq + 1);
  // The last change of all was replaced by none, so it has to be there.
  if (isAll && next > from.seq && page.changes.at(-1)?.seq !== next) return broken("withheld", next);
  return { kind: "followed", at: { seq: next, chain }, changes: page.changes, isAll };
}

function disorderIn(from: Head, { changes, next }: Page): Broken | undefined {
  let last = from.seq;
  const paths = new Set<string>();
  for (const { seq, path } of changes) {
    if (seq <= last || seq > next || paths.has(path)) return broken("reordered", seq);
    last = seq;
    paths.add(path);
  }
  return undefined;
}

function forgeryIn(from: Head, { changes, leaves }: Page): Broken | undefined {
  const found = changes.find(
    ({ seq, path, hash, bytes }) =>
      leaves[seq - from.seq - 1] !== leafOf(seq, path, hash) || (hash !== null && sha256Hex(bytes) !== hash),
  );
  return found && broken("forged", found.seq);
}

function broken(how: BrokenHow, at: number): Broken {
  return { kind: "broken", how, at };
}

/** Where this machine's own changes lead, if nobody else's came between. */
export function onward(from: Head, changes: readonly { readonly path: string; readonly hash: string | null }[]): Head {
  return changes.reduce(
    ({ seq, chain }, { path, hash }) => ({ seq: seq + 1, chain: linkOf(chain, leafOf(seq + 1, path, hash)) }),
    from,
  );
}
