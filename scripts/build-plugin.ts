// Makes dist/ a plugin and a marketplace with this one plugin (AGT-31): manifests, hooks and skills from plugin/, beside
// the bundles they name. Agents run no `npm install` for a plugin, and need none. The package itself is a plugin too, for
// a marketplace that names it on npm: `.claude-plugin/plugin.json` at its root leads to the same files below dist/.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { agentFiles, SERVER } from "../src/install/io/hook-copy.ts";

/** One per agent; the first also describes the marketplace. */
const MANIFESTS = [".claude-plugin/plugin.json", ".codex-plugin/plugin.json", ".github/plugin/plugin.json"];
/** Only a server that is there may be named: Claude Code remembers one that did not start for a quarter of an hour. */
const SERVER_FILES = [".mcp.json", "mcp.codex.json"];
/** As plugin/ names the folder of the bundles; where they are is known here. */
const WRITTEN = /(\$\{\w+\}|\.)\/lib\//g;

type Fields = Readonly<Record<string, unknown>>;

/** `dist` is the folder of the bundles. */
export function buildPlugin(root: string, dist: string, version: string): void {
  cpSync(`${root}/plugin`, dist, { recursive: true });
  cpSync(`${root}/LICENSE`, `${dist}/LICENSE`);
  const serves = existsSync(`${dist}/${SERVER}`);
  if (!serves) for (const name of SERVER_FILES) rmSync(`${dist}/${name}`);
  for (const name of MANIFESTS) stamp(`${dist}/${name}`, version, serves);
  const hooks = readdirSync(`${dist}/hooks`).map((name) => `hooks/${name}`);
  for (const name of [...hooks, ...(serves ? SERVER_FILES : [])]) {
    const path = `${dist}/${name}`;
    writeFileSync(path, readFileSync(path, "utf8").replace(WRITTEN, "$1/"));
  }
  const { name, description, author } = readJson(`${dist}/${MANIFESTS[0]}`);
  writeJson(`${dist}/.claude-plugin/marketplace.json`, {
    name,
    owner: author,
    metadata: { description },
    plugins: [{ name, source: "./", description }],
  });
}

/**
 * An extension for Gemini CLI, which copies the folder it is given: so it holds the bundles itself, and is no part of the
 * package. Its `hooks/hooks.json` would be read by Claude Code if it lay in dist/.
 */
export function buildGeminiExtension(root: string, dist: string, target: string, version: string): void {
  cpSync(`${root}/gemini`, target, { recursive: true });
  cpSync(`${root}/LICENSE`, `${target}/LICENSE`);
  cpSync(`${dist}/THIRD-PARTY-LICENSES.txt`, `${target}/THIRD-PARTY-LICENSES.txt`);
  mkdirSync(`${target}/lib`);
  const files = agentFiles(dist);
  for (const name of files) cpSync(`${dist}/${name}`, `${target}/lib/${name}`);
  stamp(`${target}/gemini-extension.json`, version, files.includes(SERVER));
}

function stamp(path: string, version: string, serves: boolean): void {
  const { mcpServers, ...others } = readJson(path);
  writeJson(path, { ...others, version, ...(serves && mcpServers !== undefined ? { mcpServers } : {}) });
}

/** Claude Code's manifest for the root of the package. Its own hooks and servers, because the variable names that root. */
export function packageManifest(root: string, version: string): Fields {
  const below = (file: string): Fields =>
    JSON.parse(readFileSync(`${root}/plugin/${file}`, "utf8").replace(WRITTEN, "$1/dist/")) as Fields;
  return {
    ...readJson(`${root}/plugin/${MANIFESTS[0]}`),
    version,
    skills: "./dist/skills/",
    ...below("hooks/hooks.json"),
    ...below(".mcp.json"),
  };
}

export function readJson(path: string): Fields {
  return JSON.parse(readFileSync(path, "utf8")) as Fields;
}

export function writeJson(path: string, value: Fields): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
