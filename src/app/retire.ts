// retire and its way back change `status`, never the tier (TRU-22b). `retire --by ID` supersedes: it takes effect
// through the superseding memory, which must be verified.
import { type Refusal, refuse } from "../core/errors.ts";
import { setToolKeys } from "../core/memory/document.ts";
import { listField, statusOf } from "../core/memory/fields.ts";
import { makeId } from "../core/memory/ids.ts";
import type { Plan, Step } from "../core/plan.ts";
import type { Action } from "../core/ports/ledger.ts";
import { forbidden } from "../core/trust/authority.ts";
import type { ToolKeys } from "../core/trust/state-keys.ts";
import type { Unchanged } from "./batch.ts";
import { type Memory, stemOf } from "./catalogue.ts";
import type { Act } from "./context.ts";
import { blockedBy, changeTo, gate, identityKeys, stateOf } from "./plan-transition.ts";

export function planRetire(memory: Memory, act: Act, back = false): Plan | Unchanged | Refusal {
  const refused = forbidden("retire", act.channel);
  if (refused !== undefined) return refused;
  const retired = statusOf(memory.document) === "retired";
  if (retired !== back) return { kind: "unchanged", message: back ? "active already" : "retired already" };
  const step = managedStep(memory, back ? "unretire" : "retire", { status: back ? null : "retired" }, act);
  return step.kind === "refusal" ? step : planOf([step.step]);
}

export function planSupersede(old: Memory, by: Memory, act: Act): Plan | Unchanged | Refusal {
  const refused = forbidden("retire", act.channel);
  if (refused !== undefined) return refused;
  if (by.id === undefined || old.id === undefined) {
    return refuse("not-found", "Both memories need an id.", "holdfast doctor --fix");
  }
  if (by.tier !== "verified") {
    return refuse(
      "transition-refused",
      `Only a verified memory supersedes another; ${stemOf(by)} is ${by.tier}.`,
      `holdfast confirm ${stemOf(by)}`,
    );
  }
  if (by.id === old.id) return refuse("usage", "A memory can't supersede itself.");
  const taking = managedStep(by, "supersede", { supersedes: withId(by, "supersedes", old.id) }, act);
  if (taking.kind === "refusal") return taking;
  const giving = managedStep(old, "supersede", { "superseded-by": withId(old, "superseded-by", by.id) }, act);
  if (giving.kind === "refusal") return giving;
  return planOf([taking.step, giving.step]);
}

function withId(memory: Memory, key: "supersedes" | "superseded-by", id: string): readonly string[] {
  return [...new Set([...listField(memory.document, key), id])];
}

function planOf(steps: readonly Step[]): Plan {
  return { kind: "plan", verb: "retire", steps, warnings: [], droppedClaims: [] };
}

export function managedStep(
  memory: Memory,
  action: Action,
  keys: ToolKeys,
  act: Act,
): { readonly kind: "step"; readonly step: Step } | Refusal {
  const id = memory.id ?? makeId(act.now.getTime(), act.random(10));
  const after = setToolKeys(memory.document, { ...identityKeys(memory, id), ...keys });
  const gated = gate(after.text, memory.stored.place, memory.stored.file);
  if (gated.kind === "blocked") return blockedBy(gated.findings, memory);
  const tier = stateOf(memory).tier;
  const change = changeTo(memory, memory.stored.place, gated.text);
  return { kind: "step", step: { id, action, reason: "asked", from: tier, to: tier, change } };
}
