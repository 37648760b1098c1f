// One plan per memory, through the one pipeline; a result per item, never stopping midway (STO-23).
import { isRefusal, type Refusal } from "../../core/errors.ts";
import type { Plan } from "../../core/plan.ts";
import type { Memory } from "../catalogue.ts";
import type { Act } from "../context.ts";
import { write } from "../write.ts";
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
