import { describe, expect, test } from "vitest";
import { contentHash, type MemoryDocument, parseDocument } from "../../../src/memory/document.ts";

function hash(head: string, body = "body"): string {
  const doc = parseDocument(`---\n${head}\n---\n${body}`) as MemoryDocument;
  return contentHash(doc);
}

const base = "name: a\ndescription: b\ntags: [x, y]\nconfidence: 0.5\nother: 1";

describe("STO-32: the content hash", () => {
  test.each([
    ["order", "other: 1\nconfidence: 0.5\ntags: [x, y]\ndescription: b\nname: a"],
    [
      "quoting, spacing and comments",
      "name: 'a' # c\n\ndescription:   \"b\"\ntags:\n- x\n- y\nconfidence: 0.5\nother: 1",
    ],
    ["tool keys", `${base}\nid: z\ntrust-level: verified\nlast-verified: 2026-01-01\nsync: q\nstatus: retired`],
  ])("%s makes no difference", (_, head) => {
    expect(hash(head)).toBe(hash(base));
  });

  test.each([
    ["an author key", base.replace("name: a", "name: c")],
    ["a removed key", base.replace("description: b\n", "")],
    ["the order of a list", base.replace("[x, y]", "[y, x]")],
    ["the borders of list items", base.replace("[x, y]", '["x, y"]')],
    ["confidence", base.replace("0.5", "0.6")],
    ["an unknown key", base.replace("other: 1", "other: 2")],
    ["an unknown key's type", base.replace("other: 1", 'other: "1"')],
    ["a new unknown key", `${base}\nmore: x`],
    ["a key's name", base.replace("other", "another")],
  ])("%s makes a difference", (_, head) => {
    expect(hash(head)).not.toBe(hash(base));
  });

  test("numbers count by their digits, not by what a double can hold", () => {
    expect(hash("other: 12345678901234567890")).not.toBe(hash("other: 12345678901234567891"));
  });

  test("every byte of the body counts", () => {
    expect(new Set(["body", "body\n", "body\r\n", " body", "Body"].map((body) => hash(base, body))).size).toBe(5);
  });

  test("text can't move between a value and the body", () => {
    expect(hash('name: "a\\n---\\nb"', "c")).not.toBe(hash("name: a", "b\n---\nc"));
  });

  test("pinned, because attestations and tombstones keep it", () => {
    expect(hash("name: a\ndescription: b\ntype: user")).toBe(PINNED);
  });
});

const PINNED = "d42d3abfa485cc240b00c1730fcc43b83fcf9b07818b03f445d81434e4453023";
