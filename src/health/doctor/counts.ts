import type { Probe, StoreView } from "./probe.ts";

export const counts: Probe<StoreView> = {
  name: "store",
  examine: ({ open, catalogue: { memories } }) => {
    const of = (tier: string): number => memories.filter((memory) => memory.tier === tier).length;
    const all = memories.length === 1 ? "1 memory" : `${memories.length} memories`;
    const unattested = of("unattested") === 0 ? "" : `, ${of("unattested")} unattested`;
    const message = `${all}: ${of("verified")} verified, ${of("inferred")} inferred, ${of("quarantined")} quarantined${unattested}`;
    return [{ name: `${open.store.info.scope} store`, health: "ok", message }];
  },
};
