// `confirm` is the one act the guide teaches: it chooses by the memory's state (spec 9). The choice is shown to
// the person before it is applied.
import type { Refusal } from "../core/errors.ts";
import { trustStateOf } from "../core/memory/fields.ts";
import type { Plan } from "../core/plan.ts";
import { observationOf } from "../core/trust/lifecycle.ts";
import type { Unchanged } from "./batch.ts";
import type { Memory } from "./catalogue.ts";
import { planTierChange } from "./change-tier.ts";
import type { Act, OpenStore } from "./context.ts";
import { planOwnWords } from "./own-words.ts";

export type Confirmation =
  | { readonly way: "promote" | "restore" | "reaffirm" }
  | { readonly way: "own-words"; readonly observationEnds: Date };

export function howToConfirm(memory: Memory, now: Date): Confirmation {
  const state = trustStateOf(memory.document);
  if (memory.tier === "quarantined") return { way: "restore" };
  if (state.tier === "verified") return { way: "reaffirm" };
  const observation = observationOf(state.createdAt, now);
  return observation.complete ? { way: "promote" } : { way: "own-words", observationEnds: observation.ends };
}

export function planConfirm(open: OpenStore, memory: Memory, act: Act): Plan | Unchanged | Refusal {
  const { way } = howToConfirm(memory, act.now);
  return way === "own-words" ? planOwnWords(open, memory, "confirm", act) : planTierChange(memory, { verb: way }, act);
}
