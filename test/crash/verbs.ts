// One random act on a store, planned as the commands plan it.
import { withBody } from "../../src/memory/compose.ts";
import { planAdd } from "../../src/store/add.ts";
import { type Memory, readMemory } from "../../src/store/catalogue.ts";
import { planConfirm, planEdit } from "../../src/store/confirm.ts";
import type { Act, OpenStore, Plan } from "../../src/store/context.ts";
import { planTierChange } from "../../src/store/plan-transition.ts";
import { planUndo } from "../../src/store/undo.ts";
import type { Place } from "../../src/trust/tiers.ts";
import { actOf, below, type Chance, pick } from "../support/acts.ts";
import type { CrashVerb } from "./protocol.ts";

const WEIGHTED: readonly CrashVerb[] = [
  "add",
  "edit",
  "edit",
  "confirm",
  "demote",
  "demote",
  "restore",
  "restore",
  "undo",
  "undo",
];
const DAY = 86_400_000;
const START = Date.parse("2026-03-01T08:00:00Z");

export interface Planned {
  readonly verb: CrashVerb;
  readonly plan: Plan;
  readonly act: Act;
}

/** Undefined when the verb has nothing to do here, or is refused: then the caller throws the dice again. */
export function planRandom(open: OpenStore, next: Chance): Planned | undefined {
  return planVerb(open, pick(WEIGHTED, next) ?? "add", next);
}

export function planVerb(open: OpenStore, verb: CrashVerb, next: Chance): Planned | undefined {
  // Up to two months apart: some inferred memories are past their observation, some are not.
  const act = actOf(
    pick(["terminal", "editor", "web"], next) ?? "terminal",
    new Date(START + below(60 * DAY, next)),
    next,
  );
  if (verb === "add") return added(open, next() < 0.4 ? { ...act, channel: "mcp" } : act, next);
  const plan = planOn(open, verb, act, next);
  if (plan?.kind === "undo-plan") return { verb, plan: plan.plan, act };
  return plan?.kind === "plan" ? { verb, plan, act } : undefined;
}

function added(open: OpenStore, act: Act, next: Chance): Planned | undefined {
  const word = below(2 ** 48, next).toString(36);
  const planned = planAdd(
    open,
    { text: `The tool ${word} is used here.\n\n${filler(next)}`, name: `Tool ${word}` },
    act,
  );
  return planned.kind === "add-plan" ? { verb: "add", plan: planned.plan, act } : undefined;
}

function planOn(open: OpenStore, verb: Exclude<CrashVerb, "add">, act: Act, next: Chance) {
  if (verb === "undo" && next() < 0.5) return planUndo(open, undefined, act);
  const places: readonly Place[] =
    verb === "undo" ? ["memories", "quarantine"] : [verb === "restore" ? "quarantine" : "memories"];
  const memory = anyMemory(open, places, next);
  if (memory?.id === undefined) return undefined;
  switch (verb) {
    case "undo":
      return planUndo(open, memory.id, act);
    case "confirm":
      return planConfirm({ open, personal: open }, memory, act);
    case "demote":
      return planTierChange(memory, { verb, reason: "no longer so" }, act);
    case "restore":
      return planTierChange(memory, { verb }, act);
    case "edit":
      return planEdit(open, memory, otherBody(memory, next), act);
  }
}

function anyMemory(open: OpenStore, places: readonly Place[], next: Chance): Memory | undefined {
  const spot = pick(
    open.store.list().spots.filter(({ place }) => places.includes(place)),
    next,
  );
  const read = spot === undefined ? undefined : readMemory(open.store, spot);
  return read?.kind === "memory" ? read : undefined;
}

function otherBody(memory: Memory, next: Chance): string {
  const edited = withBody(
    memory.document,
    `Now ${below(2 ** 48, next).toString(36)} is used here.\n\n${filler(next)}\n`,
  );
  return edited.kind === "document" ? edited.text : memory.document.text;
}

/** Bodies of one line up to several pages of the disk. */
function filler(next: Chance): string {
  return `${below(2 ** 32, next)} is a line of this text.\n`.repeat(1 + below(next() < 0.1 ? 400 : 12, next));
}
