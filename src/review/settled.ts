// What a run of the review has settled already, at the terminal and in the browser alike: what the queue knew of a changed
// memory is over, and a merged look-alike is no question any more. The last decision can be taken back.

import type { MemoryId } from "../memory/ids.ts";
import type { Memory } from "../store/catalogue.ts";
import type { Act, OpenStore } from "../store/context.ts";
import { planUndo } from "../store/undo.ts";
import { type Written, write } from "../store/write.ts";
import { isRefusal, type Refusal } from "../text/errors.ts";
import type { Decided } from "./decide.ts";
import type { ReviewItem } from "./survey.ts";

/** Of two stores each may have a memory of the same id. */
export function keyOf({ id, stored, scope }: Memory): string {
  return `${scope}:${id ?? stored.file}`;
}

/** The item without what was changed since it was read; undefined: it was changed itself. */
export function unsettled(item: ReviewItem, settled: ReadonlySet<string>): ReviewItem | undefined {
  if (settled.has(keyOf(item.memory))) return undefined;
  return { ...item, twins: item.twins.filter(({ memory }) => !settled.has(keyOf(memory))) };
}

export function settledBy({ memory }: ReviewItem, { open, plan }: Decided): readonly string[] {
  const { scope } = open.store.info;
  return [...new Set([keyOf(memory), ...plan.steps.map(({ id }) => `${scope}:${id}`)])];
}

export async function takeBack(open: OpenStore, id: MemoryId, act: Act): Promise<Written | Refusal> {
  const planned = planUndo(open, id, act);
  return isRefusal(planned) ? planned : write(open, planned.plan, act);
}
