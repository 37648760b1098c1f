// The chains of the ledger (STO-31). A break is told with its file and line and never mended: a history that its
// own tool rewrites proves nothing.
import type { MachineView, Probe } from "./probe.ts";
import { some } from "./probe.ts";

export const ledger: Probe<MachineView> = {
  name: "ledger",
  examine: ({ surroundings }) => {
    const chains = surroundings.ledgerHealth();
    const broken = chains
      .filter(({ problem }) => problem !== undefined)
      .map(({ file, problem }) => `${file} ${problem}`);
    if (broken.length > 0) {
      const remedy = "holdfast log --verify; then compare with a backup or with git. It is never rewritten.";
      return [{ name: "ledger", health: "error", message: `a chain is broken: ${some(broken)}`, remedy }];
    }
    const message = chains.length === 1 ? "its chain is whole" : `${chains.length} chains are whole`;
    return [{ name: "ledger", health: "ok", message: chains.length === 0 ? "no chain yet" : message }];
  },
};
