// Where each key stands and what its value means, to the character. Edits work on these offsets, and attestations on
// the canonical values: one that changed would make every signed memory unattested (STO-32).
import { describe, expect, test } from "vitest";
import { setAuthorKey, setToolKeys } from "../../../src/memory/compose.ts";
import { type MemoryDocument, parseDocument } from "../../../src/memory/document.ts";
import { exceeds } from "../../../src/memory/frontmatter.ts";

function read(head: string, body = "body"): MemoryDocument {
  const doc = parseDocument(`---\n${head}\n---\n${body}`);
  if (doc.kind === "format-failure") throw new Error(JSON.stringify(doc.findings));
  return doc;
}

/** The first entry in pieces: key with colon, gap, value, comment on the key's line. */
function pieces(head: string): readonly string[] {
  const { text, entries } = read(head);
  const entry = entries[0];
  if (entry === undefined) return [];
  const { start, colonEnd, valueStart, valueEnd, headComment } = entry;
  return [text.slice(start, colonEnd), text.slice(colonEnd, valueStart), text.slice(valueStart, valueEnd), headComment];
}

describe("STO-14: the pieces of an entry", () => {
  test.each([
    ['"id" : x # c', ['"id" :', " ", "x", ""]],
    ["kind: # c\nname: x", ["kind:", "", "", ""]],
    ["kind:\nname: x", ["kind:", "", "", ""]],
    ["kind: ''\nname: x", ["kind:", " ", "''", ""]],
    ["a: |\nname: x", ["a:", " ", "|", ""]],
    ["a: |\n\n\nname: x", ["a:", " ", "|", ""]],
    ["a: >-  # c\n  x\n  y\n\nname: z", ["a:", " ", ">-  # c\n  x\n  y", "  # c"]],
    ["id: # c\n  a # d\nname: x", ["id:", " # c\n  ", "a", " # c"]],
    ["id:\n  # below\n  a\nname: x", ["id:", "\n  # below\n  ", "a", ""]],
    ["tags: [a,\n  b\n  ] # c\nname: x", ["tags:", " ", "[a,\n  b\n  ]", ""]],
    ["metadata: {b: 1, a: true} # c\nname: x", ["metadata:", " ", "{b: 1, a: true}", ""]],
    ["metadata:\n  b: 1\n  c: x\n# d\nname: x", ["metadata:", "\n  ", "b: 1\n  c: x", ""]],
    ["metadata:\n  a: b\n  c:\nname: x", ["metadata:", "\n  ", "a: b\n  c:", ""]],
    ["metadata:\n  a: b\n  c: # d\nname: x", ["metadata:", "\n  ", "a: b\n  c:", ""]],
    ["tags:\n- a\n-\nname: x", ["tags:", "\n", "- a\n-", ""]],
    ["tags:\n- a\n- # c\nname: x", ["tags:", "\n", "- a\n-", ""]],
    ["tags:\n  - a\n  # c\n  - b\n\n# d\nname: x", ["tags:", "\n  ", "- a\n  # c\n  - b", ""]],
    ["tags:\n- |\n  a\n-   b\nname: x", ["tags:", "\n", "- |\n  a\n-   b", ""]],
    ["a: b\n# tail", ["a:", " ", "b", ""]],
  ])("%j", (head, expected) => {
    expect(pieces(head)).toEqual(expected);
  });
});

describe("STO-32: canonical values, as attestations have them", () => {
  test.each([
    ["tags: [a, 1, true, ~]", '["a","1","true",null]'],
    ["other: [a, 1, true, ~, 1.0]", '["a",plain 1,plain true,null,plain 1.0]'],
    ["metadata: {b: 1, a: true, c: x, d: ~}", '{"a":plain true,"b":plain 1,"c":"x","d":null}'],
    ["metadata:\n  b: 1\n  a: x", '{"a":"x","b":plain 1}'],
    ["name: 0x1F", '"0x1F"'],
    ["other: 0x1F", "plain 0x1F"],
    ["confidence: 0.50", "plain 0.50"],
    ["other: false", "plain false"],
    ["other:", "null"],
    ["a: >\n  x\n  y", '"x y\\n"'],
  ])("%j", (head, canonical) => {
    expect(read(head).entries[0]?.canonical).toBe(canonical);
  });

  test("`metadata` keeps its numbers and booleans", () => {
    expect(read("metadata: {a: 1, b: true, c: x}").fields.get("metadata")).toEqual(
      new Map<string, unknown>([
        ["a", 1],
        ["b", true],
        ["c", "x"],
      ]),
    );
  });
});

describe("STO-12 STO-14: limits, on both sides", () => {
  const refused = (head: string): unknown => {
    const doc = parseDocument(`---\n${head}\n---\nbody`);
    if (doc.kind === "document") return "read";
    const { rule, line, excerpt, hint, severity } = doc.findings[0] ?? {};
    return severity === "format" ? [rule, line, excerpt, hint] : `severity ${severity}`;
  };
  const keys = (count: number): string[] => Array.from({ length: count }, (_, index) => `k${index}: v`);

  test("keys: the 65th of the author is refused at its line, the 81st of all before anything is built", () => {
    expect(refused(keys(64).join("\n"))).toBe("read");
    const hint = "Frontmatter has at most 64 keys.";
    expect(refused(keys(65).join("\n"))).toEqual(["too-many-keys", 66, "65 keys", hint]);
    expect(refused(keys(80).join("\n"))).toEqual(["too-many-keys", 66, "80 keys", hint]);
    expect(refused(keys(81).join("\n"))).toEqual(["too-many-keys", 82, "too-many-keys", hint]);
  });

  test("lines: 320 are read", () => {
    const hint = "Frontmatter is at most 16 KiB; put long text in the body.";
    expect(refused(`a: b\n${"#\n".repeat(318)}#`)).toBe("read");
    expect(refused(`a: b\n${"#\n".repeat(319)}#`)).toEqual(["frontmatter-too-large", 2, "more than 320 lines", hint]);
    expect(refused(`a: ${"x".repeat(24 * 1024)}`)).toEqual(["frontmatter-too-large", 2, "24580 characters", hint]);
  });

  test("items: 128 in all lists together, in brackets or by line", () => {
    const result = ["frontmatter-too-large", "frontmatter-too-large", "Use fewer keys and items."];
    const short = (head: string): unknown => {
      const found = refused(head);
      return Array.isArray(found) ? [found[0], found[2], found[3]] : found;
    };
    expect(short(`a:\n${"- x\n".repeat(127)}- x`)).toBe("read");
    expect(short(`a:\n${"- x\n".repeat(128)}- x`)).toEqual(result);
    expect(short(`a: [${"x, ".repeat(128)}]`)).toBe("read");
    expect(short(`a: [${"x, ".repeat(129)}]`)).toEqual(result);
    expect(short(`a: [${"x, ".repeat(100)}]\nb:\n${"- x\n".repeat(28)}- x`)).toEqual(result);
  });

  test("lexemes: 1,000 are read, one more is refused before anything is built", () => {
    const head = (first: string): string =>
      `${[first, ...keys(63).map((line) => `x${line} # c`)].join("\n")}\n${"#\n".repeat(211)}#`;
    expect(refused(head("a: 'v' # c"))).toBe("read");
    expect(refused(head("a: v # c"))).toEqual([
      "frontmatter-too-large",
      277,
      "frontmatter-too-large",
      "Use fewer keys and items.",
    ]);
  });

  test("bytes: 16 KiB of the author's, and the tool's keys on top", () => {
    const full = `a: ${"x".repeat(16 * 1024 - 4)}`;
    const tool = "id: 01ARZ3NDEKTSV4RRFFQ69G5FAV\ntrust-level: quarantined";
    expect(refused(full)).toBe("read");
    // The line ends of the tool's keys are counted, their text is not.
    expect(refused(`${full.slice(0, -2)}\n${tool}`)).toBe("read");
    expect(refused(`${full}x`)).toEqual(["frontmatter-too-large", 2, "16385 bytes", "Frontmatter is at most 16 KiB."]);
    expect(refused(`${full.slice(0, -1)}\n${tool}`)).toEqual(refused(`${full}x`));
  });

  test("a long body does not count as frontmatter, and a long header below the limit is read", () => {
    expect(read(`a: ${"x".repeat(6000)}`, "y".repeat(20_000)).body).toHaveLength(20_000);
  });

  test("exceeds counts bytes", () => {
    expect([exceeds("aaa", 3), exceeds("aaaa", 3), exceeds("aa", 3), exceeds("한", 3), exceeds("한a", 3)]).toEqual([
      false,
      true,
      false,
      false,
      true,
    ]);
  });
});

describe("TRU-9: what an edit compares", () => {
  const edit = (head: string, changes: Parameters<typeof setToolKeys>[1]): string => {
    const doc = setToolKeys(read(head), changes);
    return doc.text.slice(4, doc.headEnd);
  };

  test.each([
    ["supersedes: [a, b]", ["a"], "supersedes: [a]\n"],
    ["supersedes: [a]", ["a", "b"], "supersedes: [a, b]\n"],
    ["supersedes: [a, b]", ["a", "c"], "supersedes: [a, c]\n"],
    ["supersedes: a", ["a"], "supersedes: [a]\n"],
    ["supersedes:", ["a"], "supersedes: [a]\n"],
  ])("%j with %j", (head, supersedes, expected) => {
    expect(edit(head, { supersedes })).toBe(expected);
  });

  test("keys that are not named, or named with nothing, stay", () => {
    expect(edit("id: a\nstatus: active", { id: "b" })).toBe("id: b\nstatus: active\n");
    expect(edit("id: a\nstatus: active", { id: "b", status: undefined })).toBe("id: b\nstatus: active\n");
  });

  test("what would not read back as written is a fault that names the keys", () => {
    const tooMuch = { id: "a", evidence: "x".repeat(30_000) };
    const message = (keys: string): string => `The frontmatter can't take ${keys}: it would not read back as written.`;
    expect(() => edit("name: x", tooMuch)).toThrow(
      expect.objectContaining({ code: "too-large", message: message("id, evidence") }),
    );
    expect(() => setAuthorKey(read("name: x"), "confidence", Number.NaN)).toThrow(message("confidence"));
  });
});
