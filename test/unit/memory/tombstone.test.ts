import { describe, expect, test } from "vitest";
import { composeDocument } from "../../../src/memory/compose.ts";
import type { MemoryId } from "../../../src/memory/ids.ts";
import type { MemoryDocument } from "../../../src/memory/model.ts";
import {
  allForgotten,
  bringsBack,
  fingerprintOf,
  isTombstone,
  matches,
  normalisedContent,
  readTombstones,
  type Tombstone,
  tombstoneFor,
} from "../../../src/memory/tombstone.ts";

const ID = "01JCQ0Z8M4X5T6V7W8Y9ZABCDF" as MemoryId;
const SALT = Uint8Array.from({ length: 16 }, (_, index) => index);
const DATE = "2026-06-01T10:00:00Z";

function memory(name: string, body: string, description = "About the build"): MemoryDocument {
  return composeDocument({ name, description, type: "project", kind: "fact", tags: [], asks: [], paths: [], body }, {});
}

// Made inside each test: what runs while a file loads can't be told apart from other tests by the mutants.
const made = (): Tombstone =>
  tombstoneFor(ID, fingerprintOf(memory("Straße", "Use pnpm here.\n"), "project_strasse.md"), {
    salt: SALT,
    date: DATE,
  });
const known = (doc: MemoryDocument, file = "project_other.md"): string | undefined =>
  matches(made(), fingerprintOf(doc, file));

describe("STO-33: a tombstone knows the words in other clothes", () => {
  for (const [what, doc] of [
    ["as they were", () => memory("Straße", "Use pnpm here.\n")],
    ["in capitals", () => memory("STRASSE", "USE PNPM HERE.")],
    ["with other white space", () => memory(" Straße ", "Use\tpnpm\u00a0 \n\nhere.\r\n")],
    ["in full-width letters", () => memory("Ｓtraße", "Ｕse ｐｎｐｍ here.")],
  ] as const) {
    test(what, () => expect(known(doc())).toBe("content"));
  }

  test("a sign that stands for capitals", () => {
    expect(normalisedContent(memory("5 \u33d9", "x"))).toBe(normalisedContent(memory("5 ppm", "x")));
  });

  test("other words are not known", () => {
    expect(known(memory("Straße", "Use npm here."))).toBeUndefined();
    expect(known(memory("Straße", "Use pnpm here, please."))).toBeUndefined();
  });

  test("the same body under another name or description is known, with or without what stands at its ends", () => {
    expect(known(memory("Gasse", "Use pnpm here."))).toBe("content");
    expect(known(memory("Straße", "Use pnpm here.", "About something else"))).toBe("content");
    for (const body of [
      "use pnpm here",
      "- Use pnpm here!",
      "* use pnpm here...",
      "> Use pnpm here?",
      "+ Use pnpm here。",
    ])
      expect(known(memory("Gasse", body)), body).toBe("content");
    for (const body of [
      "-Use pnpm here.",
      "Use. pnpm here.",
      "u\u00adse p n p m, here",
      "use_pnpm_here",
      "Use pnpm he\u0336re",
    ])
      expect(known(memory("Gasse", body)), body).toBe("content");
    expect(known(memory("Gasse", "Use pnpm there."))).toBeUndefined();
  });

  test("a body too short to be anybody's own words is known only with its name and description", () => {
    const stone = (body: string): Tombstone =>
      tombstoneFor(ID, fingerprintOf(memory("Name", body), "project_name.md"), { salt: SALT, date: DATE });
    expect(stone("as agreed.").body).toBeUndefined();
    expect(stone("eleven chrs").body).toBeUndefined();
    expect(stone("twelve chars").body).toMatch(/^[0-9a-f]{64}$/);
    expect(stone("\u6d4b\u8bd5\u6d4b\u8bd5").body).toMatch(/^[0-9a-f]{64}$/);
    expect(matches(stone("as agreed."), fingerprintOf(memory("Other", "as agreed."), "x.md"))).toBeUndefined();
    expect(matches(stone("as agreed."), fingerprintOf(memory("Name", "as agreed."), "x.md"))).toBe("content");
    expect(matches(stone(""), fingerprintOf(memory("Other", ""), "x.md"))).toBeUndefined();
    expect(matches(stone("as agreed."), fingerprintOf(memory("NAME", "as... agreed!"), "x.md"))).toBe("content");
    expect(matches(stone("+++"), fingerprintOf(memory("Name", "---"), "x.md"))).toBeUndefined();
    expect(matches(stone("+-+-+-+-+-+-"), fingerprintOf(memory("Name", "=-=-=-=-=-=-"), "x.md"))).toBeUndefined();
  });

  test("a tombstone of version 1 still knows what it knew, and no body", () => {
    const { body: _, words: __, ...rest } = made();
    const old: Tombstone = { ...rest, v: 1 };
    expect(matches(old, fingerprintOf(memory("Straße", "Use pnpm here."), "x.md"))).toBe("content");
    expect(matches(old, fingerprintOf(memory("Gasse", "Use pnpm here."), "x.md"))).toBeUndefined();
    expect(matches(old, fingerprintOf(memory("Gasse", "Else."), "project_strasse.md"))).toBe("file");
  });

  test("STO-24: the file name is known by itself, whatever it says now", () => {
    expect(known(memory("Else", "Entirely."), "project_strasse.md")).toBe("file");
    expect(known(memory("Straße", "Use pnpm here."), "project_strasse.md")).toBe("content");
  });

  test("tags and the tool's own keys play no part; parts can't run into each other", () => {
    const tagged = composeDocument(
      {
        name: "Straße",
        description: "About the build",
        type: "user",
        tags: ["x"],
        asks: [],
        paths: [],
        body: "Use pnpm here.",
      },
      { id: ID, "trust-level": "verified" },
    );
    expect(known(tagged)).toBe("content");
    expect(normalisedContent(memory("a b", "c"))).not.toBe(normalisedContent(memory("a", "b c")));
  });
});

test("STO-33: no text, and two tombstones of the same words have nothing in common", () => {
  const stone = made();
  const print = fingerprintOf(memory("Straße", "Use pnpm here."), "project_strasse.md");
  const other = tombstoneFor(ID, print, { salt: SALT.map((byte) => byte + 1), date: DATE });
  expect(Object.keys(stone).sort()).toEqual(["body", "date", "digest", "file", "id", "salt", "v", "words"]);
  expect(JSON.stringify(stone)).not.toMatch(/stra|pnpm|project_/i);
  expect([stone.digest, stone.file, stone.salt]).not.toEqual(expect.arrayContaining([other.digest]));
  expect(stone.file).not.toBe(other.file);
  expect(stone.body).not.toBe(other.body);
  expect(new Set([stone.digest, stone.file, stone.body]).size).toBe(3);
  expect(matches(other, print)).toBe("content");
});

describe("STO-33: the records of a device, line by line", () => {
  const OTHER = "01JCQ0Z8M4X5T6V7W8Y9ZABCDG" as MemoryId;
  const lines = (...records: readonly unknown[]): string => records.map((each) => JSON.stringify(each)).join("\n");

  test("tombstones and what is wanted again; torn and foreign lines are passed over", () => {
    const text = `${lines(made(), { v: 2, wanted: OTHER }, null, 7, "x", { wanted: "x" }, { v: 3 })}\n{"v":2,"id`;
    const { stones, wanted } = readTombstones(text);
    expect(stones).toEqual([made()]);
    expect([...wanted]).toEqual([OTHER]);
  });

  test.each([
    ["v", 3],
    ["v", "2"],
    ["id", "x"],
    ["salt", "0".repeat(31)],
    ["salt", `x${"0".repeat(32)}`],
    ["salt", `${"0".repeat(32)}x`],
    ["salt", 7],
    ["digest", "0".repeat(63)],
    ["digest", `x${"0".repeat(64)}`],
    ["digest", `${"0".repeat(64)}x`],
    ["digest", undefined],
    ["body", "x"],
    ["file", "x"],
    ["date", "2026-06-01"],
    ["date", `x${DATE}`],
    ["date", `${DATE}x`],
    ["date", 7],
  ])("%s: %j makes it none", (key, value) => {
    expect(isTombstone({ ...made(), [key]: value })).toBe(false);
  });

  test("what it may be without, and what only the second version has", () => {
    const { body, file, ...rest } = made();
    expect(isTombstone(rest)).toBe(true);
    expect(isTombstone({ ...rest, v: 1, file })).toBe(true);
    expect(isTombstone({ ...rest, v: 1, body })).toBe(false);
    expect(isTombstone(null)).toBe(false);
    expect(isTombstone("x")).toBe(false);
  });

  test("STO-24: the words come back under another id, unless a person wanted that memory", () => {
    const doc = memory("Another", "Use pnpm here.");
    const forgotten = allForgotten([readTombstones(lines(made())), readTombstones(lines({ v: 2, wanted: OTHER }))]);
    expect(bringsBack(forgotten, ID, doc, "project_x.md")).toBe(true);
    expect(bringsBack(forgotten, OTHER, doc, "project_x.md")).toBe(false);
    expect(bringsBack(forgotten, ID, memory("Another", "Other words are here."), "project_strasse.md")).toBe(false);
    expect(bringsBack(allForgotten([]), ID, doc, "project_x.md")).toBe(false);
  });
});
