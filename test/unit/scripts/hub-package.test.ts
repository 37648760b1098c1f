// The hub's package (HUB-12): what is bundled, what stays outside, and that nothing of it is a test's or there twice.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { build, type Metafile } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hubOptions, hubPackage, hubPageOptions, ROOT } from "../../../scripts/bundles.ts";

const folder = mkdtempSync(`${tmpdir()}/holdfast-hub-package-`);
let metafile: Metafile;
beforeAll(async () => {
  const built = await build({ ...hubOptions(folder), metafile: true });
  metafile = built.metafile;
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Manifest {
  readonly private?: boolean;
  readonly repository: { readonly url: string; readonly directory?: string };
  readonly files: readonly string[];
  readonly bin: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
}

const read = (file: string): Manifest => JSON.parse(readFileSync(`${ROOT}${file}`, "utf8")) as Manifest;

describe("@holdfast/hub", () => {
  test("HUB-12: it holds the hub's sources and rooms of ours, no test, no entrance, and no module twice", () => {
    const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
    expect(inputs.filter((file) => file.startsWith("hub/src/")).length).toBeGreaterThan(40);
    expect(inputs.filter((file) => /(^|\/)test\/|^src\/(cli|hook|mcp|web|worker)\//.test(file))).toEqual([]);
    expect(inputs.filter((file, at) => inputs.indexOf(file) !== at)).toEqual([]);
    const libraries = inputs.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
    expect([...new Set(libraries)].sort()).toEqual(["@secretlint/secretlint-rule-preset-recommend", "yaml"]);
  });

  test("HUB-13: the page's script holds its own sources, the sanitiser and how elements are made, and nothing of Node", async () => {
    const page = await build({ ...hubPageOptions(folder), metafile: true });
    const inputs = Object.values(page.metafile.outputs).flatMap((output) => Object.keys(output.inputs));
    const others = inputs.filter((file) => !file.startsWith("hub/page/"));
    expect(others.filter((file) => !/^src\/(text\/[\w.-]+|web\/page\/dom)\.ts$/.test(file))).toEqual([]);
    expect(inputs.filter((file) => file.startsWith("hub/page/")).length).toBeGreaterThan(10);
    expect(Object.values(page.metafile.outputs).flatMap(({ imports }) => imports)).toEqual([]);
    const script = readFileSync(`${folder}/page/page.js`, "utf8");
    expect(
      script.match(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setAttribute\("on/g),
    ).toBeNull();
    expect(script.length).toBeLessThan(70_000);
  });

  test("HUB-12: what it imports from outside is Node's, or named in its package with one version", () => {
    const { dependencies, peerDependencies } = hubPackage();
    const outside = Object.values(metafile.outputs).flatMap(({ imports }) =>
      imports.filter(({ external, path }) => external === true && !isBuiltin(path)).map(({ path }) => path),
    );
    const named = Object.keys({ ...dependencies, ...peerDependencies });
    expect([...new Set(outside)].sort()).toEqual(named.sort());
    expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  test("HUB-12: tracing, and what serves, is loaded by nobody who does not ask for it", () => {
    const reached = (entry: string, seen = new Set<string>()): ReadonlySet<string> => {
      if (seen.has(entry)) return seen;
      seen.add(entry);
      for (const { path, kind, external } of metafile.outputs[entry]?.imports ?? [])
        if (kind === "import-statement") external === true ? seen.add(path) : reached(path, seen);
      return seen;
    };
    const entry = Object.keys(metafile.outputs).find((file) => file.endsWith("/hub.mjs")) ?? "";
    const first = [...reached(entry)].filter((path) => !isBuiltin(path) && !path.endsWith(".mjs"));
    expect(first).toEqual(["pg"]);
    const serving = Object.keys(metafile.outputs).find((file) => /\/serve-\w+\.mjs$/.test(file)) ?? "";
    expect([...reached(serving)].filter((path) => path.startsWith("@opentelemetry"))).toEqual([]);
    expect([...reached(serving)]).toContain("fastify");
  });

  test("it can be published: no install script, the same repository and version, migrations beside the bundle", () => {
    const [own, hub] = [read("package.json"), read("hub/package.json")];
    expect([hub.private, hub.repository]).toEqual([undefined, { ...own.repository, directory: "hub" }]);
    expect(hubPackage().version).toBe((own as unknown as { version: string }).version);
    expect(hub.files).toEqual(["dist", "migrations", "deploy", "README.md"]);
    expect(hub.bin).toEqual({ "holdfast-hub": "./dist/hub.mjs" });
    expect(Object.keys(hub.scripts)).toEqual(["prepack"]);
  });
});
