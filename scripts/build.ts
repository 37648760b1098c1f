// Builds dist/ from src/ and plugin/: the bundles (shipped.ts), the page of the review, the declarations, the licences of
// what is bundled, and the manifests with which dist/ is a plugin (build-plugin.ts).
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { BuildResult } from "esbuild";
import { AGENT_FILES } from "../src/install/io/hook-origin.ts";
import { TABLE_FILE } from "../src/recall/io/meaning/table.ts";
import { buildPlugin, packageManifest, writeJson } from "./build-plugin.ts";
import { NEXT, PAGE, ROOT, version } from "./bundles.ts";
import { buildShipped } from "./shipped.ts";

const SHEBANG = "#!/usr/bin/env node\n";

function pageFiles(): void {
  for (const name of ["index.html", "page.css", "icon.svg"]) {
    copyFileSync(`${ROOT}${PAGE}/${name}`, `${ROOT}${NEXT}/web/${name}`);
  }
}

/** tsc leaves `.ts` in the imports of declarations; users' resolvers want the name of the module. */
function declarations(): void {
  const tsc = spawnSync(process.execPath, [
    `${ROOT}node_modules/typescript/bin/tsc`,
    "-p",
    `${ROOT}tsconfig.build.json`,
    "--outDir",
    `${ROOT}${NEXT}/types`,
  ]);
  if (tsc.status !== 0) throw new Error(`Declarations failed:\n${tsc.stdout}${tsc.stderr}`);
  const folder = `${ROOT}${NEXT}/types/`;
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".d.ts")) continue;
    const text = readFileSync(folder + file, "utf8");
    writeFileSync(folder + file, text.replace(/(\bfrom |\bimport\()("\.[^"]*)\.ts"/g, '$1$2.js"'));
  }
  keepDeclared(folder);
}

/** tsc declares every module of the program; users see what the library's own declarations name. */
function keepDeclared(folder: string): void {
  const named = new Set<string>();
  const visit = (file: string): void => {
    if (named.has(file)) return;
    named.add(file);
    for (const [, path] of readFileSync(folder + file, "utf8").matchAll(/(?:\bfrom |\bimport\()"(\.[^"]*)\.js"/g))
      visit(join(dirname(file), `${path}.d.ts`));
  };
  visit("index.d.ts");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".d.ts"));
  for (const file of files) if (!named.has(file)) rmSync(folder + file);
  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()))
    removeEmpty(`${folder}${name}`);
}

function removeEmpty(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmpty(`${folder}/${entry.name}`);
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

export function makeExecutable(file: string): void {
  const text = readFileSync(file, "utf8");
  if (!text.startsWith(SHEBANG)) writeFileSync(file, SHEBANG + text);
  chmodSync(file, 0o755);
}

/** The largest, and the sum. */
function summary(): string {
  const files = readdirSync(`${ROOT}dist`, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const sizes = files.map(({ parentPath, name }) => [statSync(`${parentPath}/${name}`).size, name] as const);
  const rows = sizes.sort(([a], [b]) => b - a).slice(0, 12);
  const sum = sizes.reduce((total, [size]) => total + size, 0);
  return [...rows, [sum, `in ${sizes.length} files of dist/`] as const]
    .map(([n, name]) => `${String(n).padStart(8)}  ${name}`)
    .join("\n");
}

/** The packages that the bundler took in. */
export function bundledNames(results: readonly BuildResult[]): readonly string[] {
  const inputs = results.flatMap((result) => Object.keys(result.metafile?.inputs ?? {}));
  const names = inputs.flatMap((input) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []);
  return [...new Set(names)].sort();
}

/** Bundling someone's code means shipping their notice. */

export function licenceOf(name: string): string {
  const folder = `${ROOT}node_modules/${name}`;
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) throw new Error(`${name} is bundled and has no licence file`);
  const { version } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as { version: string };
  return `${name} ${version}\n\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
}

/** Nothing of a text is in it; whose work it was made from is said all the same (decision 0042). */
const OF_THE_TABLE = `${TABLE_FILE}

Numbers distilled from the model all-MiniLM-L6-v2 (Apache License 2.0) by texts of npm packages, Debian's list of
packages and WordNet 3.1, Copyright 2011 by Princeton University. All rights reserved.
`;

function putInPlace(): void {
  const old = `${ROOT}${NEXT}-old`;
  mkdirSync(old, { recursive: true });
  if (existsSync(`${ROOT}dist`)) renameSync(`${ROOT}dist`, `${old}/dist`);
  renameSync(`${ROOT}${NEXT}`, `${ROOT}dist`);
  rmSync(old, { recursive: true, force: true });
}

function digestOf(files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const name of files) hash.update(name).update(readFileSync(`${ROOT}${NEXT}/${name}`));
  return hash.digest("hex");
}

/** The names of the packages that are bundled. */
export async function buildDist(): Promise<readonly string[]> {
  const { results, agentFiles } = await buildShipped();
  const names = bundledNames(results);
  pageFiles();
  makeExecutable(`${ROOT}${NEXT}/cli.mjs`);
  const set = { files: agentFiles, version: version(), digest: digestOf(agentFiles) };
  writeFileSync(`${ROOT}${NEXT}/${AGENT_FILES}`, `${JSON.stringify(set, null, 1)}\n`);
  writeFileSync(`${ROOT}${NEXT}/THIRD-PARTY-LICENSES.txt`, [...names.map(licenceOf), OF_THE_TABLE].join("\n"));
  buildPlugin(ROOT.replace(/\/$/, ""), `${ROOT}${NEXT}`, version());
  declarations();
  putInPlace();
  writeJson(`${ROOT}.claude-plugin/plugin.json`, packageManifest(ROOT, version()));
  return names;
}

if (import.meta.main) {
  await buildDist();
  console.log(summary());
}
