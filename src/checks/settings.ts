// What the checks need to know besides the text. An entrance puts it together; nothing here reads a file.

import type { Scope } from "../memory/kinds.ts";
import type { Allowances } from "./allowances.ts";
import type { SecondOpinion } from "./secrets/find.ts";
import type { PersonalSettings } from "./secrets/personal.ts";

export interface CheckSettings {
  /** "quick": the two layers that a hook can pay for (CHK-10). Writes, audit and export run all three. */
  readonly second: SecondOpinion | "quick";
  readonly personal: PersonalSettings;
  /** Undefined where there is no such store: then nothing is allowed. */
  allowances(scope: Scope): Pick<Allowances, "digest" | "all"> | undefined;
}
