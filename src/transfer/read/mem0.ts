// mem0's memories as its `get_all` or its export gives them: a list, or one below `results` or `memories`. Pure.

import { isFields, jsonIn } from "../../hosts/json-line.ts";
import { typeOfKind } from "../../memory/kinds.ts";
import { kindOf, nameOf } from "../../store/guess.ts";
import { type Found, leftOut, type SourceFile, timeIn } from "./candidate.ts";

export function memoriesInExport({ path, text, mtimeMs }: SourceFile): readonly Found[] {
  const rows = rowsIn(text);
  if (rows === undefined) return [leftOut(path, "is no export of mem0: it has no list of memories")];
  return rows.map((row, index): Found => {
    const id = isFields(row) && typeof row["id"] === "string" ? row["id"] : String(index + 1);
    const from = `${path}, memory ${id}`;
    const words = isFields(row)
      ? [row["memory"], row["text"], row["data"]].find((each) => typeof each === "string")
      : row;
    if (typeof words !== "string" || words.trim() === "") return leftOut(from, "there is no text in it");
    const kind = kindOf(words);
    const dated = isFields(row) ? (timeIn(row["created_at"]) ?? timeIn(row["updated_at"])) : undefined;
    return {
      kind: "candidate",
      text: `${words.trim()}\n`,
      name: nameOf(words),
      type: typeOfKind(kind),
      memoryKind: kind,
      stated: false,
      gesture: false,
      from,
      atMs: dated ?? mtimeMs,
    };
  });
}

function rowsIn(text: string): readonly unknown[] | undefined {
  const value = jsonIn(text);
  const list = isFields(value) ? (value["results"] ?? value["memories"]) : value;
  return Array.isArray(list) ? list : undefined;
}
