import { type Probe, rowFor, type StoreView } from "./probe.ts";

export const strangers: Probe<StoreView> = {
  name: "strangers",
  examine: ({ catalogue: { listing } }) => [
    rowFor(
      "strangers",
      listing.strangers.map(({ place, file }) => `${place}/${file}`),
      {
        good: "no other files",
        bad: "never read",
        health: "warning",
        remedy: "Move them out of the store, or name them <type>_<words>.md.",
      },
    ),
  ],
};
