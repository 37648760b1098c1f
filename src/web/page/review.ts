// What waits, one memory at a time, one key each, applied at once (REV-2). It keeps nothing but what is on the screen; whatever
// it sends back names exactly the card that was shown.
import type {
  ActKind,
  CardAnswer,
  QueueAnswer,
  QueueRow,
  QueueView,
  SettledAnswer,
  TouchAnswer,
  UndoneAnswer,
} from "../wire.ts";
import { call, type PageAnswer } from "./api.ts";
import { cardParts, type Editor, editorParts } from "./card.ts";
import { byId } from "./dom.ts";
import { markRow, showQueue } from "./queue.ts";
import {
  alone,
  hasEnded,
  isSettled,
  main,
  say,
  showOn,
  showPlain,
  showProblem,
  taken,
  toTheEnd,
  touched,
  unwatch,
  wasRead,
} from "./shell.ts";
import { TEXT } from "./wording.ts";

let view: QueueView = "waiting";
let rows: QueueRow[] = [];
let at = 0;
let waiting = 0;
let notes: readonly string[] = [];
let card: CardAnswer | undefined;
let editor: Editor | undefined;
const drafts = new Map<string, string>();

export async function showReview(to: QueueView): Promise<void> {
  view = to;
  await load();
}

async function load(keep?: string): Promise<void> {
  const queue = taken(await call<QueueAnswer>("/api/queue", { view }));
  if (queue === undefined) return;
  rows = [...queue.rows];
  waiting = queue.waiting;
  byId("passkey").hidden = !queue.mayRegister;
  notes = [
    ...(queue.more ? [TEXT.only(rows.length, waiting)] : []),
    ...(queue.broken > 0 ? [TEXT.broken(queue.broken)] : []),
  ];
  at = Math.max(
    0,
    rows.findIndex(({ key }) => key === keep),
  );
  showQueue(rows, at, notes, choose);
  showCount();
  await open();
}

function showCount(): void {
  document.title = view === "waiting" ? `(${waiting}) Holdfast review` : "Holdfast review";
  byId(`view-${view}`).textContent = `${TEXT.views[view]} ${waiting}`;
}

async function open(): Promise<void> {
  unwatch();
  editor = undefined;
  const row = rows[at];
  if (row === undefined) {
    card = undefined;
    showPlain(TEXT.empty[view], TEXT.emptyHint);
    return;
  }
  markRow(at);
  const answer = await call<CardAnswer>("/api/card", { key: row.key });
  // Another row was chosen meanwhile: that is the one to show.
  if (rows[at] !== row) return open();
  if (answer.kind === "refused") return leave([row.key]);
  card = taken(answer);
  if (card !== undefined) showCard(card);
}

function showCard(shown: CardAnswer): void {
  showOn(cardParts(shown, press, [TEXT.skip]));
}

function showEditor(shown: CardAnswer): void {
  unwatch();
  editor = editorParts(shown, drafts.get(shown.key) ?? shown.draft, {
    save: () => void alone(save),
    back: () => {
      editor = undefined;
      showCard(shown);
    },
    typed: (text) => drafts.set(shown.key, text),
  });
  main.replaceChildren(...editor.parts);
  main.scrollTop = 0;
  editor.field.focus();
  editor.field.setSelectionRange(0, 0);
}

/** These are no questions any more; the one after them is next. */
async function leave(gone: readonly string[]): Promise<void> {
  const before = rows.slice(0, at).filter(({ key }) => gone.includes(key)).length;
  const left = rows.filter(({ key }) => !gone.includes(key));
  waiting = Math.max(0, waiting - (rows.length - left.length));
  rows = left;
  at = Math.min(at - before, Math.max(0, rows.length - 1));
  if (rows.length === 0 && waiting > 0) return load();
  showQueue(rows, at, notes, choose);
  showCount();
  await open();
}

async function settled(answer: PageAnswer<SettledAnswer>): Promise<void> {
  if (answer.kind === "refused" && answer.problem.code === "changed-meanwhile" && editor === undefined) {
    await load(card?.key);
    showProblem(answer.problem);
    return;
  }
  const done = taken(answer);
  if (done === undefined || card === undefined) return;
  drafts.delete(card.key);
  await leave(done.gone);
  say([`${done.said}: ${done.name}.`, ...done.notes, TEXT.left(waiting)].join(" "));
}

async function decide(kind: ActKind): Promise<void> {
  if (card === undefined) return;
  if ((kind === "confirm" || kind === "merge") && !wasRead()) return;
  const { key, version } = card;
  await settled(await touched(await call<SettledAnswer | TouchAnswer>("/api/decide", { key, version, kind })));
}

async function save(): Promise<void> {
  if (card === undefined || editor === undefined) return;
  const { key, version } = card;
  const text = editor.field.value;
  await settled(await touched(await call<SettledAnswer | TouchAnswer>("/api/edit", { key, version, text })));
}

async function undo(): Promise<void> {
  const undone = taken(await call<UndoneAnswer>("/api/undo"));
  if (undone === undefined) return;
  await load(undone.key);
  say(TEXT.undone(undone.said));
}

function choose(index: number): void {
  if (hasEnded() || index < 0 || index >= rows.length) return;
  at = index;
  void alone(open);
}

const ALWAYS: Readonly<Record<string, () => void>> = {
  u: () => void alone(undo),
  s: () => choose(at + 1),
  p: () => choose(at - 1),
  k: () => say(TEXT.unusedKey),
};

function press(key: string): void {
  pressInReview(key);
}

export function pressInReview(key: string): void {
  const always = ALWAYS[key];
  if (always !== undefined) always();
  else if (card !== undefined && isSettled()) pressOn(card, key);
}

function pressOn(shown: CardAnswer, key: string): void {
  const action = shown.actions.find((each) => each.key === key);
  if (key === "v") toTheEnd();
  else if (action === undefined) say(TEXT.notHere(key));
  else if (action.kind === "edit") showEditor(shown);
  else void alone(() => decide(action.kind));
}
