// One memory on the screen, and its text in a field. Every text is set as text.
import type { CardAnswer, ComparedSide, PageProblem, PastAnswer, PastLine, SideBySide, TextPiece } from "../wire.ts";
import { make } from "./dom.ts";
import { TEXT } from "./wording.ts";

/** `end` is the last of what a decision rests on: a confirmation counts for words that were on the screen. */
interface OnScreen {
  readonly parts: readonly HTMLElement[];
  readonly title: HTMLElement;
  readonly end: HTMLElement;
}

interface KeyButton {
  readonly key: string;
  readonly word: string;
  readonly kind: string;
}

/** `also` are buttons beside the acts; a card that has a past has a place for it. */
export function cardParts(
  card: CardAnswer,
  act: (key: string) => void,
  also: readonly KeyButton[],
  hasPast = false,
): OnScreen {
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
    ...(hasPast ? [make("div", { class: "past" })] : []),
    actionsOf([...card.actions, ...also], act),
  ];
  return { parts, title, end };
}

function titleOf({ name }: Pick<CardAnswer, "name">): HTMLElement {
  return make("h2", { text: name, id: "title", attributes: { tabindex: "-1" } });
}

export function tierOf(tier: string): HTMLElement {
  return make("span", { class: `tier ${tier}`, text: tier === "unattested" ? TEXT.unconfirmed : tier });
}

function whyOf(why: readonly string[]): HTMLElement {
  return make("section", { class: "why", attributes: { "aria-label": TEXT.why } }, [listOf(why)]);
}

export function listOf(texts: readonly string[]): HTMLElement {
  const items = texts.map((text) => make("li", { text }));
  return make("ul", {}, items);
}

export function comparisonOf({ label, left, right }: SideBySide): HTMLElement {
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

function actionsOf(actions: readonly KeyButton[], act: (key: string) => void): HTMLElement {
  const buttons = actions.map(({ key, word, kind }) =>
    make("button", { class: kind, attributes: { type: "button", "aria-keyshortcuts": key }, click: () => act(key) }, [
      document.createTextNode(`${word} `),
      make("kbd", { text: key, attributes: { "aria-hidden": "true" } }),
    ]),
  );
  return make("div", { class: "actions", attributes: { role: "group", "aria-label": "Decide" } }, buttons);
}

/** Who did what, and who was given it. */
export function pastParts({ acts, given, older }: PastAnswer): readonly HTMLElement[] {
  return [
    pastOf(TEXT.happened, acts, older.acts, TEXT.nothingHappened),
    pastOf(TEXT.given, given, older.given, TEXT.neverGiven),
  ];
}

function pastOf(heading: string, lines: readonly PastLine[], older: number, none: string): HTMLElement {
  const items = lines.map(({ when, what, who }) =>
    make("li", {}, [
      make("time", { text: when }),
      make("span", { text: what }),
      make("span", { class: "hint", text: who }),
    ]),
  );
  return make("section", {}, [
    make("h3", { text: heading }),
    items.length === 0 ? make("p", { class: "hint", text: none }) : make("ol", { class: "timeline" }, items),
    ...(older === 0 ? [] : [make("p", { class: "hint", text: TEXT.older(older) })]),
  ]);
}

/** Where nothing is open, or something is gone. */
export function resultParts(heading: string, lines: readonly string[]): Omit<OnScreen, "end"> {
  const title = titleOf({ name: heading });
  return { parts: [title, ...lines.map((text) => make("p", { class: "told", text }))], title };
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
