// What a state means (SYN-2): tier, place, the text that holds the name, and the texts beside it. A hold that no restore
// saw outweighs everything but forgetting. The order of heads is decided by the state alone, so that every machine makes
// the same files of it; whether an attestation counts on this machine changes the tier only, and only downwards.
//
// Versions of one text are one head. An attested head comes first, then the later attestation, then the lower hash. Of heads
// that nobody attests, one written over a verified text comes first and one written in quarantine second: a merge then
// never takes a memory from verified or quarantined to inferred. An attested head that another attested one was edited from
// is superseded, no conflict.
import type { Dot } from "../attest/statement.ts";
import { type EffectiveTier, type Place, placeOf, type Tier } from "../trust/tiers.ts";
import { dotKey, type Hold, type State, type Version } from "./state.ts";

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
type Vouched = (hash: string, retired: boolean) => boolean;

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

function siblingOf({ hash, under }: HeadVersion, held: boolean): Sibling {
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

/** A prefix is enough: a false match hides one attested text behind another attested one, and nothing more. */
export const FROM_DIGITS = 16;

export interface HeadVersion {
  readonly hash: string;
  readonly attested: string | null;
  readonly under: Tier;
  readonly from: readonly string[];
}

const RANK: Readonly<Record<Tier, number>> = { verified: 1, quarantined: 2, inferred: 3 };

/** The effective head first; superseded ones are left out. */
export function headsOf(state: State): readonly HeadVersion[] {
  const byHash = new Map<string, Version[]>();
  for (const version of state.versions) byHash.set(version.hash, [...(byHash.get(version.hash) ?? []), version]);
  const heads = [...byHash.values()].map(asHead);
  const attested = heads.filter((head) => head.attested !== null);
  return heads.filter((head) => head.attested === null || !isSuperseded(head, attested)).sort(inOrder);
}

/** What nobody attested says nothing about where an attested text came from: the same words can have two origins. */
function asHead(versions: readonly Version[]): HeadVersion {
  const attested = versions.filter((version) => version.attested !== null);
  const counting = attested.length > 0 ? attested : versions;
  const [first] = counting.toSorted((a, b) => RANK[a.under] - RANK[b.under]) as [Version, ...Version[]];
  return {
    hash: first.hash,
    attested:
      attested
        .flatMap((version) => version.attested ?? [])
        .sort()
        .at(-1) ?? null,
    under: first.under,
    from: [...new Set(counting.flatMap(({ from }) => from))],
  };
}

/** An attested head stands with those over a verified text, and has a date. */
function inOrder(a: HeadVersion, b: HeadVersion): number {
  const byRank = RANK[a.under] - RANK[b.under];
  if (byRank !== 0) return byRank;
  const [ours, theirs] = [a.attested ?? "", b.attested ?? ""];
  if (ours !== theirs) return ours > theirs ? -1 : 1;
  return a.hash < b.hash ? -1 : 1;
}

/** Two people can edit each other's text back and forth; of such a ring nobody is superseded by its own. */
function isSuperseded(head: HeadVersion, attested: readonly HeadVersion[]): boolean {
  return [...reaching(head, attested)].some((other) => !reaching(other, attested).has(head));
}

/** Every head that came from this one, in any number of edits that still stand. */
function reaching(head: HeadVersion, attested: readonly HeadVersion[]): ReadonlySet<HeadVersion> {
  const found = new Set<HeadVersion>();
  const next = [head];
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    const origin = at;
    for (const other of attested) {
      if (found.has(other) || !cameFrom(other, origin)) continue;
      found.add(other);
      next.push(other);
    }
  }
  return found;
}

function cameFrom({ from }: HeadVersion, { hash }: HeadVersion): boolean {
  return from.includes(hash.slice(0, FROM_DIGITS));
}
