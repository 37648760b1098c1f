// How a probe mends a memory: a plan through the one pipeline.

import { setToolKeys } from "../../memory/compose.ts";
import { stateKeys, type ToolKeys } from "../../memory/fields.ts";
import { makeId } from "../../memory/ids.ts";
import type { Memory } from "../../store/catalogue.ts";
import type { Act } from "../../store/context.ts";
import type { Plan } from "../../store/plan.ts";
import { blockedBy, changeTo, gate, identityKeys, stateOf } from "../../store/plan-transition.ts";
import { write } from "../../store/write.ts";
import { isRefusal, type Refusal } from "../../text/errors.ts";
import { secondOf } from "../../trust/transitions.ts";
import type { Mended, StoreView } from "./probe.ts";

// The plan that settles a file where it belongs: its id, its date, and for what is held the keys of quarantine.
export function settled(memory: Memory, act: Act): Plan | Refusal {
  const id = memory.id ?? makeId(act.now.getTime(), act.random(10));
  const { tier } = stateOf(memory);
  const quarantined = tier === "quarantined";
  const after = setToolKeys(memory.document, {
    ...(quarantined ? heldKeys(memory, act) : {}),
    ...identityKeys(memory, id),
  });
  const place = quarantined ? "quarantine" : memory.stored.place;
  const gated = gate({ text: after.text, place, file: memory.stored.file, scope: memory.scope }, act);
  if (gated.kind === "blocked") return blockedBy(gated.findings, memory);
  const action = quarantined ? "demote" : "edit";
  const change = changeTo(memory, place, gated.text);
  const masked = gated.masked === true ? { masked: true as const } : {};
  return {
    kind: "plan",
    verb: "doctor",
    steps: [{ id, action, reason: "recovery", from: tier, to: tier, change, ...masked }],
    warnings: [],
    droppedClaims: [],
  };
}

function heldKeys(memory: Memory, act: Act): ToolKeys {
  const state = stateOf(memory);
  const hold = { at: secondOf(act.now), reason: "tier and directory disagreed", by: act.device.id };
  return stateKeys({ ...state, quarantine: state.quarantine ?? hold });
}

// One plan per memory, through the one pipeline; a result per item, never stopping midway (STO-23).
export async function mendEach(
  { open, nameOf }: StoreView,
  memories: readonly Memory[],
  planFor: (memory: Memory, act: Act) => Plan | Refusal,
  act: () => Act,
): Promise<readonly Mended[]> {
  const done: Mended[] = [];
  for (const memory of memories) {
    const label = nameOf(memory);
    const plan = planFor(memory, act());
    const result = isRefusal(plan) ? plan : await write(open, plan, act());
    done.push(isRefusal(result) ? { label, problem: result.message } : { label });
  }
  return done;
}
