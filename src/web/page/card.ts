// One memory on the screen, and its text in a field. Every text is set as text.
import type { CardAnswer, ComparedSide, PageProblem, SideBySide, TextPiece } from "../wire.ts";
import { make } from "./dom.ts";
import { TEXT } from "./wording.ts";

/** `end` is the last of what a decision rests on: a confirmation counts for words that were on the screen. */
interface OnScreen {
  readonly parts: readonly HTMLElement[];
  readonly title: HTMLElement;
  readonly end: HTMLElement;
}

export function cardParts(card: CardAnswer, act: (key: string) => void): OnScreen {
  const title = titleOf(card);
  const end = make("div", { class: "end" });
  const parts = [
    make("div", { class: "head" }, [title, tierOf(card.tier)]),
    make("p", { class: "stem", text: card.stem }),
    ...(card.why.length === 0 ? [] : [whyOf(card.why)]),
    ...(card.description === "" ? [] : [make("p", { class: "description", text: card.description })]),
    make("div", { class: "text", text: card.body }),
    ...card.comparisons.map(comparisonOf),
    end,
    ...card.notes.map((note) => make("p", { class: "note", text: note })),
    factsOf(card),
    actionsOf(card, act),
  ];
  return { parts, title, end };
}

function titleOf({ name }: Pick<CardAnswer, "name">): HTMLElement {
  return make("h2", { text: name, id: "title", attributes: { tabindex: "-1" } });
}

export function tierOf(tier: string): HTMLElement {
  return make("span", { class: `tier ${tier}`, text: tier });
}

function whyOf(why: readonly string[]): HTMLElement {
  return make("section", { class: "why", attributes: { "aria-label": TEXT.why } }, [listOf(why)]);
}

function listOf(texts: readonly string[]): HTMLElement {
  const items = texts.map((text) => make("li", { text }));
  return make("ul", {}, items);
}

function comparisonOf({ label, left, right }: SideBySide): HTMLElement {
  return make("section", { class: "comparison" }, [
    make("h3", { text: label }),
    make("div", { class: "sides" }, [sideOf(left), sideOf(right)]),
  ]);
}

function sideOf({ title, tier, text }: ComparedSide): HTMLElement {
  return make("div", { class: "side" }, [
    make("p", { class: "stem" }, [make("span", { text: title }), tierOf(tier)]),
    make("div", { class: "text" }, text.map(pieceOf)),
  ]);
}

function pieceOf({ text, differs }: TextPiece): Node {
  return differs ? make("mark", { text }) : document.createTextNode(text);
}

function factsOf({ facts }: CardAnswer): HTMLElement {
  const rows = facts.map(({ label, text }) => make("div", {}, [make("dt", { text: label }), make("dd", { text })]));
  return make("dl", { class: "facts", attributes: { "aria-label": TEXT.facts } }, rows);
}

function actionsOf({ actions }: CardAnswer, act: (key: string) => void): HTMLElement {
  const buttons = [...actions, { key: "s", word: "skip", kind: "" }].map(({ key, word, kind }) =>
    make("button", { class: kind, attributes: { type: "button", "aria-keyshortcuts": key }, click: () => act(key) }, [
      document.createTextNode(`${word} `),
      make("kbd", { text: key, attributes: { "aria-hidden": "true" } }),
    ]),
  );
  return make("div", { class: "actions", attributes: { role: "group", "aria-label": "Decide" } }, buttons);
}

/** What was refused, and why; read out at once. */
export function problemOf({ message, details = [], hint }: PageProblem): HTMLElement {
  return make("div", { class: "problem", attributes: { role: "alert" } }, [
    make("p", { text: message }),
    ...(details.length === 0 ? [] : [listOf(details)]),
    ...(hint === undefined ? [] : [make("p", { class: "hint", text: hint })]),
  ]);
}

export interface Editor {
  readonly parts: readonly HTMLElement[];
  readonly field: HTMLTextAreaElement;
}

/** What was typed is kept while the page is open, whatever is refused. */
interface EditorActs {
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
