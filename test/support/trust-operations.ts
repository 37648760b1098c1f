// One act of a random sequence, carried out by the real use cases as an entrance would.
import { contentHash, parseDocument } from "../../src/memory/document.ts";
import { add, planAdd } from "../../src/store/add.ts";
import type { Memory } from "../../src/store/catalogue.ts";
import { editedDocument, planConfirm, planEdit, writtenInto } from "../../src/store/confirm.ts";
import type { Act, OpenStore, Plan, Unchanged } from "../../src/store/context.ts";
import { planTierChange } from "../../src/store/plan-transition.ts";
import { planArchive, planRetire, planSupersede } from "../../src/store/retire.ts";
import { planUndo, type UndoPlan } from "../../src/store/undo.ts";
import { write } from "../../src/store/write.ts";
import { Fault, isRefusal, type Refusal } from "../../src/text/errors.ts";
import type { Channel } from "../../src/trust/channels.ts";
import { editedText, payloadText } from "./trust-payloads.ts";

export const ACTS = [
  "add",
  "say",
  "edit",
  "promote",
  "demote",
  "restore",
  "restore-edited",
  "reaffirm",
  "confirm",
  "retire",
  "unretire",
  "supersede",
  "archive",
  "undo",
  "undo-latest",
] as const;
export type ActName = (typeof ACTS)[number];

export interface Operation {
  readonly name: ActName;
  readonly channel: Channel;
  /** Days from the first of June 2026, either way. */
  readonly day: number;
  readonly which: number;
  readonly other: number;
  readonly payload: number;
  /** The plan is made for a person and then handed in through the channel. */
  readonly smuggled: boolean;
}

export interface Done {
  readonly written: boolean;
  /** The content hash of the text that the actor had before them; undefined where there was none. */
  readonly hash: string | undefined;
  /** Keys of the payload that only the tool sets. */
  readonly claims: readonly string[];
}

type Planned = Plan | UndoPlan | Unchanged | Refusal;

/** What a hook caught in the person's own prompt, as the tool writes it down; no payload can (ARR-4). */
export const EVIDENCE = "user, claude session s1, 2026-06-01T12:00:00Z: from now on, keep to this rule";

export interface Stores {
  readonly open: OpenStore;
  /** The same one, unless it is shared. */
  readonly personal: OpenStore;
}

export async function perform(
  { open, personal }: Stores,
  memories: readonly Memory[],
  operation: Operation,
  act: Act,
): Promise<Done> {
  const suitable = memories.filter((memory) => suits(operation, memory));
  const choice = suitable.length > 0 && operation.which % 4 !== 0 ? suitable : memories;
  const memory = choice[operation.which % Math.max(1, choice.length)];
  if (operation.name === "add" || operation.name === "say") return performAdd(open, memory, operation, act);
  const nothing: Done = { written: false, hash: undefined, claims: [] };
  if (memory === undefined) return nothing;
  const draft = draftOf(operation, memory);
  const planner: Act = operation.smuggled ? { ...act, channel: "terminal" } : act;
  const planned = plan(
    { open, personal },
    operation,
    { memory, draft, other: otherOf(memories, memory, operation) },
    planner,
  );
  const done = planned.kind === "undo-plan" ? planned.plan : planned;
  if (done.kind !== "plan") return nothing;
  const into = operation.name === "confirm" ? writtenInto({ open, personal }, memory, act.now) : open;
  const result = await orRefused(() => write(into, done, act), operation);
  return { written: result, hash: draft === undefined ? contentHash(memory.document) : hashOf(draft), claims: [] };
}

async function performAdd(open: OpenStore, memory: Memory | undefined, operation: Operation, act: Act): Promise<Done> {
  const { text, claims } = payloadText(operation.payload, memory?.id);
  const request = { text, claims: operation.payload % 3 === 0 ? claims : [] };
  // What the author gave, told from the payload alone: the file that is made must have this content.
  const hash = hashOf(`${text}\n`);
  const says = operation.name === "say" ? { mined: { evidence: EVIDENCE, saidAt: act.now } } : {};
  if (!operation.smuggled) return { written: (await add(open, request, act, says)).kind === "added", hash, claims };
  const planned = planAdd(open, request, { ...act, channel: "terminal" });
  const written = planned.kind === "add-plan" && (await orRefused(() => write(open, planned.plan, act), operation));
  return { written, hash, claims };
}

/** Three times of four an act meets a memory it can do something to; else whatever comes. */
function suits({ name }: Operation, { tier, document }: Memory): boolean {
  if (name === "restore" || name === "restore-edited" || name === "archive") return tier === "quarantined";
  if (name === "promote") return tier === "inferred";
  if (name === "unretire") return document.fields.has("status");
  return tier !== "quarantined";
}

/** Mostly one that can stand for it. */
function otherOf(memories: readonly Memory[], memory: Memory, { name, other }: Operation): Memory {
  const able = memories.filter((each) => each !== memory && each.tier === "verified");
  const choice = name === "supersede" && able.length > 0 && other % 4 !== 0 ? able : memories;
  return choice[other % choice.length] ?? memory;
}

interface Targets {
  readonly memory: Memory;
  readonly other: Memory;
  readonly draft: string | undefined;
}

const PROJECT = "example.org/team/shop";

function plan({ open, personal }: Stores, { name }: Operation, { memory, other, draft }: Targets, act: Act): Planned {
  switch (name) {
    case "add":
    case "say":
      throw new Error("an add is planned elsewhere");
    case "edit":
      return planEdit(open, memory, draft ?? "", act);
    case "promote":
    case "demote":
    case "restore":
    case "reaffirm":
      return planTierChange(memory, { verb: name }, act);
    case "restore-edited": {
      const document = editedDocument(memory, draft ?? "");
      return document.kind === "refusal" ? document : planTierChange(memory, { verb: "restore", document }, act);
    }
    case "confirm":
      return planConfirm({ open, personal, project: PROJECT }, memory, act);
    case "retire":
    case "unretire":
      return planRetire(memory, act, name === "unretire");
    case "supersede":
      return planSupersede(open, [memory], other, act);
    case "archive":
      return planArchive(memory, act);
    case "undo":
    case "undo-latest":
      return planUndo(open, name === "undo" ? memory.id : undefined, act);
  }
}

function draftOf({ name, payload }: Operation, memory: Memory): string | undefined {
  return name === "edit" || name === "restore-edited" ? editedText(memory.document.text, payload) : undefined;
}

function hashOf(text: string): string | undefined {
  const document = parseDocument(text);
  return document.kind === "document" ? contentHash(document) : undefined;
}

/** A plan beyond its channel's ceiling is a fault; anything else that is thrown is a defect. */
async function orRefused(act: () => Promise<object>, operation: Operation): Promise<boolean> {
  try {
    return !isRefusal(await act());
  } catch (error) {
    if (operation.smuggled && error instanceof Fault && error.code === "not-allowed") return false;
    throw error;
  }
}
