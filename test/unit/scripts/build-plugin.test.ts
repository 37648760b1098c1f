// The plugin folder against its single sources: the installer's own events, and the package's version.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, test } from "vitest";
import { buildGeminiExtension, buildPlugin, packageManifest } from "../../../scripts/build-plugin.ts";
import { claude } from "../../../src/hosts/claude/index.ts";
import { codex } from "../../../src/hosts/codex/index.ts";
import { copilot } from "../../../src/hosts/copilot/index.ts";
import { gemini } from "../../../src/hosts/gemini/index.ts";
import { type Host, placesOf } from "../../../src/hosts/host.ts";
import { editJson } from "../../../src/install/io/json-edit.ts";
import { scratch } from "../../support/disk.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");
const ROOT_VARIABLE = ["$", "{CLAUDE_PLUGIN_ROOT}"].join("");
const EXTENSION_VARIABLE = ["$", "{extensionPath}"].join("");
let dist: string;

beforeEach(() => {
  dist = scratch();
  writeFileSync(`${dist}/hook.cjs`, "hook");
  writeFileSync(`${dist}/THIRD-PARTY-LICENSES.txt`, "theirs");
});

const read = (path: string) => JSON.parse(readFileSync(`${dist}/${path}`, "utf8"));

/** What `install` would write, with the plugin's place for the hook and its word that it is the plugin. */
async function installed(host: Host): Promise<string> {
  const guarded = { folders: ["/STORE"], key: "/KEY" };
  const ours = {
    hookPath: `${ROOT_VARIABLE}/lib/hook.cjs`,
    store: "/STORE",
    guarded,
    args: [],
    memoryFolder: "/MEMORY",
  };
  const { files } = await host.setup();
  const [settings] = files({ ...ours, built: () => undefined }, placesOf(host, {}, "/home/u"));
  if (settings?.format !== "json") throw new Error("hooks are JSON");
  return editJson(undefined, settings.install) as string;
}

describe("the plugin folder (AGT-31)", () => {
  test("AGT-13: Claude's hooks are the installer's, and say that they are the plugin's", async () => {
    // A plugin can't bring rules of permission.
    const { hooks } = JSON.parse(
      (await installed(claude))
        .replaceAll('"claude"', '"claude","--via","plugin"')
        .replaceAll("(//STORE/", "(~/.holdfast/"),
    );
    expect(JSON.parse(readFileSync(`${ROOT}/plugin/hooks/hooks.json`, "utf8"))).toEqual({ hooks });
  });

  test.each([
    [codex, "plugin/hooks/hooks.codex.json", ROOT_VARIABLE],
    [copilot, "plugin/hooks/hooks.copilot.json", ROOT_VARIABLE],
    [gemini, "gemini/hooks/hooks.json", EXTENSION_VARIABLE],
  ])("AGT-13: $name's hooks are the installer's, and say that they are the plugin's", async (host, file, variable) => {
    const expected = JSON.parse(await installed(host), (_, value: unknown) =>
      typeof value === "string" && value.startsWith("node ")
        ? value.replaceAll("'", '"').replace(` --host ${host.name}`, "$& --via plugin")
        : value,
    );
    const text = JSON.stringify(expected).replaceAll(ROOT_VARIABLE, variable);
    expect(JSON.parse(readFileSync(`${ROOT}/${file}`, "utf8"))).toEqual(JSON.parse(text));
  });

  test("AGT-31: every manifest has the package's version, and the bundles lie beside it", () => {
    writeFileSync(`${dist}/mcp.mjs`, "server");
    buildPlugin(ROOT, dist, "9.8.7");
    for (const name of [".claude-plugin", ".codex-plugin", ".github/plugin"]) {
      expect(read(`${name}/plugin.json`)).toMatchObject({ name: "holdfast", version: "9.8.7" });
    }
    expect(read(".claude-plugin/marketplace.json").plugins).toMatchObject([{ name: "holdfast", source: "./" }]);
    expect(read(".codex-plugin/plugin.json").mcpServers).toBe("./mcp.codex.json");
    for (const name of ["LICENSE", "THIRD-PARTY-LICENSES.txt", "README.md", "skills/memories/SKILL.md"]) {
      expect(existsSync(`${dist}/${name}`)).toBe(true);
    }
  });

  test("AGT-31: without a server none is named", () => {
    buildPlugin(ROOT, dist, "1.0.0");
    expect(read(".codex-plugin/plugin.json").mcpServers).toBeUndefined();
    for (const name of [".mcp.json", "mcp.codex.json"]) {
      expect(existsSync(`${dist}/${name}`)).toBe(false);
    }
  });

  test("AGT-31: no manifest names a file that is not there", () => {
    writeFileSync(`${dist}/mcp.mjs`, "server");
    buildPlugin(ROOT, dist, "1.0.0");
    const plugin = dist;
    const manifests = [".codex-plugin", ".github/plugin"].map((name) => read(`${name}/plugin.json`));
    for (const value of manifests.flatMap((manifest) => Object.values(manifest))) {
      if (typeof value === "string" && value.startsWith("./"))
        expect(existsSync(`${plugin}/${value}`), value).toBe(true);
    }
    for (const name of [".mcp.json", "mcp.codex.json"]) {
      const [path = ""] = read(`${name}`).mcpServers.holdfast.args;
      expect(path).not.toContain("lib/");
      expect(existsSync(path.replace(ROOT_VARIABLE, plugin).replace(/^\.\//, `${plugin}/`)), path).toBe(true);
    }
  });

  test("AGT-31: an extension for Gemini CLI, with the package's version, and a server only where there is one", () => {
    const built = (name: string, ...files: readonly string[]) => {
      const target = `${dist}/${name}`;
      writeFileSync(`${dist}/agent-files.json`, JSON.stringify({ files }));
      buildGeminiExtension(ROOT, dist, target, "1.0.0");
      return { target, manifest: JSON.parse(readFileSync(`${target}/gemini-extension.json`, "utf8")) };
    };
    const { manifest } = built("without", "hook.cjs");
    expect(manifest).toMatchObject({ name: "holdfast", version: "1.0.0" });
    expect(manifest.mcpServers).toBeUndefined();
    writeFileSync(`${dist}/mcp.mjs`, "server");
    const full = built("with", "mcp.mjs", "hook.cjs");
    const [path = ""] = full.manifest.mcpServers.holdfast.args;
    expect(existsSync(path.replace(EXTENSION_VARIABLE, full.target)), path).toBe(true);
    for (const name of ["LICENSE", "THIRD-PARTY-LICENSES.txt", "README.md", "hooks/hooks.json", "lib/hook.cjs"]) {
      expect(existsSync(`${full.target}/${name}`), name).toBe(true);
    }
  });

  test("AGT-31: the package is a plugin too, whose manifest leads to the same files below dist/", () => {
    writeFileSync(`${dist}/mcp.mjs`, "server");
    buildPlugin(ROOT, dist, "1.0.0");
    const manifest = packageManifest(ROOT, "1.2.3");
    expect(manifest).toMatchObject({ name: "holdfast", version: "1.2.3", skills: "./dist/skills/" });
    const below = JSON.parse(JSON.stringify(manifest).replaceAll(`${ROOT_VARIABLE}/dist/`, `${ROOT_VARIABLE}/`));
    expect(below.hooks).toEqual(read("hooks/hooks.json").hooks);
    expect(below.mcpServers).toEqual(read(".mcp.json").mcpServers);
    expect(JSON.stringify(manifest)).toContain(`${ROOT_VARIABLE}/dist/hook.cjs`);
    expect(JSON.stringify(manifest)).not.toContain("/lib/");
  });

  test("AGT-31: the marketplace of the repository names this package in its version", () => {
    const { version } = JSON.parse(readFileSync(`${ROOT}/package.json`, "utf8"));
    const market = JSON.parse(readFileSync(`${ROOT}/.claude-plugin/marketplace.json`, "utf8"));
    expect(market.plugins).toMatchObject([
      { name: "holdfast", source: { source: "npm", package: "holdfast", version } },
    ]);
  });
});
