// The plugin folder against its single sources: the installer's own events, and the package's version.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, test } from "vitest";
import { buildMarketplace } from "../../../scripts/build-plugin.ts";
import { editJson } from "../../../src/disk/json-edit.ts";
import { claude } from "../../../src/hosts/claude/setup.ts";
import { codex } from "../../../src/hosts/codex/setup.ts";
import type { HostSetup } from "../../../src/hosts/setup.ts";
import { scratch } from "../../support/disk.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");
const ROOT_VARIABLE = ["$", "{CLAUDE_PLUGIN_ROOT}"].join("");
let dist: string;

beforeEach(() => {
  dist = scratch();
  writeFileSync(`${dist}/hook.cjs`, "hook");
  writeFileSync(`${dist}/THIRD-PARTY-LICENSES.txt`, "theirs");
});

const read = (path: string) => JSON.parse(readFileSync(`${dist}/marketplace/${path}`, "utf8"));

/** What `install` would write, with the plugin's place for the hook and its word that it is the plugin. */
function installed(host: HostSetup): string {
  const at = { hookPath: `${ROOT_VARIABLE}/lib/hook.cjs`, store: "/STORE", memoryFolder: "/MEMORY" };
  const [settings] = host.files(at, {}, "/home/u");
  if (settings?.format !== "json") throw new Error("hooks are JSON");
  return editJson(undefined, settings.install) as string;
}

describe("the plugin folder (AGT-31)", () => {
  test("AGT-13: Claude's hooks are the installer's, and say that they are the plugin's", () => {
    const expected = JSON.parse(
      installed(claude).replaceAll('"claude"', '"claude","--via","plugin"').replaceAll("(//STORE/", "(~/.holdfast/"),
    );
    expect(JSON.parse(readFileSync(`${ROOT}/plugin/hooks/hooks.json`, "utf8"))).toEqual(expected);
  });

  test("AGT-13: Codex's hooks are the installer's, and say that they are the plugin's", () => {
    const expected = JSON.parse(installed(codex), (_, value: unknown) =>
      typeof value === "string" && value.startsWith("node ") ? `${value.replaceAll("'", '"')} --via plugin` : value,
    );
    expect(JSON.parse(readFileSync(`${ROOT}/plugin/hooks/hooks.codex.json`, "utf8"))).toEqual(expected);
  });

  test("AGT-31: every manifest has the package's version, and the bundles lie beside it", () => {
    writeFileSync(`${dist}/mcp.mjs`, "server");
    buildMarketplace(ROOT, dist, "9.8.7");
    for (const name of [".claude-plugin", ".codex-plugin"]) {
      expect(read(`plugin/${name}/plugin.json`)).toMatchObject({ name: "holdfast", version: "9.8.7" });
    }
    expect(read(".claude-plugin/marketplace.json").plugins).toMatchObject([{ name: "holdfast", source: "./plugin" }]);
    expect(readFileSync(`${dist}/marketplace/plugin/lib/hook.cjs`, "utf8")).toBe("hook");
    expect(readFileSync(`${dist}/marketplace/plugin/lib/mcp.mjs`, "utf8")).toBe("server");
    expect(read("plugin/.codex-plugin/plugin.json").mcpServers).toBe("./mcp.codex.json");
    for (const name of ["LICENSE", "THIRD-PARTY-LICENSES.txt", "README.md", "skills/review/SKILL.md"]) {
      expect(existsSync(`${dist}/marketplace/plugin/${name}`)).toBe(true);
    }
  });

  test("AGT-31: without a server none is named", () => {
    buildMarketplace(ROOT, dist, "1.0.0");
    expect(read("plugin/.codex-plugin/plugin.json").mcpServers).toBeUndefined();
    for (const name of [".mcp.json", "mcp.codex.json"]) {
      expect(existsSync(`${dist}/marketplace/plugin/${name}`)).toBe(false);
    }
  });

  test("AGT-31: no manifest names a file that is not there", () => {
    writeFileSync(`${dist}/mcp.mjs`, "server");
    buildMarketplace(ROOT, dist, "1.0.0");
    const plugin = `${dist}/marketplace/plugin`;
    for (const value of Object.values(read("plugin/.codex-plugin/plugin.json"))) {
      if (typeof value === "string" && value.startsWith("./"))
        expect(existsSync(`${plugin}/${value}`), value).toBe(true);
    }
    for (const name of [".mcp.json", "mcp.codex.json"]) {
      const [path = ""] = read(`plugin/${name}`).mcpServers.holdfast.args;
      expect(existsSync(path.replace(ROOT_VARIABLE, plugin).replace(/^\.\//, `${plugin}/`)), path).toBe(true);
    }
  });
});
