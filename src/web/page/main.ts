// The page of the review (REV-2): one memory at a time, one key each, applied at once. It keeps nothing but what is on the
// screen; whatever it sends back names exactly the card that was shown.
import type {
  ActKind,
  CardAnswer,
  PageProblem,
  QueueAnswer,
  QueueRow,
  QueueView,
  RegisterAnswer,
  SessionAnswer,
  SettledAnswer,
  TouchAnswer,
  UndoneAnswer,
} from "../wire.ts";
import { call, hasSession, keepSession, type PageAnswer } from "./api.ts";
import { cardParts, type Editor, editorParts, problemOf } from "./card.ts";
import { byId, make } from "./dom.ts";
import { isForPage, keyOf } from "./keys.ts";
import { created, signed } from "./passkey.ts";
import { markRow, showQueue } from "./queue.ts";
import { KEYS, TEXT } from "./wording.ts";

/** A key pressed twice in haste must not decide about a card that nobody has seen. */
const SETTLE_MS = 250;

let view: QueueView = "waiting";
let rows: QueueRow[] = [];
let at = 0;
let waiting = 0;
let notes: readonly string[] = [];
let card: CardAnswer | undefined;
let editor: Editor | undefined;
let shownAt = 0;
let isSeen = false;
let isBusy = false;
let isOver = false;
const NARROW = matchMedia("(max-width: 46rem)");
const drafts = new Map<string, string>();
const main = byId("card");

const watcher = new IntersectionObserver(
  (entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) isSeen = true;
  },
  // What the bars at the bottom cover is not seen.
  { rootMargin: "0px 0px -100px 0px" },
);

function say(text: string): void {
  byId("status").textContent = text;
}

/** Undefined where there is no answer to use; what went wrong is on the screen by then. */
function taken<T>(answer: PageAnswer<T>): T | undefined {
  if (answer.kind === "answer") return answer.value;
  if (answer.kind === "gone") over(TEXT.over, TEXT.overHint);
  else if (answer.kind === "no-session") over(TEXT.noLink, answer.problem.message || TEXT.noLinkHint);
  else showProblem(answer.problem);
  return undefined;
}

function showProblem(problem: PageProblem): void {
  main.querySelector(".problem")?.remove();
  const told = problemOf(problem);
  main.prepend(told);
  told.scrollIntoView({ block: "nearest" });
}

function over(title: string, hint: string): void {
  isOver = true;
  card = undefined;
  editor = undefined;
  rows = [];
  showQueue(rows, 0, [], choose);
  showPlain(title, hint);
  for (const button of document.querySelectorAll<HTMLButtonElement>("header button")) {
    button.disabled = button.id !== "help";
  }
}

function showPlain(title: string, hint: string): void {
  const heading = make("h2", { text: title, id: "title", attributes: { tabindex: "-1" } });
  main.replaceChildren(heading, make("p", { text: hint }));
  heading.focus();
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
  for (const each of ["waiting", "quarantined"] as const) {
    const button = byId(`view-${each}`);
    button.setAttribute("aria-pressed", String(each === view));
    const word = each === "waiting" ? "Waiting" : "Quarantined";
    button.textContent = each === view ? `${word} ${waiting}` : word;
  }
}

async function open(): Promise<void> {
  watcher.disconnect();
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
  const { parts, title, end } = cardParts(shown, press);
  main.replaceChildren(...parts);
  main.scrollTop = 0;
  title.focus({ preventScroll: true });
  // Where the list stands above the card, the card is what the person goes on with.
  if (shownAt > 0 && NARROW.matches) main.scrollIntoView({ block: "start" });
  isSeen = false;
  watcher.observe(end);
  shownAt = performance.now();
}

function showEditor(shown: CardAnswer): void {
  watcher.disconnect();
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

/** A decision that vouches for something is done once the person's passkey signed it. */
async function touched(answer: PageAnswer<SettledAnswer | TouchAnswer>): Promise<PageAnswer<SettledAnswer>> {
  if (answer.kind !== "answer") return answer;
  if (!("touch" in answer.value)) return { kind: "answer", value: answer.value };
  say(TEXT.touch);
  const response = await signed(answer.value.touch);
  say("");
  if (response === undefined) return { kind: "refused", problem: { code: "needs-person", message: TEXT.noTouch } };
  return call<SettledAnswer>("/api/present", { response });
}

async function register(): Promise<void> {
  const asked = taken(await call<RegisterAnswer>("/api/challenge"));
  if (asked === undefined) return;
  say(TEXT.registering);
  const response = await created(asked.challenge);
  const done = response === undefined ? undefined : taken(await call("/api/register", { response }));
  if (done !== undefined) byId("passkey").hidden = true;
  say(done === undefined ? TEXT.notRegistered : TEXT.registered);
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
  if ((kind === "confirm" || kind === "merge") && !isSeen) {
    toTheEnd();
    say(TEXT.more);
    return;
  }
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

async function finish(): Promise<void> {
  await call("/api/finish");
  over(TEXT.over, TEXT.overHint);
}

async function change(to: QueueView): Promise<void> {
  view = to;
  await load();
  say(`${byId(`view-${to}`).textContent}.`);
}

function choose(index: number): void {
  if (isOver || index < 0 || index >= rows.length) return;
  at = index;
  void alone(open);
}

const ALWAYS: Readonly<Record<string, () => void>> = {
  q: () => void alone(finish),
  u: () => void alone(undo),
  w: () => void alone(() => change(view === "waiting" ? "quarantined" : "waiting")),
  s: () => choose(at + 1),
  p: () => choose(at - 1),
  k: () => say(TEXT.unusedKey),
};

function press(key: string): void {
  const always = ALWAYS[key];
  if (key === "?") showKeys();
  else if (isOver) return;
  else if (always !== undefined) always();
  else if (card !== undefined && performance.now() - shownAt >= SETTLE_MS) pressOn(card, key);
}

function pressOn(shown: CardAnswer, key: string): void {
  const action = shown.actions.find((each) => each.key === key);
  if (key === "v") toTheEnd();
  else if (action === undefined) say(TEXT.notHere(key));
  else if (action.kind === "edit") showEditor(shown);
  else void alone(() => decide(action.kind));
}

function toTheEnd(): void {
  main.querySelector(".end")?.scrollIntoView({ block: "center" });
}

/** One at a time: a second key waits for nobody and does nothing. */
async function alone(act: () => Promise<void>): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  main.setAttribute("aria-busy", "true");
  try {
    await act();
  } finally {
    isBusy = false;
    main.removeAttribute("aria-busy");
  }
}

function showKeys(): void {
  const dialog = byId("keys") as HTMLDialogElement;
  if (!dialog.open) dialog.showModal();
}

function listen(): void {
  byId("keys-list").replaceChildren(
    ...KEYS.map(([key, what]) =>
      make("div", {}, [make("dt", {}, [make("kbd", { text: key })]), make("dd", { text: what })]),
    ),
  );
  for (const [id, key] of [
    ["undo", "u"],
    ["help", "?"],
    ["finish", "q"],
  ] as const) {
    byId(id).addEventListener("click", () => press(key));
  }
  byId("passkey").addEventListener("click", () => void alone(register));
  byId("view-waiting").addEventListener("click", () => void alone(() => change("waiting")));
  byId("view-quarantined").addEventListener("click", () => void alone(() => change("quarantined")));
  document.addEventListener("keydown", (event) => {
    const key = isForPage(event) ? keyOf(event) : undefined;
    if (key === undefined || !(byId("keys-on") as HTMLInputElement).checked) return;
    event.preventDefault();
    press(key);
  });
}

/** The token stands behind the # of the link, which is never sent; it leaves the address before anything else happens. */
async function connect(): Promise<boolean> {
  const token = location.hash.slice(1);
  if (token === "") return hasSession();
  history.replaceState(null, "", "/");
  const session = taken(await call<SessionAnswer>("/api/session", { token }));
  if (session !== undefined) keepSession(session.secret);
  return session !== undefined;
}

async function start(): Promise<void> {
  listen();
  say(TEXT.connecting);
  if (await connect()) await load();
  else if (!isOver) over(TEXT.noLink, TEXT.noLinkHint);
  say(isOver ? "" : TEXT.ready);
}

void start();
