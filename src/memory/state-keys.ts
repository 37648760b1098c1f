// How a trust state is written into a file: the managed keys, nothing else. With transitions.ts this is the only
// code that names a trust level (TRU-1).

import type { TrustState } from "../trust/transitions.ts";
import type { ToolKey } from "./keys.ts";

export type ToolKeys = Readonly<Partial<Record<ToolKey, string | readonly string[] | null>>>;

/** null removes a key. */
export function stateKeys(state: TrustState): ToolKeys {
  return {
    "trust-level": state.tier === "none" ? null : state.tier,
    "last-verified": state.lastVerified ?? null,
    "quarantined-at": state.quarantine?.at ?? null,
    "quarantine-reason": state.quarantine?.reason ?? null,
    "quarantined-by": state.quarantine?.by ?? null,
  };
}
