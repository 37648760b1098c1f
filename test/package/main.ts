// The release as a stranger would check it: two clean builds in two places give the same bytes; the package is small,
// whole, installs without a script, and its MCP server answers from the unpacked one-click bundle.
//   node test/package/main.ts
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { unpackExtension, validateManifest } from "@anthropic-ai/mcpb";
import { start } from "../support/mcp.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** Programs and texts below 3.6 MB, and a table of vectors of at most 3.6 (decision 0042). */
const LARGEST = 7_200_000;
/** ELF, PE, and Mach-O in its forms. */
const NATIVE = ["7f454c46", "4d5a", "feedface", "feedfacf", "cefaedfe", "cffaedfe", "cafebabe"];

let passed = 0;
let failed = 0;
function check(name: string, ok: boolean, found?: unknown): void {
  if (ok) passed++;
  else failed++;
  console.log(`${ok ? "ok  " : "FAIL"} ${name}${ok || found === undefined ? "" : `\n     ${JSON.stringify(found)}`}`);
}

function run(cwd: string, program: string, ...args: readonly string[]): string {
  return execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

/** What git has and what is new here, with the packages linked: nothing that an earlier build left. */
function release(folder: string): string {
  for (const file of run(ROOT, "git", "ls-files", "-co", "--exclude-standard", "-z").split("\0").filter(Boolean)) {
    if (statSync(join(ROOT, file), { throwIfNoEntry: false })?.isFile() !== true) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  run(folder, process.execPath, "scripts/release.ts");
  return join(folder, "release");
}

function files(folder: string): readonly string[] {
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return all.filter((name) => statSync(join(folder, name)).isFile());
}

const base = mkdtempSync(join(tmpdir(), "holdfast-package-"));
const named = (folder: string, end: string, start = /^holdfast-\d/): string =>
  join(folder, readdirSync(folder).find((name) => start.test(name) && name.endsWith(end)) ?? "");

function sameBytes(one: string, two: string): void {
  const names = readdirSync(one);
  check("both builds have the same nine files", names.join() === readdirSync(two).join() && names.length === 9, names);
  for (const name of names)
    check(`identical in both builds: ${name}`, readFileSync(join(one, name)).equals(readFileSync(join(two, name))));
}

function thePackage(release: string): void {
  run(base, "tar", "-xzf", named(release, ".tgz"));
  const folder = join(base, "package");
  const all = files(folder);
  const size = all.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  console.log(`unpacked_bytes=${size} files=${all.length} packed_bytes=${statSync(named(release, ".tgz")).size}`);
  check(`unpacked size is under ${LARGEST}`, size < LARGEST, size);
  const own = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  check("no runtime dependency", Object.keys(own.dependencies ?? {}).length === 0, own.dependencies);
  const scripts = Object.keys(own.scripts).filter((name) => /^(pre|post)?install$|^prepare$/.test(name));
  check("no script that an install runs", scripts.length === 0, scripts);
  const native = all.filter((name) => {
    const head = readFileSync(join(folder, name)).subarray(0, 4).toString("hex");
    return name.endsWith(".node") || NATIVE.some((magic) => head.startsWith(magic));
  });
  check("no native file", native.length === 0, native);
  const notices = readFileSync(join(folder, "dist/THIRD-PARTY-LICENSES.txt"), "utf8");
  const checks = all
    .filter((name) => name.startsWith("dist/checks-"))
    .map((name) => readFileSync(join(folder, name), "utf8"));
  const bill = JSON.parse(readFileSync(named(release, ".cdx.json"), "utf8"));
  const without = bill.components.filter(
    ({ name, version }: { name: string; version: string }) =>
      !notices.includes(`${name} ${version}\n`) && !checks.some((text) => text.includes(`${name} ${version}`)),
  );
  check("everything bundled has its notice", bill.components.length >= 10 && without.length === 0, without);
  const registry = JSON.parse(readFileSync(join(release, "server.json"), "utf8"));
  check(
    "the registry's entry has the package's names",
    registry.name === own.mcpName && registry.packages[0].identifier === own.name,
  );
  check(
    "one version everywhere",
    versionsOf(folder, registry, bill).every((each) => each === own.version),
    versionsOf(folder, registry, bill),
  );
}

function versionsOf(
  folder: string,
  registry: { version: string; packages: { version: string }[] },
  bill: { metadata: { component: { version: string } } },
): readonly string[] {
  const manifests = [".claude-plugin/plugin.json", "dist/.claude-plugin/plugin.json", "dist/.codex-plugin/plugin.json"];
  return [
    registry.version,
    ...registry.packages.map(({ version }) => version),
    bill.metadata.component.version,
    run(base, process.execPath, join(folder, "dist/cli.mjs"), "--version").trim(),
    ...manifests.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")).version),
  ];
}

/** What it holds besides: test/unit/scripts/hub-package.test.ts; how it runs: test/hub-running. */
function theHub(release: string): void {
  const [start, folder] = [/^holdfast-hub-/, join(base, "hub")];
  mkdirSync(folder);
  run(folder, "tar", "-xzf", named(release, ".tgz", start));
  const own = JSON.parse(readFileSync(join(folder, "package/package.json"), "utf8"));
  const notices = readFileSync(join(folder, "package/dist/THIRD-PARTY-LICENSES.txt"), "utf8");
  const bill = JSON.parse(readFileSync(named(release, ".cdx.json", start), "utf8"));
  const texts = files(join(folder, "package/dist")).map((name) =>
    readFileSync(join(folder, "package/dist", name), "utf8"),
  );
  const without = bill.components.filter(
    ({ name, version }: { name: string; version: string }) =>
      !notices.includes(`${name} ${version}\n`) && !texts.some((text) => text.includes(`${name} ${version}`)),
  );
  check("everything in the hub's bundle has its notice", bill.components.length >= 3 && without.length === 0, without);
  const main = JSON.parse(readFileSync(join(base, "package/package.json"), "utf8"));
  check(
    "the hub has the package's version",
    own.version === main.version && bill.metadata.component.version === main.version,
  );
}

async function theOneClickBundle(release: string): Promise<void> {
  const folder = join(base, "one-click");
  const unpacked = await unpackExtension({ mcpbPath: named(release, ".mcpb"), outputDir: folder, silent: true });
  check("mcpb unpacks it, and finds the manifest valid", unpacked && validateManifest(join(folder, "manifest.json")));
  const { server } = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  const args = server.mcp_config.args.map((arg: string) => arg.replace(/^\$\{__dirname\}/, folder));
  const home = join(base, "home");
  mkdirSync(home);
  const program = await start({ args, env: { HOME: home, PATH: process.env["PATH"] ?? "" }, cwd: home }, "legacy");
  const { result } = await program.ask("tools/list");
  const { tools = [] } = (result ?? {}) as { tools?: readonly { name: string }[] };
  check(
    "the server answers from the unpacked bundle",
    tools.some(({ name }) => name === "memory_search"),
    tools,
  );
  check("and ends with its input", (await program.end()) === 0);
}

function installed(release: string): void {
  const at = (name: string, ...options: readonly string[]): string => {
    const folder = join(base, name);
    mkdirSync(folder);
    run(
      folder,
      "npm",
      "install",
      "--silent",
      "--offline",
      "--no-audit",
      "--no-fund",
      "--prefix",
      folder,
      ...options,
      named(release, ".tgz"),
    );
    return join(folder, "node_modules");
  };
  const [plain, without] = [at("with-scripts"), at("without-scripts", "--ignore-scripts")];
  const tree = (folder: string): string =>
    files(folder)
      .filter((name) => name !== ".package-lock.json")
      .map(
        (name) => `${name} ${statSync(join(folder, name)).mode} ${readFileSync(join(folder, name)).toString("base64")}`,
      )
      .join("\n");
  check("npm installs the same with and without scripts", tree(plain) === tree(without));
  check(
    "and nothing but the package",
    readdirSync(plain)
      .filter((name) => !name.startsWith("."))
      .join() === "holdfast",
  );
  const version = run(base, join(plain, ".bin/holdfast"), "--version").trim();
  check("the installed command runs", /^\d+\.\d+\.\d+/.test(version), version);
}

try {
  const [one, two] = [release(join(base, "a")), release(join(base, "another place", "b"))];
  sameBytes(one, two);
  thePackage(one);
  theHub(one);
  await theOneClickBundle(one);
  installed(one);
} finally {
  rmSync(base, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
