// Turns the chunks of the command line into CommonJS. Node loads such a file in a third of the time: no address is parsed, no
// second thread asked, and `node:fs` comes without the streams and promises that its module form brings along. What is
// imported by name from elsewhere, the entries, stays as it is and imports the chunks.
import { Script } from "node:vm";
import type { BuildResult, Metafile } from "esbuild";
import { REQUIRE } from "./later.ts";

type Made = Metafile["outputs"][string];

export interface Chunk {
  readonly name: string;
  readonly text: string;
}

const IMPORT = /(?<=^|[;}\n])import ?(?:(\*as ([\w$]+)|\{[^}]*\}|[\w$]+) ?from)?"([^"]+)";/g;
const EXPORT = /(?<=^|[;}\n])export\{([^}]*)\};(?=\s*(?:\/\*[\s\S]*\*\/\s*)?$)/;

/** `entries` are the names of the files that stay modules. */
export function commonJsChunks(result: BuildResult, entries: readonly string[]): readonly Chunk[] {
  const outputs = Object.entries(result.metafile?.outputs ?? {});
  const texts = new Map((result.outputFiles ?? []).map(({ path, text }) => [nameOf(path), text]));
  const made = new Map(outputs.map(([path, output]) => [nameOf(path), output]));
  refuseCircles(made);
  return [...made].map(([name, output]) => {
    const text = texts.get(name) ?? "";
    if (entries.includes(name)) return { name, text: asImporter(text, name, entries) };
    return { name: renamed(name), text: asCommonJs(text, name, output) };
  });
}

/** What a chunk gives is taken once, when it is loaded: of two that load each other one would be taken too early. */
function refuseCircles(made: ReadonlyMap<string, Made>): void {
  const done = new Set<string>();
  const visit = (name: string, above: readonly string[]): void => {
    if (above.includes(name)) throw new Error(`Chunks load each other: ${[...above, name].join(" -> ")}`);
    if (done.has(name)) return;
    for (const { path, kind } of made.get(name)?.imports ?? [])
      if (kind === "import-statement") visit(nameOf(path), [...above, name]);
    done.add(name);
  };
  for (const name of made.keys()) visit(name, []);
}

function asImporter(text: string, name: string, entries: readonly string[]): string {
  if (text.includes(REQUIRE)) throw new Error(`${name} is a module and has no require`);
  return text.replace(/"\.\/([\w-]+\.mjs)"/g, (whole, file: string) =>
    entries.includes(file) || !/-[A-Z0-9]{8}\.mjs$/.test(file) ? whole : `"./${renamed(file)}"`,
  );
}

function asCommonJs(text: string, name: string, { imports }: Made): string {
  const required: string[] = [];
  const body = text.replace(IMPORT, (_, clause: string | undefined, whole: string | undefined, from: string) => {
    required.push(requireFor(clause, whole, from));
    return "";
  });
  const wanted = imports.filter(({ kind }) => kind === "import-statement").length;
  if (required.length !== wanted) throw new Error(`${name} has ${wanted} imports, ${required.length} were read`);
  const given = body.replace(EXPORT, (_, list: string) => `module.exports={${list.split(",").map(asProperty)}};`);
  const later = given
    .replace(/\bimport\("\.\/([\w-]+)\.mjs"\)/g, 'Promise.resolve().then(()=>require("./$1.cjs"))')
    .replaceAll("import.meta.url", 'require("node:url").pathToFileURL(__filename).href')
    .replaceAll(REQUIRE, "require");
  const whole = `"use strict";${required.join("")}${later}`;
  // Whatever of a module is left does not parse.
  new Script(`(function(exports,require,module,__filename,__dirname){${whole}\n})`, { filename: name });
  return whole;
}

function requireFor(clause: string | undefined, whole: string | undefined, from: string): string {
  const file = `require("${/^\.\/[\w-]+\.mjs$/.test(from) ? `./${renamed(from.slice(2))}` : from}")`;
  if (clause === undefined) return `${file};`;
  if (whole !== undefined) return `const ${whole}=${file};`;
  return clause.startsWith("{") ? `const${clause.replaceAll(" as ", ":")}=${file};` : `const ${clause}=${file};`;
}

function asProperty(exported: string): string {
  const [inside = "", outside] = exported.trim().split(" as ");
  return outside === undefined ? inside : `${outside}:${inside}`;
}

function renamed(name: string): string {
  return name.replace(/\.mjs$/, ".cjs");
}

function nameOf(path: string): string {
  return path.replace(/^.*[/\\]/, "");
}
