// Assembles dist/marketplace/ from plugin/ and the built bundles (AGT-31): one folder that Claude Code, Codex and Copilot
// CLI all read; and dist/gemini/, an extension for Gemini CLI. Agents run no `npm install` for a plugin, so each holds
// whole bundles; none of it is committed.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { AGENT_BUNDLES, SERVER } from "../src/state/hook-copy.ts";

const MANIFESTS = [".claude-plugin/plugin.json", ".codex-plugin/plugin.json", ".github/plugin/plugin.json"];
/** Only a server that is there may be named: Claude Code remembers one that did not start for a quarter of an hour. */
const SERVER_FILES = [".mcp.json", "mcp.codex.json"];

type Fields = Readonly<Record<string, unknown>>;

/** `dist` is the folder of the bundles; the marketplace is made in it. */
export function buildMarketplace(root: string, dist: string, version: string): void {
  const market = `${dist}/marketplace`;
  const plugin = `${market}/plugin`;
  rmSync(market, { recursive: true, force: true });
  const serves = assemble(root, "plugin", dist, plugin);
  if (!serves) for (const name of SERVER_FILES) rmSync(`${plugin}/${name}`);
  for (const name of MANIFESTS) stamp(`${plugin}/${name}`, version, serves);
  const { name, description, author } = readJson(`${plugin}/${MANIFESTS[0]}`);
  mkdirSync(`${market}/.claude-plugin`);
  writeJson(`${market}/.claude-plugin/marketplace.json`, {
    name,
    owner: author,
    metadata: { description },
    plugins: [{ name, source: "./plugin", description }],
  });
}

export function buildGeminiExtension(root: string, dist: string, version: string): void {
  rmSync(`${dist}/gemini`, { recursive: true, force: true });
  const serves = assemble(root, "gemini", dist, `${dist}/gemini`);
  stamp(`${dist}/gemini/gemini-extension.json`, version, serves);
}

/** Whether there is a server among the bundles. */
function assemble(root: string, source: string, dist: string, target: string): boolean {
  cpSync(`${root}/${source}`, target, { recursive: true });
  cpSync(`${root}/LICENSE`, `${target}/LICENSE`);
  mkdirSync(`${target}/lib`);
  const bundles = AGENT_BUNDLES.filter((name) => existsSync(`${dist}/${name}`));
  for (const name of bundles) cpSync(`${dist}/${name}`, `${target}/lib/${name}`);
  cpSync(`${dist}/THIRD-PARTY-LICENSES.txt`, `${target}/THIRD-PARTY-LICENSES.txt`);
  return bundles.includes(SERVER);
}

function stamp(path: string, version: string, serves: boolean): void {
  const { mcpServers, ...others } = readJson(path);
  writeJson(path, { ...others, version, ...(serves && mcpServers !== undefined ? { mcpServers } : {}) });
}

function readJson(path: string): Fields {
  return JSON.parse(readFileSync(path, "utf8")) as Fields;
}

function writeJson(path: string, value: Fields): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
