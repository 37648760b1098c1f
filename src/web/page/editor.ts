// The text of one memory in a field. What was typed is kept while the page is open, whatever is refused.
import type { CardAnswer } from "../wire.ts";
import { tierOf, titleOf } from "./card.ts";
import { make } from "./dom.ts";
import { TEXT } from "./wording.ts";

export interface Editor {
  readonly parts: readonly HTMLElement[];
  readonly field: HTMLTextAreaElement;
}

export interface EditorActs {
  save(): void;
  back(): void;
  typed(text: string): void;
}

export function editorParts(card: CardAnswer, draft: string, acts: EditorActs): Editor {
  const field = make("textarea", {
    id: "draft",
    attributes: { spellcheck: "false", autocomplete: "off", rows: "18", "aria-describedby": "draft-hint" },
  });
  field.value = draft;
  field.addEventListener("input", () => acts.typed(field.value));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) acts.save();
    else if (event.key === "Escape") acts.back();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const parts = [
    make("div", { class: "head" }, [titleOf({ name: `${TEXT.edit}: ${card.name}` }), tierOf(card.tier)]),
    make("p", {}, [make("label", { text: TEXT.editLabel, attributes: { for: "draft" } })]),
    field,
    make("p", { class: "hint", id: "draft-hint", text: TEXT.editHint }),
    make("div", { class: "actions" }, [
      make("button", { class: "confirm", text: TEXT.save, attributes: { type: "button" }, click: acts.save }),
      make("button", { text: TEXT.back, attributes: { type: "button" }, click: acts.back }),
    ]),
  ];
  return { parts, field };
}
