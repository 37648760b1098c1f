// One plan per memory, through the one pipeline; a result per item, never stopping midway (STO-23).

import type { Memory } from "../../store/catalogue.ts";
import type { Act } from "../../store/context.ts";
import type { Plan } from "../../store/plan.ts";
import { write } from "../../store/write.ts";
import { isRefusal, type Refusal } from "../../text/errors.ts";
import type { Mended, StoreView } from "./probe.ts";

export async function mendEach(
  { open, nameOf }: StoreView,
  memories: readonly Memory[],
  planFor: (memory: Memory, act: Act) => Plan | Refusal,
  act: () => Act,
): Promise<readonly Mended[]> {
  const done: Mended[] = [];
  for (const memory of memories) {
    const label = nameOf(memory);
    const plan = planFor(memory, act());
    const result = isRefusal(plan) ? plan : await write(open, plan, act());
    done.push(isRefusal(result) ? { label, problem: result.message } : { label });
  }
  return done;
}
