// The second set of secret rules, loaded by those who write or judge text; a hook never pays for it.
import type { SecondOpinion } from "../checks/secrets/find.ts";
import { Fault } from "../text/errors.ts";

/** Stands in until the rules are there: whoever forgot to load them writes nothing. */
export const notLoaded: SecondOpinion = () => {
  throw new Fault("bad-config", "The second set of secret rules is not loaded.", "holdfast doctor");
};

/** A set of rules that can't be loaded is a fault: writes are refused, and nothing is demoted (TRU-6). */
export async function loadedOrNot(): Promise<SecondOpinion> {
  try {
    const { loadSecondOpinion } = await import("../checks/secrets/second-opinion.ts");
    return await loadSecondOpinion();
  } catch {
    // Told by the check itself, as a finding, wherever it matters.
    return notLoaded;
  }
}
