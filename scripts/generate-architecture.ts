// Draws docs/pictures/architecture.svg and writes the table of imports into docs/architecture.md, both from the files in
// src/. The drift test compares them with `architectureFiles()`.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ENTRANCES, readSourceTree } from "../test/support/source-tree.ts";
import { type Edge, folderEdges, groupEdges, inDepth } from "./docs/architecture/folders.ts";
import { drawn, groupOf } from "./docs/architecture/picture.ts";
import { code, table } from "./docs/text.ts";

const DOCS = new URL("../docs/", import.meta.url);
const MARKED = /(<!-- imports: begin -->\n)[\s\S]*?(<!-- imports: end -->)/;

/** By path below docs/. */
export function architectureFiles(): ReadonlyMap<string, string> {
  const edges = folderEdges(readSourceTree());
  const page = readFileSync(new URL("architecture.md", DOCS), "utf8");
  if (!MARKED.test(page)) throw new Error("docs/architecture.md has lost the marks around its table of imports");
  return new Map([
    ["pictures/architecture.svg", drawn(groupEdges(edges, groupOf))],
    [
      "architecture.md",
      page.replace(MARKED, (_, begin: string, end: string) => `${begin}${importTable(edges)}\n${end}`),
    ],
  ]);
}

/** Folders that import the same share a row. */
function importTable(edges: readonly Edge[]): string {
  const plugged = (edge: Edge): boolean => edge.openersOnly && ENTRANCES.includes(edge.from);
  const names = (list: readonly Edge[]): string => list.map((edge) => code(edge.to)).join(", ") || "none";
  const rows = new Map<string, string[]>();
  for (const folder of inDepth(edges)) {
    const to = edges.filter(({ from }) => from === folder);
    const key = JSON.stringify([names(to.filter((edge) => !plugged(edge))), names(to.filter(plugged))]);
    rows.set(key, [...(rows.get(key) ?? []), code(folder)]);
  }
  return table(
    ["folders", "import", "from their open.ts alone"],
    [...rows].map(([key, folders]) => [folders.join(", "), ...(JSON.parse(key) as string[])]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of architectureFiles()) writeFileSync(new URL(file, DOCS), text);
}
