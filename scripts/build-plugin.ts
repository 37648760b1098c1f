// Assembles dist/marketplace/ from plugin/ and the built bundles (AGT-31): one folder that Claude Code and Codex both
// read. Agents run no `npm install` for a plugin, so it holds whole bundles; none of it is committed.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { AGENT_BUNDLES, SERVER } from "../src/state/hook-copy.ts";

const MANIFESTS = [".claude-plugin/plugin.json", ".codex-plugin/plugin.json"];
/** Only a server that is there may be named: Claude Code remembers one that did not start for a quarter of an hour. */
const SERVER_FILES = [".mcp.json", "mcp.codex.json"];

type Fields = Readonly<Record<string, unknown>>;

/** `dist` is the folder of the bundles; the marketplace is made in it. */
export function buildMarketplace(root: string, dist: string, version: string): void {
  const market = `${dist}/marketplace`;
  const plugin = `${market}/plugin`;
  rmSync(market, { recursive: true, force: true });
  cpSync(`${root}/plugin`, plugin, { recursive: true });
  cpSync(`${root}/LICENSE`, `${plugin}/LICENSE`);
  mkdirSync(`${plugin}/lib`);
  const bundles = AGENT_BUNDLES.filter((name) => existsSync(`${dist}/${name}`));
  for (const name of bundles) cpSync(`${dist}/${name}`, `${plugin}/lib/${name}`);
  cpSync(`${dist}/THIRD-PARTY-LICENSES.txt`, `${plugin}/THIRD-PARTY-LICENSES.txt`);
  const serves = bundles.includes(SERVER);
  if (!serves) for (const name of SERVER_FILES) rmSync(`${plugin}/${name}`);
  for (const name of MANIFESTS) {
    const { mcpServers, ...others } = readJson(`${plugin}/${name}`);
    writeJson(`${plugin}/${name}`, {
      ...others,
      version,
      ...(serves && mcpServers !== undefined ? { mcpServers } : {}),
    });
  }
  const { name, description, author } = readJson(`${plugin}/${MANIFESTS[0]}`);
  mkdirSync(`${market}/.claude-plugin`);
  writeJson(`${market}/.claude-plugin/marketplace.json`, {
    name,
    owner: author,
    metadata: { description },
    plugins: [{ name, source: "./plugin", description }],
  });
}

function readJson(path: string): Fields {
  return JSON.parse(readFileSync(path, "utf8")) as Fields;
}

function writeJson(path: string, value: Fields): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
