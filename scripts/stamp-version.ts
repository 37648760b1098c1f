// The marketplace of this repository names the package on npm in its version: written here from package.json, after
// `changeset version`; a test compares the two.
import { readFileSync } from "node:fs";
import { readJson, writeJson } from "./build-plugin.ts";
import { ROOT, version } from "./bundles.ts";

interface Market {
  readonly plugins: readonly { readonly source: Readonly<Record<string, string>> }[];
}

const PATH = `${ROOT}.claude-plugin/marketplace.json`;
const { plugins } = JSON.parse(readFileSync(PATH, "utf8")) as Market;
const stamped = plugins.map((plugin) => ({ ...plugin, source: { ...plugin.source, version: version() } }));
writeJson(PATH, { ...readJson(PATH), plugins: stamped });
