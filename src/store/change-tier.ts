// promote, demote, restore, reaffirm: a person's acts on a stored memory.

import type { MemoryDocument } from "../memory/document.ts";
import type { Refusal } from "../text/errors.ts";
import { forbidden } from "../trust/authority.ts";
import type { Unchanged } from "./batch.ts";
import type { Memory } from "./catalogue.ts";
import type { Act } from "./context.ts";
import type { Plan } from "./plan.ts";
import { planTransition } from "./plan-transition.ts";

export type TierVerb = "promote" | "demote" | "restore" | "reaffirm";

export interface TierChange {
  readonly verb: TierVerb;
  readonly reason?: string;
  /** The draft a person confirmed (`restore --edit`). */
  readonly document?: MemoryDocument;
}

export function planTierChange(memory: Memory, change: TierChange, act: Act): Plan | Unchanged | Refusal {
  const refused = forbidden(change.verb, act.channel);
  if (refused !== undefined) return refused;
  if (change.verb === "demote" && memory.stored.place === "quarantine") {
    return { kind: "unchanged", message: "quarantined already" };
  }
  const { verb, ...rest } = change;
  return planTransition(memory, { verb, event: verb, action: verb, ...rest }, act);
}
