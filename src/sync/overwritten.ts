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
  const heads = headsOf(after).map(({ hash }) => hash);
  const gone = heads.length === 0 ? [] : copies.filter((copy) => !heads.includes(copy.hash) && mayBeSigned(copy));
  // Two people's words, of which one was edited from the other: that is no overwriting (SYN-2).
  const isEdited = ({ hash }: MemoryCopy): boolean =>
    after.versions.some((version) => version.hash === hash) && signed(id).includes(heads[0] ?? "");
  return gone.filter((copy) => {
    const about = proposedBy(copy);
    if (about !== undefined && signed(about).includes(copy.hash)) return true;
    return signed(id).includes(copy.hash) && !isEdited(copy);
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
