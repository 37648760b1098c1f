import { expect, test } from "vitest";
import { editOwnFile } from "../../../src/install/io/toml-edit.ts";
import { isRefusal } from "../../../src/text/errors.ts";

const MARK = "// ours";
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const ensure = { kind: "ensure-file", mark: MARK, text: "new\n" } as const;
const drop = { kind: "drop-file", mark: MARK } as const;

function after(before: string | undefined, edit: typeof ensure | typeof drop): string | undefined {
  const result = editOwnFile(before === undefined ? undefined : bytes(before), [edit]);
  if (isRefusal(result)) return `refused: ${result.message}`;
  return result === undefined ? undefined : new TextDecoder().decode(result);
}

test("AGT-30: a file of ours is made, renewed and removed", () => {
  expect(after(undefined, ensure)).toBe("// ours\nnew\n");
  expect(after("// ours\nold\n", ensure)).toBe("// ours\nnew\n");
  expect(after("// ours\nold, and changed by somebody\n", drop)).toBeUndefined();
  expect(after(undefined, drop)).toBeUndefined();
});

test("AGT-30: the same bytes come back where nothing changes", () => {
  const there = bytes("// ours\nnew\n");
  expect(editOwnFile(there, [ensure])).toBe(there);
  const theirs = bytes("something\n");
  expect(editOwnFile(theirs, [drop])).toBe(theirs);
  expect(editOwnFile(theirs, [])).toBe(theirs);
});

test.each(["something\n", "", " // ours\n", "// ours and more\n", "x\n// ours\n"])(
  "AGT-30: somebody else's file is neither replaced nor removed: %j",
  (text) => {
    expect(after(text, ensure)).toMatch(/^refused: .*not ours/);
    expect(after(text, drop)).toBe(text);
  },
);
