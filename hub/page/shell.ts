// What the views share: an answer that can't be used is told once, here; and a sign-in that has ended ends the view.
import { make } from "../../src/web/page/dom.ts";
import { type Answer, keepSession } from "./api.ts";
import { button, question, tell } from "./parts.ts";
import { TEXT } from "./wording.ts";

/** Nobody is signed in any more. */
export const SIGN_IN_ENDED = "holdfast-sign-in-ended";

/** Undefined where there is no answer to use; what went wrong stands in the status line by then. */
export function taken<T>(answer: Answer<T>): T | undefined {
  if (answer.kind === "answer") return answer.value;
  if (answer.status === 401) {
    keepSession(undefined);
    dispatchEvent(new Event(SIGN_IN_ENDED));
    tell(TEXT.ended);
  } else tell(answer.message || TEXT.noAnswer);
  return undefined;
}

interface Act {
  readonly title: string;
  readonly hint: string;
  readonly ask: () => Promise<Answer<unknown>>;
  readonly done: string;
}

/** Asked for first, then done, told, and shown anew. */
export async function act({ title, hint, ask, done }: Act, again: () => Promise<void>): Promise<void> {
  const parts = [make("p", { class: "hint", text: hint })];
  if (!(await question({ title, parts, yes: TEXT.end }))) return;
  if (taken(await ask()) === undefined) return;
  await again();
  tell(done);
}

/** What the hub says once. It stays until it is closed. */
export function secretShown(title: string, secret: string, hint: string): HTMLElement {
  const box: HTMLElement = make("section", { class: "notice" }, [
    make("h3", { text: title }),
    make("p", { text: hint }),
    make("code", { class: "secret", text: secret }),
    button(TEXT.close, () => box.remove()),
  ]);
  return box;
}

const TIME = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

export function timeOf(iso: string): HTMLElement {
  const at = new Date(iso);
  return make("time", {
    text: Number.isNaN(at.getTime()) ? iso : `${TIME.format(at)} UTC`,
    attributes: { datetime: iso },
  });
}

export function counted(n: number): string {
  return n.toLocaleString("en");
}

export function sizeOf(bytes: number): string {
  const at = bytes < 1024 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10));
  const number = bytes / 1024 ** at;
  return `${at === 0 ? number : number.toFixed(1)} ${["B", "KiB", "MiB", "GiB"][at]}`;
}
