// What a source itself calls verified, made so by the person who was shown every word of it (T2, IMP-1): one plan, a
// signature for each. Only for files of our own format, nothing that a check warns about, and for what an agent wrote only
// after its observation (TRU-3). The pipeline takes such a plan from no channel but a person's.
import { gateForStore } from "../checks/gate.ts";
import { setToolKeys } from "../memory/compose.ts";
import type { Act, OpenStore, Plan, Step } from "../store/context.ts";
import { birthKeys, blockedBy, bornAs } from "../store/plan-transition.ts";
import { write } from "../store/write.ts";
import { isRefusal, type Refusal } from "../text/errors.ts";
import { forbidden } from "../trust/authority.ts";
import { observationOf } from "../trust/lifecycle.ts";
import { createdBy, type Imported, type ImportItem, type ImportPlan, standIn } from "./import.ts";

export function assertable({ items }: ImportPlan, now: Date): readonly ImportItem[] {
  return items.filter(({ candidate: { source, verified, atMs }, outcome }) => {
    if (outcome.kind !== "creates" || source !== "backfill" || verified === undefined) return false;
    const isObserved = verified === "person" || observationOf(new Date(atMs), now).complete;
    return isObserved && !outcome.planned.plan.warnings.some(({ check }) => check === "injection");
  });
}

function planAssert(open: OpenStore, items: readonly ImportItem[], act: Act): Plan | Refusal {
  const refused = forbidden("confirm", act.channel);
  if (refused !== undefined) return refused;
  const steps: Step[] = [];
  for (const item of items) {
    const step = assertedStep(open, item, act);
    if (isRefusal(step)) return step;
    if (step !== undefined) steps.push(step);
  }
  return { kind: "plan", verb: "confirm", steps, warnings: [], droppedClaims: [] };
}

/** All of them or none: a result per item (STO-23). */
export async function applyAssert(
  open: OpenStore,
  items: readonly ImportItem[],
  act: Act,
): Promise<readonly Imported[]> {
  if (items.length === 0) return [];
  const plan = planAssert(open, items, act);
  const outcome = isRefusal(plan) ? plan : await write(open, plan, act);
  return items.map((item) => ({ item, result: isRefusal(outcome) ? outcome : assertedResult(item) }));
}

function assertedResult({ outcome }: ImportItem): Imported["result"] {
  const made = outcome.kind === "creates" ? createdBy(outcome.planned) : outcome;
  return made.kind === "created" ? { ...made, verified: true } : { kind: "not-now" };
}

/** The memory as it was planned and shown, born of a person; what it kept of its source stays. */
function assertedStep(open: OpenStore, { outcome }: ImportItem, act: Act): Step | Refusal | undefined {
  const id = outcome.kind === "creates" ? outcome.planned.plan.steps[0]?.id : undefined;
  if (outcome.kind !== "creates" || id === undefined) return undefined;
  const { planned } = outcome;
  const state = bornAs(act);
  if (isRefusal(state)) return state;
  const { scope } = open.store.info;
  const { "created-at": _, "source-machine": __, ...born } = birthKeys(state, scope, act);
  const { text } = setToolKeys(planned.document, born);
  const { file } = planned;
  const gated = gateForStore({ text, place: "memories", file, scope }, act.checks);
  if (gated.kind === "blocked") return blockedBy(gated.findings, standIn(open, planned));
  const change = { kind: "create", place: "memories", file, text: gated.text } as const;
  return { id, action: "create", reason: "own-words", from: "none", to: "verified", change };
}
