// `confirm` is the one act the guide teaches: it chooses by the memory's state (spec 9). The choice is shown to
// the person before it is applied. A shared memory can only become the person's own words: whatever its file says,
// it counts as inferred for everyone who reads it.
import { Fault, type Refusal } from "../core/errors.ts";
import { trustStateOf } from "../core/memory/fields.ts";
import type { Plan } from "../core/plan.ts";
import { observationOf } from "../core/trust/lifecycle.ts";
import type { Unchanged } from "./batch.ts";
import type { Memory } from "./catalogue.ts";
import { planTierChange } from "./change-tier.ts";
import type { Act, OpenStore } from "./context.ts";
import { planOwnWords, planOwnWordsOfShared } from "./own-words.ts";

export type Confirmation =
  | { readonly way: "promote" | "restore" | "reaffirm" }
  | { readonly way: "own-words"; readonly observationEnds: Date }
  | { readonly way: "own-words-of-shared" };

export function howToConfirm(memory: Memory, now: Date): Confirmation {
  if (memory.scope === "shared") return { way: "own-words-of-shared" };
  const state = trustStateOf(memory.document);
  if (memory.tier === "quarantined") return { way: "restore" };
  if (state.tier === "verified") return { way: "reaffirm" };
  const observation = observationOf(state.createdAt, now);
  return observation.complete ? { way: "promote" } : { way: "own-words", observationEnds: observation.ends };
}

/** `open` is the store to write into: for a shared memory the personal one, and then the project must be known. */
export function planConfirm(open: OpenStore, memory: Memory, act: Act, project?: string): Plan | Unchanged | Refusal {
  const { way } = howToConfirm(memory, act.now);
  switch (way) {
    case "own-words":
      return planOwnWords(open, memory, "confirm", act);
    case "own-words-of-shared":
      if (project === undefined || open.store.info.scope !== "personal")
        throw new Fault("usage", "A shared memory is confirmed into the personal store, for its project.");
      return planOwnWordsOfShared(open, memory, project, "confirm", act);
    default:
      return planTierChange(memory, { verb: way }, act);
  }
}
