// What a plan would have counted for more than it counts now (TRU-26): words that a person vouches for with it, or that come
// back into use. Each is shown before, with what was confirmed of it earlier.
import { contentHash, type MemoryDocument, parseDocument } from "../memory/document.ts";
import { declaredTier, listField, statusOf } from "../memory/fields.ts";
import { SEEN } from "./attest.ts";
import { documentIn } from "./catalogue.ts";
import type { Plan, Step } from "./context.ts";
import type { GitHistory } from "./records.ts";
import { type Placed, type SinceSigned, type SpokenIn, sinceSigned } from "./signed.ts";

export interface Raised {
  readonly file: string;
  readonly document: MemoryDocument;
  /** Undefined: none were signed before, or these very ones. */
  readonly since?: SinceSigned | undefined;
}

/** A memory of another store, whose words a plan takes over. */
export interface TakenOver extends Placed {
  readonly document: MemoryDocument;
}

export async function raisedBy(
  open: SpokenIn,
  plan: Plan,
  git: () => Promise<GitHistory>,
  about?: TakenOver,
): Promise<readonly Raised[]> {
  const placed = ({ id, change }: Step): Placed => ({ open, id, file: change.file });
  const replaced = plan.steps.filter(({ action }) => action === "supersede").map(placed);
  const raised: Raised[] = [];
  for (const step of plan.steps) {
    const document = "text" in step.change ? parseDocument(step.change.text) : undefined;
    if (document?.kind !== "document" || !isRaised(open, step, document)) continue;
    const own = [placed(step), ...replaced].find(isSpokenOf);
    const since =
      own === undefined
        ? about && (await sinceSigned(about, about.document, git))
        : await sinceSigned(own, document, git);
    raised.push({ file: step.change.file, document, since });
  }
  return raised;
}

function isSpokenOf({ open, id }: Placed): boolean {
  return open.store.pastStatements(id).some(({ vouches }) => vouches !== null);
}

function isRaised(open: SpokenIn, step: Step, after: MemoryDocument): boolean {
  if (step.to !== "verified") return false;
  if (SEEN.includes(step.action)) return true;
  const before = standingOf(open, step);
  if (before === undefined || declaredTier(before) !== "verified") return true;
  const isSame = contentHash(before) === contentHash(after);
  const replacers = (document: MemoryDocument): number => listField(document, "superseded-by").length;
  const comesBack = statusOf(before) !== "active" && statusOf(after) === "active";
  return !isSame || comesBack || replacers(after) < replacers(before);
}

/** As it is on the disk before the step. */
function standingOf({ store }: SpokenIn, { change }: Step): MemoryDocument | undefined {
  if (!("text" in change) || change.kind === "create") return undefined;
  const read = store.read({ place: change.kind === "move" ? change.from : change.place, file: change.file });
  return read?.kind === "file" ? documentIn(read.bytes) : undefined;
}
