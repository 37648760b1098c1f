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
