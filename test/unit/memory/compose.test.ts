import { describe, expect, test } from "vitest";
import { composeDocument, type Draft } from "../../../src/memory/compose.ts";

const draft: Draft = { name: "Use pnpm", description: "pnpm, not npm", type: "feedback", body: "Use pnpm here." };

describe("composeDocument (spec 1)", () => {
  test("keys stand in the order of the tables, empty ones are left out, the body ends with a newline", () => {
    const doc = composeDocument(
      { ...draft, kind: "preference", tags: ["a", "b"], asks: [], paths: ["src/**/*.ts"], confidence: 0.8 },
      { "created-at": "2026-01-31T09:00:00Z", id: "01ARZ3NDEKTSV4RRFFQ69G5FAV", "trust-level": "verified" },
    );
    expect(doc.text).toBe(
      `---
name: Use pnpm
description: pnpm, not npm
type: feedback
kind: preference
tags: [a, b]
paths: [src/**/*.ts]
confidence: 0.8
id: 01ARZ3NDEKTSV4RRFFQ69G5FAV
trust-level: verified
created-at: 2026-01-31T09:00:00Z
---
Use pnpm here.
`,
    );
  });

  test.each([
    "yes",
    "null",
    "~",
    "2026",
    "1e3",
    "0x1F",
    "12:30",
    ".5",
    "",
    " x",
    "x ",
    "a: b",
    "a #b",
    "#a",
    "- a",
    "-",
    "a:",
    "[a]",
    "{a}",
    "&a",
    "*a",
    "!a",
    "|",
    ">",
    "'a'",
    '"a"',
    "%a",
    "@a",
    "`a`",
    "? a",
    "a\nb",
    "a\tb",
    "back\\slash",
    "---",
    "...",
    "\u0085\u2028",
    "\uFEFF",
    "한국어: 이름",
    "C# and x:y",
    "a,b",
    "=",
    "<<",
  ])("a name or tag %j reads back as written", (text) => {
    const doc = composeDocument({ ...draft, name: text, tags: [text, "z"] }, { "quarantine-reason": text });
    expect(doc.fields.get("name")).toBe(text);
    expect(doc.fields.get("tags")).toEqual([text, "z"]);
    expect(doc.fields.get("quarantine-reason")).toBe(text);
  });

  test.each(["plain words", "2026-01-31", "C# and x:y", "it's", "한국어"])("%j needs no quotes", (text) => {
    expect(composeDocument({ ...draft, name: text }, {}).text).toContain(`\nname: ${text}\n`.slice(1));
  });

  test("a draft that fits no memory file is a fault with the reason", () => {
    expect(() => composeDocument({ ...draft, description: "x".repeat(30_000) }, {})).toThrow(/frontmatter-too-large/);
  });
});
