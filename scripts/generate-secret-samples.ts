// Writes test/unit/checks/secrets/rule-samples.generated.ts: for every rule of gitleaks' data a text that it finds, as a
// recipe (secret-recipes.ts), worked out from the rule's expression and looked at by the engine before it is written.
//   node scripts/generate-secret-samples.ts
// scripts/generate-secret-rules.ts runs it too. A sample has as few characters as its rule allows.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { matchRules } from "../src/checks/secrets/rule-engine.ts";
import { CLOSING, OPENING, RULES } from "../src/checks/secrets/rules.generated.ts";
import { span, textOf } from "./secret-recipes.ts";

const TARGET = new URL("../test/unit/checks/secrets/rule-samples.generated.ts", import.meta.url);

export function secretSamplesSource(): string {
  const rows = RULES.map((row) => {
    const [id = "", keywords = "", , , , pattern = ""] = row.split("\t");
    const plain = recipesOf(pattern.replaceAll("«", OPENING).replaceAll("»", CLOSING));
    // Some rules ask for a word that need not stand in what they match.
    const named = keywords.split(" ").flatMap((word) => plain.map((recipe) => `${word} ${recipe}`));
    const found = [...plain, ...named].find((recipe) => matchRules(textOf(recipe)).some(({ rule }) => rule === id));
    if (found === undefined) throw new Error(`${id}: no text that this rule finds was worked out`);
    return `  ${JSON.stringify([id, found].join("\t")).replaceAll('\\"', "\\u0022")},`;
  });
  return [
    "// Written by scripts/generate-secret-samples.ts; do not edit. Rule and recipe, parted by a tab.",
    "",
    "export const RULE_SAMPLES: readonly string[] = [",
    ...rows,
    "];",
    "",
  ].join("\n");
}

type Node =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "set"; readonly members: readonly string[] }
  | { readonly kind: "all"; readonly parts: readonly Node[] }
  | { readonly kind: "one of"; readonly options: readonly Node[] }
  | { readonly kind: "times"; readonly part: Node; readonly count: number };

/** Texts that an expression describes, as recipes, each by another choice among its alternatives. */
export function recipesOf(pattern: string): readonly string[] {
  const node = new Reader(pattern).all();
  return [...new Set([0, 1, 2, 3, 4, 5].map((choice) => written(node, choice)))];
}

function written(node: Node, choice: number): string {
  switch (node.kind) {
    case "text":
      return node.text;
    case "set":
      return (
        node.members.find((each) => (node.members.length > 70 ? each === "." : /[A-Za-z0-9]/.test(each))) ??
        (node.members[0] as string)
      );
    case "all":
      return node.parts.map((part) => written(part, choice)).join("");
    case "one of":
      return written(node.options[choice % node.options.length] as Node, choice);
    case "times":
      if (node.part.kind === "set" && node.count > 1) return `<${node.count} ${setOf(node.part.members)}>`;
      return written(node.part, choice).repeat(node.count);
  }
}

/** Letters, digits and the signs that tokens are made of, if the class has any of them. */
function setOf(members: readonly string[]): string {
  const usual = members.filter((each) => /[\w+/=.-]/.test(each));
  const wanted = usual.length > 0 ? usual : members;
  const signs = wanted
    .filter((each) => !/[A-Za-z0-9-]/.test(each))
    .sort()
    .join("");
  const ranges = [/[A-Z]/, /[a-z]/, /\d/].map((kind) => rangesOf(wanted.filter((each) => kind.test(each)))).join("");
  return `${ranges}${signs}${wanted.includes("-") ? "-" : ""}`;
}

function rangesOf(sorted: readonly string[]): string {
  let out = "";
  for (let at = 0; at < sorted.length; ) {
    const first = sorted[at] as string;
    const run = sorted.slice(at).filter((each, index) => each.charCodeAt(0) === first.charCodeAt(0) + index);
    out += run.length > 2 ? `${first}-${run.at(-1)}` : run.join("");
    at += run.length;
  }
  return out;
}

/** The syntax that the rules use; what looks around or says where a word ends takes no characters. */
class Reader {
  private at = 0;
  private readonly pattern: string;

  constructor(pattern: string) {
    this.pattern = pattern;
  }

  all(): Node {
    const options: Node[] = [];
    let parts: Node[] = [];
    while (this.at < this.pattern.length && this.pattern[this.at] !== ")") {
      if (this.take(/\|/y) !== undefined) {
        options.push({ kind: "all", parts });
        parts = [];
      } else parts.push(this.times(this.part()));
    }
    const last: Node = { kind: "all", parts };
    return options.length === 0 ? last : { kind: "one of", options: [...options, last] };
  }

  private part(): Node {
    if (this.take(/\^|\$|\\b/y) !== undefined) return { kind: "text", text: "" };
    const group = this.take(/\((?:\?(?:<?[=!]|:))?/y);
    if (group !== undefined) {
      const inner = this.all();
      if (this.take(/\)/y) === undefined) throw new Error(`unclosed group: ${this.pattern}`);
      return group === "(" || group === "(?:" ? inner : { kind: "text", text: "" };
    }
    if (this.take(/\[\^\]/y) !== undefined) return { kind: "set", members: PRINTABLE };
    const set = this.take(/\[(?:\\.|[^\]\\])*\]/y);
    if (set !== undefined) return { kind: "set", members: PRINTABLE.filter((each) => new RegExp(set).test(each)) };
    const escaped = this.take(/\\(?:x[0-9a-f]{2}|.)/iy);
    if (escaped === undefined) return { kind: "text", text: this.pattern.charAt(this.at++) };
    const members = PRINTABLE.filter((each) => new RegExp(`^${escaped}$`).test(each));
    return members.length === 1 ? { kind: "text", text: members[0] as string } : { kind: "set", members };
  }

  private times(part: Node): Node {
    const sign = this.take(/[*+?]|\{\d+(?:,\d*)?\}/y);
    if (sign === undefined) return part;
    this.take(/\?/y);
    if (sign === "+") return part.kind === "set" ? { kind: "text", text: `<4+ ${setOf(part.members)}>` } : part;
    return { kind: "times", part, count: Number(/\d+/.exec(sign)?.[0] ?? 0) };
  }

  private take(expression: RegExp): string | undefined {
    expression.lastIndex = this.at;
    const found = expression.exec(this.pattern)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }
}

/** The signs that are taken first where a class has no letter. */
const PRINTABLE: readonly string[] = [...new Set(["=", "'", ";", ...span(0x21, 0x7e), " ", "\t", "\n"])];

if (process.argv[1] === fileURLToPath(import.meta.url)) writeSamples();

export function writeSamples(): void {
  writeFileSync(TARGET, secretSamplesSource());
}
