// What people and agents do through the pipeline, as the commands do it. The ghost is told what was in front of the person,
// never what the product made of it.
import { forget } from "../../src/forget/apply.ts";
import { openForgetJournal } from "../../src/forget/io/journal.ts";
import { openTraces } from "../../src/forget/io/traces.ts";
import { planForget } from "../../src/forget/plan.ts";
import { contentHash, parseDocument } from "../../src/memory/document.ts";
import { statusOf } from "../../src/memory/fields.ts";
import { add } from "../../src/store/add.ts";
import { type Memory, readCatalogue } from "../../src/store/catalogue.ts";
import { planConfirm, planEdit } from "../../src/store/confirm.ts";
import type { Act, OpenStore, Plan } from "../../src/store/context.ts";
import { planTierChange } from "../../src/store/plan-transition.ts";
import { planArchive, planRetire } from "../../src/store/retire.ts";
import { write } from "../../src/store/write.ts";
import { type Channel, partyOf } from "../../src/trust/channels.ts";
import { type Machine, placesOfMachine } from "../support/sync-machines.ts";
import { dayOf, oneOf, type World } from "./world.ts";

const VERBS = [
  "add",
  "add",
  "confirm",
  "confirm",
  "demote",
  "restore",
  "edit",
  "rename",
  "retire",
  "archive",
  "forget",
];
const AGENTS: readonly Channel[] = ["cli", "mcp", "hook", "library"];

type Outcome = { readonly kind: string };

export async function honestAct(world: World, on: Machine, verb: string = oneOf(VERBS, world.next)): Promise<string> {
  const channel = world.next() < 0.25 ? oneOf(AGENTS, world.next) : "terminal";
  return await actThrough(world, on, verb, channel);
}

export async function actThrough(world: World, on: Machine, verb: string, channel: Channel): Promise<string> {
  const act = on.act(channel, dayOf(world));
  const open = on.open();
  if (verb === "add") return `${channel} adds ${await added(world, on, open, act)}`;
  const memories = readCatalogue(open.store).memories.filter(({ id }) => id !== undefined);
  if (memories.length === 0) return `nothing to ${verb}`;
  const memory = oneOf(fitting(memories, verb), world.next);
  const outcome = await done(world, on, open, verb, memory, act);
  if (partyOf(channel) !== "person" && outcome === "written") throw new Error(`an agent could ${verb}`);
  return `${channel} ${verb} ${memory.stored.file}: ${outcome}`;
}

/** Mostly one for which the act means something. */
function fitting(memories: readonly Memory[], verb: string): readonly Memory[] {
  const held = ["restore", "archive"].includes(verb);
  const found = memories.filter(({ tier }) => (tier === "quarantined") === held);
  return found.length === 0 ? memories : found;
}

async function added(world: World, on: Machine, open: OpenStore, act: Act): Promise<string> {
  const n = ++world.words;
  // Every third wants a name that another has too.
  const name = n % 3 === 0 ? "Ports" : `Ports of service ${world.seed} ${n}`;
  const text = `Service ${n} of world ${world.seed} listens on port ${4000 + n}.`;
  const outcome = await add(open, { text, name, type: "reference" }, act);
  if (outcome.kind !== "added") return outcome.kind === "refusal" ? outcome.message : outcome.kind;
  const { plan, document, file } = outcome.planned;
  const byPerson = partyOf(act.channel) === "person";
  for (const { id } of plan.steps) world.ghost.note(on, { what: "add", id, byPerson, hash: contentHash(document) });
  return file;
}

async function done(
  world: World,
  on: Machine,
  open: OpenStore,
  verb: string,
  memory: Memory,
  act: Act,
): Promise<string> {
  if (verb === "forget") return await forgotten(world, on, open, memory, act);
  const edited = newText(world, verb, memory);
  const plan = planned(open, verb, memory, edited, act);
  if (plan.kind !== "plan") return said(plan);
  const outcome = await write(open, plan as Plan, act);
  if (outcome.kind !== "written") return said(outcome);
  noteSteps(world, on, verb, memory, edited, plan as Plan);
  return "written";
}

function planned(open: OpenStore, verb: string, memory: Memory, edited: string, act: Act): Outcome {
  switch (verb) {
    case "confirm":
      return planConfirm({ open, personal: open }, memory, act);
    case "demote":
    case "restore":
      return planTierChange(memory, { verb }, act);
    case "edit":
    case "rename":
      return planEdit(open, memory, edited, act);
    case "retire":
      return planRetire(memory, act, statusOf(memory.document) === "retired");
    default:
      return planArchive(memory, act);
  }
}

function newText(world: World, verb: string, { document }: Memory): string {
  if (verb === "rename") return document.text.replace(/^name: .*$/m, `name: Renamed ${++world.words}`);
  return verb === "edit" ? `${document.text}Since change ${++world.words} it answers faster.\n` : document.text;
}

/** A person saw this text; under whatever id it went on. */
function noteSteps(world: World, on: Machine, verb: string, memory: Memory, seen: string, plan: Plan): void {
  const { ghost } = world;
  const shown = parseDocument(seen);
  if (shown.kind !== "document") return;
  const id = memory.id ?? "";
  if (verb === "demote") ghost.note(on, { what: "hold", id, byPerson: true });
  if (verb === "restore" || (verb === "confirm" && memory.tier === "quarantined"))
    ghost.note(on, { what: "restore", id, byPerson: true, hash: contentHash(shown) });
  for (const step of plan.steps) {
    ghost.touched.add(step.id);
    const made = "text" in step.change ? parseDocument(step.change.text) : undefined;
    const isSeen = made?.kind === "document" && made.body.trim() === shown.body.trim();
    if (step.to === "verified" && isSeen && ["confirm", "edit", "rename"].includes(verb))
      ghost.note(on, { what: "confirm", id: step.id, byPerson: true, hash: contentHash(made) });
  }
}

async function forgotten(world: World, on: Machine, open: OpenStore, memory: Memory, act: Act): Promise<string> {
  const places = placesOfMachine(on);
  const traces = openTraces(places);
  const plan = planForget([open], [memory.id ?? ""], traces, act);
  if (plan.kind !== "forget-plan") return said(plan);
  const outcome = await forget({ stores: [open], traces, journal: openForgetJournal(places.state), act }, plan.job);
  if (outcome.kind !== "forgotten") return said(outcome);
  for (const { id } of plan.job.doomed) world.ghost.note(on, { what: "forget", id, byPerson: true });
  return "written";
}

function said(outcome: Outcome): string {
  return "message" in outcome ? `${outcome.kind}, ${String(outcome.message)}` : outcome.kind;
}
