// A candidate beside what the store knows (OBS-9): the same fact is nothing new, more about it is a change to propose, the
// opposite of it too. All candidates are compared at once: the words of the store weigh by how rare they are in it.
import { type Claim, claimsIn, termsIn } from "../../recall/claims.ts";
import { likenessIn, type Spoken } from "../../recall/look-alike.ts";

export type Comparison =
  | { readonly kind: "new" }
  /** Places in `known`. */
  | { readonly kind: "same" | "refines" | "contradicts"; readonly at: number };

/** So many words more make it a refinement. */
const MORE = 3;

export function compareAll(candidates: readonly Spoken[], known: readonly Spoken[]): readonly Comparison[] {
  const found = new Map<number, Comparison>();
  for (const { kind, a, b } of likenessIn([...candidates, ...known])) {
    const candidate = candidates[a];
    const other = known[b - candidates.length];
    if (candidate === undefined || other === undefined || found.get(a)?.kind === "contradicts") continue;
    const at = b - candidates.length;
    if (kind === "contradiction") found.set(a, { kind: "contradicts", at });
    else if (!found.has(a)) found.set(a, { kind: isMore(candidate, other) ? "refines" : "same", at });
  }
  return candidates.map((candidate, index) => found.get(index) ?? said(candidate, known));
}

/** A longer memory may hold the very sentence. */
function said({ group, name }: Spoken, known: readonly Spoken[]): Comparison {
  const claims = claimsIn(name);
  const at = known.findIndex((other) => {
    const theirs = other.group === group ? claimsIn(`${other.name}.\n${other.description}.\n${other.body}`) : [];
    return claims.length > 0 && claims.every((claim) => theirs.some((their) => saysIt(their, claim)));
  });
  return at < 0 ? { kind: "new" } : { kind: "same", at };
}

function saysIt(their: Claim, claim: Claim): boolean {
  const sameValues = their.values.join(" ") === claim.values.join(" ");
  return sameValues && their.denied === claim.denied && [...claim.terms].every((term) => their.terms.has(term));
}

function isMore(candidate: Spoken, known: Spoken): boolean {
  const terms = (spoken: Spoken): ReadonlySet<string> =>
    termsIn(`${spoken.name}\n${spoken.description}\n${spoken.body}`);
  const have = terms(known);
  return [...terms(candidate)].filter((term) => !have.has(term)).length >= MORE;
}
