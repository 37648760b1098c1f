// Builds hub/dist/, the program of @holdfast/hub: its own sources and the rooms of ours that it uses in one bundle, in full, for whoever
// runs it reads it; its dependencies stay outside, and its migrations are files beside it. The admins' page lies in a folder of its own.
// With the licences of what is bundled.
import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { bundledNames, licenceOf, makeExecutable } from "./build.ts";
import { HUB_PAGE, hubOptions, hubPageOptions, PAGE, ROOT } from "./bundles.ts";

const DIST = `${ROOT}hub/dist`;

/** Four files in `page/`, which the hub reads when it starts. */
export async function buildHubPage(folder: string): Promise<void> {
  await build(hubPageOptions(folder));
  for (const file of ["index.html", "page.css"]) copyFileSync(`${ROOT}${HUB_PAGE}/${file}`, `${folder}/page/${file}`);
  copyFileSync(`${ROOT}${PAGE}/icon.svg`, `${folder}/page/icon.svg`);
}

/** The names of the packages that are bundled. */
export async function buildHub(): Promise<readonly string[]> {
  const next = `hub/.build-${process.pid}`;
  mkdirSync(ROOT + next, { recursive: true });
  const result = await build(hubOptions(next));
  const names = bundledNames([result]);
  await buildHubPage(ROOT + next);
  makeExecutable(`${ROOT}${next}/hub.mjs`);
  copyFileSync(`${ROOT}LICENSE`, `${ROOT}${next}/LICENSE`);
  writeFileSync(`${ROOT}${next}/THIRD-PARTY-LICENSES.txt`, names.map(licenceOf).join("\n"));
  rmSync(DIST, { recursive: true, force: true });
  renameSync(ROOT + next, DIST);
  return names;
}

if (import.meta.main) await buildHub();
