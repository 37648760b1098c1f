import type { MachineView, Probe } from "./probe.ts";

export const runtime: Probe<MachineView> = {
  name: "runtime",
  examine: ({ surroundings: { version, nodeVersion } }) => [
    { name: "runtime", health: "ok", message: `holdfast ${version} on Node ${nodeVersion}` },
  ],
};
