// Tags of a file made by hand come out sorted and once, as the documents before us have it. A model is given none (ARR-1).
import { expect, test } from "vitest";
import { parseDocument } from "../../../src/memory/document.ts";
import { tagsOf } from "../../../src/memory/fields.ts";

function tagsIn(line: string): readonly string[] {
  const document = parseDocument(`---\nname: x\ntags: ${line}\n---\nA body.\n`);
  if (document.kind !== "document") throw new Error("no document");
  return tagsOf(document);
}

test("sorted and once, whatever the order in the file", () => {
  expect(tagsIn("[merge, ci, actions]")).toEqual(["actions", "ci", "merge"]);
  expect(tagsIn("[ci, merge, actions, ci]")).toEqual(["actions", "ci", "merge"]);
  expect(tagsIn("[]")).toEqual([]);
});
