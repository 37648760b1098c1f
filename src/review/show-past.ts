// A memory as it was at the end of a day, from git where the local history does not reach (FOR-2). The text is what was
// committed; what it was worth is decided as for any earlier version, by the signatures that covered it.

import type { Act, OpenStores } from "../store/context.ts";
import type { GitChange, GitHistory } from "../store/git-history.ts";
import { hiddenFrom, readable } from "../store/readable.ts";
import { sha256Hex } from "../text/digest.ts";
import type { Refusal } from "../text/errors.ts";
import { parseDate } from "../trust/lifecycle.ts";
import { memoryThen, type Shown, shownThen } from "./show.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Undefined where git knows no more. */
export async function showCommitted(
  stores: OpenStores,
  name: string,
  act: Act,
  date: string,
  git: GitHistory,
): Promise<Shown | Refusal | undefined> {
  const day = date.length === 10 ? parseDate(date) : undefined;
  const found = readable(stores, name, act);
  if (day === undefined || found.kind === "refusal") return undefined;
  const { open, memory } = found;
  const { root } = open.store.info;
  const changes = await git.changes(root, memory.stored.file);
  const at = changes.findIndex((change) => Date.parse(change.at) < day.getTime() + DAY_MS);
  const change = changes[at];
  if (change?.place === undefined) return undefined;
  const { place } = change;
  const bytes = await git.bytes(root, change.commit, place, memory.stored.file);
  if (bytes === undefined) return undefined;
  const then = memoryThen(open, memory, { place, file: memory.stored.file, sha256: sha256Hex(bytes) }, bytes);
  if (then === undefined) return undefined;
  const asOf = { date, version: "earlier", ...between(changes, at), commit: change.commit } as const;
  return hiddenFrom(act, then, name) ?? { ...shownThen(then, act), asOf };
}

function between(
  newestFirst: readonly GitChange[],
  at: number,
): { readonly since: string | null; readonly until: string | null } {
  return { since: newestFirst[at]?.at ?? null, until: newestFirst[at - 1]?.at ?? null };
}
