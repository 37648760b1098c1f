// `confirm` is the one act the guide teaches: it chooses by the memory's state (spec 9). The choice is shown to
// the person before it is applied. A shared memory that is inferred here becomes the person's own words: `promote` and
// `reaffirm` are for those who sign in the shared store.

import { textField, trustStateOf } from "../memory/fields.ts";
import { Fault, type Refusal } from "../text/errors.ts";
import { observationOf } from "../trust/lifecycle.ts";
import { type Confirming, planAccept } from "./accept.ts";
import type { Unchanged } from "./batch.ts";
import type { Memory } from "./catalogue.ts";
import { planTierChange } from "./change-tier.ts";
import type { Act, OpenStore } from "./context.ts";
import { planOwnWords, planOwnWordsOfShared } from "./own-words.ts";
import type { Plan } from "./plan.ts";
import { askedBy } from "./propose.ts";

export type Confirmation =
  | { readonly way: "promote" | "restore" | "reaffirm" | "accept" }
  | { readonly way: "own-words"; readonly observationEnds: Date }
  | { readonly way: "own-words-of-shared" };

export function howToConfirm(memory: Memory, now: Date): Confirmation {
  if (memory.tier !== "quarantined" && textField(memory.document, "proposes") !== undefined) return { way: "accept" };
  // What somebody signed for the team, and counts here, is re-affirmed there; all else becomes the person's own.
  if (memory.scope === "shared") return { way: memory.tier === "verified" ? "reaffirm" : "own-words-of-shared" };
  const state = trustStateOf(memory.document);
  if (memory.tier === "quarantined") return { way: "restore" };
  if (state.tier === "verified") return { way: "reaffirm" };
  const observation = observationOf(state.createdAt, now);
  return observation.complete ? { way: "promote" } : { way: "own-words", observationEnds: observation.ends };
}

/** Which store a yes changes. */
export function writtenInto({ open, personal }: Confirming, memory: Memory, now: Date): OpenStore {
  const { way } = howToConfirm(memory, now);
  const isOwn =
    way === "own-words-of-shared" ||
    (way === "accept" && memory.scope === "shared" && askedBy(memory.document).change === "edit");
  return isOwn ? personal : open;
}

export function planConfirm(
  { open, personal, project }: Confirming,
  memory: Memory,
  act: Act,
): Plan | Unchanged | Refusal {
  const { way } = howToConfirm(memory, act.now);
  switch (way) {
    case "accept":
      return planAccept({ open, personal, project }, memory, act);
    case "own-words":
      return planOwnWords(open, memory, "confirm", act);
    case "own-words-of-shared":
      if (project === undefined) throw new Fault("usage", "A shared memory is confirmed for its project.");
      return planOwnWordsOfShared(personal, memory, project, "confirm", act);
    default:
      return planTierChange(memory, { verb: way }, act);
  }
}
