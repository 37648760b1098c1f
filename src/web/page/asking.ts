// A question before an act (SUR-13): what it would do, and the word to type where it raises trust.
import type { AskAnswer } from "../wire.ts";
import { comparisonOf, listOf } from "./card.ts";
import { make } from "./dom.ts";
import { TEXT } from "./wording.ts";

export interface Question {
  readonly parts: readonly HTMLElement[];
  /** Where an answer begins: the word, or the way back. */
  readonly first: HTMLElement;
}

interface Answers {
  yes(typed: string): void;
  back(): void;
}

export function questionOf(asked: AskAnswer, { yes, back }: Answers): Question {
  const field = make("input", {
    id: "typed",
    attributes: { type: "text", autocomplete: "off", spellcheck: "false", autocapitalize: "off" },
  });
  const way = make("button", { text: TEXT.back, attributes: { type: "button" }, click: back });
  const isTyped = asked.word !== "";
  const form = make("form", { class: "actions" }, [
    ...(isTyped ? [make("label", { text: TEXT.typeWord(asked.word), attributes: { for: "typed" } }), field] : []),
    make("button", { class: "confirm", text: asked.yes, attributes: { type: "submit" } }),
    way,
  ]);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    yes(field.value);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    back();
  });
  const parts = [
    make("h2", { text: asked.title, id: "title", attributes: { tabindex: "-1" } }),
    ...(asked.lines.length === 0 ? [] : [make("div", { class: "why" }, [listOf(asked.lines)])]),
    ...(asked.heads.length === 0 ? [] : [headsOf(asked)]),
    ...(asked.text === "" ? [] : [make("div", { class: "text", text: asked.text })]),
    ...asked.comparisons.map(comparisonOf),
    form,
  ];
  return { parts, first: isTyped ? field : way };
}

function headsOf({ heads }: AskAnswer): HTMLElement {
  const rows = heads.map(({ label, before, after }) => {
    const told =
      before === after
        ? [document.createTextNode(`${after} `), make("span", { class: "hint", text: TEXT.same })]
        : [make("del", { text: before }), document.createTextNode(" "), make("ins", { text: after })];
    return make("div", {}, [make("dt", { text: label }), make("dd", {}, told)]);
  });
  return make("dl", { class: "facts", attributes: { "aria-label": TEXT.heads } }, rows);
}
