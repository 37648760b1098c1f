// Writes docs/reference/*.md: prose from scripts/docs/templates, facts from their owners in src/. The drift test
// compares the files with `referencePages()`.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { commandSlots } from "./docs/reference/commands.ts";
import { configSlots } from "./docs/reference/config.ts";
import { conformanceSlots } from "./docs/reference/conformance.ts";
import { codeSlots } from "./docs/reference/exit-codes.ts";
import { formatSlots } from "./docs/reference/file-format.ts";
import { mcpSlots } from "./docs/reference/mcp.ts";
import { fill, type Slots } from "./docs/template.ts";

const TEMPLATES = new URL("docs/templates/", import.meta.url);

export async function referencePages(): Promise<ReadonlyMap<string, string>> {
  const slots: Readonly<Record<string, Slots>> = {
    "commands.md": await commandSlots(),
    "config.md": configSlots(),
    "conformance.md": conformanceSlots(),
    "exit-codes.md": codeSlots(),
    "file-format.md": formatSlots(),
    "mcp.md": await mcpSlots(),
  };
  return new Map(Object.entries(slots).map(([name, values]) => [name, fill(template(name), values)]));
}

function template(name: string): string {
  return readFileSync(new URL(name, TEMPLATES), "utf8");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = new URL("../docs/reference/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of await referencePages()) writeFileSync(new URL(name, folder), text);
}
