// The JSON schema of a configuration file, from the table of keys (CFG-2). scripts/generate-schemas.ts writes it.
import { CONFIG_KEYS, type ConfigKeyRow, LONGEST_LIST, LONGEST_PATH, LONGEST_WORD } from "./keys.ts";

type Json = string | number | boolean | readonly Json[] | { readonly [key: string]: Json };

export function configSchema(): Json {
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
