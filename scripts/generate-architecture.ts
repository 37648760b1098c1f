// Draws docs/pictures/architecture.svg and writes the table of rooms into docs/architecture.md, both from the files in
// src/. The drift test compares them with `architectureFiles()`.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readSourceTree } from "../test/support/source-tree.ts";
import { type Edge, fromTheTop, roomEdges } from "./docs/architecture/folders.ts";
import { drawn } from "./docs/architecture/picture.ts";
import { code, table } from "./docs/text.ts";
import { ENTRANCES, ROOMS } from "./rooms.ts";

const DOCS = new URL("../docs/", import.meta.url);
const MARKED = /(<!-- rooms: begin -->\n)[\s\S]*?(<!-- rooms: end -->)/;

/** By path below docs/. */
export function architectureFiles(): ReadonlyMap<string, string> {
  const edges = roomEdges(readSourceTree());
  const page = readFileSync(new URL("architecture.md", DOCS), "utf8");
  if (!MARKED.test(page)) throw new Error("docs/architecture.md has lost the marks around its table of rooms");
  return new Map([
    ["pictures/architecture.svg", drawn(edges)],
    ["architecture.md", page.replace(MARKED, (_, begin: string, end: string) => `${begin}${rooms(edges)}\n${end}`)],
  ]);
}

/** From the top down; what every room may use is not repeated. */
function rooms(edges: readonly Edge[]): string {
  const names = fromTheTop().filter((name) => !ENTRANCES.includes(name));
  return table(
    ["room", "holds", "imports"],
    names.map((name) => {
      const imports = edges.filter(({ from }) => from === name).map(({ to }) => code(to));
      const all = imports.length > 12 ? "all but entrances" : imports.join(", ") || "none";
      return [code(name), ROOMS.find((room) => room.name === name)?.holds ?? "", all];
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of architectureFiles()) writeFileSync(new URL(file, DOCS), text);
}
