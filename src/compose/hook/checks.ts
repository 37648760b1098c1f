// The checks a hook can pay for, and only when a memory is there that nobody has confirmed, or an agent writes one of its
// own.

import { checkForeignMemory } from "../../checks/foreign-memory.ts";
import { digestOf, withoutSecrets } from "../../checks/secret-findings.ts";
import { personalRules } from "../../checks/secrets/personal.ts";
import type { CheckSettings, Counted } from "../../checks/settings.ts";
import type { Config } from "../../config/config.ts";
import type { AutoMemoryChecks } from "../../guard/auto-memory.ts";
import { openAllowances } from "../../store/io/allowances.ts";
import type { Keys } from "../../store/io/statements.ts";
import type { MemoryStore, Scope } from "../../store/memory-store.ts";
import { type Suspects, suspectsBy } from "../../store/withheld.ts";
import { anyOf, checkSettings } from "../checks.ts";
import type { OpenedForHook } from "./stores.ts";

export function hookSuspects(config: Config, stores: readonly MemoryStore[], keys: Keys): Suspects {
  return suspectsBy(checkSettings(config, "quick", (scope) => allowancesOf(stores, scope, keys)));
}

/** Without a store nothing is allowed; personal data is the person's own matter there (CHK-11). */
export function memoryChecks(opened: OpenedForHook | undefined): AutoMemoryChecks {
  const settings: CheckSettings = {
    second: "quick",
    personal: { owners: undefined, off: personalRules() },
    allowances: (scope) => (opened === undefined ? undefined : allowancesOf(opened.stores, scope, opened.keys)),
  };
  return {
    inspect: (text) => checkForeignMemory(text, settings),
    mask: (text) => withoutSecrets(text, "personal", settings) ?? text,
  };
}

function allowancesOf(stores: readonly MemoryStore[], scope: Scope, keys: Keys): Counted | undefined {
  const infos = stores.map(({ info }) => info).filter((info) => info.scope === scope);
  return anyOf(
    infos.map(({ root, storeId }) => openAllowances({ root, storeId, scope, device: "", keys, digest: digestOf })),
  );
}
