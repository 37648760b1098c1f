// The file of the MCP memory server: one JSON object a line, entities with observations and relations between them. One
// entity is one memory: its observations are the text, its relations the end of it. Pure.

import { type Fields, parseLine } from "../../hosts/json-line.ts";
import { nameOf } from "../../store/guess.ts";
import { type Found, leftOut, type SourceFile } from "./candidate.ts";

export function entitiesIn({ path, text, mtimeMs }: SourceFile): readonly Found[] {
  const records = text.split("\n").map(parseLine);
  const relations = Map.groupBy(
    records.filter((record) => record !== undefined && record["type"] === "relation"),
    (record) => String(record?.["from"]),
  );
  return records.flatMap((record, index): readonly Found[] => {
    if (record === undefined || record["type"] !== "entity") return [];
    const from = `${path}:${index + 1}`;
    const name = said(record["name"]);
    const observed = Array.isArray(record["observations"]) ? record["observations"].map(said) : [];
    const lines = [...observed, ...(relations.get(name) ?? []).map(sentenceOf)].filter((line) => line !== "");
    if (name === "" || lines.length === 0) return [leftOut(from, "there is no observation in it")];
    const [only = ""] = lines;
    return [
      {
        kind: "candidate",
        text: lines.length === 1 ? `${only}\n` : `${lines.map((line) => `- ${line}`).join("\n")}\n`,
        name: nameOf(name.length < 2 ? `${name} ${said(record["entityType"])}` : name),
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
  return [relation?.["from"], relation?.["relationType"], relation?.["to"]].map(said).join(" ").trim();
}

function said(value: unknown): string {
  return typeof value === "string" ? value.replace(/\s+/g, " ").trim() : "";
}
