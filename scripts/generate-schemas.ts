// Writes schema/*.schema.json from the tables in core. The drift tests compare the files with `schemaFiles()`.
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { configSchema } from "../src/config/schema.ts";

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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = new URL("../schema/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of schemaFiles()) writeFileSync(new URL(name, folder), text);
}
