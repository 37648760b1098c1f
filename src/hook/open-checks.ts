// The checks a hook can pay for, and only when a memory is there that nobody has confirmed.
import { type Suspects, suspectsBy } from "../app/withheld.ts";
import { digestOf } from "../checks/secret-findings.ts";
import type { Config } from "../core/config.ts";
import type { Allowances } from "../core/ports/allowances.ts";
import type { MemoryStore, Scope } from "../core/ports/memory-store.ts";
import { openAllowances } from "../store/allowances.ts";
import type { Keys } from "../store/statements.ts";
import { checkSettings } from "../wiring/checks.ts";

export function hookSuspects(config: Config, stores: readonly MemoryStore[], keys: Keys): Suspects {
  return suspectsBy(checkSettings(config, "quick", (scope) => allowancesOf(stores, scope, keys)));
}

function allowancesOf(stores: readonly MemoryStore[], scope: Scope, keys: Keys): Allowances | undefined {
  const info = stores.find((store) => store.info.scope === scope)?.info;
  const { root, storeId } = info ?? {};
  if (root === undefined || storeId === undefined) return undefined;
  return openAllowances({ root, storeId, scope, device: "", keys, digest: digestOf });
}
