// The documentation site, from docs/ into site/ or a folder that is named. Needs no network.
//   node scripts/build-docs.ts [FOLDER]
import { buildSite } from "./docs/site.ts";

const folder = process.argv[2] ?? "site";
const began = performance.now();
const pages = await buildSite(folder);
console.log(`${pages} pages in ${folder}, ${((performance.now() - began) / 1000).toFixed(1)} s`);
