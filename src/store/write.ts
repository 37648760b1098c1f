// The one pipeline every change goes through, whatever the channel (STO-20):
//   authority -> lock -> compare-and-swap of every base -> history -> intent (moves) -> statement -> durable write -> ledger.
// Checks come before, in the verb: a step's text has the type Checked, which only the gate makes.
import type { Presence } from "../attest/presence.ts";
import { canonical, type Statement } from "../attest/statement.ts";
import { parseDocument } from "../memory/document.ts";
import { declaredTier } from "../memory/fields.ts";
import { makeId } from "../memory/ids.ts";
import { sha256Hex } from "../text/digest.ts";
import { Fault, isRefusal, type Refusal, refuse } from "../text/errors.ts";
import { forbidden } from "../trust/authority.ts";
import { partyOf, sourceOf } from "../trust/channels.ts";
import { secondOf } from "../trust/transitions.ts";
import { statementFor } from "./attest.ts";
import type { Act, OpenStore, Plan, Step } from "./context.ts";
import { joinShared } from "./device-records.ts";
import type { Change, Creation, MemoryStore, StoredFile, StoreWriter } from "./memory-store.ts";
import { unlessReviewer, unlessWriter } from "./mirrored.ts";
import type { FileVersion, HistoryRecord, LedgerEntry, LedgerEvent } from "./records.ts";
import { withLine } from "./sync-line.ts";

export interface Written {
  readonly kind: "written";
  readonly plan: Plan;
}

/** One plan on its way to the disk. */
interface Writing {
  readonly open: OpenStore;
  readonly plan: Plan;
  readonly act: Act;
}

export async function write(open: OpenStore, plan: Plan, act: Act): Promise<Written | Refusal> {
  const stopped = forbiddenPlan({ open, plan, act });
  if (stopped !== undefined) return stopped;
  const outcome = await open.store.withLock((writer) => applyAll({ open, plan, act }, writer));
  return outcome ?? { kind: "written", plan };
}

/**
 * Several new memories under one lock, durable together; a result per plan, never stopping midway (STO-23). Only for who
 * vouches for nothing: a person's word is signed one by one.
 */
export async function createEach(
  open: OpenStore,
  plans: readonly Plan[],
  act: Act,
): Promise<readonly (Written | Refusal)[]> {
  const creations = plans.map((plan) => creationOf({ open, plan, act }));
  const stopped = creations.map(forbiddenPlan);
  const outcome = await open.store.withLock(async (writer) => {
    const refused = creations.map(({ change }, at) => stopped[at] ?? refusalOf(currentBase(open, change)));
    const free = creations.filter((_, at) => refused[at] === undefined);
    for (const each of free) {
      open.history.record(historyOf(each, each.step, { group: groupOf(each), base: undefined }), undefined);
    }
    const made = await writer.createEach(free.map(({ change }) => change));
    const done = free.filter((_, at) => made[at] === undefined);
    open.ledger.appendEach(done.flatMap(entriesOf), act.now);
    return plans.map((plan, at): Written | Refusal => {
      const answer = refused[at] ?? made[free.findIndex((each) => each.plan === plan)];
      return answer ?? { kind: "written", plan };
    });
  });
  return isRefusal(outcome) ? plans.map(() => outcome) : outcome;
}

interface Creating extends Writing {
  readonly step: Step;
  readonly change: Creation;
}

function creationOf(writing: Writing): Creating {
  const { plan, act } = writing;
  const [step, ...more] = plan.steps;
  if (step?.change.kind !== "create" || more.length > 0 || partyOf(act.channel) === "person") {
    throw new Fault("not-allowed", `A plan for ${plan.verb} through ${act.channel} is no plain creation.`);
  }
  return { ...writing, step, change: step.change };
}

function entriesOf(creating: Creating): readonly LedgerEntry[] {
  const { step, plan, change } = creating;
  const made = { event: eventOf(creating, step, step.action), content: change.text };
  return plan.droppedClaims.length === 0 ? [made] : [made, { event: claimEvent(creating, step) }];
}

function claimEvent(writing: Writing, step: Step): LedgerEvent {
  return { ...eventOf(writing, step, "claim-dropped"), reason: "self-asserted-trust" };
}

function refusalOf(base: StoredFile | Refusal | undefined): Refusal | undefined {
  return isRefusal(base) ? base : undefined;
}

function forbiddenPlan({ open, plan, act }: Writing): Refusal | undefined {
  if (!open.store.info.writable) {
    return refuse(
      "newer-format",
      `This store has format ${open.store.info.format}, which this program reads but does not write.`,
      "Update holdfast, then try again.",
    );
  }
  for (const step of plan.steps) aboveCeiling(step, plan, act);
  return (
    withoutRole(open, plan) ??
    forbidden(plan.byCheck === true ? "enforce" : plan.verb, act.channel) ??
    withoutPresence({ open, plan, act })
  );
}

/** Of an organisation's store: who may not confirm there is told now, and not by the hub afterwards (HUB-7). */
function withoutRole(open: OpenStore, { steps }: Plan): Refusal | undefined {
  return unlessWriter(open) ?? (steps.some(({ to }) => to === "verified") ? unlessReviewer(open) : undefined);
}

/** A yes to words that stand there. What a person writes anew is kept, and waits for it. */
const CONFIRMING: readonly string[] = ["promote", "restore", "reaffirm"];

/** Where presence is required (SYN-20b), a yes without it would say nothing: it is asked for where it can be given. */
function withoutPresence({ open, plan, act }: Writing): Refusal | undefined {
  const isYes = plan.steps.some(
    ({ to, action, reason }) => to === "verified" && (CONFIRMING.includes(action) || reason === "own-words"),
  );
  if (!isYes || act.presence !== undefined || partyOf(act.channel) !== "person") return undefined;
  if (open.devices.circle().presence === undefined) return undefined;
  const message = "presence is required: a yes counts with your passkey, which the page asks for.";
  return refuse("needs-person", message, "holdfast review --web");
}

/** The digests of all that this plan would vouch for, as things are now: what a person's second signature covers. */
export function vouchedBy(open: OpenStore, plan: Plan, act: Act): readonly string[] | Refusal {
  const digests: string[] = [];
  for (const step of plan.steps) {
    const base = currentBase(open, step.change);
    if (isRefusal(base)) return base;
    const lined = linedUp({ open, plan, act }, step, base);
    if (isRefusal(lined)) return lined;
    if (lined.statement !== undefined && lined.statement.vouches !== null)
      digests.push(sha256Hex(canonical(lined.statement)));
  }
  return digests;
}

/** Under the lock: what was signed is exactly what would be written, or nothing is. */
function unlikeSigned({ open, plan, act }: Writing): Refusal | undefined {
  if (act.presence === undefined) return undefined;
  const now = vouchedBy(open, plan, act);
  if (isRefusal(now)) return now;
  const { covers } = act.presence;
  const isSame = now.length === covers.length && now.every((digest, at) => digest === covers[at]);
  const message = "It changed after you signed it; nothing was written.";
  return isSame ? undefined : refuse("changed-meanwhile", message, "Look at it again.");
}

/** A second lock on the same door: no plan of another channel than a person's may carry more than inferred. */
function aboveCeiling(step: Step, plan: Plan, act: Act): void {
  if (partyOf(act.channel) === "person") return;
  const placed = step.change.kind === "create" ? `${step.to} in ${step.change.place}` : "";
  const isNew = placed === "inferred in memories" || placed === "quarantined in quarantine";
  const isLowered = step.to === "quarantined" && (step.change.kind === "move" || step.change.kind === "take-out");
  const allowed = plan.byCheck === true ? isLowered : isNew;
  const text = "text" in step.change ? parseDocument(step.change.text) : undefined;
  if (!allowed || (text?.kind === "document" && declaredTier(text) === "verified")) {
    throw new Fault("not-allowed", `A plan for ${plan.verb} through ${act.channel} reached beyond its ceiling.`);
  }
}

/** A statement goes with its change: where the change did not come to be, the words are taken back. */
function applyAll(writing: Writing, writer: StoreWriter): Refusal | undefined {
  const { open, plan } = writing;
  const bases = plan.steps.map(({ change }) => currentBase(open, change));
  const refused = bases.find(isRefusal) ?? unlikeSigned(writing);
  if (refused !== undefined) return refused;
  const group = groupOf(writing);
  for (const [index, planned] of plan.steps.entries()) {
    const prepared = prepare(writing, planned, { group, base: bases[index] as StoredFile | undefined });
    if (isRefusal(prepared)) return prepared;
    const { step, statement } = prepared;
    let applied = false;
    try {
      if (statement !== undefined) writer.state(statement, presenceOf(statement, writing.act));
      const stopped = writer.apply(step.change);
      if (stopped !== undefined) return stopped;
      applied = true;
    } finally {
      if (!applied && statement !== undefined) takeBack(open, statement, step.change, writer);
    }
    note(writing, step, { base: bases[index] as StoredFile | undefined, statement });
  }
  return undefined;
}

function presenceOf({ vouches }: Statement, { presence }: Act): Presence | undefined {
  return vouches === null ? undefined : presence;
}

/** What is said with the step, on the line that sync goes by. */
function linedUp({ open, act }: Writing, step: Step, base: StoredFile | undefined): ReturnType<typeof withLine> {
  return withLine({ step, statement: statementFor(open.store, step, base, act) }, base, act);
}

interface Before {
  /** Names the steps of one plan. */
  readonly group: string;
  /** What the step replaces. */
  readonly base: StoredFile | undefined;
}

/** Everything that stands before the change: what it replaces is kept, and the intent to move is told. */
function prepare(writing: Writing, planned: Step, before: Before): ReturnType<typeof withLine> {
  const { open, act } = writing;
  const { base } = before;
  const lined = linedUp(writing, planned, base);
  if (isRefusal(lined)) return lined;
  const { step, statement } = lined;
  if (step.masked === true && base !== undefined) keepUnmasked(open, base, act);
  // What leaves as bytes is kept as bytes: no second copy of it.
  const record = { ...historyOf(writing, step, before), ...saidBy(statement) };
  open.history.record(record, "raw" in step.change ? undefined : base?.bytes);
  if (step.change.kind === "move" || "raw" in step.change)
    open.ledger.append(eventOf(writing, step, "intent"), act.now);
  if (statement !== undefined) joinShared(open, act);
  return lined;
}

/** What the ledger says of a change that came to be. */
function note(
  writing: Writing,
  step: Step,
  { base, statement }: { readonly base: StoredFile | undefined; readonly statement: Statement | undefined },
): void {
  const { open, plan, act } = writing;
  const { change } = step;
  const content = change.kind === "take-out" ? base?.bytes : "text" in change ? change.text : undefined;
  open.ledger.append({ ...eventOf(writing, step, step.action), ...saidBy(statement) }, act.now, content);
  if (plan.droppedClaims.length > 0) open.ledger.append(claimEvent(writing, step), act.now);
}

function saidBy(statement: Statement | undefined): Pick<LedgerEvent, "said"> {
  return statement === undefined ? {} : { said: statement.dot.n };
}

function groupOf({ act }: Writing): string {
  return makeId(act.now.getTime(), act.random(10));
}

function keepUnmasked(open: OpenStore, { bytes, place, file }: StoredFile, act: Act): void {
  open.raw.keep(bytes, { from: `${place}/${file}`, why: "its secrets were masked" }, act.now);
}

/** An error that came after the new name appeared leaves the change standing, and its statement with it. */
function takeBack(open: OpenStore, statement: Statement, change: Change, writer: StoreWriter): void {
  try {
    if (!cameToBe(open, change)) writer.takeBack(statement);
  } catch {
    // The error that brought us here is the one to tell. A statement too many makes a memory less trusted, never more.
  }
}

function cameToBe(open: OpenStore, change: Change): boolean {
  const after = versionAfter(change);
  if (after === undefined) return isRefusal(currentBase(open, change));
  const now = open.store.read(after);
  return now?.kind === "file" && now.sha256 === after.sha256;
}

/** What the change replaces, as it is now under the lock; a refusal when it is not what the plan saw. */
function currentBase(open: OpenStore, change: Change): StoredFile | undefined | Refusal {
  const place = change.kind === "move" ? change.from : "month" in change ? "quarantine" : change.place;
  const read = open.store.read({ place, file: change.file });
  if (change.kind === "put-back") return blockedBack(open, change, read);
  if (change.kind === "create") {
    return read === undefined
      ? undefined
      : refuse(
          "exists",
          `${change.place}/${change.file} exists already.`,
          `holdfast show ${change.file.replace(/\.md$/, "")}`,
        );
  }
  if (read === undefined || read.kind === "refused-file" || read.sha256 !== change.base) {
    return refuse(
      "changed-meanwhile",
      `${place}/${change.file} changed while this command ran; nothing was written.`,
      "Look at it again, then repeat the command.",
    );
  }
  return read;
}

/** Nothing stands there, or what an attempt that was killed left; and the bytes are those that were seen. */
function blockedBack(
  { store }: OpenStore,
  { place, file, base, raw }: Extract<Change, { kind: "put-back" }>,
  there: ReturnType<MemoryStore["read"]>,
): Refusal | undefined {
  if (there !== undefined && !(there.kind === "file" && there.sha256 === base))
    return refuse("exists", `${place}/${file} exists already.`, `holdfast show ${file.replace(/\.md$/, "")}`);
  const kept = store.raws().find(({ name, local }) => name === raw.name && local === raw.local);
  if (kept?.sha256 === base) return undefined;
  return refuse("changed-meanwhile", `${raw.name} changed while this command ran; nothing was written.`, "Try again.");
}

function historyOf({ plan, act }: Writing, step: Step, { group, base }: Before): HistoryRecord {
  const after = versionAfter(step.change);
  return {
    id: step.id,
    group,
    ...(plan.steps.length > 1 ? { members: plan.steps.map(({ id }) => id) } : {}),
    at: secondOf(act.now),
    action: step.action,
    channel: act.channel,
    ...(step.reason === "check-failed" ? { byCheck: true as const } : {}),
    ...(base === undefined ? {} : { before: { place: base.place, file: base.file, sha256: base.sha256 } }),
    ...(after === undefined ? {} : { after }),
    ...("raw" in step.change ? { raw: step.change.raw.name } : {}),
    ...(act.terminal === undefined ? {} : { terminal: act.terminal }),
  };
}

function versionAfter(change: Change): FileVersion | undefined {
  if (change.kind === "put-back") return { place: change.place, file: change.file, sha256: change.base };
  if (!("text" in change)) return undefined;
  const place = change.kind === "move" ? change.to : change.place;
  return { place, file: change.file, sha256: sha256Hex(change.text) };
}

function eventOf({ plan, act }: Writing, step: Step, action: LedgerEvent["action"]): LedgerEvent {
  return {
    actor: plan.byCheck === true ? "check" : sourceOf(act.channel),
    channel: act.channel,
    action,
    id: step.id,
    from: step.from,
    to: step.to,
    reason: step.reason,
    ...(step.failed === undefined ? {} : { failed: step.failed }),
  };
}
