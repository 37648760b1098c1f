// The file that opencode loads: everything in one, nothing of Node but two modules, and one function.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { opencodeOptions } from "../../../scripts/bundles.ts";

test("AGT-31: is one small file without dependencies, and exports one function, for opencode calls each", async () => {
  const { outputFiles, metafile } = await build({ ...opencodeOptions(), write: false, metafile: true });
  const text = outputFiles?.[0]?.text ?? "";
  expect(outputFiles).toHaveLength(1);
  expect(text.length).toBeLessThan(10_000);
  expect(Object.keys(metafile?.inputs ?? {}).filter((name) => !name.startsWith("src/in-opencode/"))).toEqual([]);
  const imports = Object.values(metafile?.outputs ?? {}).flatMap((output) => output.imports);
  expect(imports.map(({ path }) => path).sort()).toEqual(["node:child_process", "node:fs"]);
  const folder = mkdtempSync(join(tmpdir(), "plugin-"));
  try {
    const file = join(folder, "holdfast.mjs");
    writeFileSync(file, `const PLACES = { hook: "/h", store: "/s" };\n${text}`);
    const module: { Holdfast(input: object): Promise<object> } = await import(pathToFileURL(file).href);
    expect(Object.keys(module)).toEqual(["Holdfast"]);
    expect(Object.keys(await module.Holdfast({ directory: "/", client: {} })).sort()).toEqual([
      "chat.message",
      "config",
      "event",
      "experimental.chat.system.transform",
      "tool.execute.after",
      "tool.execute.before",
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
