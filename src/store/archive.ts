// Archiving is always a person's act, and only for what is quarantined (TRU-5). Nothing is deleted by age.

import { textField } from "../memory/fields.ts";
import { makeId } from "../memory/ids.ts";
import { type Refusal, refuse } from "../text/errors.ts";
import { forbidden } from "../trust/authority.ts";
import { parseDate } from "../trust/lifecycle.ts";
import { dayOf } from "../trust/transitions.ts";
import { type Memory, stemOf } from "./catalogue.ts";
import type { Act } from "./context.ts";
import type { Plan } from "./plan.ts";

export function planArchive(memory: Memory, act: Act): Plan | Refusal {
  const refused = forbidden("archive", act.channel);
  if (refused !== undefined) return refused;
  if (memory.stored.place !== "quarantine") {
    return refuse(
      "transition-refused",
      `Only quarantined memories are archived; ${stemOf(memory)} is ${memory.tier}.`,
      `holdfast demote ${stemOf(memory)}`,
    );
  }
  const { file, sha256: base, mtimeMs } = memory.stored;
  const since = textField(memory.document, "quarantined-at") ?? textField(memory.document, "last-verified");
  const month = dayOf(parseDate(since) ?? new Date(mtimeMs)).slice(0, 7);
  const id = memory.id ?? makeId(act.now.getTime(), act.random(10));
  const step = { id, action: "archive", reason: "asked", from: "quarantined", to: "archived" } as const;
  return {
    kind: "plan",
    verb: "archive",
    steps: [{ ...step, change: { kind: "archive", file, base, month } }],
    warnings: [],
    droppedClaims: [],
  };
}
