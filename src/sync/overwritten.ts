// Words that a person signed and that somebody wrote over, with an editor or by a push (SYN-3). The new words take the name,
// and nobody attests them; the signed ones stand beside them as a proposal, so that a person sees both. Whether they are
// signed is for the latest word about the memory to say: a signed edit, a demotion or a retirement leaves nothing behind.
import { declaredTier, textField } from "../memory/fields.ts";
import { isMemoryId, type MemoryId } from "../memory/ids.ts";
import type { State } from "../replica/state.ts";
import { headsOf, type LiveView, type Sibling } from "../replica/view.ts";
import { placeOf } from "../trust/tiers.ts";
import type { KnownMemory, MemoryCopy } from "./side.ts";

/** What was signed and is no text of this memory any more. `signed`: what the latest word vouches for. */
export function overwritten(
  { id, copies }: Pick<KnownMemory, "id" | "copies">,
  after: State,
  signed: (id: MemoryId) => readonly string[],
): readonly MemoryCopy[] {
  const heads = new Set(headsOf(after).map(({ hash }) => hash));
  const gone = heads.size === 0 ? [] : copies.filter((copy) => !heads.has(copy.hash) && mayBeSigned(copy));
  return gone.filter((copy) => {
    const about = proposedBy(copy);
    return signed(id).includes(copy.hash) || (about !== undefined && signed(about).includes(copy.hash));
  });
}

/** Its file says so, which is no proof; a proposal has the words of another. */
function mayBeSigned(copy: MemoryCopy): boolean {
  return declaredTier(copy.document) === "verified" || proposedBy(copy) !== undefined;
}

/** What a copy is a proposal for. */
export function proposedBy({ document }: MemoryCopy): MemoryId | undefined {
  const target = textField(document, "proposes");
  return isMemoryId(target) ? target : undefined;
}

export function besideIt({ hash }: MemoryCopy, { hold }: LiveView): Sibling {
  const tier = hold === null ? "inferred" : "quarantined";
  return { hash, tier, place: placeOf(tier) };
}
