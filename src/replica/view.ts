// What a state means (SYN-2): tier, place, the text that holds the name, and the texts beside it. A hold that no restore
// saw outweighs everything but forgetting. The order of heads is decided by the state alone, so that every machine makes
// the same files of it; whether an attestation counts on this machine changes the tier only, and only downwards.
import type { Dot } from "../attest/statement.ts";
import { type EffectiveTier, type Place, placeOf, type Tier } from "../trust/tiers.ts";
import { type Head, headsOf } from "./heads.ts";
import { dotKey, type Hold, type State } from "./state.ts";

export interface Sibling {
  readonly hash: string;
  /** Never verified: what lost its place is a proposal (`proposes`), whoever stood behind it. */
  readonly tier: "inferred" | "quarantined";
  readonly place: Place;
}

export interface LiveView {
  readonly kind: "live";
  /** What the memory counts as. */
  readonly tier: EffectiveTier;
  /** What its file says: an unattested one keeps `trust-level: verified`. */
  readonly declared: Tier;
  readonly place: Place;
  readonly head: string;
  readonly lastVerified: string | null;
  readonly retired: boolean;
  /** The earliest live one, which the quarantine keys tell. */
  readonly hold: Hold | null;
  readonly siblings: readonly Sibling[];
  /** Dots that stand for more than one text: a backup was restored or a machine cloned. */
  readonly twins: readonly Dot[];
}

/** `gone`: archived, or never there. Its holds stay: what comes back is quarantined. */
export type View = LiveView | { readonly kind: "gone"; readonly held: boolean } | { readonly kind: "forgotten" };

/** Whether the latest trusted word vouches for exactly this content and status (STO-32). */
export type Vouched = (hash: string, retired: boolean) => boolean;

export function viewOf(state: State, vouched: Vouched = () => true): View {
  if (state.forgotten) return { kind: "forgotten" };
  const [head, ...others] = headsOf(state);
  const held = state.holds.length > 0;
  if (head === undefined) return { kind: "gone", held };
  const retired = state.retirements.length > 0;
  const declared = held ? "quarantined" : head.under;
  return {
    kind: "live",
    tier: declared === "verified" && !(head.attested !== null && vouched(head.hash, retired)) ? "unattested" : declared,
    declared,
    place: placeOf(declared),
    head: head.hash,
    lastVerified: head.attested,
    retired,
    hold: earliest(state.holds),
    siblings: others.map((other) => siblingOf(other, held)),
    twins: twinsIn(state),
  };
}

function siblingOf({ hash, under }: Head, held: boolean): Sibling {
  const tier = held || under === "quarantined" ? "quarantined" : "inferred";
  return { hash, tier, place: placeOf(tier) };
}

function earliest(holds: readonly Hold[]): Hold | null {
  return holds.reduce<Hold | null>((first, hold) => (first === null || hold.at < first.at ? hold : first), null);
}

function twinsIn({ versions }: State): readonly Dot[] {
  const hashes = new Map<string, Set<string>>();
  for (const { dot, hash } of versions) hashes.set(dotKey(dot), (hashes.get(dotKey(dot)) ?? new Set()).add(hash));
  const seen = new Set<string>();
  return versions.flatMap(({ dot }) => {
    const key = dotKey(dot);
    if (seen.has(key) || (hashes.get(key)?.size ?? 0) < 2) return [];
    seen.add(key);
    return [dot];
  });
}
