import { waitingCopies } from "../../sync/copies.ts";
import { type Probe, rowFor, type StoreView } from "./probe.ts";

export const strangers: Probe<StoreView> = {
  name: "strangers",
  examine: ({ open, catalogue: { listing } }) => {
    const waiting = open.store.info.scope === "personal" ? waitingCopies(open) : [];
    const others = listing.strangers.filter(
      ({ place, file }) => !waiting.some(({ copy }) => copy.place === place && copy.file === file),
    );
    // By the memory's own name: the copy's may be anything, and an agent is told none of quarantine/.
    const copied = [...new Set(waiting.map(({ of }) => `${of.place}/${of.file}`))];
    return [
      ...(waiting.length === 0
        ? []
        : [
            rowFor("copies", copied, {
              good: "",
              bad: "conflict copies of another sync tool, not read until they are joined",
              health: "warning",
              remedy: "holdfast sync",
            }),
          ]),
      rowFor(
        "strangers",
        others.map(({ place, file }) => `${place}/${file}`),
        {
          good: "no other files",
          bad: "never read",
          health: "warning",
          remedy: "Move them out of the store, or name them <type>_<words>.md.",
        },
      ),
    ];
  },
};
