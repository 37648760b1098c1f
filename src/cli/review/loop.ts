// The loop over the queue of one desk. What a key did is on disk before the next card is shown, so stopping at any moment
// loses nothing.

import { textForEditor } from "../../memory/compose.ts";
import { choicesFor, type DecidedPlan, type ReviewDecision } from "../../review/decide.ts";
import type { Card, Desk, DeskQueue } from "../../review/desk.ts";
import type { ReviewItem } from "../../review/survey.ts";
import { DONE, keyWord } from "../../review/wording.ts";
import { howToConfirm } from "../../store/confirm.ts";
import { isRefusal, type Refusal } from "../../text/errors.ts";
import { EXIT, ended } from "../exit.ts";
import type { Output } from "../output.ts";
import type { Invocation } from "../spec.ts";
import { alarms, showDiff } from "../tell.ts";
import { showCard } from "./card.ts";
import { type Collected, collected, pressed } from "./pages.ts";
import { KEYS, TEXT } from "./wording.ts";

const SKIPPED = "skipped";

interface Sitting {
  readonly call: Invocation;
  readonly desk: Desk;
  readonly told: Collected;
  readonly done: Decided[];
}

interface Decided {
  readonly key: string;
  readonly word: string;
  readonly name: string;
}

interface Shown extends Card {
  readonly key: string;
}

/** `key` asks about that one again; `again` waits for another key about the one on the screen. */
type Next = "next" | "again" | "quit" | { readonly key: string };

/** `again` is the command that shows the same queue. */
export async function decideEach(call: Invocation, desk: Desk, found: DeskQueue, again: string): Promise<number> {
  const told = collected(call);
  const sitting: Sitting = { call: { ...call, out: told.out }, desk, told, done: [] };
  try {
    await decideAll(
      sitting,
      found.items.map(({ key }) => key),
    );
  } finally {
    call.bench.page.leave();
  }
  tellEnd(call.out, sitting.done, found.waiting, again);
  return EXIT.done;
}

async function decideAll(sitting: Sitting, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; ) {
    const key = keys[at] ?? "";
    const card = sitting.desk.card(key);
    const next = isRefusal(card) ? "next" : await decideOne(sitting, { key, ...card }, `${at + 1}/${keys.length}`);
    if (next === "quit") break;
    at = typeof next === "object" ? keys.indexOf(next.key) : at + 1;
  }
}

async function decideOne(sitting: Sitting, shown: Shown, place: string): Promise<Exclude<Next, "again">> {
  const { call, told } = sitting;
  const { bench, out } = call;
  const { item, key: of } = shown;
  for (;;) {
    const before = told.take();
    await showCard(out, item, { place, now: bench.act.now, since: await sitting.desk.since(item) });
    const lines = [...before, ...(before.length > 0 ? [""] : []), ...told.take()];
    const key = await pressed(call, { lines, bar: keyBar(call, item), raises });
    const kind = KEYS[key ?? "q"];
    if (kind !== undefined && choicesFor(item).includes(kind)) {
      const done = await decide(sitting, shown, kind);
      if (done !== "again") return done;
    } else if (key === "s" || key === "n") {
      sitting.done.push({ key: of, word: SKIPPED, name: "" });
      return "next";
    } else if (key === "u") {
      const undone = await undo(sitting);
      if (undone !== "again") return undone;
    } else if (key === undefined || key === "q") return "quit";
    else if (key === "?" || key === "h") for (const line of TEXT.help) out.note(line);
    else out.note(TEXT.unknownKey);
  }
}

/** No yes to a card that has only just been drawn (TRU-26). */
function raises(key: string): boolean {
  const kind = KEYS[key];
  return kind === "confirm" || kind === "merge";
}

function keyBar({ bench, out }: Invocation, item: ReviewItem): string {
  const choices = choicesFor(item);
  const how = howToConfirm(item.memory, bench.act.now);
  const named = choices.map((kind) => [kind.slice(0, 1), keyWord(kind, how)]);
  const keys = [...named, ["s", "skip"], ["u", "undo"], ["q", "quit"], ["?", ""]];
  return `  ${keys.map(([key = "", text = ""]) => `${out.paint("cyan", key)} ${text}`.trim()).join("  ")} > `;
}

async function decide(
  sitting: Sitting,
  { key, version, item }: Shown,
  kind: ReviewDecision["kind"],
): Promise<Exclude<Next, "quit">> {
  const { call, desk } = sitting;
  const { bench, out } = call;
  const decision: ReviewDecision | Refusal = kind === "edit" ? editedBy(call, item) : { kind };
  const isWanted = (planned: DecidedPlan): Promise<boolean> => isSaved(sitting, item, planned);
  const done = isRefusal(decision)
    ? decision
    : await desk.decide(key, version, decision, kind === "edit" ? isWanted : undefined);
  switch (done.kind) {
    case "refusal":
      // A refusal changes nothing, and the same memory is asked about again: as it is now, where it has become another.
      ended(done, out, bench);
      return done.code === "changed-meanwhile" ? { key } : "again";
    case "left":
      if (done.message !== "") out.note(`  ${done.message}`);
      return "again";
    case "settled":
      sitting.done.push({ key, word: DONE[kind], name: done.name });
      out.note(`  ${out.paint("green", DONE[kind])}  ${done.name}`);
      return "next";
  }
}

function editedBy({ bench }: Invocation, { memory }: ReviewItem): ReviewDecision | Refusal {
  const text = bench.editText(textForEditor(memory.document), ".md");
  return typeof text === "string" ? { kind: "edit", text } : text;
}

async function isSaved({ call, told }: Sitting, { memory }: ReviewItem, { plan }: DecidedPlan): Promise<boolean> {
  const { out } = call;
  const change = plan.steps[0]?.change;
  if (change !== undefined && "text" in change)
    await showDiff(out, memory.stored.file, memory.document.text, change.text);
  alarms(out, plan.warnings);
  const question = { lines: told.take(), bar: "  Save it? y/n > ", raises: (key: string) => key === "y" };
  return (await pressed(call, question)) === "y";
}

/** The memory whose decision was taken back is asked about again. */
async function undo(sitting: Sitting): Promise<"again" | { readonly key: string }> {
  const { bench, out } = sitting.call;
  const undone = await sitting.desk.undo();
  if (undone.kind !== "undone") {
    if (undone.kind === "left") out.note(undone.message);
    else ended(undone, out, bench);
    return "again";
  }
  sitting.desk.queue("waiting");
  const at = sitting.done.findLastIndex(({ key, word }) => key === undone.key && word === DONE[undone.done]);
  if (at >= 0) sitting.done.splice(at, 1);
  out.note(`  ${out.paint("green", TEXT.undone)}`);
  return { key: undone.key };
}

/** What stood on the alternate screen is gone with it: each decision once more, and how many of each. */
function tellEnd(out: Output, done: readonly Decided[], waiting: number, again: string): void {
  const decided = done.filter(({ word }) => word !== SKIPPED);
  for (const { word, name } of decided) out.note(`${out.paint("green", word)}  ${name}`);
  if (decided.length > 0) out.note();
  const words = [...new Set(done.map(({ word }) => word))];
  const counted = words.map((word) => `${done.filter((each) => each.word === word).length} ${word}`);
  if (counted.length > 0) out.note(counted.join(", "));
  out.note(TEXT.left(Math.max(0, waiting - decided.length), again));
  if (decided.length > 0) out.note(out.paint("dim", TEXT.takeBack));
}
