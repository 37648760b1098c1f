// What every view is put together of: a heading, tables, fields, forms, questions, and the line that says what happened.
import { byId, make } from "../../src/web/page/dom.ts";
import { TEXT } from "./wording.ts";

export function tell(text: string): void {
  byId("status").textContent = text;
}

/** In the place of what was there; whoever reads by ear is taken to the heading. */
export function show(title: string, parts: readonly Node[]): void {
  const heading = make("h2", { id: "title", text: title, attributes: { tabindex: "-1" } });
  byId("main").replaceChildren(heading, ...parts);
  document.title = `${title} - Holdfast hub`;
}

export function section(title: string, parts: readonly Node[]): HTMLElement {
  return make("section", {}, [make("h3", { text: title }), ...parts]);
}

export function hint(text: string): HTMLElement {
  return make("p", { class: "hint", text });
}

export function notice(text: string): HTMLElement {
  return make("p", { class: "notice", text });
}

export type Cell = string | Node;

/** Below 46rem each row is a card, and its cells say their column. */
export function table(columns: readonly string[], rows: readonly (readonly Cell[])[], empty: string): HTMLElement {
  if (rows.length === 0) return hint(empty);
  const head = columns.map((column) => make("th", { text: column, attributes: { scope: "col" } }));
  const body = rows.map((cells) =>
    make(
      "tr",
      {},
      cells.map((cell, at) => cellOf(cell, columns[at] ?? "")),
    ),
  );
  return make("table", {}, [make("thead", {}, [make("tr", {}, head)]), make("tbody", {}, body)]);
}

/** As long as what stays in one line. */
const SHORT = 14;

function cellOf(cell: Cell, column: string): HTMLElement {
  const attributes = { "data-label": column };
  if (typeof cell !== "string") return make("td", { attributes }, [cell]);
  const kind = cell.length <= SHORT ? "short" : "";
  return make("td", { class: kind, attributes }, [make("span", { text: cell })]);
}

export function button(label: string, click: () => unknown, kind = ""): HTMLButtonElement {
  return make("button", { text: label, class: kind, attributes: { type: "button" }, click: () => void click() });
}

type Attributes = Readonly<Record<string, string>>;

export interface Field<Input extends HTMLElement> {
  readonly box: HTMLElement;
  readonly input: Input;
}

let count = 0;

function labelled<Input extends HTMLElement>(label: string, input: Input): Field<Input> {
  count += 1;
  input.id = `field-${count}`;
  return {
    input,
    box: make("p", { class: "field" }, [make("label", { text: label, attributes: { for: input.id } }), input]),
  };
}

export function field(label: string, attributes: Attributes = {}): Field<HTMLInputElement> {
  return labelled(label, make("input", { attributes }));
}

export function choice(label: string, options: Attributes): Field<HTMLSelectElement> {
  const made = Object.entries(options).map(([value, word]) => make("option", { text: word, attributes: { value } }));
  return labelled(label, make("select", {}, made));
}

/** Once at a time: what is pressed twice is done once. */
export function form(submit: string, parts: readonly Node[], act: () => Promise<unknown>): HTMLFormElement {
  const press = make("button", { text: submit, attributes: { type: "submit" } });
  const made = make("form", {}, [...parts, make("p", {}, [press])]);
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    press.disabled = true;
    void act().finally(() => {
      press.disabled = false;
    });
  });
  return made;
}

interface Question {
  readonly title: string;
  readonly parts: readonly Node[];
  readonly yes: string;
  /** What has to be typed first. */
  readonly typed?: string;
  /** Something ends by it. */
  readonly isEnd?: boolean;
}

/** Whether the answer was yes. */
export function question({ title, parts, yes, typed, isEnd = true }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const word =
      typed === undefined ? undefined : field(TEXT.typeIt(typed), { autocomplete: "off", spellcheck: "false" });
    const press = make("button", {
      text: yes,
      class: isEnd ? "danger" : "main",
      attributes: { type: "submit", value: "yes" },
    });
    press.disabled = word !== undefined;
    word?.input.addEventListener("input", () => {
      press.disabled = word.input.value !== typed;
    });
    const cancel = make("button", { text: TEXT.cancel, attributes: { type: "button" }, click: () => dialog.close() });
    const heading = make("h2", { text: title, id: "question" });
    const buttons = make("p", { class: "buttons" }, [press, cancel]);
    const inside = make("form", { attributes: { method: "dialog" } }, [
      heading,
      ...parts,
      ...(word === undefined ? [] : [word.box]),
      buttons,
    ]);
    // A hand that presses Enter too soon ends nothing.
    cancel.autofocus = inside.querySelector("input") === null;
    const dialog = make("dialog", { attributes: { "aria-labelledby": "question" } }, [inside]);
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
