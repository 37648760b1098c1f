import { describe, expect, test } from "vitest";
import { setAuthorKey, setToolKeys, textForEditor } from "../../../src/memory/compose.ts";
import { type MemoryDocument, parseDocument } from "../../../src/memory/document.ts";

function read(text: string): MemoryDocument {
  const doc = parseDocument(text);
  if (doc.kind === "format-failure") throw new Error(JSON.stringify(doc.findings));
  return doc;
}

const edit = (head: string, changes: Parameters<typeof setToolKeys>[1]): string => {
  const doc = setToolKeys(read(`---\n${head}\n---\nbody`), changes);
  expect(doc.body).toBe("body");
  return doc.text.slice(4, doc.headEnd);
};

describe("spec 1, TRU-9: only the managed key's line changes", () => {
  test.each([
    ["id: a", { id: "b" }, "id: b\n"],
    ["id:    a   # keep", { id: "b" }, "id:    b   # keep\n"],
    ["id:\ta", { id: "b" }, "id:\tb\n"],
    ["id: # keep", { id: "b" }, "id: b # keep\n"],
    ["id:", { id: "b" }, "id: b\n"],
    ['"id" : "a" # keep', { id: "b" }, '"id" : b # keep\n'],
    ["id: # keep\n  a # too", { id: "b" }, "id: b # keep # too\n"],
    ["id: |  # keep\n  a\n\n  b\n\n# after\nname: x", { id: "b" }, "id: b  # keep\n\n# after\nname: x\n"],
    ['id: "a\n  b" # keep\nname: x', { id: "c" }, "id: c # keep\nname: x\n"],
    ["supersedes:\n- a\n- b # keep\n\nname: x", { supersedes: ["c"] }, "supersedes: [c] # keep\n\nname: x\n"],
    ["supersedes: [a,\n  b]\nname: x", { supersedes: ["c", "d: e"] }, 'supersedes: [c, "d: e"]\nname: x\n'],
    ["# top\nid: a\n\n# mid\nname: x", { id: null }, "# top\n\n# mid\nname: x\n"],
    ["id: >\n  a\n  b\nname: x", { id: null }, "name: x\n"],
    ["name: x", { id: null }, "name: x\n"],
    ["name: x\n# end", { "trust-level": "verified", id: "a" }, "name: x\n# end\nid: a\ntrust-level: verified\n"],
    ["status: active", { status: "" }, 'status: ""\n'],
  ] as const)("%j with %j", (head, changes, expected) => {
    expect(edit(head, changes)).toBe(expected);
  });

  test("what is already so is not rewritten", () => {
    const doc = read("---\nid: 'a'\nsupersedes:\n- b\n---\n");
    expect(setToolKeys(doc, { id: "a", supersedes: ["b"], status: null })).toBe(doc);
  });

  test("a removal never lets following lines join a block text above it", () => {
    const head = "note: |+\n  text\nid: a\n\nname: x";
    expect(edit(head, { id: null })).toBe("note: |+\n  text\n#\n\nname: x\n");
  });

  test("an inserted line has the file's own line ending", () => {
    const doc = setToolKeys(read("\uFEFF---\r\nname: x\r\n---\r\nbody"), { id: "a" });
    expect(doc.text).toBe("\uFEFF---\r\nname: x\r\nid: a\r\n---\r\nbody");
  });

  test("SYN-4: an editor is shown no line that only machines read, and everything else byte for byte", () => {
    const head = "name: x\nid: a # mine\nholds: [b]\nsync: 1 | c.1=d | c.1";
    expect(textForEditor(read(`---\n${head}\n---\nbody\n`))).toBe("---\nname: x\nid: a # mine\n---\nbody\n");
    const plain = "---\nname: x\n---\nsync: of the body\n";
    expect(textForEditor(read(plain))).toBe(plain);
  });

  test("an empty frontmatter takes keys too", () => {
    expect(setToolKeys(read("---\n---\nx"), { id: "a" }).text).toBe("---\nid: a\n---\nx");
  });

  test("a value that would not fit is a fault, not a broken file", () => {
    const doc = read("---\nname: x\n---\nbody");
    expect(() => setToolKeys(doc, { evidence: "x".repeat(30_000) })).toThrow(/can't take evidence/);
  });
});

test("setAuthorKey changes one author key the same way", () => {
  const doc = read("---\nproject: p # c\nname: x\n---\nbody");
  expect(setAuthorKey(doc, "project", null).text).toBe("---\nname: x\n---\nbody");
  expect(setAuthorKey(doc, "name", "yes").text).toBe('---\nproject: p # c\nname: "yes"\n---\nbody');
  expect(setAuthorKey(doc, "confidence", 0.5).fields.get("confidence")).toBe(0.5);
});
