import { type Probe, rowFor, type StoreView } from "./probe.ts";

export const files: Probe<StoreView> = {
  name: "files",
  examine: ({ catalogue: { broken } }) => [
    rowFor(
      "files",
      broken.map(({ spot }) => `${spot.place}/${spot.file}`),
      {
        good: "every file reads as a memory",
        bad: "not readable as a memory",
        health: "warning",
        remedy: "holdfast check; holdfast demote NAME takes one out",
      },
    ),
  ],
};
