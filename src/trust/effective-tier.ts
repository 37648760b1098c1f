// What a memory is (TRU-10). `trust-level` and the directory are renderings of this answer, not the other way
// round: where they disagree, the more restrictive stands (STO-5).
import type { EffectiveTier, Place, Tier } from "./tiers.ts";

export interface Evidence {
  /** `trust-level` as the file states it; undefined when absent or no tier. */
  readonly declared: Tier | undefined;
  readonly place: Place;
  /** Live holds: demotions that no restore has seen. */
  readonly holds: number;
  /** Whether the latest state attests exactly this content. */
  readonly attested: boolean;
  /** A shared store is someone else's word until its signers are trusted (SYN-31). */
  readonly foreign: boolean;
}

export function effectiveTier(evidence: Evidence): EffectiveTier {
  if (evidence.place === "quarantine" || evidence.declared === "quarantined" || evidence.holds > 0)
    return "quarantined";
  if (evidence.declared !== "verified") return "inferred";
  if (evidence.attested) return "verified";
  return evidence.foreign ? "inferred" : "unattested";
}
