// The whole table of injection rules (CHK-20), by family.
import type { InjectionRule } from "./rule.ts";
import { CAPABILITY } from "./rules/capability.ts";
import { COMMANDS } from "./rules/commands.ts";
import { ENCODED } from "./rules/encoded.ts";
import { HIDDEN } from "./rules/hidden.ts";
import { IMPERATIVES } from "./rules/imperatives.ts";
import { OVERRIDE } from "./rules/override.ts";
import { PERSONA } from "./rules/persona.ts";
import { ROLES } from "./rules/roles.ts";
import { SETUP } from "./rules/setup.ts";
import { URLS } from "./rules/urls.ts";

export const INJECTION_RULES: readonly InjectionRule[] = [
  ...OVERRIDE,
  ...ROLES,
  ...PERSONA,
  ...COMMANDS,
  ...URLS,
  ...ENCODED,
  ...IMPERATIVES,
  ...HIDDEN,
  ...SETUP,
  ...CAPABILITY,
];
