// One decision about one memory, as a plan (REV-1). Every decision is an act that exists by itself, so nothing can be done
// here that the single commands refuse: `forbidden` is asked by each of them, and again by the pipeline.
import { statusOf } from "../memory/fields.ts";
import type { MemoryId } from "../memory/ids.ts";
import type { Memory } from "../store/catalogue.ts";
import {
  editedDocument,
  type First,
  identified,
  planConfirm,
  planEdit,
  planOwnWords,
  writtenInto,
} from "../store/confirm.ts";
import type { Act, OpenStore, Plan, Unchanged } from "../store/context.ts";
import { planTierChange } from "../store/plan-transition.ts";
import { targetOf } from "../store/propose.ts";
import { planArchive, planOff, planOn, planRetire, planSupersede } from "../store/retire.ts";
import { planUndo } from "../store/undo.ts";
import { type Written, write } from "../store/write.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import type { ReviewItem } from "./survey.ts";

export type ReviewDecision =
  | { readonly kind: "confirm" | "demote" | "retire" | "archive" | "merge" }
  /** Out of use and back, whatever that is for this one. */
  | { readonly kind: "off" | "on" }
  | { readonly kind: "edit"; readonly text: string };

/** What stands in for the stores that only an entrance knows. */
export interface Deciding {
  readonly personal: OpenStore;
  readonly project?: string | undefined;
  readonly act: Act;
}

export interface DecidedPlan {
  readonly kind: "decided";
  readonly open: OpenStore;
  readonly plan: Plan;
  readonly first?: First | undefined;
}

/** What may be done with it at all; the rest is refused by its own act. */
export function choicesFor({ memory, twins }: ReviewItem): readonly ReviewDecision["kind"][] {
  if (memory.tier === "quarantined") return ["confirm", "edit", "archive"];
  const merge = twins.length > 0 && memory.scope === "personal" ? (["merge"] as const) : [];
  return ["confirm", "demote", "edit", ...merge, "retire"];
}

/** Of the whole store, beside what waits: what is not in use can only come back. */
export function switchFor({ memory }: ReviewItem): "off" | "on" {
  return memory.tier === "quarantined" || statusOf(memory.document) === "retired" ? "on" : "off";
}

export function planDecision(
  item: ReviewItem,
  decision: ReviewDecision,
  { personal, project, act }: Deciding,
): DecidedPlan | Unchanged | Refusal {
  const { open, memory } = item;
  const into = (plan: Plan | Unchanged | Refusal, store: OpenStore = open): DecidedPlan | Unchanged | Refusal =>
    plan.kind === "plan" ? { kind: "decided", open: store, plan } : plan;
  if (![...choicesFor(item), switchFor(item)].includes(decision.kind)) {
    return refuse("not-allowed", `A memory that is ${memory.tier} can't be changed this way: ${decision.kind}.`);
  }
  switch (decision.kind) {
    case "confirm": {
      if (isAboutAnother(item)) {
        return refuse("changed-meanwhile", "What this is about changed since it was shown.", "holdfast review");
      }
      const within = { open, personal, project };
      const known = identified(within, memory, act);
      if (isRefusal(known)) return known;
      const planned = into(planConfirm(within, known.memory, act), writtenInto(within, memory, act.now));
      return planned.kind === "decided" ? { ...planned, first: known.first } : planned;
    }
    case "demote":
      return into(planTierChange(memory, { verb: "demote" }, act));
    case "retire":
      return into(planRetire(memory, act));
    case "off":
      return into(planOff(memory, act));
    case "on":
      return into(planOn(memory, act));
    case "archive":
      return into(planArchive(memory, act));
    case "merge":
      return into(planMerge(item, act));
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
function planMerge({ open, memory, twins }: ReviewItem, act: Act): Plan | Refusal {
  const others = twins.map((twin) => twin.memory);
  if (memory.tier === "verified") return planSupersede(open, others, memory, act);
  return planOwnWords(open, memory, { verb: "confirm", others }, act);
}

function planEdited({ open, memory }: ReviewItem, text: string, act: Act): Plan | Unchanged | Refusal {
  if (memory.tier !== "quarantined") return planEdit(open, memory, text, act);
  const document = editedDocument(memory, text);
  return document.kind === "refusal" ? document : planTierChange(memory, { verb: "restore", document }, act);
}

// What a run of the review has settled already, at the terminal and in the browser alike: what the queue knew of a changed
// memory is over, and a merged look-alike is no question any more. The last decision can be taken back.

/** Of two stores each may have a memory of the same id. */
export function keyOf({ id, stored, scope }: Memory): string {
  return `${scope}:${id ?? stored.file}`;
}

/** The item without what was changed since it was read; undefined: it was changed itself. */
export function unsettled(item: ReviewItem, settled: ReadonlySet<string>): ReviewItem | undefined {
  if (settled.has(keyOf(item.memory))) return undefined;
  return { ...item, twins: item.twins.filter(({ memory }) => !settled.has(keyOf(memory))) };
}

export function settledBy({ memory }: ReviewItem, { open, plan }: DecidedPlan): readonly string[] {
  const { scope } = open.store.info;
  return [...new Set([keyOf(memory), ...plan.steps.map(({ id }) => `${scope}:${id}`)])];
}

export async function takeBack(open: OpenStore, id: MemoryId, act: Act): Promise<Written | Refusal> {
  const planned = planUndo(open, id, act);
  return isRefusal(planned) ? planned : write(open, planned.plan, act);
}
