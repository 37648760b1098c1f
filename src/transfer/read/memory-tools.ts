// What other memory tools keep, as candidates of an import: their exports and databases, read with suspicion. Pure.

import type { Fields } from "../../disk/json-file.ts";
import { isFields, jsonIn, parseLine } from "../../hosts/json-line.ts";
import { type Kind, type MemoryType, typeOfKind } from "../../memory/kinds.ts";
import { descriptionOf, kindOf, nameOf } from "../../store/guess.ts";
import { type FoundText, leftOut, type SourceFile, timeIn } from "./candidate.ts";
import { keysIn, saidOfItself } from "./standing.ts";

// claude-mem's observations, from its database or from its JSON export: rows of the same columns. A model wrote them; so
// only a decision is more than a note. Its project is a folder's name, which the edge may know. Pure.
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

export interface ObservationRow {
  readonly found: FoundText;
  /** The name of the folder that the session was in. */
  readonly projectName?: string;
}

/** The types that its observer gives; what is not here is a note of the project. */
const KINDS: Readonly<Record<string, { readonly kind: Kind; readonly type: MemoryType }>> = {
  decision: { kind: "decision", type: "project" },
  discovery: { kind: "fact", type: "reference" },
};
const NOTE = { kind: "fact", type: "project" } as const;

export function observationOf(row: Fields, path: string, mtimeMs: number): ObservationRow {
  const from = `${path}, observation ${said(row["id"]) || "?"}`;
  const facts = listIn(row["facts"]);
  const title = said(row["title"]);
  const body = [said(row["narrative"]) || said(row["text"]), ...facts.map((fact) => `- ${fact}`)]
    .filter((part) => part !== "")
    .join("\n");
  const words = body === "" ? said(row["subtitle"]) || title : body;
  if (words === "") return { found: leftOut(from, "there is no text in it") };
  const standing = saidOfItself(keysIn(Object.entries(row)));
  if (typeof standing === "string") return { found: leftOut(from, standing) };
  const { kind, type } = Object.hasOwn(KINDS, said(row["type"])) ? (KINDS[said(row["type"])] ?? NOTE) : NOTE;
  const projectName = said(row["project"]);
  return {
    found: {
      kind: "candidate",
      ...standing,
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

export function observationsInExport({ path, text, mtimeMs }: SourceFile): readonly ObservationRow[] {
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

// mem0's memories as its `get_all` or its export gives them: a list, or one below `results` or `memories`. Pure.
export function memoriesInExport({ path, text, mtimeMs }: SourceFile): readonly FoundText[] {
  const rows = rowsIn(text);
  if (rows === undefined) return [leftOut(path, "is no export of mem0: it has no list of memories")];
  return rows.map((row, index): FoundText => {
    const id = isFields(row) && typeof row["id"] === "string" ? row["id"] : String(index + 1);
    const from = `${path}, memory ${id}`;
    const words = isFields(row)
      ? [row["memory"], row["text"], row["data"]].find((each) => typeof each === "string")
      : row;
    if (typeof words !== "string" || words.trim() === "") return leftOut(from, "there is no text in it");
    const standing = saidOfItself(keysIn(isFields(row) ? Object.entries(row) : []));
    if (typeof standing === "string") return leftOut(from, standing);
    const kind = kindOf(words);
    const dated = isFields(row) ? (timeIn(row["created_at"]) ?? timeIn(row["updated_at"])) : undefined;
    return {
      kind: "candidate",
      ...standing,
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

// The file of the MCP memory server: one JSON object a line, entities with observations and relations between them. One
// entity is one memory: its observations are the text, its relations the end of it. Pure.
export function entitiesIn({ path, text, mtimeMs }: SourceFile): readonly FoundText[] {
  const records = text.split("\n").map(parseLine);
  const relations = Map.groupBy(
    records.filter((record) => record !== undefined && record["type"] === "relation"),
    (record) => String(record?.["from"]),
  );
  return records.flatMap((record, index): readonly FoundText[] => {
    if (record === undefined || record["type"] !== "entity") return [];
    const from = `${path}:${index + 1}`;
    const name = lineOf(record["name"]);
    const observed = Array.isArray(record["observations"]) ? record["observations"].map(lineOf) : [];
    const lines = [...observed, ...(relations.get(name) ?? []).map(sentenceOf)].filter((line) => line !== "");
    if (name === "" || lines.length === 0) return [leftOut(from, "there is no observation in it")];
    const standing = saidOfItself(keysIn(Object.entries(record)));
    if (typeof standing === "string") return [leftOut(from, standing)];
    const [only = ""] = lines;
    return [
      {
        kind: "candidate",
        ...standing,
        text: lines.length === 1 ? `${only}\n` : `${lines.map((line) => `- ${line}`).join("\n")}\n`,
        name: nameOf(name.length < 2 ? `${name} ${lineOf(record["entityType"])}` : name),
        type: "reference",
        memoryKind: "fact",
        stated: false,
        gesture: false,
        from,
        atMs: mtimeMs,
      },
    ];
  });
}

function sentenceOf(relation: Fields | undefined): string {
  return [relation?.["from"], relation?.["relationType"], relation?.["to"]].map(lineOf).join(" ").trim();
}

function lineOf(value: unknown): string {
  return typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "";
}
