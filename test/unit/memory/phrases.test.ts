import { describe, expect, test } from "vitest";
import { composeDocument } from "../../../src/memory/compose.ts";
import { type MemoryDocument, parseDocument } from "../../../src/memory/document.ts";
import { formsOf, phrasesOf, phrasesOfText, standsIn, wordsOf } from "../../../src/memory/phrases.ts";

function memory(lines: readonly string[], body: string): MemoryDocument {
  const parsed = parseDocument(["---", ...lines, "---", body].join("\n"));
  if (parsed.kind !== "document") throw new Error("not a document");
  return parsed;
}

describe("FOR-1: the pieces that are looked for", () => {
  test("lines of the body, values of the author, the quote, the reason and the file's name; nothing common", () => {
    const doc = memory(
      [
        "name: Harbour pilot",
        "description: How the pilot is called",
        "type: reference",
        "kind: session-summary",
        "project: example.org/team/shop",
        "tags: [harbour-tag-long]",
        "paths: [src/harbour/**/*.ts]",
        "branch: feature/harbour",
        "asks: [which channel is it, short]",
        "expires: 2027-01-01",
        "id: 01J9ZQ0000000000000000000A",
        "source-machine: 00112233445566aa (elsewhere)",
        "quarantine-reason: the channel has changed",
        'evidence: "user, claude session 5e1f, 2026-01-01T10:00:00Z: note: the pilot said so"',
        "shelf: an unknown key of somebody",
      ],
      "First line of it.\n\n- second line of it...\r\n## A heading here\n> a quoted line\n12) a numbered line\nshort\n  indented line…\n",
    );
    expect([...phrasesOf(doc, "reference_harbour_pilot.md")].sort()).toEqual(
      [
        "A heading here",
        "First line of it",
        "Harbour pilot",
        "How the pilot is called",
        "a numbered line",
        "a quoted line",
        "an unknown key of somebody",
        "indented line",
        "note: the pilot said so",
        "reference_harbour_pilot",
        "second line of it",
        "the channel has changed",
        "which channel is it",
      ].sort(),
    );
  });

  test("from ten bytes on, each once, the longest first, at most 300", () => {
    const of = (body: string): readonly string[] => phrasesOf(memory(["name: x"], body), "a.md");
    expect(of("123456789\n1234567890\n1234567890")).toEqual(["1234567890"]);
    expect(of("\u4e16\u754c\u4e16\n\u4e16\u754c\u4e16\u754c")).toEqual(["\u4e16\u754c\u4e16\u754c"]);
    expect(of("a line here\na longer line here")).toEqual(["a longer line here", "a line here"]);
    const many = Array.from({ length: 400 }, (_, n) => `line number ${String(n).padStart(4, "0")}${"x".repeat(n)}`);
    expect(of(many.join("\n"))).toHaveLength(300);
    expect(of(many.join("\n"))[0]).toBe(many.at(-1));
    expect(of("-no mark here\n#no heading\n1.no number")).toEqual(["-no mark here", "#no heading", "1.no number"]);
  });

  test("a map and a list of an unknown key are looked into; numbers are not", () => {
    const doc = memory(
      ["name: x", "metadata:", "  origin: somewhere far away", "more: [one of several, 12345678901]"],
      "",
    );
    expect(phrasesOf(doc, "a.md")).toEqual(["somewhere far away", "one of several"]);
  });

  test("of bytes that are no memory: their lines and their name", () => {
    expect(phrasesOfText("---\nname: [\nthe pilot answers\r\nshort", "project_broken.md")).toEqual([
      "the pilot answers",
      "project_broken",
    ]);
  });

  test("the words of a memory hold each of its phrases", () => {
    const doc = composeDocument(
      {
        name: "Harbour pilot",
        description: 'It is "called"',
        type: "project",
        tags: [],
        asks: ["which channel is it"],
        paths: [],
        body: "Line one here.\nLine two here.",
      },
      {},
    );
    const words = wordsOf(doc, "project_harbour_pilot.md");
    for (const phrase of phrasesOf(doc, "project_harbour_pilot.md")) expect(words).toContain(phrase);
    expect(words.split("\n")).toContain("Line two here.");
  });
});

test("FOR-1: a phrase stands where its last word ends", () => {
  expect(standsIn("gate 7", "at gate 77, then gate 7.")).toBe(true);
  expect(standsIn("gate 7", "at gate 77 and gate 7_b")).toBe(false);
  expect(standsIn("gate 7", "gate 7")).toBe(true);
  expect(standsIn("gate 7", "the seventh")).toBe(false);
  expect(standsIn("Gate 7", "at gate 7")).toBe(true);
  expect(standsIn("gate 7", "Gate 7 it is")).toBe(true);
  expect(standsIn("gate 7", "GATE 7")).toBe(false);
  expect(standsIn("really?", "really?yes")).toBe(true);
  expect(standsIn("\u6c34\u9580", "\u6c34\u9580\u958b")).toBe(true);
});

describe("FOR-1: the same phrase as others write it", () => {
  test("plain, in JSON, in JSON with escapes only, in the fence, JSON in JSON, in an address", () => {
    const forms = formsOf(`größe <a href="x"> & 'y'`);
    for (const form of [
      `größe <a href="x"> & 'y'`,
      `größe <a href=\\"x\\"> & 'y'`,
      `gr\\u00f6\\u00dfe <a href=\\"x\\"> & 'y'`,
      `größe &lt;a href="x"&gt; &amp; 'y'`,
      "größe &lt;a href=&quot;x&quot;&gt; &amp; &#39;y&#39;",
      "gr\\u00f6\\u00dfe &lt;a href=&quot;x&quot;&gt; &amp; &#39;y&#39;",
      `größe <a href=\\\\\\"x\\\\\\"> & 'y'`,
      "gr%C3%B6%C3%9Fe%20%3Ca%20href%3D%22x%22%3E%20%26%20'y'",
    ])
      expect(forms).toContain(form);
  });

  test("a plain one has few forms, and a half of a pair breaks nothing", () => {
    expect(formsOf("plainword")).toEqual(["plainword", "Plainword"]);
    expect(formsOf("Two words")).toEqual(["Two words", "Two%20words", "two words", "two%20words"]);
    expect(formsOf("12 words")).toEqual(["12 words", "12%20words"]);
    expect(formsOf("half \ud800")).toContain("half%20%EF%BF%BD");
  });
});
