// The tier decides the directory; where they disagree the more restrictive of the two stands (STO-5).
import { declaredTier } from "../../memory/fields.ts";
import type { Memory } from "../../store/catalogue.ts";
import { mendEach } from "./mend-each.ts";
import { FIX, type Probe, rowFor, type StoreView } from "./probe.ts";
import { settled } from "./settled.ts";

export const tiers: Probe<StoreView> = {
  name: "tiers",
  examine: ({ catalogue, nameOf }) => [
    rowFor("tiers", catalogue.memories.filter(disagrees).map(nameOf), {
      good: "tier and directory agree",
      bad: "tier and directory disagree",
      health: "error",
      remedy: FIX,
    }),
  ],
  mend: (view, act) => mendEach(view, view.catalogue.memories.filter(disagrees), settled, act),
};

export function disagrees(memory: Memory): boolean {
  const declared = declaredTier(memory.document);
  return declared !== undefined && (declared === "quarantined") !== (memory.stored.place === "quarantine");
}
