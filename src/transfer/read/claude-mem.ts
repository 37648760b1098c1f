// claude-mem's observations, from its database or from its JSON export: rows of the same columns. A model wrote them; so
// only a decision is more than a note. Its project is a folder's name, which the edge may know. Pure.

import { type Fields, isFields, jsonIn } from "../../hosts/json-line.ts";
import type { Kind, MemoryType } from "../../memory/kinds.ts";
import { descriptionOf, nameOf } from "../../store/guess.ts";
import { type Found, leftOut, type SourceFile, timeIn } from "./candidate.ts";

/** What is asked of the database; older ones lack some of them. */
export const COLUMNS = [
  "id",
  "project",
  "type",
  "title",
  "subtitle",
  "narrative",
  "text",
  "facts",
  "concepts",
  "created_at",
  "created_at_epoch",
] as const;

export interface Observation {
  readonly found: Found;
  /** The name of the folder that the session was in. */
  readonly projectName?: string;
}

/** The types that its observer gives; what is not here is a note of the project. */
const KINDS: Readonly<Record<string, { readonly kind: Kind; readonly type: MemoryType }>> = {
  decision: { kind: "decision", type: "project" },
  discovery: { kind: "fact", type: "reference" },
};
const NOTE = { kind: "fact", type: "project" } as const;

export function observationOf(row: Fields, path: string, mtimeMs: number): Observation {
  const from = `${path}, observation ${said(row["id"]) || "?"}`;
  const facts = listIn(row["facts"]);
  const title = said(row["title"]);
  const body = [said(row["narrative"]) || said(row["text"]), ...facts.map((fact) => `- ${fact}`)]
    .filter((part) => part !== "")
    .join("\n");
  const words = body === "" ? said(row["subtitle"]) || title : body;
  if (words === "") return { found: leftOut(from, "there is no text in it") };
  const { kind, type } = Object.hasOwn(KINDS, said(row["type"])) ? (KINDS[said(row["type"])] ?? NOTE) : NOTE;
  const projectName = said(row["project"]);
  return {
    found: {
      kind: "candidate",
      text: `${words}\n`,
      name: nameOf(title || words),
      description: descriptionOf(said(row["subtitle"]) || title || words),
      type,
      memoryKind: kind,
      tags: listIn(row["concepts"])
        .filter((tag) => /^[a-z0-9_.-]{1,40}$/.test(tag))
        .slice(0, 12),
      stated: false,
      gesture: false,
      from,
      atMs: timeIn(row["created_at_epoch"]) ?? timeIn(row["created_at"]) ?? mtimeMs,
    },
    ...(projectName === "" ? {} : { projectName }),
  };
}

export function observationsInExport({ path, text, mtimeMs }: SourceFile): readonly Observation[] {
  const value = jsonIn(text);
  const rows = isFields(value) ? value["observations"] : value;
  if (!Array.isArray(rows)) return [{ found: leftOut(path, "is no export of claude-mem: it has no observations") }];
  return rows.filter(isFields).map((row) => observationOf(row, path, mtimeMs));
}

/** A JSON array in a column of text, or a plain array in an export. */
function listIn(value: unknown): readonly string[] {
  const list = typeof value === "string" && value.startsWith("[") ? jsonIn(value) : value;
  return Array.isArray(list) ? list.map(said).filter((each) => each !== "") : [];
}

function said(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}
