// One decision about one memory, as a plan (REV-1). Every decision is an act that exists by itself, so nothing can be done
// here that the single commands refuse: `forbidden` is asked by each of them, and again by the pipeline.

import { targetOf } from "../store/accept.ts";
import { planArchive } from "../store/archive.ts";
import type { Unchanged } from "../store/batch.ts";
import type { Memory } from "../store/catalogue.ts";
import { planTierChange } from "../store/change-tier.ts";
import { planConfirm, writtenInto } from "../store/confirm.ts";
import type { Act, OpenStore } from "../store/context.ts";
import { editedDocument, planEdit } from "../store/edit.ts";
import { planOwnWords } from "../store/own-words.ts";
import type { Plan } from "../store/plan.ts";
import { planRetire, planSupersede } from "../store/retire.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import type { ReviewItem } from "./survey.ts";

export type Decision =
  | { readonly kind: "confirm" | "demote" | "retire" | "archive" | "merge" }
  | { readonly kind: "edit"; readonly text: string };

/** What stands in for the stores that only an entrance knows. */
export interface Deciding {
  readonly personal: OpenStore;
  readonly project?: string | undefined;
  readonly act: Act;
}

export interface Decided {
  readonly kind: "decided";
  readonly open: OpenStore;
  readonly plan: Plan;
}

/** What may be done with it at all; the rest is refused by its own act. */
export function choicesFor({ memory, twins }: ReviewItem): readonly Decision["kind"][] {
  if (memory.tier === "quarantined") return ["confirm", "edit", "archive"];
  const merge = twins.length > 0 && memory.scope === "personal" ? (["merge"] as const) : [];
  return ["confirm", "demote", "edit", ...merge, "retire"];
}

export function planDecision(
  item: ReviewItem,
  decision: Decision,
  { personal, project, act }: Deciding,
): Decided | Unchanged | Refusal {
  const { open, memory } = item;
  const into = (plan: Plan | Unchanged | Refusal, store: OpenStore = open): Decided | Unchanged | Refusal =>
    plan.kind === "plan" ? { kind: "decided", open: store, plan } : plan;
  if (!choicesFor(item).includes(decision.kind)) {
    return refuse("not-allowed", `A memory that is ${memory.tier} can't be changed this way: ${decision.kind}.`);
  }
  switch (decision.kind) {
    case "confirm": {
      if (isAboutAnother(item)) {
        return refuse("changed-meanwhile", "What this is about changed since it was shown.", "holdfast review");
      }
      const within = { open, personal, project };
      return into(planConfirm(within, memory, act), writtenInto(within, memory, act.now));
    }
    case "demote":
      return into(planTierChange(memory, { verb: "demote" }, act));
    case "retire":
      return into(planRetire(memory, act));
    case "archive":
      return into(planArchive(memory, act));
    case "merge":
      return into(
        planMerge(
          open,
          memory,
          item.twins.map((twin) => twin.memory),
          act,
        ),
      );
    case "edit":
      return into(planEdited(item, decision.text, act));
  }
}

/** What a proposal replaces is what stood beside it on the screen. */
function isAboutAnother({ open, memory, target }: ReviewItem): boolean {
  return target !== undefined && targetOf(open, memory)?.stored.sha256 !== target.stored.sha256;
}

/**
 * The one that is shown stays and stands for the others. A verified one replaces them as it is; any other becomes the
 * person's own words first, for nothing else may replace a memory (TRU-22b, TRU-23).
 */
function planMerge(open: OpenStore, memory: Memory, others: readonly Memory[], act: Act): Plan | Refusal {
  if (memory.tier === "verified") return planSupersede(open, others, memory, act);
  return planOwnWords(open, memory, "confirm", act, memory.document, others);
}

function planEdited({ open, memory }: ReviewItem, text: string, act: Act): Plan | Unchanged | Refusal {
  if (memory.tier !== "quarantined") return planEdit(open, memory, text, act);
  const document = editedDocument(memory, text);
  return document.kind === "refusal" ? document : planTierChange(memory, { verb: "restore", document }, act);
}
