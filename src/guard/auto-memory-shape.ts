// The shape of a file in Claude's own memory folder (AGT-23): frontmatter with name, description and a type, which older
// files have at the top and newer ones under `metadata`. MEMORY.md is the index and has no frontmatter.

import { parseDocument } from "../memory/document.ts";
import type { Finding } from "../memory/findings.ts";
import { type Problem, toFinding } from "../memory/frontmatter.ts";
import { isType, TYPES } from "../memory/kinds.ts";
import type { MemoryDocument } from "../memory/model.ts";

const INDEX = "MEMORY.md";

export function autoMemoryShape(fileName: string, text: string): readonly Finding[] {
  if (!fileName.endsWith(".md")) return [];
  if (fileName === INDEX) return indexShape(text);
  const document = parseDocument(text);
  if (document.kind === "format-failure") return document.findings;
  return problemsOf(document).map((problem) => toFinding(text, problem));
}

function indexShape(text: string): readonly Finding[] {
  if (!/^\uFEFF?---\r?\n/.test(text)) return [];
  return [
    toFinding(text, problem("index-frontmatter", INDEX, `${INDEX} is the index: one line per memory, no frontmatter.`)),
  ];
}

function problemsOf(document: MemoryDocument): readonly Problem[] {
  const missing = ["name", "description"].filter((key) => {
    const value = document.fields.get(key);
    return typeof value !== "string" || value.trim() === "";
  });
  const type = typeIn(document);
  return [
    ...missing.map((key) => problem(`missing-${key}`, key, `Give the memory a ${key}.`)),
    ...(isType(type) ? [] : [problem("bad-type", "type", `Give \`metadata.type\`: ${TYPES.join(", ")}.`)]),
    ...(document.body.trim() === "" ? [problem("empty-body", "body", "Say the one fact below the frontmatter.")] : []),
  ];
}

/** Either place; where both are, they must agree. */
function typeIn({ fields }: MemoryDocument): unknown {
  const metadata = fields.get("metadata");
  const nested = metadata instanceof Map ? metadata.get("type") : undefined;
  const top = fields.get("type");
  if (nested !== undefined && top !== undefined && nested !== top) return undefined;
  return nested ?? top;
}

function problem(rule: string, excerpt: string, hint: string): Problem {
  return { rule, severity: "format", at: 0, excerpt, hint };
}
