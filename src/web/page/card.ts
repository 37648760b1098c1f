// One memory on the screen. Every text is set as text.
import type { CardAnswer, Comparison, Piece, Problem, Side } from "../wire.ts";
import { make } from "./dom.ts";
import { TEXT } from "./wording.ts";

export interface CardActs {
  act(key: string): void;
}

/** `end` is the last of what a decision rests on: a confirmation counts for words that were on the screen. */
export interface Shown {
  readonly parts: readonly HTMLElement[];
  readonly title: HTMLElement;
  readonly end: HTMLElement;
}

export function cardParts(card: CardAnswer, acts: CardActs): Shown {
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
    actionsOf(card, acts),
  ];
  return { parts, title, end };
}

export function titleOf({ name }: Pick<CardAnswer, "name">): HTMLElement {
  return make("h2", { text: name, id: "title", attributes: { tabindex: "-1" } });
}

export function tierOf(tier: string): HTMLElement {
  return make("span", { class: `tier ${tier}`, text: tier });
}

function whyOf(why: readonly string[]): HTMLElement {
  const list = make(
    "ul",
    {},
    why.map((text) => make("li", { text })),
  );
  return make("section", { class: "why", attributes: { "aria-label": TEXT.why } }, [list]);
}

function comparisonOf({ label, left, right }: Comparison): HTMLElement {
  return make("section", { class: "comparison" }, [
    make("h3", { text: label }),
    make("div", { class: "sides" }, [sideOf(left), sideOf(right)]),
  ]);
}

function sideOf({ title, tier, text }: Side): HTMLElement {
  return make("div", { class: "side" }, [
    make("p", { class: "stem" }, [make("span", { text: title }), tierOf(tier)]),
    make("div", { class: "text" }, text.map(pieceOf)),
  ]);
}

function pieceOf({ text, differs }: Piece): Node {
  return differs ? make("mark", { text }) : document.createTextNode(text);
}

function factsOf({ facts }: CardAnswer): HTMLElement {
  const rows = facts.map(({ label, text }) => make("div", {}, [make("dt", { text: label }), make("dd", { text })]));
  return make("dl", { class: "facts", attributes: { "aria-label": TEXT.facts } }, rows);
}

function actionsOf({ actions }: CardAnswer, { act }: CardActs): HTMLElement {
  const buttons = actions.map(({ key, word, kind }) =>
    make("button", { class: kind, attributes: { type: "button", "aria-keyshortcuts": key }, click: () => act(key) }, [
      document.createTextNode(`${word} `),
      make("kbd", { text: key, attributes: { "aria-hidden": "true" } }),
    ]),
  );
  const skip = make("button", { attributes: { type: "button", "aria-keyshortcuts": "s" }, click: () => act("s") }, [
    document.createTextNode("skip "),
    make("kbd", { text: "s", attributes: { "aria-hidden": "true" } }),
  ]);
  return make("div", { class: "actions", attributes: { role: "group", "aria-label": "Decide" } }, [...buttons, skip]);
}

/** What was refused, and why; read out at once. */
export function problemOf({ message, details = [], hint }: Problem): HTMLElement {
  return make("div", { class: "problem", attributes: { role: "alert" } }, [
    make("p", { text: message }),
    ...(details.length === 0
      ? []
      : [
          make(
            "ul",
            {},
            details.map((text) => make("li", { text })),
          ),
        ]),
    ...(hint === undefined ? [] : [make("p", { class: "hint", text: hint })]),
  ]);
}
