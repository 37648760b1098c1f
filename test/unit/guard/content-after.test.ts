// AGT-20, AGT-23: the text after an edit, built as the tool builds it.
import { describe, expect, test } from "vitest";
import { broughtBy, contentAfter } from "../../../src/guard/content-after.ts";

type Input = Readonly<Record<string, unknown>>;

function textAfter(tool: string, input: Input, before?: string, path?: string): string | undefined {
  return contentAfter({ tool, input, cwd: "/" }, before, path);
}

describe("AGT-20: content after", () => {
  test("Write and create give the whole text", () => {
    expect(textAfter("Write", { file_path: "x", content: "new" }, "old")).toBe("new");
    expect(textAfter("Write", { file_path: "x", content: "" }, "old")).toBe("");
    expect(textAfter("create", { path: "x", file_text: "new" })).toBe("new");
  });

  test("Edit replaces the one place, or every one with replace_all", () => {
    const edit = { file_path: "x", old_string: "a", new_string: "b" };
    expect(textAfter("Edit", edit, "xay")).toBe("xby");
    expect(textAfter("Edit", edit, "aa")).toBeUndefined();
    expect(textAfter("Edit", { ...edit, replace_all: true }, "aXa")).toBe("bXb");
    expect(textAfter("Edit", edit, "none")).toBeUndefined();
    expect(textAfter("Edit", edit)).toBeUndefined();
  });

  test("Edit takes its text literally", () => {
    expect(textAfter("Edit", { old_string: ".*", new_string: "$& $1 $$" }, "x.*y")).toBe("x$& $1 $$y");
  });

  test("Edit of nothing makes a file, and only where there is none", () => {
    expect(textAfter("Edit", { old_string: "", new_string: "new" })).toBe("new");
    expect(textAfter("Edit", { old_string: "", new_string: "new" }, "there")).toBeUndefined();
  });

  test("line ends of the file are kept", () => {
    expect(textAfter("Edit", { old_string: "a\nb", new_string: "c\nd" }, "a\r\nb\r\n")).toBe("c\r\nd\r\n");
  });

  test("MultiEdit goes on from what the edit before left, and fails as a whole", () => {
    const edits = [
      { old_string: "a", new_string: "b" },
      { old_string: "b", new_string: "c", replace_all: true },
    ];
    expect(textAfter("MultiEdit", { file_path: "x", edits }, "ab")).toBe("cc");
    expect(
      textAfter("MultiEdit", { file_path: "x", edits: [...edits, { old_string: "z", new_string: "" }] }, "ab"),
    ).toBeUndefined();
    expect(textAfter("MultiEdit", { file_path: "x", edits: [7] }, "ab")).toBeUndefined();
  });

  test("NotebookEdit replaces, inserts and takes out a cell", () => {
    const notebook = JSON.stringify({ cells: [{ id: "one", source: "1" }, { source: "2" }], nbformat: 4 });
    const sources = (input: Input): unknown =>
      JSON.parse(textAfter("NotebookEdit", { notebook_path: "x", ...input }, notebook) ?? "null")?.cells.map(
        (cell: { source: string }) => cell.source,
      );
    expect(sources({ cell_id: "one", new_source: "x" })).toEqual(["x", "2"]);
    expect(sources({ cell_id: "cell-1", new_source: "x" })).toEqual(["1", "x"]);
    expect(sources({ cell_id: "one", new_source: "x", edit_mode: "insert" })).toEqual(["1", "x", "2"]);
    expect(sources({ new_source: "x", edit_mode: "insert", cell_type: "markdown" })).toEqual(["x", "1", "2"]);
    expect(sources({ cell_id: "one", edit_mode: "delete" })).toEqual(["2"]);
    expect(sources({ cell_id: "none", new_source: "x" })).toBeUndefined();
    expect(textAfter("NotebookEdit", { notebook_path: "x", new_source: "" }, "no json")).toBeUndefined();
  });

  test("apply_patch adds, updates, moves and deletes", () => {
    const patch = [
      "*** Begin Patch",
      "*** Add File: new.md",
      "+one",
      "+two",
      "*** Update File: old.md",
      "*** Move to: moved.md",
      "@@ head",
      " a",
      "-b",
      "+B",
      "@@",
      " d",
      "+e",
      "*** Delete File: gone.md",
      "*** End Patch",
    ].join("\n");
    expect(textAfter("apply_patch", { input: patch })).toBe("one\ntwo\n");
    expect(textAfter("apply_patch", { input: patch }, "a\nb\nc\nd\n", "old.md")).toBe("a\nB\nc\nd\ne\n");
    expect(textAfter("apply_patch", { input: patch }, "a\nb\nc\nd\n", "moved.md")).toBe("a\nB\nc\nd\ne\n");
    expect(textAfter("apply_patch", { input: patch }, "does not fit", "old.md")).toBeUndefined();
    expect(textAfter("apply_patch", { input: patch }, "x", "gone.md")).toBeUndefined();
    expect(textAfter("apply_patch", { input: patch }, "x", "other.md")).toBeUndefined();
  });

  test("what a call brings along is known even where it does not fit", () => {
    expect(broughtBy({ tool: "Edit", input: { old_string: "a", new_string: "b" }, cwd: "/" })).toBe("b");
    const edits = [{ old_string: "a", new_string: "b" }, { new_string: "c" }];
    expect(broughtBy({ tool: "MultiEdit", input: { edits }, cwd: "/" })).toBe("b\nc");
    const input = "*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n*** End Patch";
    expect(broughtBy({ tool: "apply_patch", input: { input }, cwd: "/" })).toBe("b\n");
  });
});
