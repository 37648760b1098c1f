// Writes schema/*.schema.json from the tables in core. The drift tests compare the files with `schemaFiles()`.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CONFIG_KEYS, type ConfigKeyRow, LONGEST_LIST, LONGEST_PATH, LONGEST_WORD } from "../src/config/keys.ts";

type Json = string | number | boolean | readonly Json[] | { readonly [key: string]: Json };

export function schemaFiles(): ReadonlyMap<string, string> {
  return new Map([["config.schema.json", asText(configSchema())]]);
}

/** As the formatter wants it: a list of plain values on one line. */
function asText(schema: unknown): string {
  const text = JSON.stringify(schema, null, 2).replace(/\[\n\s+([^[\]{}]*?)\n\s+\]/g, (_, items: string) => {
    return `[${items.replace(/\n\s+/g, " ")}]`;
  });
  return `${text}\n`;
}

/** Of a configuration file, from the table of keys (CFG-2). */
function configSchema(): Json {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Holdfast configuration",
    type: "object",
    additionalProperties: false,
    properties: {
      $schema: { type: "string" },
      ...Object.fromEntries(CONFIG_KEYS.map((row) => [row.name, property(row)])),
    },
  };
}

function property(row: ConfigKeyRow): Json {
  const described = { description: `${row.summary} ${byProject(row)}`, default: row.default };
  if (row.type === "integer") return { type: "integer", minimum: row.min, maximum: row.max, ...described };
  if (row.type === "boolean") return { type: "boolean", ...described };
  if (row.type === "path") return { type: "string", maxLength: LONGEST_PATH, ...described };
  if (row.type === "word") return { type: "string", pattern: `^(?:${row.pattern})?$`, ...described };
  if (row.type === "choice") return { type: "string", enum: row.choices, ...described };
  const item = row.choices === undefined ? { maxLength: LONGEST_WORD } : { enum: row.choices };
  return { type: "array", maxItems: LONGEST_LIST, items: { type: "string", ...item }, ...described };
}

/** How far a project may go with it, as a sentence. */
export function byProject(row: ConfigKeyRow): string {
  if (row.project === "never") return "A project can't set it.";
  return row.type === "integer"
    ? `A project may only lower it, to ${row.projectMin} at least.`
    : "A project may only switch it off.";
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = new URL("../schema/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of schemaFiles()) writeFileSync(new URL(name, folder), text);
}
