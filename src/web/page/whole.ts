// The whole store (SUR-13): a list that is filtered and searched while one types, a memory with its past, and acts that are
// asked for first. What is listed and what is open stand in the address.
import type {
  ActKind,
  AskAnswer,
  CardAnswer,
  DoneAnswer,
  ListAnswer,
  PastAnswer,
  TouchAnswer,
  UndoneAnswer,
} from "../wire.ts";
import { call } from "./api.ts";
import { questionOf } from "./asking.ts";
import { cardParts, editorParts, pastParts, resultParts } from "./card.ts";
import { byId } from "./dom.ts";
import { addressIn, type Finding, hashOf, readForm, tellFilters, writeChoices, writeForm } from "./finding.ts";
import { makeRows, type Rows } from "./rows.ts";
import {
  afterwards,
  alone,
  hasEnded,
  isSettled,
  main,
  say,
  showOn,
  showProblem,
  taken,
  toTheEnd,
  touched,
  wasRead,
} from "./shell.ts";
import { TEXT } from "./wording.ts";

const PAGE = 100;
const TYPING_MS = 80;

let finding: Finding = addressIn("").finding;
let asked = 0;
let at = -1;
let card: CardAnswer | undefined;
let timer: number | undefined;
const drafts = new Map<string, string>();
let list: Rows | undefined;

function rows(): Rows {
  list ??= makeRows(
    PAGE,
    (from) => void more(from),
    (index) => void openAt(index),
  );
  return list;
}

export async function showWhole(isFirst: boolean): Promise<void> {
  const address = addressIn(location.hash);
  finding = address.finding;
  writeForm(finding);
  byId("queue").classList.add("virtual");
  document.title = "Holdfast";
  at = -1;
  await find("top", isFirst);
  if (hasEnded()) return;
  if (address.open === undefined) showNothing();
  else await open(address.open);
}

export function leaveWhole(): void {
  byId("queue").classList.remove("virtual");
  byId("queue").style.height = "";
  byId("list").scrollTop = 0;
  setOpen(undefined);
}

async function find(where: "top" | "same", isFresh = false): Promise<void> {
  const mine = ++asked;
  const answer = await call<ListAnswer>("/api/list", { ...finding, from: "0", fresh: isFresh ? "yes" : "" });
  // Somebody typed on: a later question is under way.
  if (mine !== asked) return;
  const got = taken(answer);
  if (got === undefined) return;
  if (got.known !== undefined) writeChoices(got.known);
  if (where === "top") at = got.rows.findIndex(({ key }) => key === card?.key);
  rows().show(got.found, got.rows, where);
  rows().mark(at, where);
  byId("found").textContent = TEXT.found(got.found, got.all);
}

async function more(from: number): Promise<void> {
  const mine = asked;
  const got = taken(await call<ListAnswer>("/api/list", { ...finding, from: String(from), fresh: "" }));
  if (got !== undefined && mine === asked) rows().add(from, got.rows);
}

function showNothing(): void {
  card = undefined;
  setOpen(undefined);
  const heading = rows().total === 0 ? TEXT.noneFound : TEXT.chooseOne;
  showOn(resultParts(heading, [TEXT.chooseHint]));
}

function setOpen(key: string | undefined): void {
  if (key === undefined) delete document.body.dataset["open"];
  else document.body.dataset["open"] = "yes";
}

function remember(how: "push" | "replace", key = card?.key): void {
  const hash = hashOf({ view: "all", finding, open: key });
  if (location.hash === hash) return;
  if (how === "push") history.pushState(null, "", `/${hash}`);
  else history.replaceState(null, "", `/${hash}`);
}

async function openAt(index: number): Promise<void> {
  const row = rows().at(index);
  if (row === undefined || hasEnded()) return;
  at = index;
  rows().mark(index);
  remember("push", row.key);
  await afterwards(() => open(row.key));
}

async function open(key: string): Promise<void> {
  const answer = await call<CardAnswer>("/api/memory", { key });
  if (answer.kind === "refused") {
    showNothing();
    showProblem(answer.problem);
    return;
  }
  card = taken(answer);
  if (card === undefined) return;
  setOpen(key);
  at = rows().indexOf(key);
  rows().mark(at, "same");
  showCard(card);
  void showPast(key);
}

async function showPast(key: string): Promise<void> {
  const past = await call<PastAnswer>("/api/past", { key });
  if (past.kind === "answer" && card?.key === key)
    main.querySelector(".past")?.replaceChildren(...pastParts(past.value));
}

function showCard(shown: CardAnswer): void {
  showOn(cardParts(shown, pressInWhole, [TEXT.toList], true));
}

/** Back to the list, where the row stands that was open. */
function back(): void {
  showNothing();
  remember("push");
  rows().focus(Math.max(0, at));
}

function move(by: number): void {
  const to = Math.min(Math.max(0, at + by), rows().total - 1);
  if (to < 0) return;
  at = to;
  rows().focus(to);
}

// Acts.

async function ask(kind: ActKind, text = ""): Promise<void> {
  if (card === undefined) return;
  const shown = card;
  const { key, version } = shown;
  const got = taken(await call<AskAnswer>("/api/ask", { key, version, kind, text }));
  if (got === undefined) return;
  const again = (): void => (kind === "edit" ? showEditor(shown) : showCard(shown));
  const question = questionOf(got, {
    yes: (typed) => void alone(() => answer(got, typed, shown)),
    back: again,
  });
  const [title = main] = question.parts;
  showOn({ parts: question.parts, title });
  question.first.focus();
}

async function answer({ ticket }: AskAnswer, typed: string, { key }: CardAnswer): Promise<void> {
  const done = await touched(await call<DoneAnswer | TouchAnswer>("/api/do", { ticket, typed }));
  if (done.kind === "refused") {
    await open(key);
    showProblem(done.problem);
    return;
  }
  const settled = taken(done);
  if (settled === undefined) return;
  drafts.delete(key);
  await find("same");
  if (settled.said === "forgotten") {
    card = undefined;
    remember("replace");
    showOn(resultParts(TEXT.forgotten(settled.name), settled.left));
  } else await open(key);
  say([`${settled.said}: ${settled.name}.`, ...settled.notes].join(" "));
}

function showEditor(shown: CardAnswer): void {
  const editor = editorParts(shown, drafts.get(shown.key) ?? shown.draft, {
    save: () => void alone(() => ask("edit", editor.field.value)),
    back: () => showCard(shown),
    typed: (text) => drafts.set(shown.key, text),
  });
  const [title = main] = editor.parts;
  showOn({ parts: editor.parts, title });
  editor.field.focus();
  editor.field.setSelectionRange(0, 0);
}

async function undo(): Promise<void> {
  const undone = taken(await call<UndoneAnswer>("/api/take-back"));
  if (undone === undefined) return;
  await find("same");
  await open(undone.key);
  say(TEXT.undone(undone.said));
}

// Keys.

export function pressInWhole(key: string): void {
  if (key === "/") focusSearch();
  else if (key === "j" || key === "ArrowDown") move(1);
  else if (key === "k" || key === "ArrowUp") move(-1);
  else if (key === "u") void alone(undo);
  else if (key === "Enter") void openAt(at);
  else if (key === "Escape" || key === "b") goBack();
  else if (card !== undefined && isSettled()) pressOn(card, key);
}

function goBack(): void {
  if (card !== undefined) back();
  else focusSearch();
}

function pressOn(shown: CardAnswer, key: string): void {
  const action = shown.actions.find((each) => each.key === key);
  if (key === "v") toTheEnd();
  else if (action === undefined) say(TEXT.notHere(key));
  else if (action.kind === "edit") showEditor(shown);
  else if (action.kind !== "confirm" || wasRead()) void alone(() => ask(action.kind));
}

function focusSearch(): void {
  const field = byId("find-text") as HTMLInputElement;
  field.focus();
  field.select();
}

export function listenInWhole(): void {
  const form = byId("find") as HTMLFormElement;
  const changed = (): void => {
    finding = readForm();
    tellFilters();
    at = -1;
    remember("replace");
    void find("top");
  };
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(changed, TYPING_MS);
  });
  form.addEventListener("reset", () => setTimeout(changed));
  form.addEventListener("submit", (event) => event.preventDefault());
  byId("find-text").addEventListener("keydown", (event) => {
    const { key } = event;
    if (!["ArrowDown", "Escape", "Enter"].includes(key) || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    at = Math.max(0, at);
    if (key === "Enter") void openAt(at);
    else if (rows().total > 0) rows().focus(at);
  });
  addEventListener("resize", () => (document.body.dataset["view"] === "all" ? rows().draw() : undefined));
}
