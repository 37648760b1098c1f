// The two scripts of the site (decision 0075): the box with its engine, which every page names, and the index, which is asked
// for when somebody begins to search. The index is a script too: a page that is opened as a file may not read another file.
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import type { SitePage } from "../pages.ts";
import { indexOf } from "./engine.ts";
import { sectionsOf } from "./sections.ts";

const PAGE = "scripts/docs/search/page";

/** Into a site that is written, from the repository's folder. */
export async function writeSearch(site: string, pages: readonly SitePage[]): Promise<void> {
  const sections = pages.flatMap((page) => sectionsOf(page, readFileSync(`${site}/${page.url}`, "utf8")));
  const index = JSON.stringify(indexOf(sections.map((section, id) => ({ ...section, id }))));
  writeFileSync(`${site}/search-index.js`, `globalThis.searchIndex=${index};\n`);
  const licence = readFileSync("node_modules/minisearch/LICENSE.txt", "utf8").replaceAll("*/", "");
  await build({
    entryPoints: [`${PAGE}/main.ts`],
    outfile: `${site}/search.js`,
    tsconfig: `${PAGE}/tsconfig.json`,
    platform: "browser",
    target: ["chrome115", "firefox115", "safari16.4"],
    format: "iife",
    bundle: true,
    minify: true,
    charset: "utf8",
    logLevel: "warning",
    banner: { js: `/* With MiniSearch, which has this licence:\n${licence}*/` },
  });
}
