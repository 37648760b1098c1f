// What other tools remember, taken over (IMP-1). Decided first, as values: a dry run is a plan that nobody applies. Every
// text goes through the one pipeline by the channel `import`; so it is inferred at most, whoever started the import and
// whatever the text says, and what is out of use at its source arrives so (TRU-20, TRU-21, TRU-23). Anybody may have it
// planned; only a person has it written. The same words are the same memory, also where a person retired, demoted or
// replaced it meanwhile; what was put away stays so (STO-24, STO-33). A result per item (STO-23).
import { contentHash, decodeText, type MemoryDocument, parseDocument } from "../memory/document.ts";
import { textField, typeField } from "../memory/fields.ts";
import type { MemoryId } from "../memory/ids.ts";
import type { MemoryType } from "../memory/kinds.ts";
import { importEvidence, originOf } from "../memory/origin.ts";
import { type AddPlan, type AlreadyKnown, add, planAdd, type ToolSays } from "../store/add.ts";
import { type BatchView, viewOnce } from "../store/add-view.ts";
import { type AddRequest, hasHead } from "../store/authored.ts";
import { type Memory, stemOf } from "../store/catalogue.ts";
import type { Act, OpenStore, Plan } from "../store/context.ts";
import { createEach, type Written, write } from "../store/write.ts";
import { type Code, Fault, isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { given } from "../text/values.ts";
import { type Channel, partyOf } from "../trust/channels.ts";
import { dayOf } from "../trust/transitions.ts";
import {
  type ImportCandidate,
  type LeftOut,
  leftOut,
  type ProposedTier,
  proposedTier,
  type Sourced,
  type SourceName,
} from "./read/candidate.ts";
import { lastDay } from "./read/standing.ts";

/** How many memories are written under one lock: others wait no longer than this takes. */
const CHUNK = 64;

/** What meets a whole chunk will meet the next one too. */
const KEPT_OUT: readonly Code[] = ["locked", "io", "newer-format", "unsafe-mode"];

export interface ImportRequest {
  /** Of the whole import: every memory it makes names it. */
  readonly id: MemoryId;
  readonly candidates: readonly Sourced[];
  /** Who asked for it. */
  readonly by: Channel;
  readonly types?: readonly MemoryType[];
  /** At most so many are made. */
  readonly limit?: number;
}

export interface Creates {
  readonly kind: "creates";
  readonly planned: AddPlan;
  readonly proposed: ProposedTier;
}

/** Said already by this memory; without one, by an earlier item of the same import. */
export interface KnownText {
  readonly kind: "known";
  readonly stem: string;
}

/** Left for another time: not asked for, beyond the limit, or stopped before it. */
type NotNow = { readonly kind: "not-now" };

export interface ImportItem {
  readonly candidate: Sourced;
  readonly outcome: Creates | KnownText | NotNow | LeftOut | Refusal;
}

export interface ImportPlan {
  readonly request: ImportRequest;
  readonly items: readonly ImportItem[];
  /** Somebody stopped it before its end. */
  readonly stopped?: true;
}

/** After each item, with how many are done; false stops the work there. */
type Tick = (done: number) => Promise<boolean>;

export async function planImport(open: OpenStore, request: ImportRequest, act: Act, tick: Tick): Promise<ImportPlan> {
  mustBeImport(act);
  const work = { open, request, act, view: viewOnce(open) };
  const items: ImportItem[] = [];
  let made = 0;
  let on = true;
  for (const candidate of awayFirst(request.candidates)) {
    const isOver = !on || made >= (request.limit ?? Number.POSITIVE_INFINITY);
    const outcome: ImportItem["outcome"] = isOver ? { kind: "not-now" } : planOne(work, candidate);
    if (outcome.kind === "creates") made++;
    items.push({ candidate, outcome });
    if (!isOver) on = await tick(items.length);
  }
  return { request, items, ...(on ? {} : { stopped: true }) };
}

/** Where a source says the same words twice, what puts them out of use counts for both, and what holds everywhere for both. */
function awayFirst(candidates: readonly Sourced[]): readonly Sourced[] {
  const rank = ({ standing, project }: Sourced): number => (standing !== undefined ? 0 : project === undefined ? 1 : 2);
  return candidates.toSorted((a, b) => rank(a) - rank(b));
}

/** The channel decides the tier; any other would let a batch do what only a person may. */
function mustBeImport({ channel }: Act): void {
  if (channel !== "import") throw new Error(`An import writes through the channel import, not through ${channel}.`);
}

interface Work {
  readonly open: OpenStore;
  readonly request: ImportRequest;
  readonly act: Act;
  readonly view: BatchView;
}

function planOne(work: Work, candidate: Sourced): ImportItem["outcome"] {
  const { open, request, view, act } = work;
  const last = lastDay(candidate);
  if (last !== undefined && last < dayOf(act.now)) return leftOut(candidate.from, `expired on ${last}`);
  const planned = planOrRefuse(work, candidate);
  if (isRefusal(planned)) return planned;
  if (planned.kind === "already-known") return { kind: "known", stem: stemOf(planned.memory) };
  const type = typeField(planned.document) ?? "reference";
  if (request.types !== undefined && !request.types.includes(type)) return { kind: "not-now" };
  // A head that was derived is no difference: the same rule in two files, or below two headings, is one memory.
  const before = (hasHead(candidate) ? undefined : view.saying(planned.document)) ?? wasOnce(open, planned);
  if (before !== undefined) return { kind: "known", stem: stemOf(before) };
  view.take(standIn(open, planned));
  return { kind: "creates", planned, proposed: proposedTier(type, candidate) };
}

/** A text that does not even fit a memory file is one refused item, not the end of the import. */
function planOrRefuse({ open, request, act, view }: Work, candidate: Sourced): AddPlan | AlreadyKnown | Refusal {
  try {
    return planAdd(open, requestOf(candidate), act, { ...saysOf(candidate, request), view });
  } catch (error) {
    if (!(error instanceof Fault && error.code === "too-large")) throw error;
    return refuse("too-large", error.message);
  }
}

function requestOf(candidate: ImportCandidate): AddRequest {
  const { text, name, description, type, memoryKind, tags, paths, project, claims } = candidate;
  return {
    text,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(type === undefined ? {} : { type }),
    ...(memoryKind === undefined ? {} : { kind: memoryKind }),
    ...(tags === undefined ? {} : { tags }),
    ...(paths === undefined ? {} : { paths }),
    ...(project === undefined ? {} : { project }),
    ...(claims === undefined ? {} : { claims }),
  };
}

function saysOf({ source, from, said, atMs, standing, keeps }: Sourced, { id }: ImportRequest): ToolSays {
  const mined = { evidence: importEvidence({ id, source, from, said }), saidAt: new Date(atMs) };
  return { mined, ...given({ standing, keeps }) };
}

/** A memory of the same name that said this before it was edited: the words a person changed don't come back. */
function wasOnce(open: OpenStore, { document, sameName }: AddPlan): Memory | undefined {
  if (sameName.length === 0) return undefined;
  const hash = contentHash(document);
  return sameName.find((memory) => versionsOf(open, memory).some((old) => contentHash(old) === hash));
}

/** As far as the local history reaches. Those of this same import have none yet. */
function versionsOf({ history }: OpenStore, { id, document }: Memory): readonly MemoryDocument[] {
  // Words that a person changed are theirs; where they came from stays in the evidence.
  const isImported = textField(document, "source") === "import" || originOf(document).importId !== undefined;
  if (id === undefined || !isImported) return [];
  return history.ofMemory(id).flatMap(({ before }) => {
    const bytes = before === undefined ? undefined : history.bytes(id, before.sha256);
    const text = bytes === undefined ? undefined : decodeText(bytes);
    const old = typeof text === "string" ? parseDocument(text) : undefined;
    return old?.kind === "document" ? [old] : [];
  });
}

/** The memory as it will be, so that the next item of the same import meets it. */
export function standIn({ store }: OpenStore, { document, file, plan }: AddPlan): Memory {
  const [step] = plan.steps;
  const isAway = step?.to === "quarantined";
  const place = isAway ? "quarantine" : "memories";
  const stored = { kind: "file", place, file, bytes: new Uint8Array(), sha256: "", mtimeMs: 0 } as const;
  const tier = isAway ? "quarantined" : "inferred";
  return { kind: "memory", stored, document, id: step?.id, tier, scope: store.info.scope, supersedes: [] };
}

export interface Imported {
  readonly item: ImportItem;
  readonly result:
    | { readonly kind: "created"; readonly id: MemoryId; readonly stem: string; readonly verified?: true }
    | KnownText
    | NotNow
    | LeftOut
    | Refusal;
}

/** Writes what the plan creates, a chunk at a time; stopped, or kept from the store, the rest is told as not done. */
export async function applyImport(
  open: OpenStore,
  { items, request }: ImportPlan,
  act: Act,
  tick: Tick,
): Promise<readonly Imported[]> {
  mustBeImport(act);
  if (partyOf(request.by) !== "person") return items.map((item) => ({ item, result: onlyAPerson(request.by) }));
  const results = new Map<ImportItem, Imported["result"]>();
  const creating = items.filter(({ outcome }) => outcome.kind === "creates");
  for (let at = 0, on = true; on && at < creating.length; at += CHUNK) {
    const chunk = creating.slice(at, at + CHUNK);
    const written = await writtenOrRefused(open, chunk.flatMap(plansOf), act);
    for (const [index, item] of chunk.entries()) {
      const result = written[index];
      if (result !== undefined) results.set(item, await resultOf(open, item, result, request, act));
    }
    on = (await tick(at + chunk.length)) && !written.every((each) => isRefusal(each) && KEPT_OUT.includes(each.code));
  }
  return items.map((item) => ({ item, result: results.get(item) ?? unwritten(item.outcome) }));
}

/** An agent asks, and is told what would come in. */
export function onlyAPerson(by: Channel): Refusal {
  return refuse("needs-person", `Nothing was imported: a person has to run it; this came through ${by}.`);
}

/** A full disk is told for each of them, as any other reason is. */
async function writtenOrRefused(
  open: OpenStore,
  plans: readonly Plan[],
  act: Act,
): Promise<readonly (Written | Refusal)[]> {
  try {
    const made = new Map<Plan, Written | Refusal>();
    for (const plan of plans.filter(isAway)) made.set(plan, await write(open, plan, act));
    const inUse = plans.filter((plan) => !isAway(plan));
    for (const [at, result] of (await createEach(open, inUse, act)).entries()) {
      const plan = inUse[at];
      if (plan !== undefined) made.set(plan, result);
    }
    return plans.flatMap((plan) => made.get(plan) ?? []);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const refused = refuse(error.code, error.message, error.hint);
    return plans.map(() => refused);
  }
}

/** Few, and each by itself: only memories/ takes many at once. */
function isAway({ steps }: Plan): boolean {
  return steps.some(({ to }) => to === "quarantined");
}

function plansOf({ outcome }: ImportItem): readonly Plan[] {
  return outcome.kind === "creates" ? [outcome.planned.plan] : [];
}

function unwritten(outcome: ImportItem["outcome"]): Imported["result"] {
  return outcome.kind === "creates" ? { kind: "not-now" } : outcome;
}

/** A name that somebody took in between: looked at once more, by itself. */
async function resultOf(
  open: OpenStore,
  { candidate, outcome }: ImportItem,
  written: Written | Refusal,
  request: ImportRequest,
  act: Act,
): Promise<Imported["result"]> {
  if (isRefusal(written) && written.code === "exists") {
    const again = await add(open, requestOf(candidate), act, saysOf(candidate, request));
    if (again.kind === "already-known") return { kind: "known", stem: stemOf(again.memory) };
    return isRefusal(again) ? again : createdBy(again.planned);
  }
  if (isRefusal(written)) return written;
  return outcome.kind === "creates" ? createdBy(outcome.planned) : { kind: "not-now" };
}

export function createdBy({ plan, file }: AddPlan): Imported["result"] {
  const id = plan.steps[0]?.id;
  return id === undefined ? { kind: "not-now" } : { kind: "created", id, stem: file.replace(/\.md$/, "") };
}

// What an import needs of its edge: the sources with what they hold, a store to look at and one to write to.
export interface Gathered {
  readonly kind: "gathered";
  readonly candidates: readonly Sourced[];
  readonly leftOut: readonly LeftOut[];
}

export interface Opened {
  readonly kind: "opened";
  readonly open: OpenStore;
  readonly act: Act;
}

export interface Importer {
  /** Without a path: where the tool keeps its memories. A refusal where one is needed, or nothing is there. */
  gather(source: SourceName, path?: string): Gathered | Refusal;
  /** The sources that are found without a path, for `init`: bounded, so that nobody waits. */
  glance(): readonly Gathered[];
  /** Nothing is made, the device key included; for a dry run. */
  looking(): Opened;
  /** For a person alone. */
  writing(): Opened | Refusal;
  newId(): MemoryId;
  /** Keeps the words before they are written, and says where. */
  keep(id: MemoryId, source: string, texts: readonly { readonly from: string; readonly text: string }[]): string;
  /** A path as people write it. */
  shown(path: string): string;
}
