// One id in two files. Where one of them stands in quarantine/ it counts for every reader (STO-20), so mending takes
// the other one out, and `undo` brings it back. Two files in the same directory are for a person to choose between.

import { declaredTier } from "../../memory/fields.ts";
import type { MemoryId } from "../../memory/ids.ts";
import type { Catalogue, Memory } from "../../store/catalogue.ts";
import type { Plan } from "../../store/plan.ts";
import { write } from "../../store/write.ts";
import { interrupted } from "./moves.ts";
import { FIX, type Mended, type Probe, type ProbeFinding, type StoreView, some } from "./probe.ts";

export const twins: Probe<StoreView> = {
  name: "twins",
  examine: (view) => [rowOf(view)],
  mend: async ({ catalogue, open, nameOf }, act) => {
    const done: Mended[] = [];
    for (const copy of outside(catalogue)) {
      const result = await write(open, removal(copy), act());
      const label = `${nameOf(copy)}, whose id stands in quarantine/, was taken out`;
      done.push(result.kind === "written" ? { label } : { label: nameOf(copy), problem: result.message });
    }
    return done;
  },
};

function rowOf({ catalogue, nameOf }: StoreView): ProbeFinding {
  const moving = interrupted(catalogue);
  const seen = new Map<string, Memory>();
  const found: string[] = [];
  for (const memory of [...catalogue.memories, ...catalogue.shadowed]) {
    if (memory.id === undefined || moving.includes(memory)) continue;
    const other = seen.get(memory.id);
    if (other !== undefined) found.push(`${nameOf(other)} = ${nameOf(memory)}`);
    else seen.set(memory.id, memory);
  }
  if (found.length === 0) return { name: "twins", health: "ok", message: "every id stands once" };
  const mendable = outside(catalogue).length;
  const byHand = "Remove the copy you do not want.";
  const remedy = mendable === 0 ? byHand : mendable === found.length ? FIX : `${FIX}; then: ${byHand}`;
  return { name: "twins", health: "error", message: `one id in two files: ${some(found)}`, remedy };
}

/** Copies in memories/ under another name than the one in quarantine/. */
function outside(catalogue: Catalogue): readonly Twin[] {
  const moving = interrupted(catalogue);
  return catalogue.shadowed.filter((memory): memory is Twin => memory.id !== undefined && !moving.includes(memory));
}

type Twin = Memory & { readonly id: MemoryId };

function removal(copy: Twin): Plan {
  const { place, file, sha256: base } = copy.stored;
  const from = declaredTier(copy.document) ?? "inferred";
  const change = { kind: "remove", place, file, base } as const;
  return {
    kind: "plan",
    verb: "doctor",
    steps: [{ id: copy.id, action: "demote", reason: "recovery", from, to: "quarantined", change }],
    warnings: [],
    droppedClaims: [],
  };
}
