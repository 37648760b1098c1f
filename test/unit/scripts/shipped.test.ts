// What the build ships, looked at as files: agents run a part of it from a folder that holds nothing else (AGT-1).
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agentFiles } from "../../../src/install/io/hook-copy.ts";
import { TABLE_FILE } from "../../../src/recall/io/meaning/table.ts";
import { copyBuilt } from "../../golden/built.ts";

const folder = mkdtempSync(`${tmpdir()}/holdfast-shipped-`);
const dist = `${folder}/dist`;
beforeAll(() => copyBuilt(dist), 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Files beside it that a file loads, whatever the way. */
function loads(name: string): readonly string[] {
  const text = readFileSync(`${dist}/${name}`, "utf8");
  const named = text.matchAll(/(?:\bfrom ?|\bimport ?|\bimport\(|\brequire\()["']\.\/([^"']+)["']/g);
  return [...new Set([...named].map(([, file = ""]) => file))];
}

describe("the shipped bundles", () => {
  test("AGT-1: what agents run loads nothing beyond the list that is copied", () => {
    const files = agentFiles(dist);
    expect(files.length).toBeGreaterThan(10);
    const beyond = files.flatMap((name) => loads(name).filter((file) => !files.includes(file)));
    expect(beyond).toEqual([]);
  });

  test("AGT-1: a file comes after what it loads, and the hook last", () => {
    const files = agentFiles(dist);
    const early = files.filter((name, at) =>
      loads(name).some((file) => files.indexOf(file) > at && !isLazy(name, file)),
    );
    expect(early).toEqual([]);
    expect(files.at(-1)).toBe("hook.cjs");
  });

  test("AGT-1: every file that several versions could share under one name is one that loads nothing of ours", () => {
    const fixed = agentFiles(dist).filter((name) => !/-[0-9a-f]{8}\.cjs$/.test(name));
    const loaded = new Set(agentFiles(dist).flatMap(loads));
    const between = fixed.filter((name) => loaded.has(name) && !/^(hook-|mcp-server|worker-main)/.test(name));
    expect(between.flatMap(loads)).toEqual([]);
  });

  test("MCP-1: the server's first file is its preamble and one import, which an old Node can parse", () => {
    const text = readFileSync(`${dist}/mcp.mjs`, "utf8");
    expect(text.trimEnd().endsWith('import("./mcp-server.mjs");')).toBe(true);
    expect(loads("mcp.mjs")).toEqual(["mcp-server.mjs"]);
  });

  test("ARR-5a AGT-1: the table of vectors is among what agents run, whole, and no program holds it", () => {
    expect(agentFiles(dist)[0]).toBe(TABLE_FILE);
    expect(readFileSync(`${dist}/${TABLE_FILE}`).equals(readFileSync(`src/recall/io/meaning/${TABLE_FILE}`))).toBe(
      true,
    );
    const naming = agentFiles(dist).filter((name) => readFileSync(`${dist}/${name}`, "latin1").includes(TABLE_FILE));
    expect(naming).toEqual(["mcp-server.mjs", "hook-start.cjs"]);
  });

  test("no map, no absolute path, and less than 3.65 MB beside the table", () => {
    const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) =>
      statSync(`${dist}/${name}`).isFile(),
    );
    expect(files.filter((name) => name.endsWith(".map"))).toEqual([]);
    const root = process.cwd();
    expect(files.filter((name) => readFileSync(`${dist}/${name}`, "utf8").includes(root))).toEqual([]);
    const code = files.filter((name) => name !== TABLE_FILE);
    expect(code.reduce((sum, name) => sum + statSync(`${dist}/${name}`).size, 0)).toBeLessThan(3_650_000);
  });
});

/** The checks are loaded by a part when it needs them, from the file of that part. */
function isLazy(name: string, file: string): boolean {
  return name.startsWith("hook-") && file.startsWith("hook-");
}
