// The loop over the queue. What a key did is on disk before the next card is shown, so stopping at any moment loses nothing.

import type { MemoryId } from "../../memory/ids.ts";
import { choicesFor, type Decided, type Decision, planDecision } from "../../review/decide.ts";
import { settledBy, takeBack, unsettled } from "../../review/settled.ts";
import type { ReviewItem, Survey } from "../../review/survey.ts";
import { confirmWord, DONE } from "../../review/wording.ts";
import { howToConfirm } from "../../store/confirm.ts";
import type { OpenStore } from "../../store/context.ts";
import { write } from "../../store/write.ts";
import { isRefusal, type Refusal } from "../../text/errors.ts";
import { EXIT, ended } from "../exit.ts";
import type { Invocation } from "../spec.ts";
import { showDiff, warnings } from "../tell.ts";
import { showCard, showRest } from "./card.ts";
import { grouped } from "./groups.ts";
import { KEYS, TEXT } from "./wording.ts";

interface Last {
  readonly open: OpenStore;
  readonly id: MemoryId;
  readonly at: number;
  readonly kind: Decision["kind"];
  readonly settled: readonly string[];
}

interface Progress {
  readonly counts: Map<string, number>;
  /** Changed by a decision of this run: what the queue knew of them is over. */
  readonly touched: Set<string>;
  last: Last | undefined;
}

type Next = "next" | "again" | "back" | "quit";

/** `again` is the command that shows the same queue. */
export async function decideEach(
  call: Invocation,
  { items, waiting }: Survey,
  { batch, again }: { readonly batch: boolean; readonly again: string },
): Promise<number> {
  const progress: Progress = { counts: new Map(), touched: new Set(), last: undefined };
  const queue = batch ? grouped(items) : items;
  let at = 0;
  for (; at < queue.length; ) {
    const read = queue[at];
    const item = read && unsettled(read, progress.touched);
    if (item === undefined) {
      at++;
      continue;
    }
    const next = await decideOne(call, item, `${at + 1}/${queue.length}`, at, progress);
    if (next === "quit") break;
    if (next === "back") at = progress.last?.at ?? at;
    else if (next === "next") at++;
    if (next === "back") progress.last = undefined;
  }
  tellEnd(call, progress, waiting, again);
  return EXIT.done;
}

async function decideOne(
  call: Invocation,
  item: ReviewItem,
  place: string,
  at: number,
  progress: Progress,
): Promise<Next> {
  const { bench, out } = call;
  let isSeen = await showCard(out, item, place, bench.act.now);
  for (;;) {
    const key = await bench.keys.press(keyBar(call, item));
    const kind = KEYS[key ?? "q"];
    if ((kind === "confirm" || kind === "merge") && !isSeen) {
      showRest(out, item);
      out.note(out.paint("yellow", TEXT.seeFirst));
      isSeen = true;
    } else if (kind !== undefined && choicesFor(item).includes(kind)) {
      const done = await decide(call, item, kind, at, progress);
      if (done !== "again") return done;
    } else if (key === "v") {
      showRest(out, item);
      isSeen = true;
    } else if (key === "s" || key === "n") {
      count(progress, "skipped");
      return "next";
    } else if (key === "u") {
      if (await undo(call, progress)) return "back";
    } else if (key === undefined || key === "q") return "quit";
    else if (key === "?" || key === "h") for (const line of TEXT.help) out.note(line);
    else out.note(TEXT.unknownKey);
  }
}

function keyBar({ bench, out }: Invocation, item: ReviewItem): string {
  const choices = choicesFor(item);
  const word = (kind: Decision["kind"]): string =>
    kind === "confirm" ? confirmWord(howToConfirm(item.memory, bench.act.now)) : kind;
  const named = choices.map((kind) => [kind.slice(0, 1), word(kind)]);
  const keys = [...named, ["s", "skip"], ["u", "undo"], ["q", "quit"], ["?", ""]];
  return `  ${keys.map(([key = "", text = ""]) => `${out.paint("cyan", key)} ${text}`.trim()).join("  ")} > `;
}

async function decide(
  call: Invocation,
  item: ReviewItem,
  kind: Decision["kind"],
  at: number,
  progress: Progress,
): Promise<Next> {
  const { bench, out } = call;
  const act = kind === "edit" ? { ...bench.actNow(), channel: bench.editorAct.channel } : bench.actNow();
  const deciding = { personal: bench.storeOf("personal"), project: bench.project?.id, act };
  const decision: Decision | Refusal = kind === "edit" ? editedBy(call, item) : { kind };
  if (isRefusal(decision)) return tellAgain(call, decision);
  const planned = planDecision(item, decision, deciding);
  if (planned.kind === "refusal") return tellAgain(call, planned);
  if (planned.kind === "unchanged") {
    out.note(`  ${planned.message}`);
    return "again";
  }
  if (kind === "edit" && !(await isWanted(call, item, planned))) return "again";
  const result = await write(planned.open, planned.plan, act);
  if (isRefusal(result)) return tellAgain(call, result);
  const settled = settledBy(item, planned);
  for (const key of settled) progress.touched.add(key);
  const [first] = planned.plan.steps;
  if (first !== undefined) progress.last = { open: planned.open, id: first.id, at, kind, settled };
  count(progress, DONE[kind]);
  const name = first?.change.file.replace(/\.md$/, "") ?? item.row.stem;
  out.note(`  ${out.paint("green", DONE[kind])}  ${name}`);
  return "next";
}

/** A refusal changes nothing, and the same memory is asked about again. */
function tellAgain({ out, bench }: Invocation, refusal: Refusal): Next {
  ended(refusal, out, bench);
  return "again";
}

function editedBy({ bench }: Invocation, { memory }: ReviewItem): Decision | Refusal {
  const text = bench.editText(memory.document.text, ".md");
  return typeof text === "string" ? { kind: "edit", text } : text;
}

async function isWanted({ bench, out }: Invocation, { memory }: ReviewItem, { plan }: Decided): Promise<boolean> {
  const change = plan.steps[0]?.change;
  if (change !== undefined && "text" in change)
    await showDiff(out, memory.stored.file, memory.document.text, change.text);
  warnings(out, plan.warnings);
  return (await bench.keys.press("  Save it? y/n > ")) === "y";
}

/** True when the last decision was taken back, and its memory is to be asked about again. */
async function undo(call: Invocation, progress: Progress): Promise<boolean> {
  const { bench, out } = call;
  const { last } = progress;
  if (last === undefined) {
    out.note(TEXT.nothingToUndo);
    return false;
  }
  const result = await takeBack(last.open, last.id, bench.actNow());
  if (isRefusal(result)) {
    ended(result, out, bench);
    return false;
  }
  for (const key of last.settled) progress.touched.delete(key);
  count(progress, DONE[last.kind], -1);
  out.note(`  ${out.paint("green", TEXT.undone)}`);
  return true;
}

function count({ counts }: Progress, word: string, by = 1): void {
  counts.set(word, (counts.get(word) ?? 0) + by);
}

function tellEnd({ out }: Invocation, { counts }: Progress, waiting: number, again: string): void {
  const told = [...counts].filter(([, number]) => number > 0);
  const decided = told.filter(([word]) => word !== "skipped").reduce((sum, [, number]) => sum + number, 0);
  out.note();
  if (told.length > 0) out.note(told.map(([word, number]) => `${number} ${word}`).join(", "));
  out.note(TEXT.left(Math.max(0, waiting - decided), again));
  if (decided > 0) out.note(out.paint("dim", TEXT.takeBack));
}
