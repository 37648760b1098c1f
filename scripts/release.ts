// Makes everything that a release consists of, in release/: the package and the hub's, the one-click bundle of the MCP server, the
// extension for Gemini CLI, the registry's entry, the bills of materials, the notes, and the digests of these. The same source gives
// the same bytes, which test/package tries.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TABLE_FILE } from "../src/recall/io/meaning/table.ts";
import { buildDist } from "./build.ts";
import { buildHub } from "./build-hub.ts";
import { buildGeminiExtension, writeJson } from "./build-plugin.ts";
import { hubPackage, ROOT } from "./bundles.ts";
import { type Bundled, billOfMaterials, bundleManifest, type Package, registryEntry } from "./release/describe.ts";
import { notesOf } from "./release/notes.ts";
import { zip } from "./release/zip.ts";

const DIST = `${ROOT}dist/`;
const OUT = `${ROOT}release/`;

function read<T>(path: string): T {
  return JSON.parse(readFileSync(`${ROOT}${path}`, "utf8")) as T;
}

/** Files of dist/ that one of them loads, itself included. */
export function loadedBy(entry: string, dist: string = DIST): readonly string[] {
  const found = new Set([entry]);
  for (const name of found) {
    const text = readFileSync(`${dist}${name}`, "utf8");
    for (const [, file = ""] of text.matchAll(/(?:\bfrom ?|\bimport ?|\bimport\(|\brequire\()["']\.\/([^"']+)["']/g))
      found.add(file);
  }
  return [...found].sort();
}

function oneClickBundle(own: Package): Buffer {
  const json = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  const server = [...loadedBy("mcp.mjs"), TABLE_FILE].map((name) => ({
    name: `server/${name}`,
    bytes: readFileSync(DIST + name),
  }));
  const texts = ["LICENSE", "THIRD-PARTY-LICENSES.txt"].map((name) => ({ name, bytes: readFileSync(DIST + name) }));
  return zip([{ name: "manifest.json", bytes: json(bundleManifest(own)) }, ...texts, ...server]);
}

/** One folder in it, which `gemini extensions install` takes once it is unpacked. */
function geminiExtension({ version }: Package): Buffer {
  const base = mkdtempSync(join(tmpdir(), "holdfast-release-"));
  try {
    const folder = join(base, "holdfast");
    buildGeminiExtension(ROOT.replace(/\/$/, ""), DIST.replace(/\/$/, ""), folder, version);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const names = files.map((entry) => join(entry.parentPath, entry.name).slice(base.length + 1)).sort();
    return zip(names.map((name) => ({ name, bytes: readFileSync(join(base, name)) })));
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function bundledPackages(names: readonly string[]): readonly Bundled[] {
  const { packages } = read<{ packages: Record<string, { integrity?: string }> }>("package-lock.json");
  const described = names.map((name): Bundled => {
    const { version, license } = read<{ version: string; license: string }>(`node_modules/${name}/package.json`);
    return { name, version, license, integrity: packages[`node_modules/${name}`]?.integrity };
  });
  return [...described, rulesTakenOver()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Data that a generator wrote into our source says itself where it is from. */
function rulesTakenOver(): Bundled {
  const head = readFileSync(`${ROOT}src/checks/secrets/rules.generated.ts`, "utf8").slice(0, 400);
  const [, name, version] = /npm package ([\w-]+) ([\d.]+\d)/.exec(head) ?? [];
  if (name === undefined || version === undefined) throw new Error("rules.generated.ts does not say where it is from");
  return { name, version, license: "MIT" };
}

async function main(): Promise<void> {
  const bundled = await buildDist();
  const inHub = await buildHub();
  const own = read<Package>("package.json");
  const hub = hubPackage();
  if (hub.version !== own.version)
    throw new Error(`hub/package.json is at ${hub.version}, package.json at ${own.version}`);
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT);
  for (const cwd of [ROOT, `${ROOT}hub`])
    execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", OUT], { cwd });
  writeFileSync(`${OUT}${own.name}-${own.version}.mcpb`, oneClickBundle(own));
  writeFileSync(`${OUT}${own.name}-gemini-${own.version}.zip`, geminiExtension(own));
  writeJson(`${OUT}server.json`, registryEntry(own) as Record<string, unknown>);
  for (const [{ name, version, license }, names] of [[own, bundled] as const, [hub, inHub] as const]) {
    const bill = billOfMaterials({ name, version, license }, bundledPackages(names)) as Record<string, unknown>;
    writeJson(`${OUT}${name.replace("@", "").replace("/", "-")}-${version}.cdx.json`, bill);
  }
  const notes = notesOf(readFileSync(`${ROOT}CHANGELOG.md`, "utf8"), own.version);
  if (notes === undefined) throw new Error(`CHANGELOG.md has no notes of ${own.version}: npm run notes`);
  writeFileSync(`${OUT}NOTES.md`, notes);
  const sums = readdirSync(OUT)
    .sort()
    .map(
      (name) =>
        `${createHash("sha256")
          .update(readFileSync(OUT + name))
          .digest("hex")}  ${name}\n`,
    );
  writeFileSync(`${OUT}SHA256SUMS`, sums.join(""));
  process.stdout.write(sums.join(""));
}

if (import.meta.main) await main();
