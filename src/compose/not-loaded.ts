// Stands in for the second set of secret rules until it is there: whoever forgot to load it writes nothing. By itself, because every
// command has it from its start, and the checks themselves only where they are asked.

import type { SecondOpinion } from "../checks/secrets/find.ts";
import { Fault } from "../text/errors.ts";

export const notLoaded: SecondOpinion = () => {
  throw new Fault("bad-config", "The second set of secret rules is not loaded.", "holdfast doctor");
};
