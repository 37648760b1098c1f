// What the command line is made of: names that load their file when they are called, and chunks that are CommonJS.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { type BuildOptions, type BuildResult, build } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import { commonJsChunks } from "../../../scripts/commonjs-chunks.ts";
import { comparedIn, importedBy, isEagerAmong } from "../../../scripts/later.ts";
import { takeLater } from "../../../scripts/share-modules.ts";

const root = `${mkdtempSync(`${tmpdir()}/holdfast-later-`)}/`;
mkdirSync(`${root}src`);
afterAll(() => rmSync(root, { recursive: true, force: true }));

function file(name: string, text: string): string {
  writeFileSync(`${root}${name}`, text);
  return `${root}${name}`;
}

function options(entryPoints: Record<string, string>, plugins: BuildOptions["plugins"] = []): BuildOptions {
  return {
    absWorkingDir: root,
    bundle: true,
    format: "esm",
    splitting: true,
    outdir: `${root}out`,
    metafile: true,
    minify: true,
    platform: "node",
    write: false,
    outExtension: { ".js": ".mjs" },
    chunkNames: "[name]-[hash]",
    entryPoints,
    plugins,
  };
}

function write(result: BuildResult, entries: readonly string[]): readonly string[] {
  const chunks = commonJsChunks(result, entries);
  for (const { name, text } of chunks) file(name, text);
  return chunks.map(({ name }) => name);
}

describe("names that load later", () => {
  test("classes, objects and what is compared stand for themselves", () => {
    class Kept {}
    const exported = { Kept, table: [1], called: () => 1, same: () => 2 };
    const isEager = isEagerAmong(exported, new Set(["same"]));
    expect(Object.keys(exported).filter(isEager)).toEqual(["Kept", "table", "same"]);
  });

  test("what stands on either side of a comparison counts as compared", () => {
    file("compared.ts", "if (a === one || two !== b.c || three() === 4) x = five;\n");
    const compared = comparedIn(root);
    expect(["one", "two", "five"].map((name) => compared.has(name))).toEqual([true, true, false]);
  });

  test("an importer's names, without types; undefined where it takes the whole module", () => {
    const at = file(
      "names.ts",
      'import { a, type B, c as d } from "./x.ts";\nimport type { E } from "./x.ts";\nimport * as all from "./y.ts";\n',
    );
    expect(importedBy(at, "./x.ts")).toEqual(["a", "c"]);
    expect(importedBy(at, "./y.ts")).toBeUndefined();
  });

  test("a file beside and a module of Node are loaded by the first call, and by nothing before", async () => {
    const scope = globalThis as { besideLoaded?: true };
    file("part.ts", "export function part(x: number): unknown[] { return [x, 'in the source']; }\n");
    file(
      "beside-1.cjs",
      "globalThis.besideLoaded = true; module.exports = { m0: { part: (x) => [x, 'from beside'] } };\n",
    );
    file("src/user.ts", USER);
    for (const name of ["first", "second"])
      file(`src/${name}.ts`, 'export const load = (): Promise<unknown> => import("./user.ts");\n');
    const plugin = takeLater([{ file: "beside-1.cjs", modules: ["part.ts"] }], root, ["node:zlib"]);
    write(await build(options({ first: "src/first.ts", second: "src/second.ts" }, [plugin])), [
      "first.mjs",
      "second.mjs",
    ]);
    const { load } = (await import(`${root}first.mjs`)) as { load(): Promise<User> };
    const { ask, packed } = await load();
    expect(scope.besideLoaded).toBeUndefined();
    expect(ask()).toEqual([1, "from beside"]);
    expect(scope.besideLoaded).toBe(true);
    expect(packed()).toBe("x");
  });
});

const USER = `import { gunzipSync, gzipSync } from "node:zlib";
import { part } from "../part.ts";
export const ask = (): unknown[] => part(1);
export const packed = (): string => gunzipSync(gzipSync("x")).toString();
`;

interface User {
  ask(): unknown[];
  packed(): string;
}

describe("chunks as CommonJS", () => {
  test("names, whole modules and their own address come through; the entries stay modules", async () => {
    file(
      "common.ts",
      'import * as path from "node:path";\nexport const base = path.basename(import.meta.url);\nexport default 7;\n',
    );
    file(
      "one.ts",
      'import seven, { base } from "./common.ts";\nexport const one = [seven, base];\nexport const two = () => import("./two.ts");\n',
    );
    file("two.ts", 'import seven from "./common.ts";\nexport const two = seven * 2;\n');
    const names = write(await build(options({ one: "one.ts", two: "two.ts" })), ["one.mjs"]);
    expect(names).toContain("one.mjs");
    const common = names.find((name) => name.startsWith("chunk-")) ?? "";
    expect(common).toMatch(/\.cjs$/);
    const { one, two } = (await import(`${root}one.mjs`)) as { one: unknown; two(): Promise<unknown> };
    expect(one).toEqual([7, common]);
    expect(createRequire(root)("./two.cjs")).toEqual({ two: 14 });
    expect(two).toBeTypeOf("function");
  });

  test("an import that is not understood ends the build", async () => {
    const result = await build(options({ one: "one.ts", two: "two.ts" }));
    const [output] = Object.values(result.metafile?.outputs ?? {});
    output?.imports.push({ path: "node:os", kind: "import-statement", external: true });
    expect(() => commonJsChunks(result, [])).toThrow(/imports, \d+ were read/);
  });

  test("chunks that load each other end the build", async () => {
    const result = await build(options({ one: "one.ts", two: "two.ts" }));
    for (const output of Object.values(result.metafile?.outputs ?? {}))
      output.imports.push({ path: "out/two.mjs", kind: "import-statement" });
    expect(() => commonJsChunks(result, [])).toThrow(/load each other/);
  });
});
