// The plan that settles a file where it belongs: its id, its date, and for what is held the keys of quarantine.
import type { Refusal } from "../../core/errors.ts";
import { setToolKeys } from "../../core/memory/document.ts";
import { makeId } from "../../core/memory/ids.ts";
import type { Plan } from "../../core/plan.ts";
import { stateKeys, type ToolKeys } from "../../core/trust/state-keys.ts";
import { secondOf } from "../../core/trust/transitions.ts";
import type { Memory } from "../catalogue.ts";
import type { Act } from "../context.ts";
import { blockedBy, changeTo, gate, identityKeys, stateOf } from "../plan-transition.ts";

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
