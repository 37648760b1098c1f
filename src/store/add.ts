// A new memory. The tier comes from the channel and from nothing else: a person's words are verified (T2), every
// other text is inferred (T1), and whatever a payload says about its own trust is dropped and recorded (TRU-21).
import { setToolKeys } from "../memory/compose.ts";
import { contentHash, type MemoryDocument } from "../memory/document.ts";
import { listField, statusOf, textField, typeField } from "../memory/fields.ts";
import { makeId } from "../memory/ids.ts";
import type { ToolKey } from "../memory/keys.ts";
import { FILE_NAME, fileNameFor } from "../memory/slug.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { given } from "../text/values.ts";
import { forbidden } from "../trust/authority.ts";
import { partyOf } from "../trust/channels.ts";
import { secondOf } from "../trust/transitions.ts";
import { type AddView, printOf, type Resurrection, resurrectionOf, resurrectionRefused, viewNow } from "./add-view.ts";
import { type AddRequest, addedFindings, authoredDocument, hasHead } from "./authored.ts";
import { type Memory, stemOf } from "./catalogue.ts";
import type { Act, OpenStore, OpenStores, Plan } from "./context.ts";
import type { Scope } from "./memory-store.ts";
import { birthKeys, bornAs, gate, supersededSteps, unlessKind } from "./plan-transition.ts";
import { editProposal, type ProposeRequest, retireProposal } from "./propose.ts";
import { readable } from "./resolve.ts";
import { write } from "./write.ts";

export interface AlreadyKnown {
  readonly kind: "already-known";
  readonly memory: Memory;
}

export interface Added {
  readonly kind: "added";
  readonly planned: AddPlan;
}

export interface AddPlan {
  readonly kind: "add-plan";
  readonly plan: Plan;
  readonly document: MemoryDocument;
  readonly file: string;
  /** The memories that have its name, which is why it has another. */
  readonly sameName: readonly Memory[];
  /** It would bring back what a person put away; a person is asked once (STO-24). */
  readonly resurrects?: Resurrection;
}

/** Found in a session's record rather than given: which words, and when they were said (TRU-3). */
export interface Mined {
  readonly evidence: string;
  readonly saidAt: Date;
}

/** How a text stood where it came from, if it was out of use there: it arrives so (TRU-23). */
export type Standing =
  | { readonly kind: "quarantined"; readonly reason: string; readonly at?: Date }
  | { readonly kind: "retired" };

/** What the tool itself says about a new memory; never taken from a payload. */
export interface ToolSays {
  /** The id of the memory it proposes a change to. */
  readonly proposes?: string;
  readonly mined?: Mined;
  readonly standing?: Standing;
  /** Of the same store: what a person says it stands for from now on (ARR-8). */
  readonly replaces?: readonly Memory[];
  /** The name and the machine that it had. */
  readonly keeps?: { readonly stem?: string; readonly machine?: string };
}

export function planAdd(
  open: OpenStore,
  request: AddRequest,
  act: Act,
  { view = viewNow(open), ...says }: ToolSays & { readonly view?: AddView } = {},
): AddPlan | AlreadyKnown | Refusal {
  const { replaces = [] } = says;
  const refused =
    forbidden("add", act.channel) ?? (replaces.length === 0 ? undefined : forbidden("retire", act.channel));
  if (refused !== undefined) return refused;
  const authored = authoredDocument(request);
  if (isRefusal(authored)) return authored;
  const stopped = unlessKind(authored.document, act);
  if (stopped !== undefined) return stopped;
  const { standing } = says;
  const moved = bornAs(act, standing?.kind === "quarantined" ? standing : undefined);
  if (isRefusal(moved)) return moved;
  const { scope } = open.store.info;
  const id = makeId(act.now.getTime(), act.random(10));
  const giving = supersededSteps(replaces, id, act);
  if (isRefusal(giving)) return giving;
  const supersedes = giving.length === 0 ? {} : { supersedes: giving.map((step) => step.id) };
  // Whose it is: its members know each other by name, and a job by what an admin called it.
  const from = open.mirrored && { "source-machine": `${act.device.id} (${open.mirrored.you})` };
  const born = { id, ...birthKeys(moved, scope, act), ...from, ...keysSaid(scope, act, says), ...supersedes };
  const document = setToolKeys(authored.document, born);
  const named = freeName(metBy(view, act), document, says.keeps?.stem);
  if (named.kind === "memory") return sameWords(named, act);
  const { file } = named;
  const resurrects = resurrectionOf(open, { document, file: named.wanted, sameName: named.met }, act, view);
  if (resurrects !== undefined && partyOf(act.channel) !== "person") return resurrectionRefused(resurrects);
  const place = moved.tier === "quarantined" ? "quarantine" : "memories";
  const gated = gate({ text: document.text, place, file, scope }, act);
  if (gated.kind === "blocked") {
    return refuse(
      "checks-failed",
      "The text fails its checks; nothing was saved.",
      "Mend what is named above and add it again.",
      addedFindings(gated.findings, document, hasHead(request) ? { name: "", description: "" } : request),
    );
  }
  const plan: Plan = {
    kind: "plan",
    verb: "add",
    steps: [
      {
        id,
        action: "create",
        reason: "asked",
        from: "none",
        to: moved.tier,
        change: { kind: "create", place, file, text: gated.text },
      },
      ...giving,
    ],
    warnings: gated.warnings,
    droppedClaims: partyOf(act.channel) === "person" ? [] : authored.claims,
  };
  const sameName = named.met;
  return { kind: "add-plan", plan, document, file, sameName, ...(resurrects === undefined ? {} : { resurrects }) };
}

/** A shared store carries no quotes of anybody's session, and no names of machines (STO-1a). */
function keysSaid(
  scope: Scope,
  act: Act,
  { mined, proposes, standing, keeps }: ToolSays,
): Partial<Record<ToolKey, string>> {
  const away = given({ proposes, status: standing?.kind === "retired" ? "retired" : undefined });
  if (mined === undefined || scope !== "personal") return away;
  const said = new Date(Math.min(mined.saidAt.getTime(), act.now.getTime()));
  const machine = given({ "source-machine": keeps?.machine });
  return { "created-at": secondOf(said), evidence: mined.evidence, ...machine, ...away };
}

interface FreeName {
  readonly kind: "free";
  readonly file: string;
  /** The name it would have had alone. */
  readonly wanted: string;
  /** The memories that have that name, or the same with a number. */
  readonly met: readonly Memory[];
}

interface Met {
  readonly at: AddView["at"];
  /** Whether one that says the same stands for it. */
  counts(memory: Memory): boolean;
}

/** What another memory replaced can be said again by a person; for all others a replay stays one (STO-24). */
function metBy({ at }: AddView, { channel }: Act): Met {
  const isPerson = partyOf(channel) === "person";
  return { at, counts: ({ document }) => !isPerson || listField(document, "superseded-by").length === 0 };
}

/**
 * The first free file name, or the memory that says this already: a replay has the same name, so it is met on the way
 * and nothing else needs to be read. A verified one counts before the inferred one it replaced.
 */
function freeName(met: Met, document: MemoryDocument, stem?: string): FreeName | Memory {
  const derived = freeAmong(met, document, nameFor(document));
  if (stem === undefined || derived.kind === "memory") return derived;
  const kept = freeAmong(met, document, (n) => `${stem}${n > 1 ? `_${n}` : ""}.md`);
  return kept.kind === "memory" || FILE_NAME.test(kept.file) ? kept : derived;
}

function nameFor(document: MemoryDocument): (n: number) => string {
  const type = typeField(document) ?? "reference";
  const name = textField(document, "name") ?? "";
  return (n) => fileNameFor(type, name, n);
}

function freeAmong(view: Met, document: MemoryDocument, nameAt: (n: number) => string): FreeName | Memory {
  const met: Memory[] = [];
  let known: Memory | undefined;
  for (let n = 1; known?.tier !== "verified"; n++) {
    const file = nameAt(n);
    const taken = view.at(file);
    if (taken.length === 0) return known ?? { kind: "free", file, wanted: nameAt(1), met };
    met.push(...taken.filter((each) => each.kind === "memory"));
    const same = met.find((each) => each.stored.file === file && saysIt(each, document) && view.counts(each));
    if (same !== undefined && (known === undefined || same.tier === "verified")) known = same;
  }
  return known;
}

/** Of what was put away only the very words: in another spelling they are brought back, and who does that is asked (STO-24). */
function saysIt({ document, tier }: Memory, said: MemoryDocument): boolean {
  if (printOf(document) !== printOf(said)) return false;
  const isAway = tier === "quarantined" || statusOf(document) === "retired";
  return !isAway || contentHash(document) === contentHash(said);
}

/** A replay is a no-op (STO-24), except that a person's word is more than an agent's. */
function sameWords(memory: Memory, act: Act): AlreadyKnown | Refusal {
  if (partyOf(act.channel) !== "person" || memory.tier === "verified") return { kind: "already-known", memory };
  return refuse(
    "exists",
    `A memory that is ${memory.tier} says this: ${stemOf(memory)}.`,
    `holdfast confirm ${stemOf(memory)}`,
  );
}

/** Plans and writes; a name taken by somebody else in between is no reason to fail. */
export async function add(
  open: OpenStore,
  request: AddRequest,
  act: Act,
  says: ToolSays = {},
): Promise<Added | AlreadyKnown | Refusal> {
  for (let attempt = 1; ; attempt++) {
    const planned = planAdd(open, request, act, says);
    if (planned.kind !== "add-plan") return planned;
    const wanted = planned.resurrects === "forgotten-words" ? await want(open, planned.plan) : undefined;
    if (wanted !== undefined) return wanted;
    const result = await write(open, planned.plan, act);
    if (result.kind === "written") return { kind: "added", planned };
    if (result.code !== "exists" || attempt === 20) return result;
  }
}

/** Before the memory is there: no sync may take it for words that came back by themselves. */
async function want({ store, tombstones }: OpenStore, { steps }: Plan): Promise<Refusal | undefined> {
  const done = await store.withLock(() => {
    for (const { id } of steps) tombstones.want(id);
  });
  return isRefusal(done) ? done : undefined;
}

export interface Proposed {
  readonly kind: "proposed";
  readonly target: Memory;
  readonly added: Added | AlreadyKnown;
}

/** Adds a proposal beside the memory it is about. */
export async function propose(
  stores: OpenStores,
  request: ProposeRequest,
  act: Act,
  says: Pick<ToolSays, "mined"> = {},
): Promise<Proposed | Refusal> {
  const found = readable(stores, request.name, act);
  if (found.kind === "refusal") return found;
  const { open, memory } = found;
  if (memory.id === undefined) {
    return refuse("not-allowed", `${stemOf(memory)} has no id yet, so nothing can refer to it.`, "holdfast doctor");
  }
  const authored = request.change === "edit" ? editProposal(memory, request) : retireProposal(memory, request);
  if (isRefusal(authored)) return authored;
  const added = await add(open, authored, act, { ...says, proposes: memory.id });
  return isRefusal(added) ? added : { kind: "proposed", target: memory, added };
}
