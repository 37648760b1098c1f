// What a tool is given, under the names that guard and rules know: hosts spell the same few things differently. A host's
// table has the names that its own tools take, and those win: a tool passes over any other that a model writes beside them.
import type { ToolEvent } from "./event.ts";
import { isFields } from "./json-line.ts";

type Names = Readonly<Record<string, string>>;

export const CAMEL_CASE: Names = {
  filePath: "file_path",
  oldString: "old_string",
  newString: "new_string",
  patchText: "patch",
};

export function inKnownNames(input: ToolEvent["input"], names: Names): ToolEvent["input"] {
  const renamed = Object.entries(names).flatMap(([from, to]) => (from in input ? [[to, input[from]] as const] : []));
  return renamed.length === 0 ? input : { ...input, ...Object.fromEntries(renamed) };
}

/** Several files in one call, as a patch says it: rules look at each. */
export function asPatch(edits: readonly unknown[], names: Names): { readonly patch?: string } {
  const files = edits.map((each) => (typeof each === "string" ? { file_path: each } : each)).filter(isFields);
  const hunks = files.flatMap((each): readonly string[] => {
    const { file_path: path, new_string: added } = inKnownNames(each, names);
    if (typeof path !== "string") return [];
    const lines = typeof added === "string" ? added.split("\n").map((line) => `+${line}`) : [];
    return [`*** Update File: ${path.replaceAll("\n", " ")}`, "@@", ...lines];
  });
  return hunks.length === 0 ? {} : { patch: ["*** Begin Patch", ...hunks, "*** End Patch"].join("\n") };
}
