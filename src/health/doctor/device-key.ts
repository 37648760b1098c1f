// This machine's key (SYN-20). Losing it loses no memory: what the old one signed is unattested until a person
// re-affirms it (SYN-21). A damaged one is kept, never overwritten: it may be mended from a backup.
import type { DeviceKeySeen } from "../surroundings.ts";
import { FIX, type MachineView, type Mended, type Probe, type ProbeFinding } from "./probe.ts";

const MEANS = "what it signed needs one re-affirmation";

export const deviceKey: Probe<MachineView> = {
  name: "device key",
  examine: ({ surroundings }) => [{ name: "device key", ...saidOf(surroundings.deviceKey()) }],
  mend: ({ surroundings }) => {
    const seen = surroundings.deviceKey();
    const done: Mended[] = [];
    if (seen.state === "damaged") done.push({ label: `the damaged device key, kept at ${surroundings.setKeyAside()}` });
    if (done.length > 0 || (seen.state === "missing" && seen.wanted)) {
      done.push({ label: `a new device key, ${surroundings.makeKey()}; after a loss: holdfast review` });
    }
    return done;
  },
};

function saidOf(seen: DeviceKeySeen): Omit<ProbeFinding, "name"> {
  switch (seen.state) {
    case "present":
      return { health: "ok", message: seen.id };
    case "missing":
      return seen.wanted
        ? { health: "warning", message: `none on this machine; if it was lost, ${MEANS}`, remedy: FIX }
        : { health: "ok", message: "none yet; the first write makes it" };
    case "damaged":
      return {
        health: "error",
        message: `${seen.message} Nothing is written until it is mended or replaced; if replaced, ${MEANS}.`,
        remedy: `Bring it back from a backup, or: ${FIX}`,
      };
    case "refused":
      return { health: "error", message: seen.message, ...(seen.hint === undefined ? {} : { remedy: seen.hint }) };
  }
}
