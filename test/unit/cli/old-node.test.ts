// The command on a Node below the floor (SUR-4): it says so, and loads nothing that an old Node can't read. Below a faked number,
// and on a real old Node where one is on the path.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter } from "node:path";
import { transformSync } from "esbuild";
import { expect, test } from "vitest";
import { scratch } from "../../support/disk.ts";

const MAIN = new URL("../../../src/cli/main.ts", import.meta.url);

/** As it is shipped: by itself, with the rest in files that are loaded later and are not there. */
function entry(): string {
  const file = `${scratch()}/cli.mjs`;
  writeFileSync(file, transformSync(readFileSync(MAIN, "utf8"), { loader: "ts", format: "esm" }).code);
  return file;
}

function started(node: string, args: readonly string[]): { said: string; code: number | null } {
  const { stdout, stderr, status } = spawnSync(node, args, { encoding: "utf8" });
  return { said: `${stdout}${stderr}`, code: status };
}

function faked(version: string): string {
  const code = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });
    Object.defineProperty(process, "version", { value: "v${version}" });`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

test.each(["20.20.2", "22.17.1", "18.0.0"])("SUR-4: Node %s is told what is needed", (version) => {
  const { said, code } = started(process.execPath, ["--import", faked(version), entry(), "list"]);
  expect(said).toContain(`Holdfast needs Node 22.18 or newer; this is v${version}.`);
  expect(said).toMatch(/next +Install a newer Node/);
  expect(said).not.toMatch(/at .*:\d+:\d+|Error/);
  expect(code).toBe(2);
});

test.each(["22.18.0", "23.0.0", "26.1.0"])("SUR-4: Node %s goes on", (version) => {
  const { said } = started(process.execPath, ["--import", faked(version), entry(), "list"]);
  expect(said).not.toContain("needs Node");
  expect(said).toContain("ERR_MODULE_NOT_FOUND");
});

const old = (process.env["PATH"] ?? "")
  .split(delimiter)
  .map((folder) => `${folder}/node`)
  .find((node) => /^v(?:1\d|2[01]|22\.(?:\d|1[0-7]))\./.test(started(node, ["--version"]).said));

test.runIf(old !== undefined)("SUR-4: a real old Node is told what is needed", () => {
  const { said, code } = started(old ?? "", [entry(), "list"]);
  expect(said).toMatch(/^refused +Holdfast needs Node 22\.18 or newer; this is v\d+\.\d+\.\d+\.\nnext /);
  expect(code).toBe(2);
});
