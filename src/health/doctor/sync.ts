// How the last run of sync ended (SYN-15). Where nobody has synced there is nothing to say.
import { syncStanding } from "../../sync/health.ts";
import type { MachineView, Probe } from "./probe.ts";

export const sync: Probe<MachineView> = {
  name: "sync",
  examine: ({ surroundings }) => {
    const seen = surroundings.sync();
    return seen === undefined ? [] : [{ name: "sync", ...syncStanding(seen.record, seen.now) }];
  },
};
