// What another machine forgot goes from this one too (FOR-1, STO-33): the join takes the file away, and everything else that
// this machine kept of it is cleared by the means of `forget` itself. Only on the signed word of a device that counts here: a
// line in a file is nobody's word, and clears nothing. The note comes before the move and ends after the clearing, so that a
// run that was killed between them is finished by the next.

import { clearForgotten } from "../forget/apply.ts";
import { planForgottenElsewhere } from "../forget/plan.ts";
import { together } from "../forget/together.ts";
import type { MemoryId } from "../memory/ids.ts";
import { forgottenIds, standingIn } from "../store/standing.ts";
import type { SyncPorts, Working } from "./ports.ts";

/**
 * Before the move, while the texts still stand. `ids`: what the other side had forgotten; `said`: of whom its last word is new
 * here, which may come long after the tombstone where a forget was killed; `dropped`: what the move takes away, be it that a
 * forget counts here only now. Gives how many are to go.
 */
export function noteForgotten(
  { open, act, forgetting }: Pick<SyncPorts, "open" | "act" | "forgetting">,
  ids: readonly string[],
  said: ReadonlySet<string>,
  dropped: readonly string[] = [],
): number {
  const known = new Set<string>(open.tombstones.all().map(({ id }) => id));
  const named = new Set([...ids.filter((id) => !known.has(id)), ...said, ...dropped]);
  const fresh = [...named].filter((id) => standingIn(open, id as MemoryId).forgotten);
  if (fresh.length === 0) return 0;
  const job = planForgottenElsewhere(open, fresh, forgetting.traces, act);
  const before = forgetting.journal.read();
  if (job.doomed.length > 0) forgetting.journal.write(before === undefined ? job : together(before, job));
  return job.doomed.length;
}

/** After the move, and before everything else where a run was killed. */
export function endForgotten({ open, forgetting, writer }: Working): number {
  const job = forgetting.journal.read();
  if (job === undefined) return 0;
  const gone = forgottenIds(open);
  // The move never came: the other side's word is looked at again when it does.
  const doomed = job.doomed.filter(({ id, root }) => gone.has(id) && root === open.store.info.root);
  if (doomed.length > 0) clearForgotten(open, { ...job, doomed }, forgetting.traces, writer);
  forgetting.journal.end();
  return doomed.length;
}
