// A person who does not want to wait for the observation period makes an inferred memory their own words: a new
// verified memory (T2) that supersedes the inferred one (TRU-3). One at a time, never in a batch.
import { gateForStore } from "../checks/gate.ts";
import { isRefusal, type Refusal } from "../core/errors.ts";
import { type MemoryDocument, setToolKeys } from "../core/memory/document.ts";
import { textField, typeField } from "../core/memory/fields.ts";
import { makeId } from "../core/memory/ids.ts";
import { TOOL_KEYS } from "../core/memory/keys.ts";
import { fileNameFor } from "../core/memory/slug.ts";
import type { Plan } from "../core/plan.ts";
import { forbidden, type Verb } from "../core/trust/authority.ts";
import type { ToolKeys } from "../core/trust/state-keys.ts";
import { PLACES } from "../core/trust/tiers.ts";
import { birthKeys, bornAs } from "./add.ts";
import type { Memory } from "./catalogue.ts";
import type { Act, OpenStore } from "./context.ts";
import { blockedBy } from "./plan-transition.ts";
import { managedStep } from "./retire.ts";

/** `text` is what the person confirmed: the stored author's part, or their edit of it. */
export function planOwnWords(
  open: OpenStore,
  memory: Memory,
  verb: Verb,
  act: Act,
  text: MemoryDocument = memory.document,
): Plan | Refusal {
  const refused = forbidden(verb, act.channel);
  if (refused !== undefined) return refused;
  const state = bornAs(act);
  if (isRefusal(state)) return state;
  const id = makeId(act.now.getTime(), act.random(10));
  const born: ToolKeys = {
    ...birthKeys(state, memory.scope, act),
    id,
    ...(memory.id === undefined ? {} : { supersedes: [memory.id] }),
  };
  const none = Object.fromEntries(TOOL_KEYS.map((key) => [key, null]));
  const document = setToolKeys(text, { ...none, ...born });
  const file = nextName(open, document, memory);
  const gated = gateForStore({ text: document.text, place: "memories", file });
  if (gated.kind === "blocked") return blockedBy(gated.findings, memory);
  const giving = managedStep(memory, "supersede", { "superseded-by": [id] }, act);
  if (giving.kind === "refusal") return giving;
  const taking = {
    id,
    action: "create",
    reason: "own-words",
    from: "none",
    to: "verified",
    change: { kind: "create", place: "memories", file, text: gated.text },
  } as const;
  // The new memory first: from then on the old one is superseded, whatever happens to the second step.
  return { kind: "plan", verb, steps: [taking, giving.step], warnings: gated.warnings, droppedClaims: [] };
}

function nextName(open: OpenStore, document: MemoryDocument, memory: Memory): string {
  const type = typeField(document) ?? "reference";
  const name = textField(document, "name") ?? memory.stored.file;
  for (let n = 1; ; n++) {
    const file = fileNameFor(type, name, n);
    if (PLACES.every((place) => open.store.read({ place, file }) === undefined)) return file;
  }
}
