// A file written by hand has no id until something touches it; mending gives it one and changes nothing else.
import type { Memory } from "../../store/catalogue.ts";
import { failsChecks } from "./checks.ts";
import { mendEach } from "./mend-each.ts";
import { FIX, type Probe, rowFor, type StoreView } from "./probe.ts";
import { settled } from "./settled.ts";
import { disagrees } from "./tiers.ts";

export const ids: Probe<StoreView> = {
  name: "ids",
  examine: ({ catalogue, checks, nameOf }) => [
    rowFor("ids", nameless({ catalogue, checks }).map(nameOf), {
      good: "every memory has an id",
      bad: "no id yet",
      health: "warning",
      remedy: FIX,
    }),
  ],
  mend: (view, act) => mendEach(view, nameless(view), settled, act),
};

/** Those that another probe mends get their id with it. */
function nameless({ catalogue, checks }: Pick<StoreView, "catalogue" | "checks">): readonly Memory[] {
  return catalogue.memories.filter(
    (memory) => memory.id === undefined && !disagrees(memory) && !failsChecks(memory, checks),
  );
}
