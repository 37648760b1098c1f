// Secrets as people write them down (CHK-10): a password in a sentence, in a command, in a file of a tool. Nobody's: the
// value stands apart from its text, random ones as recipes (scripts/secret-recipes.ts), so that no file holds one.
// Half of each kind was looked at while rules were made; the other half only ever as a figure.
import { readFileSync } from "node:fs";
import { textOf } from "../../../../scripts/secret-recipes.ts";
import { findSecrets } from "../../../../src/checks/secrets/find.ts";
import { type Halves, halved } from "../../../halves.ts";

export interface Case {
  readonly kind: string;
  readonly language: string;
  readonly text: string;
  /** What has to be found, whole or as the parts that the text has it in. */
  readonly parts: readonly string[];
}

export function cases(): Halves<Case> {
  const lines = readFileSync(new URL("./cases.tsv", import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  return halved(lines.map(caseOf), ({ kind, text }) => ({ kind, text }));
}

function caseOf(line: string): Case {
  const [kind = "", language = "", recipe = "", template = ""] = line.split("\t");
  const value = textOf(recipe);
  const count = new Set(template.match(/§\d/g)).size;
  const size = Math.ceil(value.length / Math.max(count, 1));
  const parts =
    count === 0 ? [value] : Array.from({ length: count }, (_, at) => value.slice(at * size, (at + 1) * size));
  const text = textOf(template)
    .replaceAll(/\\([\\n])/g, (_, escaped: string) => (escaped === "n" ? "\n" : "\\"))
    .replaceAll(/§(\d?)/g, (_, at: string) => (at === "" ? value : (parts[Number(at) - 1] ?? "")));
  return { kind, language, text, parts };
}

/** Found when the whole of it is covered by what is reported: what is left of a mask would be half a password. */
export function isFound({ text, parts }: Case): boolean {
  const hits = findSecrets(text);
  return parts.every((part) => {
    const from = text.lastIndexOf(part);
    return hits.some((hit) => hit.start <= from && hit.end >= from + part.length);
  });
}
