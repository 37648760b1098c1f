// retire and its way back change `status`, never the tier (TRU-22b). `retire --by ID` supersedes: it takes effect
// through the superseding memory, which must be verified.

import { setToolKeys } from "../memory/compose.ts";
import type { ToolKeys } from "../memory/fields.ts";
import { listField, statusOf } from "../memory/fields.ts";
import { makeId } from "../memory/ids.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { forbidden } from "../trust/authority.ts";
import { type Done, type Item, type Planned, type Unchanged, unreadable } from "./batch.ts";
import { type Memory, readCatalogue, stemOf } from "./catalogue.ts";
import type { Act, OpenStore } from "./context.ts";
import type { Action } from "./ledger/port.ts";
import type { Plan, Step } from "./plan.ts";
import { blockedBy, changeTo, gate, identityKeys, stateOf } from "./plan-transition.ts";
import { write } from "./write.ts";

export function planRetire(memory: Memory, act: Act, back = false): Plan | Unchanged | Refusal {
  const refused = forbidden("retire", act.channel);
  if (refused !== undefined) return refused;
  const retired = statusOf(memory.document) === "retired";
  if (retired !== back) return { kind: "unchanged", message: back ? "active already" : "retired already" };
  const step = managedStep(memory, back ? "unretire" : "retire", { status: back ? null : "retired" }, act);
  return step.kind === "refusal" ? step : planOf([step.step]);
}

/** All of them with one word, or none. */
export function planRetireAll(memories: readonly Memory[], act: Act): Plan | Refusal {
  const refused = forbidden("retire", act.channel);
  if (refused !== undefined) return refused;
  const steps: Step[] = [];
  for (const memory of memories) {
    const step = managedStep(memory, "retire", { status: "retired" }, act);
    if (step.kind === "refusal") return step;
    steps.push(step.step);
  }
  return planOf(steps);
}

/** One plan, however many are replaced: each of them alone would change `by` under the next. */
export function planSupersede(open: OpenStore, olds: readonly Memory[], by: Memory, act: Act): Plan | Refusal {
  const refused = forbidden("retire", act.channel);
  if (refused !== undefined) return refused;
  const { id } = by;
  if (id === undefined) return needsId(by);
  if (by.tier !== "verified") return notVerified(by);
  if (olds.length === 0) return refuse("usage", "No memory to replace was named.");
  const known = readCatalogue(open.store).memories;
  const supersedes = new Set(by.supersedes);
  const giving: Step[] = [];
  for (const old of olds) {
    const stopped = cannotBeReplaced(old, by, known);
    if (stopped !== undefined) return stopped;
    const step = managedStep(old, "supersede", { "superseded-by": replacersOf(old, id) }, act);
    if (step.kind === "refusal") return step;
    giving.push(step.step);
    supersedes.add(step.step.id);
  }
  const taking = managedStep(by, "supersede", { supersedes: [...supersedes] }, act);
  return taking.kind === "refusal" ? taking : planOf([taking.step, ...giving]);
}

/** Applies what was planned for each as one plan for all; a result per item (STO-23). */
export async function supersedeAll(
  open: OpenStore,
  items: readonly Item<Planned>[],
  by: Memory,
  act: Act,
): Promise<readonly Item<Done>[]> {
  const olds = new Map<string, Memory>();
  for (const { result } of items) {
    if (result.kind === "target") olds.set(result.memory.stored.file, result.memory);
  }
  const plan = planSupersede(open, [...olds.values()], by, act);
  const outcome = plan.kind === "refusal" ? plan : await write(open, plan, act);
  return items.map(({ name, result }) => {
    if (result.kind === "found-broken") return { name, result: unreadable(result) };
    return { name, result: result.kind === "target" ? outcome : result };
  });
}

function notVerified(by: Memory): Refusal {
  return refuse(
    "transition-refused",
    `Only a verified memory supersedes another; ${stemOf(by)} is ${by.tier}.`,
    `holdfast confirm ${stemOf(by)}`,
  );
}

function cannotBeReplaced(old: Memory, by: Memory, known: readonly Memory[]): Refusal | undefined {
  if (old.id === undefined) return needsId(old);
  if (old.id === by.id) return refuse("usage", "A memory can't supersede itself.");
  if (!replaces(old, by, known)) return undefined;
  return refuse(
    "transition-refused",
    `${stemOf(old)} has itself replaced ${stemOf(by)}; the two would hide each other.`,
    `holdfast show ${stemOf(old)}`,
  );
}

/** Directly or through others, and whatever their tiers are now: an inferred or quarantined one may be verified yet. */
function replaces(memory: Memory, other: Memory, known: readonly Memory[]): boolean {
  const seen = new Set<string>();
  const next = [...listField(memory.document, "supersedes")];
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (id === other.id) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    for (const each of known) if (each.id === id) next.push(...listField(each.document, "supersedes"));
  }
  return false;
}

function needsId(memory: Memory): Refusal {
  return refuse("not-found", `${stemOf(memory)} has no id yet; both memories need one.`, "holdfast doctor --fix");
}

function replacersOf(memory: Memory, id: string): readonly string[] {
  return [...new Set([...listField(memory.document, "superseded-by"), id])];
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
  const { place, file } = memory.stored;
  const gated = gate({ text: after.text, place, file, scope: memory.scope }, act);
  if (gated.kind === "blocked") return blockedBy(gated.findings, memory);
  const tier = stateOf(memory).tier;
  const change = changeTo(memory, place, gated.text);
  const masked = gated.masked === true ? { masked: true as const } : {};
  return { kind: "step", step: { id, action, reason: "asked", from: tier, to: tier, change, ...masked } };
}
