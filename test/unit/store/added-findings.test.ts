// SUR-4: a refused text says where it fails, in the words of whoever typed it.
import { expect, test } from "vitest";
import { type MemoryDocument, parseDocument } from "../../../src/memory/document.ts";
import type { Finding } from "../../../src/memory/findings.ts";
import { addedFindings } from "../../../src/store/authored.ts";

const TEXT = "---\nname: First\ndescription: Second\ntype: feedback\ntags: [a]\n---\none\ntwo\n";
const parsed = parseDocument(TEXT);
const document = parsed as MemoryDocument;

function found(line: number, rule = "token", severity: Finding["severity"] = "struct"): Finding {
  return { check: "secrets", rule, severity, line, column: 1, excerpt: "x", hint: "Take it out." };
}

test("SUR-4: lines are those of the typed text, and the head is called by its keys", () => {
  expect(parsed.kind).toBe("document");
  const given = { name: "First", description: "Second" };
  expect(addedFindings([found(8), found(2), found(5), found(7)], document, given)).toEqual([
    "secrets/token line 2 of the text: Take it out.",
    "secrets/token in `name`: Take it out.",
    "secrets/token in `tags`: Take it out.",
    "secrets/token line 1 of the text: Take it out.",
  ]);
});

test("SUR-4: a derived name has no place; what stands in the text too is told there alone, and once", () => {
  expect(addedFindings([found(2), found(3)], document, {})).toEqual(["secrets/token: Take it out."]);
  expect(addedFindings([found(2), found(3), found(7), found(7)], document, {})).toEqual([
    "secrets/token line 1 of the text: Take it out.",
  ]);
  expect(addedFindings([found(2, "other"), found(7)], document, { description: "Second" })).toEqual([
    "secrets/other: Take it out.",
    "secrets/token line 1 of the text: Take it out.",
  ]);
});

test("SUR-4: advice blocks nothing and is not told", () => {
  expect(addedFindings([found(7, "token", "warn")], document, {})).toEqual([]);
});

test("CHK-13: a key that nobody knows is not repeated", () => {
  const odd = parseDocument("---\nname: First\nghostkey: 1\n---\none\n") as MemoryDocument;
  expect(addedFindings([found(3)], odd, {})).toEqual(["secrets/token in a key of the head: Take it out."]);
});
