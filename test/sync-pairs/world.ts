// The table of outcomes on real git: every row is a memory of its own in one store, so that one exchange decides them all.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { forget } from "../../src/forget/apply.ts";
import { openForgetJournal } from "../../src/forget/io/journal.ts";
import { openTraces } from "../../src/forget/io/traces.ts";
import { planForget } from "../../src/forget/plan.ts";
import { contentHash } from "../../src/memory/document.ts";
import { statusOf, textField } from "../../src/memory/fields.ts";
import { parseState } from "../../src/replica/read.ts";
import { viewOf } from "../../src/replica/view.ts";
import { type Memory, readMemory } from "../../src/store/catalogue.ts";
import { planEdit } from "../../src/store/confirm.ts";
import type { Act, OpenStore, Plan } from "../../src/store/context.ts";
import { planTierChange, type TierVerb } from "../../src/store/plan-transition.ts";
import { planArchive, planRetire } from "../../src/store/retire.ts";
import { write } from "../../src/store/write.ts";
import { PLACES } from "../../src/trust/tiers.ts";
import { type Machine, placesOfMachine } from "../support/sync-machines.ts";

export type Side = "A" | "B";
export interface Row {
  readonly n: number;
  readonly base: string;
  readonly acts: Readonly<Record<Side, string>>;
  readonly outcome: string;
}

const DAYS = { A: "2026-05-01", B: "2026-05-02" } as const;

export function stemOfRow({ n }: Row): string {
  return `reference_pair_${String(n).padStart(4, "0")}`;
}

function idOfRow(n: number): string {
  return `01JCQ0Z8M4X5T6V7W8Y9Z${String(n).padStart(5, "0")}`;
}

/** The words of each row are its own: nothing of another is forgotten with it. */
function textOfRow({ n }: Row): string {
  const number = String(n).padStart(4, "0");
  return `---
name: Pair ${number}
description: What pair ${number} is about
type: reference
id: ${idOfRow(n)}
trust-level: inferred
created-at: 2026-03-01T09:00:00Z
source: agent
---
Pair ${number} says text X and nothing that another pair says.
`;
}

function find(open: OpenStore, row: Row): Memory | undefined {
  for (const place of PLACES) {
    const read = readMemory(open.store, { place, file: `${stemOfRow(row)}.md` });
    if (read?.kind === "memory") return read;
  }
  return undefined;
}

function must(open: OpenStore, row: Row): Memory {
  const memory = find(open, row);
  if (memory === undefined) throw new Error(`row ${row.n}: no file`);
  return memory;
}

async function apply(open: OpenStore, plan: Plan | { readonly kind: string }, act: Act, row: Row): Promise<void> {
  if (plan.kind !== "plan") throw new Error(`row ${row.n}: ${JSON.stringify(plan)}`);
  const written = await write(open, plan as Plan, act);
  if (written.kind !== "written") throw new Error(`row ${row.n}: ${JSON.stringify(written)}`);
}

/** What stands before the two act; on one machine, then shared. */
export async function makeBases(machine: Machine, rows: readonly Row[]): Promise<void> {
  mkdirSync(`${machine.root}/memories`, { recursive: true, mode: 0o700 });
  for (const row of rows) machine.put(`memories/${stemOfRow(row)}.md`, textOfRow(row));
  const open = machine.open();
  const april = machine.act("terminal", "2026-04-01");
  for (const row of rows) {
    const tier = (verb: TierVerb): Promise<void> =>
      apply(open, planTierChange(must(open, row), { verb }, april), april, row);
    if (["verified", "unattested", "retired"].includes(row.base)) await tier("promote");
    if (row.base === "quarantined") await tier("demote");
    if (row.base === "retired") await apply(open, planRetire(must(open, row), april), april, row);
  }
}

/** After the first sync, which knows the text that was confirmed. */
export function changeBases(machine: Machine, rows: readonly Row[]): void {
  const open = machine.open();
  for (const row of rows) if (row.base === "unattested") byHand(machine, must(open, row), "text X", "text Y");
}

function byHand(machine: Machine, { stored }: Memory, from: string, to: string): void {
  const path = `${machine.root}/${stored.place}/${stored.file}`;
  writeFileSync(path, readFileSync(path, "utf8").replace(from, to), { mode: 0o600 });
}

export async function actAll(machine: Machine, side: Side, rows: readonly Row[]): Promise<void> {
  const open = machine.open();
  const act = machine.act("terminal", DAYS[side]);
  const doomed: Row[] = [];
  for (const row of rows) {
    const what = row.acts[side];
    if (what === "forget") doomed.push(row);
    else for (const each of what.split(", ")) await actOne(machine, open, each, side, row, act);
  }
  if (doomed.length === 0) return;
  const places = placesOfMachine(machine);
  const traces = openTraces(places);
  const plan = planForget([open], doomed.map(stemOfRow), traces, act);
  if (plan.kind !== "forget-plan") throw new Error(JSON.stringify(plan));
  // With what stands beside them: words that they were written over.
  if (plan.going.length < doomed.length) throw new Error(`${plan.going.length} of ${doomed.length} would go`);
  const done = await forget({ stores: [open], traces, journal: openForgetJournal(places.state), act }, plan.job);
  if (done.kind !== "forgotten") throw new Error(JSON.stringify(done));
}

async function actOne(machine: Machine, open: OpenStore, what: string, side: Side, row: Row, act: Act): Promise<void> {
  const memory = must(open, row);
  const tier = (verb: TierVerb): Promise<void> => apply(open, planTierChange(memory, { verb }, act), act, row);
  const edited = (from: RegExp, to: string): Promise<void> =>
    apply(open, planEdit(open, memory, memory.document.text.replace(from, to), act), act, row);
  switch (what) {
    case "promote":
    case "demote":
    case "restore":
      return await tier(what);
    case "re-affirm":
      return await tier("reaffirm");
    case "user edit":
      return await edited(/text [XY]/, `text ${side}`);
    case "rename":
      return await edited(/^name: .*$/m, `name: Pair ${row.n} by ${side}`);
    case "agent edit":
      return byHand(machine, memory, row.base === "unattested" ? "text Y" : "text X", `text ${side}`);
    case "retire":
    case "un-retire":
      return await apply(open, planRetire(memory, act, what === "un-retire"), act, row);
    case "archive":
      return await apply(open, planArchive(memory, act), act, row);
    default:
      throw new Error(`no act ${what}`);
  }
}

export interface Seen {
  readonly outcome: string;
  /** As agents are given it: never more than the outcome says. */
  readonly readAs: string;
}

/** As the table spells it. */
export function outcomeOn(machine: Machine, open: OpenStore, row: Row, gone: ReadonlySet<string>): Seen {
  const memory = find(open, row);
  if (memory === undefined) {
    const isGone = gone.has(`tombstones/${idOfRow(row.n)}.json`);
    return { outcome: isGone ? "archived" : "forgotten", readAs: "none" };
  }
  const files = PLACES.flatMap((place) =>
    machine
      .files(place)
      .filter((file) => file.startsWith(`${stemOfRow(row)}__`))
      .map((file) => readMemory(open.store, { place, file })),
  ).flatMap((each) => (each?.kind === "memory" ? [each] : []));
  const parsed = parseState(memory.document, memory.stored.place);
  const view = parsed.kind === "state" ? viewOf(parsed.state) : undefined;
  if (view?.kind !== "live" || view.head !== contentHash(memory.document))
    return { outcome: "not its head", readAs: "" };
  const isHead = (each: Memory): boolean => view.siblings.some(({ hash }) => hash === contentHash(each.document));
  const siblings = files.filter(isHead);
  // Signed words that others were written over stand beside them, and are no text of this memory's state (SYN-3).
  if (files.some((each) => !isHead(each) && wordsOf(each) !== "X")) return { outcome: "a stranger", readAs: "" };
  const day = view.tier === "verified" ? ` ${textField(memory.document, "last-verified")?.slice(5)}` : "";
  const retired = statusOf(memory.document) === "retired" ? " retired" : "";
  const [sibling] = siblings;
  const byHash = row.acts.A === "agent edit" && row.acts.B === "agent edit" && sibling !== undefined;
  if (byHash && view.head > contentHash(sibling.document)) return { outcome: "the higher hash", readAs: memory.tier };
  const main = `${view.tier} ${wordsOf(memory)}${day}${retired}`;
  // Of two that nobody confirmed the lower hash is first, whoever wrote it; the table calls that one A.
  const swap = (text: string): string => (byHash && wordsOf(memory) === "B" ? text.replace(/[AB]/g, swapped) : text);
  return {
    outcome: swap([main, ...siblings.map((each) => `${wordsOf(each)} ${each.tier}`)].join(", ")),
    readAs: memory.tier,
  };
}

function swapped(side: string): string {
  return side === "A" ? "B" : "A";
}

function wordsOf({ document }: Memory): string {
  return /by ([AB])$/.exec(textField(document, "name") ?? "")?.[1] ?? /text ([ABXY])/.exec(document.body)?.[1] ?? "?";
}
