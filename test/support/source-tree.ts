// Every source file with its imports. Read by the architecture test and by the picture of docs/architecture.md, so that
// both speak of the same tree.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { type Import, importsOf } from "./imports.ts";

const SRC = fileURLToPath(new URL("../../src", import.meta.url));

export interface SourceTree {
  readonly files: readonly string[];
  readonly sources: ReadonlyMap<string, string>;
  readonly imports: ReadonlyMap<string, readonly Import[]>;
}

export function readSourceTree(): SourceTree {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
    .sort();
  const sources = new Map(files.map((file) => [file, readFileSync(`${SRC}/${file}`, "utf8")]));
  return { files, sources, imports: new Map([...sources].map(([file, text]) => [file, importsOf(text)])) };
}

/** The room of a file, or its entrance. */
export function folderOf(file: string): string {
  return file.includes("/") ? file.slice(0, file.indexOf("/")) : "library";
}

export function targetOf(file: string, from: string): string {
  return normalize(join(dirname(file), from));
}
