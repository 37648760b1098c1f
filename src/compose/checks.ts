// What the checks need to know, from the user's configuration and the open stores.

import type { Allowances } from "../checks/allowances.ts";
import { PERSONAL_RULES } from "../checks/secrets/personal.ts";
import type { CheckSettings } from "../checks/settings.ts";
import type { Config } from "../config/config.ts";
import type { Scope } from "../store/memory-store.ts";

export function checkSettings(
  config: Config,
  second: CheckSettings["second"],
  allowances: (scope: Scope) => Pick<Allowances, "digest" | "all"> | undefined,
): CheckSettings {
  const off = PERSONAL_RULES.filter((rule) => !config["private-data"].includes(rule));
  const owners = config.owners.length === 0 ? undefined : config.owners;
  return { second, personal: { owners, off }, allowances };
}
