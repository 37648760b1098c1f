// The loop over the queue of one desk. What a key did is on disk before the next card is shown, so stopping at any moment
// loses nothing.

import { choicesFor, type DecidedPlan, type ReviewDecision } from "../../review/decide.ts";
import type { Card, Desk, DeskQueue } from "../../review/desk.ts";
import type { ReviewItem } from "../../review/survey.ts";
import { confirmWord, DONE } from "../../review/wording.ts";
import { howToConfirm } from "../../store/confirm.ts";
import { isRefusal, type Refusal } from "../../text/errors.ts";
import { EXIT, ended } from "../exit.ts";
import type { Invocation } from "../spec.ts";
import { showDiff, warnings } from "../tell.ts";
import { showCard, showRest } from "./card.ts";
import { KEYS, TEXT } from "./wording.ts";

interface Sitting {
  readonly call: Invocation;
  readonly desk: Desk;
  readonly counts: Map<string, number>;
}

interface Shown extends Card {
  readonly key: string;
}

/** `key` asks about that one again; `again` waits for another key about the one on the screen. */
type Next = "next" | "again" | "quit" | { readonly key: string };

/** `again` is the command that shows the same queue. */
export async function decideEach(call: Invocation, desk: Desk, found: DeskQueue, again: string): Promise<number> {
  const sitting: Sitting = { call, desk, counts: new Map() };
  const keys = found.items.map(({ key }) => key);
  for (let at = 0; at < keys.length; ) {
    const key = keys[at] ?? "";
    const card = desk.card(key);
    const next = isRefusal(card) ? "next" : await decideOne(sitting, { key, ...card }, `${at + 1}/${keys.length}`);
    if (next === "quit") break;
    at = typeof next === "object" ? keys.indexOf(next.key) : at + 1;
  }
  tellEnd(sitting, found.waiting, again);
  return EXIT.done;
}

async function decideOne(sitting: Sitting, shown: Shown, place: string): Promise<Exclude<Next, "again">> {
  const { bench, out } = sitting.call;
  const { item } = shown;
  let isSeen = await showCard(out, item, place, bench.act.now);
  for (;;) {
    const key = await bench.keys.press(keyBar(sitting.call, item));
    const kind = KEYS[key ?? "q"];
    if ((kind === "confirm" || kind === "merge") && !isSeen) {
      showRest(out, item);
      out.note(out.paint("yellow", TEXT.seeFirst));
      isSeen = true;
    } else if (kind !== undefined && choicesFor(item).includes(kind)) {
      const done = await decide(sitting, shown, kind);
      if (done !== "again") return done;
    } else if (key === "v") {
      showRest(out, item);
      isSeen = true;
    } else if (key === "s" || key === "n") {
      count(sitting, "skipped");
      return "next";
    } else if (key === "u") {
      const undone = await undo(sitting);
      if (undone !== "again") return undone;
    } else if (key === undefined || key === "q") return "quit";
    else if (key === "?" || key === "h") for (const line of TEXT.help) out.note(line);
    else out.note(TEXT.unknownKey);
  }
}

function keyBar({ bench, out }: Invocation, item: ReviewItem): string {
  const choices = choicesFor(item);
  const word = (kind: ReviewDecision["kind"]): string =>
    kind === "confirm" ? confirmWord(howToConfirm(item.memory, bench.act.now)) : kind;
  const named = choices.map((kind) => [kind.slice(0, 1), word(kind)]);
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
  const isWanted = (planned: DecidedPlan): Promise<boolean> => isSaved(call, item, planned);
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
      count(sitting, DONE[kind]);
      out.note(`  ${out.paint("green", DONE[kind])}  ${done.name}`);
      return "next";
  }
}

function editedBy({ bench }: Invocation, { memory }: ReviewItem): ReviewDecision | Refusal {
  const text = bench.editText(memory.document.text, ".md");
  return typeof text === "string" ? { kind: "edit", text } : text;
}

async function isSaved({ bench, out }: Invocation, { memory }: ReviewItem, { plan }: DecidedPlan): Promise<boolean> {
  const change = plan.steps[0]?.change;
  if (change !== undefined && "text" in change)
    await showDiff(out, memory.stored.file, memory.document.text, change.text);
  warnings(out, plan.warnings);
  return (await bench.keys.press("  Save it? y/n > ")) === "y";
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
  count(sitting, DONE[undone.done], -1);
  out.note(`  ${out.paint("green", TEXT.undone)}`);
  return { key: undone.key };
}

function count({ counts }: Sitting, word: string, by = 1): void {
  counts.set(word, (counts.get(word) ?? 0) + by);
}

function tellEnd({ call: { out }, counts }: Sitting, waiting: number, again: string): void {
  const told = [...counts].filter(([, number]) => number > 0);
  const decided = told.filter(([word]) => word !== "skipped").reduce((sum, [, number]) => sum + number, 0);
  out.note();
  if (told.length > 0) out.note(told.map(([word, number]) => `${number} ${word}`).join(", "));
  out.note(TEXT.left(Math.max(0, waiting - decided), again));
  if (decided > 0) out.note(out.paint("dim", TEXT.takeBack));
}
