// Checks are authoritative: what was accepted before and fails hard now is demoted, whatever its tier (TRU-6).
import type { Memory } from "../catalogue.ts";
import { gate, planTransition } from "../plan-transition.ts";
import { mendEach } from "./mend-each.ts";
import { type Probe, rowFor, type StoreView } from "./probe.ts";
import { disagrees } from "./tiers.ts";

const ASK = { verb: "doctor", event: "check-failed", action: "demote", reason: "a check failed" } as const;

export const checks: Probe<StoreView> = {
  name: "checks",
  examine: ({ catalogue, nameOf }) => [
    rowFor("checks", catalogue.memories.filter(failing).map(nameOf), {
      good: "every memory passes",
      bad: "fails its checks",
      health: "error",
      remedy: "holdfast check, then edit; holdfast doctor --fix demotes them",
    }),
  ],
  mend: (view, act) =>
    mendEach(view, view.catalogue.memories.filter(failing), (memory, by) => planTransition(memory, ASK, by), act),
};

const failing = (memory: Memory): boolean => !disagrees(memory) && failsChecks(memory);

export function failsChecks({ stored, document }: Memory): boolean {
  return stored.place === "memories" && gate(document.text, "memories", stored.file).kind === "blocked";
}
