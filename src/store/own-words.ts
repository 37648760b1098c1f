// A person who does not want to wait for the observation period makes an inferred memory their own words: a new
// verified memory (T2) that supersedes the inferred one (TRU-3). One at a time, never in a batch.
// A shared memory is other people's too: its own words are the person's, in the personal store and for this project
// alone, and the shared file stays as it is. Nothing in a shared store would supersede anything yet (TRU-22b).
import { gateForStore } from "../checks/gate.ts";
import { setAuthorKey, setToolKeys } from "../memory/compose.ts";
import type { MemoryDocument } from "../memory/document.ts";
import { contentHash } from "../memory/document.ts";
import type { ToolKeys } from "../memory/fields.ts";
import { listField, statusOf, textField, typeField } from "../memory/fields.ts";
import { type MemoryId, makeId } from "../memory/ids.ts";
import { TOOL_KEYS } from "../memory/keys.ts";
import { fileNameFor } from "../memory/slug.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { forbidden, type Verb } from "../trust/authority.ts";
import { PLACES } from "../trust/tiers.ts";
import type { TrustState } from "../trust/transitions.ts";
import { birthKeys, bornAs } from "./add.ts";
import type { Unchanged } from "./batch.ts";
import { type Memory, readCatalogue, stemOf } from "./catalogue.ts";
import type { Act, OpenStore } from "./context.ts";
import type { Plan, Step } from "./plan.ts";
import { blockedBy } from "./plan-transition.ts";
import { managedStep } from "./retire.ts";
import { supersededAmong } from "./superseded.ts";

/**
 * `text` is what the person confirmed: the stored author's part, or their edit of it. `others` are of the same store and
 * were shown beside it: what is said there is said by the new memory now.
 */
export function planOwnWords(
  open: OpenStore,
  memory: Memory,
  verb: Verb,
  act: Act,
  text: MemoryDocument = memory.document,
  others: readonly Memory[] = [],
): Plan | Refusal {
  const refused = forbidden(verb, act.channel);
  if (refused !== undefined) return refused;
  const state = bornAs(act);
  if (isRefusal(state)) return state;
  return planNew(open, { memory, verb, text, state, replaced: [memory, ...others] }, act);
}

/** `personal` is the person's store, `project` the one the shared memory and `others` belong to. */
export function planOwnWordsOfShared(
  personal: OpenStore,
  memory: Memory,
  project: string,
  verb: Verb,
  act: Act,
  text: MemoryDocument = memory.document,
  others: readonly Memory[] = [],
): Plan | Unchanged | Refusal {
  const refused = forbidden(verb, act.channel);
  if (refused !== undefined) return refused;
  const state = bornAs(act);
  if (isRefusal(state)) return state;
  const { id } = memory;
  if (id === undefined) {
    return refuse("not-found", `${stemOf(memory)} has no id, so nothing can supersede it.`, "holdfast doctor --fix");
  }
  const mine = setAuthorKey(text, "project", project);
  const earlier = ownWordsOf(personal, id);
  const same = earlier.find((each) => contentHash(each.document) === contentHash(mine));
  if (same !== undefined) return { kind: "unchanged", message: `yours already, as ${stemOf(same)}` };
  const alsoReplaces = [id, ...others.flatMap((each) => each.id ?? [])];
  return planNew(personal, { memory, verb, text: mine, state, replaced: earlier, alsoReplaces }, act);
}

/** What the person said about it before, as long as it counts. */
function ownWordsOf(personal: OpenStore, id: MemoryId): readonly Memory[] {
  const { memories } = readCatalogue(personal.store);
  const superseded = supersededAmong(memories);
  return memories.filter(
    (each) =>
      each.tier === "verified" &&
      statusOf(each.document) === "active" &&
      listField(each.document, "supersedes").includes(id) &&
      !superseded.has(each),
  );
}

interface OwnWords {
  readonly memory: Memory;
  readonly verb: Verb;
  readonly text: MemoryDocument;
  readonly state: TrustState;
  /** Memories of the same store that get `superseded-by`. */
  readonly replaced: readonly Memory[];
  /** Memories of another store, which are not touched. */
  readonly alsoReplaces?: readonly MemoryId[];
}

function planNew(open: OpenStore, words: OwnWords, act: Act): Plan | Refusal {
  const { memory, verb, replaced, alsoReplaces = [] } = words;
  const id = makeId(act.now.getTime(), act.random(10));
  const supersedes = [...alsoReplaces, ...replaced.flatMap((each) => each.id ?? [])];
  const born: ToolKeys = {
    ...birthKeys(words.state, open.store.info.scope, act),
    id,
    ...(supersedes.length === 0 ? {} : { supersedes }),
  };
  const none = Object.fromEntries(TOOL_KEYS.map((key) => [key, null]));
  const document = setToolKeys(words.text, { ...none, ...born });
  const file = nextName(open, document, memory);
  const gated = gateForStore(
    { text: document.text, place: "memories", file, scope: open.store.info.scope },
    act.checks,
  );
  if (gated.kind === "blocked") return blockedBy(gated.findings, memory);
  const giving: Step[] = [];
  for (const each of replaced) {
    const step = managedStep(each, "supersede", { "superseded-by": [id] }, act);
    if (step.kind === "refusal") return step;
    giving.push(step.step);
  }
  const taking = {
    id,
    action: "create",
    reason: "own-words",
    from: "none",
    to: "verified",
    change: { kind: "create", place: "memories", file, text: gated.text },
  } as const;
  // The new memory first: from then on the old one is superseded, whatever happens to the other steps.
  return { kind: "plan", verb, steps: [taking, ...giving], warnings: gated.warnings, droppedClaims: [] };
}

function nextName(open: OpenStore, document: MemoryDocument, memory: Memory): string {
  const type = typeField(document) ?? "reference";
  const name = textField(document, "name") ?? memory.stored.file;
  for (let n = 1; ; n++) {
    const file = fileNameFor(type, name, n);
    // Never the name it has in the other store: one name would then mean two memories.
    const free = file !== memory.stored.file && PLACES.every((place) => open.store.read({ place, file }) === undefined);
    if (free) return file;
  }
}
