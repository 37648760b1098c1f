// `confirm` is the one act the guide teaches: it chooses by the memory's state (spec 9). The choice is shown to
// the person before it is applied. A shared memory that is inferred here becomes the person's own words: `promote` and
// `reaffirm` are for those who sign in the shared store.
import { gateForStore } from "../checks/gate.ts";
import { setAuthorKey, setToolKeys } from "../memory/compose.ts";
import { contentHash, type MemoryDocument, parseDocument } from "../memory/document.ts";
import { listField, statusOf, type ToolKeys, textField, typeField } from "../memory/fields.ts";
import { type MemoryId, makeId } from "../memory/ids.ts";
import { TOOL_KEYS } from "../memory/keys.ts";
import { isMirrored } from "../memory/kinds.ts";
import { fileNameFor } from "../memory/slug.ts";
import { Fault, isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { forbidden, type Verb } from "../trust/authority.ts";
import { observationOf } from "../trust/lifecycle.ts";
import { PLACES } from "../trust/tiers.ts";
import type { TrustState } from "../trust/transitions.ts";
import { isOwnSaying, type Memory, readCatalogue, stateOf, stemOf, supersededAmong } from "./catalogue.ts";
import type { Act, OpenStore, Plan, Unchanged } from "./context.ts";
import { derivedAgain } from "./guess.ts";
import {
  birthKeys,
  blockedBy,
  bornAs,
  findingLines,
  managedOf,
  managedStep,
  planOf,
  planRetireAll,
  planTierChange,
  planTransition,
  supersededSteps,
} from "./plan-transition.ts";
import { askedBy, targetOf } from "./propose.ts";
import { planSigned } from "./recover.ts";

export type Confirmation =
  | { readonly way: "promote" | "restore" | "reaffirm" | "accept" }
  /** Without an end: nothing of an agent is observed, as the person said it (ARR-4) or it is an organisation's proposal. */
  | { readonly way: "own-words"; readonly observationEnds?: Date }
  | { readonly way: "own-words-of-shared" };

export function howToConfirm(memory: Memory, now: Date): Confirmation {
  if (memory.tier !== "quarantined" && textField(memory.document, "proposes") !== undefined) return { way: "accept" };
  // What somebody signed for the team, and counts here, is re-affirmed there; all else becomes the person's own.
  if (memory.scope === "shared") return { way: memory.tier === "verified" ? "reaffirm" : "own-words-of-shared" };
  const state = stateOf(memory);
  if (memory.tier === "quarantined") return { way: "restore" };
  if (state.tier === "verified") return { way: "reaffirm" };
  const observation = observationOf(state.createdAt, now);
  if (observation.complete) return { way: "promote" };
  return isOwnSaying(memory) || isMirrored(memory.scope)
    ? { way: "own-words" }
    : { way: "own-words", observationEnds: observation.ends };
}

/** Which store a yes changes. */
export function writtenInto({ open, personal }: Confirming, memory: Memory, now: Date): OpenStore {
  const { way } = howToConfirm(memory, now);
  const isOwn =
    way === "own-words-of-shared" ||
    (way === "accept" && memory.scope === "shared" && askedBy(memory.document).change === "edit");
  return isOwn ? personal : open;
}

export function planConfirm(confirming: Confirming, memory: Memory, act: Act): Plan | Unchanged | Refusal {
  const { way } = howToConfirm(memory, act.now);
  switch (way) {
    case "accept":
      return planAccept(confirming, memory, act);
    case "own-words":
      return planOwnWords(confirming.open, memory, { verb: "confirm" }, act);
    case "own-words-of-shared":
      return planOwnWordsOfShared(confirming, memory, { verb: "confirm" }, act);
    default:
      return planTierChange(memory, { verb: way }, act);
  }
}

// A person takes up what somebody proposed (spec 1, `proposes`): the proposed text becomes their own words, which replace
// both the memory it is about and the proposal; a proposal to retire retires both.

/** The stores that a person's yes may concern. */
export interface Confirming {
  /** Where the memory is. */
  readonly open: OpenStore;
  /** The person's own: what is shared is confirmed into it, and then the project must be known. */
  readonly personal: OpenStore;
  readonly project?: string | undefined;
}

function planAccept(confirming: Confirming, proposal: Memory, act: Act): Plan | Unchanged | Refusal {
  const { open } = confirming;
  const refused = forbidden("confirm", act.channel);
  if (refused !== undefined) return refused;
  const target = changeable(open, proposal);
  if (isRefusal(target)) return target;
  const asked = askedBy(proposal.document);
  if (asked.change === "retire") return planRetireAll([target, proposal], act);
  const signed = target.scope === "personal" ? planSigned(open, target, asked.text, act) : undefined;
  if (signed !== undefined) return signed;
  const words: Words = { verb: "confirm", text: asked.text, others: [proposal] };
  return target.scope === "shared"
    ? planOwnWordsOfShared(confirming, target, words, act)
    : planOwnWords(open, target, words, act);
}

function changeable(open: OpenStore, proposal: Memory): Memory | Refusal {
  const target = targetOf(open, proposal);
  const hint = `holdfast off --wrong ${stemOf(proposal)}`;
  if (target === undefined) return refuse("not-found", "The memory that this is about is gone.", hint);
  if (target.tier !== "quarantined") return target;
  return refuse("read-only", `${stemOf(target)}, which this is about, is quarantined by now.`, hint);
}

// A person who does not want to wait for the observation period makes an inferred memory their own words, in the same file
// (T2, TRU-3): a sentence is one file, before and after (ARR-4). One at a time, never in a batch. What is not inferred, the
// target of a proposal, is replaced by a new memory.
// A shared memory is other people's too: its own words are the person's, in the personal store and for this project
// alone, and the shared file stays as it is. Nothing in a shared store would supersede anything yet (TRU-22b).

export interface Words {
  readonly verb: Verb;
  /** What the person confirmed: the stored author's part, or their edit of it. */
  readonly text?: MemoryDocument;
  /** Of the same store, and shown beside it: what is said there is said by the new memory now. */
  readonly others?: readonly Memory[];
}

export function planOwnWords(open: OpenStore, memory: Memory, words: Words, act: Act): Plan | Refusal {
  const { verb, text = memory.document, others = [] } = words;
  const refused = forbidden(verb, act.channel);
  if (refused !== undefined) return refused;
  if (memory.scope !== "shared" && stateOf(memory).tier === "inferred")
    return planInPlace(memory, { verb, text, others }, act);
  const state = bornAs(act);
  return isRefusal(state) ? state : planNew(open, { memory, verb, text, state, replaced: [memory, ...others] }, act);
}

/** What the file itself said of replacing others was nobody's word: these others, and no more. */
function planInPlace(memory: Memory, { verb, text, others }: Required<Words>, act: Act): Plan | Refusal {
  const ids = others.flatMap(({ id }) => id ?? []);
  const document = setToolKeys(text, { ...managedOf(memory), supersedes: ids.length === 0 ? null : ids });
  const action = contentHash(text) === contentHash(memory.document) ? "promote" : "edit";
  const planned = planTransition(memory, { verb, event: "assert", action, document }, act);
  const taking = planned.kind === "plan" ? planned.steps[0] : undefined;
  if (planned.kind === "refusal" || taking === undefined) return planned;
  const giving = supersededSteps(others, taking.id, act);
  return isRefusal(giving) ? giving : { ...planned, steps: [{ ...taking, reason: "own-words" }, ...giving] };
}

/** In the person's store; `project` is the one the shared memory and the others belong to. */
function planOwnWordsOfShared(
  { personal, project }: Confirming,
  memory: Memory,
  words: Words,
  act: Act,
): Plan | Unchanged | Refusal {
  if (project === undefined) throw new Fault("usage", "A shared memory is confirmed for its project.");
  const { verb, text = memory.document, others = [] } = words;
  const state = forbidden(verb, act.channel) ?? bornAs(act);
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

/** What is written first, so that a plan can name it. */
export interface First {
  readonly open: OpenStore;
  readonly plan: Plan;
}

/** A file that somebody added to a shared store by hand gets its id with the yes: own words replace it by that. */
export function identified(
  { open }: Pick<Confirming, "open">,
  memory: Memory,
  act: Act,
): { readonly kind: "identified"; readonly memory: Memory; readonly first?: First } | Refusal {
  const { way } = howToConfirm(memory, act.now);
  if (memory.id !== undefined || way !== "own-words-of-shared") return { kind: "identified", memory };
  const step = managedStep(memory, "edit", {}, act);
  if (isRefusal(step)) return step;
  // Nobody vouches by giving an id.
  const plan = planOf("confirm", [{ ...step, reason: "recovery" }]);
  return { kind: "identified", memory: { ...memory, id: step.id }, first: { open, plan } };
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
  const giving = supersededSteps(replaced, id, act);
  if (isRefusal(giving)) return giving;
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

// A person's edit. The author's part is replaced, the managed keys are the tool's and stay as they were whatever
// the editor did to them. An edited verified memory is re-affirmed by the edit (T7); an edited inferred one becomes
// the person's own words (TRU-3); a quarantined one is read-only (TRU-7). A name and a description that were taken from
// the old text are taken from the new one, in the plan, so that they are seen before anything is saved.

/** `said` are the author's keys that were given by name: they stay as they are in `edited`. */
export function planEdit(
  open: OpenStore,
  memory: Memory,
  edited: string,
  act: Act,
  said: readonly string[] = [],
): Plan | Unchanged | Refusal {
  const refused = forbidden("edit", act.channel);
  if (refused !== undefined) return refused;
  if (memory.tier === "quarantined") {
    return refuse(
      "read-only",
      `${stemOf(memory)} is quarantined, and a quarantined file is read-only.`,
      `holdfast on --edit ${stemOf(memory)}`,
    );
  }
  const document = editedDocument(memory, edited, said);
  if (document.kind === "refusal") return document;
  if (contentHash(document) === contentHash(memory.document))
    return { kind: "unchanged", message: "the text is the same" };
  if (stateOf(memory).tier === "inferred") return planOwnWords(open, memory, { verb: "edit", text: document }, act);
  return planTransition(memory, { verb: "edit", event: "reaffirm", action: "edit", document }, act);
}

/** The edited text with the stored file's managed keys, under what is derived from it. */
export function editedDocument(memory: Memory, edited: string, said: readonly string[] = []): MemoryDocument | Refusal {
  const parsed = parseDocument(edited);
  if (parsed.kind === "format-failure") {
    return refuse(
      "checks-failed",
      "The edited text can't be read as a memory; nothing was changed.",
      "Edit it again.",
      findingLines(parsed.findings),
    );
  }
  return derivedAgain(memory.document, setToolKeys(parsed, managedOf(memory)), said);
}
