// The words of the trust machine. Tier and place are separate values because a file found on disk can
// contradict itself; the more restrictive of the two stands (STO-5).

export const TIERS = ["verified", "inferred", "quarantined"] as const;
export type Tier = (typeof TIERS)[number];

/** The two directories that hold live memories. */
export const PLACES = ["memories", "quarantine"] as const;
export type Place = (typeof PLACES)[number];

/** How a memory counts when it is read: `unattested` is a view of a verified file nobody vouches for (STO-32). */
export type EffectiveTier = Tier | "unattested";

export function isTier(value: unknown): value is Tier {
  return TIERS.some((tier) => tier === value);
}

export function placeOf(tier: Tier): Place {
  return tier === "quarantined" ? "quarantine" : "memories";
}

// What a memory is (TRU-10). `trust-level` and the directory are renderings of this answer, not the other way
// round: where they disagree, the more restrictive stands (STO-5).

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
