// What every view of the page shares: the status line, what went wrong, one act at a time, and whether the end of a text was
// on the screen.
import type { PageProblem, SettledAnswer, TouchAnswer } from "../wire.ts";
import { call, type PageAnswer } from "./api.ts";
import { problemOf } from "./card.ts";
import { byId, make } from "./dom.ts";
import { signed } from "./passkey.ts";
import { showQueue } from "./queue.ts";
import { TEXT } from "./wording.ts";

/** A key pressed twice in haste must not decide about a card that nobody has seen. */
const SETTLE_MS = 250;
const NARROW = matchMedia("(max-width: 46rem)");

export const main: HTMLElement = byId("card");

let shownAt = 0;
let isSeen = false;
let isBusy = false;
let waiting: (() => Promise<void>) | undefined;
let isOver = false;

const watcher = new IntersectionObserver(
  (entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) isSeen = true;
  },
  // What the bars at the bottom cover is not seen.
  { rootMargin: "0px 0px -100px 0px" },
);

export function say(text: string): void {
  byId("status").textContent = text;
}

export function hasEnded(): boolean {
  return isOver;
}

/** Undefined where there is no answer to use; what went wrong is on the screen by then. */
export function taken<T>(answer: PageAnswer<T>): T | undefined {
  if (answer.kind === "answer") return answer.value;
  if (answer.kind === "gone") over(TEXT.over, TEXT.overHint);
  else if (answer.kind === "no-session") over(TEXT.noLink, answer.problem.message || TEXT.noLinkHint);
  else showProblem(answer.problem);
  return undefined;
}

export function showProblem(problem: PageProblem): void {
  main.querySelector(".problem")?.remove();
  const told = problemOf(problem);
  main.prepend(told);
  told.scrollIntoView({ block: "nearest" });
}

export function over(title: string, hint: string): void {
  isOver = true;
  delete document.body.dataset["view"];
  byId("finding").hidden = true;
  showQueue([], 0, [], () => undefined);
  showPlain(title, hint);
  for (const button of document.querySelectorAll<HTMLButtonElement>("header button")) {
    button.disabled = button.id !== "help";
  }
}

export function showPlain(title: string, hint: string): void {
  const heading = make("h2", { text: title, id: "title", attributes: { tabindex: "-1" } });
  main.replaceChildren(heading, make("p", { text: hint }));
  heading.focus();
}

interface OnScreen {
  readonly parts: readonly HTMLElement[];
  readonly title: HTMLElement;
  readonly end?: HTMLElement;
}

/** From here on it is counted whether its end was on the screen. */
export function showOn({ parts, title, end }: OnScreen): void {
  watcher.disconnect();
  main.replaceChildren(...parts);
  main.scrollTop = 0;
  title.focus({ preventScroll: true });
  // Where the list stands above the card, the card is what the person goes on with.
  if (shownAt > 0 && NARROW.matches) main.scrollIntoView({ block: "start" });
  isSeen = false;
  if (end !== undefined) watcher.observe(end);
  shownAt = performance.now();
}

export function unwatch(): void {
  watcher.disconnect();
}

export function isSettled(): boolean {
  return performance.now() - shownAt >= SETTLE_MS;
}

/** False, and the end is shown, where there is more than was on the screen. */
export function wasRead(): boolean {
  if (isSeen) return true;
  toTheEnd();
  say(TEXT.more);
  return false;
}

export function toTheEnd(): void {
  main.querySelector(".end")?.scrollIntoView({ block: "center" });
}

/** One at a time: a second key waits for nobody and does nothing. */
export async function alone(act: () => Promise<void>): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  main.setAttribute("aria-busy", "true");
  try {
    await act();
    for (let next = waiting; next !== undefined; next = waiting) {
      waiting = undefined;
      await next();
    }
  } finally {
    isBusy = false;
    main.removeAttribute("aria-busy");
  }
}

/** For what only looks: after what is under way, and the latest alone. */
export async function afterwards(look: () => Promise<void>): Promise<void> {
  if (isBusy) waiting = look;
  else await alone(look);
}

/** A decision that vouches for something is done once the person's passkey signed it. */
export async function touched<T extends SettledAnswer>(answer: PageAnswer<T | TouchAnswer>): Promise<PageAnswer<T>> {
  if (answer.kind !== "answer") return answer;
  if (!("touch" in answer.value)) return { kind: "answer", value: answer.value };
  say(TEXT.touch);
  const response = await signed(answer.value.touch);
  say("");
  if (response === undefined) return { kind: "refused", problem: { code: "needs-person", message: TEXT.noTouch } };
  return call<T>("/api/present", { response });
}
