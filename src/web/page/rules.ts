// The rules that hold here, what each did, and those that are only text (SUR-11, SUR-13).
import type { RuleRow, RulesAnswer } from "../wire.ts";
import { call } from "./api.ts";
import { listOf, tierOf } from "./card.ts";
import { make } from "./dom.ts";
import { showOn, taken } from "./shell.ts";
import { TEXT } from "./wording.ts";

export async function showRules(open: (key: string) => void): Promise<void> {
  const got = taken(await call<RulesAnswer>("/api/rules"));
  if (got === undefined) return;
  document.title = "Holdfast rules";
  const title = make("h2", { text: TEXT.views.rules, id: "title", attributes: { tabindex: "-1" } });
  const [holding, text] = [got.rules.filter(({ inForce }) => inForce), got.rules.filter(({ inForce }) => !inForce)];
  const parts = [
    title,
    ...(got.rules.length === 0 ? [make("p", { text: TEXT.noRules })] : []),
    ...sectionOf(TEXT.holding, holding, open),
    ...sectionOf(TEXT.onlyText, text, open),
  ];
  showOn({ parts, title });
}

function sectionOf(heading: string, rules: readonly RuleRow[], open: (key: string) => void): readonly HTMLElement[] {
  if (rules.length === 0) return [];
  return [
    make("section", { class: "rules" }, [make("h3", { text: heading }), ...rules.map((rule) => ruleOf(rule, open))]),
  ];
}

function ruleOf({ key, name, tier, lines, told, review }: RuleRow, open: (key: string) => void): HTMLElement {
  return make("article", { class: "rule" }, [
    make("p", { class: "head" }, [
      make("button", { text: name, attributes: { type: "button" }, click: () => open(key) }),
      tierOf(tier),
      make("span", { class: "hint", text: told }),
    ]),
    make("div", { class: "stem" }, [listOf(lines)]),
    ...(review ? [make("p", { class: "note", text: TEXT.oftenAllowed })] : []),
  ]);
}
