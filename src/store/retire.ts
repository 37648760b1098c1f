// retire and its way back change `status`, never the tier (TRU-22b). `retire --by ID` supersedes: it takes effect
// through the superseding memory, which must be verified.
import { listField, statusOf, textField } from "../memory/fields.ts";
import { makeId } from "../memory/ids.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { forbidden } from "../trust/authority.ts";
import { parseDate } from "../trust/lifecycle.ts";
import { dayOf } from "../trust/transitions.ts";
import { type Memory, readCatalogue, stemOf } from "./catalogue.ts";
import type { Act, OpenStore, Plan, Step, Unchanged } from "./context.ts";
import { managedStep, planOf, planTierChange } from "./plan-transition.ts";

export function planRetire(memory: Memory, act: Act, back = false): Plan | Unchanged | Refusal {
  const refused = forbidden("retire", act.channel);
  if (refused !== undefined) return refused;
  const retired = statusOf(memory.document) === "retired";
  if (retired !== back) return { kind: "unchanged", message: back ? "active already" : "retired already" };
  const step = managedStep(memory, back ? "unretire" : "retire", { status: back ? null : "retired" }, act);
  return isRefusal(step) ? step : planOf("retire", [step]);
}

/** Out of use, whatever that is for this one (SUR-6); and back. */
export function planOff(memory: Memory, act: Act): Plan | Unchanged | Refusal {
  return memory.tier === "quarantined" ? planArchive(memory, act) : planRetire(memory, act);
}

export function planOn(memory: Memory, act: Act): Plan | Unchanged | Refusal {
  return memory.tier === "quarantined"
    ? planTierChange(memory, { verb: "restore" }, act)
    : planRetire(memory, act, true);
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
    if (isRefusal(step)) return step;
    giving.push(step);
    supersedes.add(step.id);
  }
  const taking = managedStep(by, "supersede", { supersedes: [...supersedes] }, act);
  return isRefusal(taking) ? taking : planOf("retire", [taking, ...giving]);
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

// Archiving is always a person's act, and only for what is quarantined (TRU-5). Nothing is deleted by age.

export function planArchive(memory: Memory, act: Act): Plan | Refusal {
  const refused = forbidden("archive", act.channel);
  if (refused !== undefined) return refused;
  if (memory.stored.place !== "quarantine") {
    return refuse(
      "transition-refused",
      `Only quarantined memories are archived; ${stemOf(memory)} is ${memory.tier}.`,
      `holdfast off --wrong ${stemOf(memory)}`,
    );
  }
  const { file, sha256: base, mtimeMs } = memory.stored;
  const since = textField(memory.document, "quarantined-at") ?? textField(memory.document, "last-verified");
  const month = dayOf(parseDate(since) ?? new Date(mtimeMs)).slice(0, 7);
  const id = memory.id ?? makeId(act.now.getTime(), act.random(10));
  const step = { id, action: "archive", reason: "asked", from: "quarantined", to: "archived" } as const;
  return planOf("archive", [{ ...step, change: { kind: "archive", file, base, month } }]);
}
