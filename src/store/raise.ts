// What a plan would have counted for more than it counts now (TRU-26): words that a person vouches for with it, or that come
// back into use. Each is shown before, with what was confirmed of it earlier.
import { contentHash, type MemoryDocument, parseDocument } from "../memory/document.ts";
import { declaredTier, listField, statusOf } from "../memory/fields.ts";
import type { MemoryId } from "../memory/ids.ts";
import { SEEN } from "./attest.ts";
import { documentIn } from "./catalogue.ts";
import type { OpenStore, Plan, Step } from "./context.ts";

export interface Raised {
  readonly file: string;
  readonly document: MemoryDocument;
  /** `unknown`: there were such words, and they are not kept here. Undefined: none, or these very ones. */
  readonly confirmed: MemoryDocument | "unknown" | undefined;
}

export function raisedBy(open: OpenStore, plan: Plan): readonly Raised[] {
  return plan.steps.flatMap((step) => {
    const document = "text" in step.change ? parseDocument(step.change.text) : undefined;
    if (document?.kind !== "document" || !isRaised(open, step, document)) return [];
    const replaced = plan.steps.filter(({ action }) => action === "supersede").map(({ id }) => id);
    return [{ file: step.change.file, document, confirmed: confirmedOf(open, [step.id, ...replaced], document) }];
  });
}

function isRaised(open: OpenStore, step: Step, after: MemoryDocument): boolean {
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
function standingOf({ store }: OpenStore, { change }: Step): MemoryDocument | undefined {
  if (!("text" in change) || change.kind === "create") return undefined;
  const read = store.read({ place: change.kind === "move" ? change.from : change.place, file: change.file });
  return read?.kind === "file" ? documentIn(read.bytes) : undefined;
}

/** The newest words of these memories that somebody whose word counts here has vouched for. */
function confirmedOf(open: OpenStore, ids: readonly MemoryId[], after: MemoryDocument): Raised["confirmed"] {
  for (const id of ids) {
    const vouched = open.store.pastStatements(id).flatMap(({ vouches }) => vouches?.content ?? []);
    if (vouched.length === 0) continue;
    const found = versionsOf(open, id).find((each) => vouched.includes(contentHash(each)));
    if (found === undefined) return vouched.includes(contentHash(after)) ? undefined : "unknown";
    return contentHash(found) === contentHash(after) ? undefined : found;
  }
  return undefined;
}

/** Newest first: as it is now, then what the local history kept. */
function versionsOf({ store, history }: OpenStore, id: MemoryId): readonly MemoryDocument[] {
  return history.ofMemory(id).flatMap(({ before, after }) => {
    const read = after === undefined ? undefined : store.read(after);
    const now = read?.kind === "file" && read.sha256 === after?.sha256 ? read.bytes : undefined;
    const old = before === undefined ? undefined : history.bytes(id, before.sha256);
    return [now, old].flatMap((bytes) => (bytes && documentIn(bytes)) ?? []);
  });
}
