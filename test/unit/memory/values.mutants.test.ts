// The small values of a memory: ids, kinds, fields, file names, written text. Each edge that a wrong sign or a lost
// word would move.
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { composeDocument, type Draft, withBody, yamlValue } from "../../../src/memory/compose.ts";
import { type MemoryDocument, parseDocument } from "../../../src/memory/document.ts";
import { confidenceOf, listField, textField, trustStateOf } from "../../../src/memory/fields.ts";
import { codePoints, positionAt, shown, shownKey } from "../../../src/memory/frontmatter.ts";
import { isMemoryId, madeAt, makeId } from "../../../src/memory/ids.ts";
import { bodyTemplate, isKind, isType, KINDS, typeOfKind } from "../../../src/memory/kinds.ts";
import { FILE_NAME, fileNameFor } from "../../../src/memory/slug.ts";
import { fingerprintOf, normalisedContent, tombstoneFor } from "../../../src/memory/tombstone.ts";

function read(head: string, body = "body"): MemoryDocument {
  const doc = parseDocument(`---\n${head}\n---\n${body}`);
  if (doc.kind === "format-failure") throw new Error(JSON.stringify(doc.findings));
  return doc;
}

describe("STO-10: ids", () => {
  test("time and randomness go in whole and in order", () => {
    const bytes = Uint8Array.from({ length: 10 }, (_, index) => index * 27 + 5);
    expect(makeId(1_469_918_176_385, bytes)).toBe("01ARYZ6S410MG3PNKHHJKW5QFR");
    expect(makeId(0, new Uint8Array(10))).toBe("0".repeat(26));
    expect(makeId(-5, new Uint8Array(10).fill(255))).toBe(`${"0".repeat(10)}${"Z".repeat(16)}`);
    expect(makeId(2 ** 48 - 1, new Uint8Array(12))).toBe(`7ZZZZZZZZZ${"0".repeat(16)}`);
    expect(isMemoryId(makeId(1_469_918_176_385.7, bytes))).toBe(true);
  });

  test("the time comes out as it went in", () => {
    for (const ms of [0, 31, 32, 1_469_918_176_385, 2 ** 48 - 1])
      expect(madeAt(makeId(ms, new Uint8Array(10).fill(255))).getTime()).toBe(ms);
  });

  test("less than 10 bytes of randomness are refused", () => {
    expect(() => makeId(0, new Uint8Array(9))).toThrow(new RangeError("an id needs 10 random bytes"));
  });

  test("only a text is an id", () => {
    const id = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    expect([id, [id], `${id}0`, `0${id}`, id.toLowerCase(), `8${id.slice(1)}`, undefined].map(isMemoryId)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("STO-13: kinds", () => {
  test("each has its type", () => {
    expect(KINDS.map((kind) => `${kind} ${typeOfKind(kind)}`)).toEqual([
      "decision project",
      "constraint project",
      "preference feedback",
      "runbook project",
      "tech-debt project",
      "session-summary project",
      "fact reference",
    ]);
    expect([isKind("fact"), isKind("facts"), isType("user"), isType("users")]).toEqual([true, false, true, false]);
  });

  test("and the headings a body of it has", () => {
    const headings = (...names: string[]): string => names.map((name) => `## ${name}\n\n`).join("");
    expect(KINDS.map(bodyTemplate)).toEqual([
      headings("Context", "Decision", "Rationale", "Alternatives", "Consequences"),
      headings("Rule", "Impact", "Workarounds"),
      headings("Why", "How to apply"),
      headings("Trigger", "Steps", "Verification"),
      headings("Description", "Reason deferred", "Suggested fix"),
      headings("Goal", "Outcome", "Done", "Next"),
      "",
    ]);
  });
});

describe("fields", () => {
  test("an empty text is none", () => {
    const doc = read("name: ''\ntags: [a, '', b]\nasks: ''");
    expect(textField(doc, "name")).toBeUndefined();
    expect([listField(doc, "tags"), listField(doc, "asks")]).toEqual([["a", "b"], []]);
  });

  test.each([
    ["0", 0],
    ["1", 1],
    ["0.5", 0.5],
    ["-0.1", undefined],
    ["1.1", undefined],
    ['"0.5"', undefined],
    ["[0.5]", undefined],
    ["true", undefined],
  ])("confidence %s reads as %s", (text, value) => {
    expect(confidenceOf(read(`confidence: ${text}`))).toBe(value);
  });

  test("TRU-1: what a file does not state is not in its state", () => {
    expect(trustStateOf(read("name: x"))).toStrictEqual({ tier: "inferred" });
    expect(trustStateOf(read("quarantined-at: 2026-01-03T00:00:00Z"))).toStrictEqual({
      tier: "inferred",
      quarantine: { at: "2026-01-03T00:00:00Z", reason: "", by: "" },
    });
  });
});

describe("findings show little", () => {
  test("a place counts from 1; a line end belongs to its line", () => {
    const places = [0, 1, 2, 3, 4].map((offset) => positionAt("a\nb\nc", offset));
    expect(places.map(({ line, column }) => `${line}:${column}`)).toEqual(["1:1", "1:2", "2:1", "2:2", "3:1"]);
  });

  test.each([
    ["user", "user"],
    ["tech-debt", "tech-debt"],
    ["2026-01-31T09:00:00Z", "2026-01-31T09:00:00Z"],
    ["x".repeat(20), "x".repeat(20)],
    ["x".repeat(21), "21 characters"],
    ["two words", "9 characters"],
    ["1".repeat(21), "21 characters"],
    ["12 34-5:6", "12 34-5:6"],
    ["-abc", "4 characters"],
    ["한국", "2 characters"],
    ["🎉", "1 characters"],
    ["a1", "2 characters"],
    ["", "0 characters"],
  ])("the value %j as %s", (value, expected) => {
    expect(shown(value)).toBe(expected);
  });

  test.each([
    ["trust-level", "trust-level"],
    ["a_1", "a_1"],
    [`x${"y".repeat(39)}`, `x${"y".repeat(39)}`],
    ["x".repeat(41), "a key of 41 characters"],
    ["1a", "a key of 2 characters"],
    ["a b", "a key of 3 characters"],
    ["a\u200b", "a key of 2 characters"],
  ])("the key %j as %s", (key, expected) => {
    expect(shownKey(key)).toBe(expected);
  });

  test("characters are code points", () => {
    expect([codePoints(""), codePoints("ab"), codePoints("🎉a")]).toEqual([0, 2, 2]);
  });
});

describe("writing", () => {
  const draft: Draft = { name: "n", description: "d", type: "user", body: "" };
  const bodyOf = (body: string): string => composeDocument({ ...draft, body }, {}).body;

  test("a body gets a final newline where it has none, and an empty one stays empty", () => {
    expect(["", "x", "x\n", "\nx", "x\n\n"].map(bodyOf)).toEqual(["", "x\n", "x\n", "\nx\n", "x\n\n"]);
  });

  test("a draft that does not fit says why and what to do", () => {
    const tooLong = (): unknown => composeDocument({ ...draft, description: "x".repeat(30_000) }, {});
    expect(tooLong).toThrow(
      expect.objectContaining({
        code: "too-large",
        message: "The draft does not fit a memory file: frontmatter-too-large, 30035 characters.",
        hint: "Frontmatter is at most 16 KiB; put long text in the body.",
      }),
    );
  });

  test("another body leaves the header as it is, closing line end included", () => {
    const text = (doc: ReturnType<typeof withBody>): string => (doc.kind === "document" ? doc.text : doc.kind);
    expect(text(withBody(read("name: x"), "new\n"))).toBe("---\nname: x\n---\nnew\n");
    expect(text(withBody(parseDocument("---\nname: x\n---") as MemoryDocument, "new"))).toBe("---\nname: x\n---\nnew");
    const crlf = parseDocument("---\r\nname: x\r\n---") as MemoryDocument;
    expect(text(withBody(crlf, "new"))).toBe("---\r\nname: x\r\n---\r\nnew");
    expect(text(withBody(read("name: x"), ""))).toBe("---\nname: x\n---\n");
  });
});

describe("STO-11: letters that ASCII has not", () => {
  test.each([
    ["한국어 이름", "user_b2f5d6ac12.md"],
    ["한국어", "user_ea3252281b.md"],
    ["Ωmega x", "user_mega_x_300af2ad35.md"],
    ["🎉", "user_6146299cd5.md"],
    ["٣ x", "user_x_b4f98129d4.md"],
    ["x".repeat(70), `user_${"x".repeat(32)}.md`],
    [`${"x".repeat(31)} y`, `user_${"x".repeat(31)}.md`],
    ["Ж a ".repeat(30), `user_${"a_".repeat(11)}8cd0dfd2ee.md`],
    ["a² ½", "user_a2_1_2.md"],
    ["ﬁ Ⅷ", "user_fi_viii.md"],
    ["a__b", "user_a_b.md"],
    ["Łódź ħ ŋ ı ð þ œ ø đ", "user_lodz_h_n_i_d_th_oe_o_d.md"],
  ])("%j becomes %s", (name, file) => {
    expect(fileNameFor("user", name)).toBe(file);
  });

  test.each(["user_x.mdx", "xuser_x.md", "user_x.md.md", "user_xXmd", ""])("%j is no memory file name", (file) => {
    expect(FILE_NAME.test(file)).toBe(false);
  });
});

describe("STO-33: tombstones, as they stay in a store", () => {
  const draft: Draft = { name: "Straße Σς", description: "d  e", type: "user", body: " Use\n\tpnpm " };

  test("the words are folded, never run together; what is missing is empty", () => {
    expect(normalisedContent(composeDocument(draft, {}))).toBe('["strasse σς","d e","use pnpm"]');
    expect(normalisedContent(read("other: x", "x"))).toBe('["","","x"]');
  });

  test("salted digests of the content, of the body alone where it is long enough, of its letters, and of the file name", () => {
    const salt = Uint8Array.from({ length: 16 }, (_, index) => index);
    const print = fingerprintOf(composeDocument(draft, {}), "user_x.md");
    const stone = tombstoneFor(makeId(0, salt), print, { salt, date: "2026-06-01T10:00:00Z" });
    const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
    const salted = (part: string, text: string): string =>
      hash(`holdfast tombstone 1 ${part}\n000102030405060708090a0b0c0d0e0f\n${hash(text)}`);
    const longer = fingerprintOf(composeDocument({ ...draft, body: "- Use  PNPM here!\n" }, {}), "user_x.md");
    const date = "2026-06-01T10:00:00Z";
    expect(tombstoneFor(makeId(0, salt), longer, { salt, date })).toMatchObject({
      body: salted("body", "use pnpm here"),
      words: salted("words", "usepnpmhere"),
    });
    expect(stone).toEqual({
      v: 2,
      id: makeId(0, salt),
      salt: "000102030405060708090a0b0c0d0e0f",
      digest: salted("content", '["strasse σς","d e","use pnpm"]'),
      words: salted("words", '["strasseσς","de","usepnpm"]'),
      file: salted("file", "user_x.md"),
      date: "2026-06-01T10:00:00Z",
    });
  });
});

describe("spec 1: text is quoted where YAML, or an older reader of it, needs that", () => {
  const PLAIN =
    "a|x#y|+a|=a|(x|/x|.x|<x|$x|^x|_x|;x|é|1a|a's|a\"b|2026-01-31|0xZ|0o8|0b2|1.2.3|nullx|yess|....|.info".split("|");
  const QUOTED =
    "yes|No|ON|off|y|N|null|Null|true|FALSE|~|=|<<|...|.5|5.|1.5|.inf|-.Inf|+.inf|.NaN|1_000|-1|+1|1e5|1E-5|1.5e+3|0x1F|0o7|0b1|12:30|12:30:45.5|-12:30|12|1_0.|.55|1e15|0o77|0b10|+12:30|12:30:45.55|12:30.|a: b|x #y|a:|-a|#x|-|?a|:a|[a|{a|'a|\"a|`a|@a|%a|!a|&a|*a|>a||a".split(
      "|",
    );

  test.each(PLAIN)("%j stays as it is", (text) => {
    expect(yamlValue(text)).toBe(text);
    expect(yamlValue([text, text])).toBe(`[${text}, ${text}]`);
  });

  test.each(QUOTED.filter((text) => text !== "a"))("%j is quoted", (text) => {
    expect(yamlValue(text)).toBe(JSON.stringify(text));
    expect(yamlValue([text])).toBe(`[${JSON.stringify(text)}]`);
  });

  test.each(["a, b", "a:b", "a[b", "a]b", "a{b", "a}b"])("%j only in a list", (text) => {
    expect(yamlValue(text)).toBe(text);
    expect(yamlValue([text])).toBe(`["${text}"]`);
  });

  test.each([
    ["a\u007fb", '"a\\u007fb"'],
    ["a\u0085b", '"a\\u0085b"'],
    ["a\u009fb", '"a\\u009fb"'],
    ["a\u2028b", '"a\\u2028b"'],
    ["a\u2029b", '"a\\u2029b"'],
    ["a\ufeffb", '"a\\ufeffb"'],
    ["a\uffffb", '"a\\uffffb"'],
    ["a\u007f\u0085b", '"a\\u007f\\u0085b"'],
    ["a\ud800", '"a\\ud800"'],
    ["a\tb", '"a\\tb"'],
    [" a", '" a"'],
    ["a ", '"a "'],
    ["a:\tb", '"a:\\tb"'],
    ["a\u00a0#b", '"a\u00a0#b"'],
  ])("%j as %s", (text, written) => {
    expect(yamlValue(text)).toBe(written);
  });

  test("numbers are written as they are", () => {
    expect([yamlValue(0.5), yamlValue(1), yamlValue([])]).toEqual(["0.5", "1", "[]"]);
  });
});
