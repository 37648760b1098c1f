// The marketplace of this repository, the template for GitLab and the devcontainer feature name the package on npm in its version:
// written here from package.json, after `changeset version`; tests compare them.
import { readFileSync, writeFileSync } from "node:fs";
import { readJson, writeJson } from "./build-plugin.ts";
import { ROOT, version } from "./bundles.ts";

interface Market {
  readonly plugins: readonly { readonly source: Readonly<Record<string, string>> }[];
}

const PATH = `${ROOT}.claude-plugin/marketplace.json`;
const { plugins } = JSON.parse(readFileSync(PATH, "utf8")) as Market;
const stamped = plugins.map((plugin) => ({ ...plugin, source: { ...plugin.source, version: version() } }));
writeJson(PATH, { ...readJson(PATH), plugins: stamped });

const TEMPLATE = `${ROOT}machines/gitlab.yml`;
writeFileSync(
  TEMPLATE,
  readFileSync(TEMPLATE, "utf8").replace(/^( +HOLDFAST_VERSION: ).*$/m, (_, name: string) => name + version()),
);

const FEATURE = `${ROOT}machines/holdfast/devcontainer-feature.json`;
const feature = readJson(FEATURE) as { options: { version: object } };
const option = { ...feature.options.version, default: version() };
writeJson(FEATURE, { ...feature, version: version(), options: { version: option } });
