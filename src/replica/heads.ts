// Which text a memory shows, and which stand beside it (SYN-2). Versions of one text are one head. An attested head comes
// first, then the later attestation, then the lower hash. Of heads that nobody attests, one written over a verified text
// comes first and one written in quarantine second: a merge then never takes a memory from verified or quarantined to
// inferred. An attested head that another attested one was edited from is superseded, no conflict.
import type { Tier } from "../trust/tiers.ts";
import type { State, Version } from "./state.ts";

/** A prefix is enough: a false match hides one attested text behind another attested one, and nothing more. */
export const FROM_DIGITS = 16;

export interface Head {
  readonly hash: string;
  readonly attested: string | null;
  readonly under: Tier;
  readonly from: readonly string[];
}

const RANK: Readonly<Record<Tier, number>> = { verified: 1, quarantined: 2, inferred: 3 };

/** The effective head first; superseded ones are left out. */
export function headsOf(state: State): readonly Head[] {
  const byHash = new Map<string, Version[]>();
  for (const version of state.versions) byHash.set(version.hash, [...(byHash.get(version.hash) ?? []), version]);
  const heads = [...byHash.values()].map(asHead);
  const attested = heads.filter((head) => head.attested !== null);
  return heads.filter((head) => head.attested === null || !isSuperseded(head, attested)).sort(inOrder);
}

/** What nobody attested says nothing about where an attested text came from: the same words can have two origins. */
function asHead(versions: readonly Version[]): Head {
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
function inOrder(a: Head, b: Head): number {
  const byRank = RANK[a.under] - RANK[b.under];
  if (byRank !== 0) return byRank;
  const [ours, theirs] = [a.attested ?? "", b.attested ?? ""];
  if (ours !== theirs) return ours > theirs ? -1 : 1;
  return a.hash < b.hash ? -1 : 1;
}

/** Two people can edit each other's text back and forth; of such a ring nobody is superseded by its own. */
function isSuperseded(head: Head, attested: readonly Head[]): boolean {
  return [...reaching(head, attested)].some((other) => !reaching(other, attested).has(head));
}

/** Every head that came from this one, in any number of edits that still stand. */
function reaching(head: Head, attested: readonly Head[]): ReadonlySet<Head> {
  const found = new Set<Head>();
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

function cameFrom({ from }: Head, { hash }: Head): boolean {
  return from.includes(hash.slice(0, FROM_DIGITS));
}
