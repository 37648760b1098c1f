// Temporary files of a killed writer (STO-20); the next holder of the lock removes them.
import { sweep } from "./moves.ts";
import { FIX, type Probe, rowFor, type StoreView } from "./probe.ts";

export const leftovers: Probe<StoreView> = {
  name: "leftovers",
  examine: ({ catalogue: { listing } }) => [
    rowFor(
      "leftovers",
      listing.leftovers.map(({ place, file }) => `${place}/${file}`),
      { good: "no leftovers", bad: "left by a killed writer", health: "warning", remedy: FIX },
    ),
  ],
  mend: ({ catalogue: { listing }, open }) => (listing.leftovers.length === 0 ? [] : sweep(open)),
};
