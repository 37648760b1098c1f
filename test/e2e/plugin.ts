// The plugin folder in the real programs (AGT-31): from the local marketplace into Claude Code, with an update, disabled,
// and out again; the same folder into Codex and Copilot CLI, and the extension into Gemini CLI. Whatever happens to the
// plugin, the store stays as it is.
import { cpSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildGeminiExtension } from "../../scripts/build-plugin.ts";
import { version } from "../../scripts/bundles.ts";
import { claudeEnvironment, runClaude } from "../support/claude.ts";
import { CODEX_MISSING, codexEnvironment, codexProgram, runCodex, writeCodexConfig } from "../support/codex.ts";
import { COPILOT_MISSING, copilotEnvironment, copilotProgram, runCopilot } from "../support/copilot.ts";
import { type FakeModel, textsOf } from "../support/fake-model.ts";
import { GEMINI_MISSING, geminiEnvironment, geminiProgram, runGemini, writeGeminiSettings } from "../support/gemini.ts";
import type { ModelRequest } from "../support/model-request.ts";
import { type ProgramRun, runProgram } from "../support/run-program.ts";
import { type Box, differences, makeBox, snapshot } from "./box.ts";
import { fenceIn, shown } from "./fence.ts";
import { type Check, traces } from "./view.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const BUILT = join(ROOT, "dist");
const PLUGIN = "holdfast@holdfast";
const MODEL = "claude-opus-5-5";

export async function checkPlugin(program: string, fake: FakeModel, check: Check): Promise<void> {
  const box = makeBox();
  const market = join(box.home, "market");
  try {
    cpSync(BUILT, market, { recursive: true });
    nameHome(market, box.home);
    const init = await box.person(["init", "--yes", "--no-install"]);
    const add = await box.person(["add", "use pnpm here, not npm"]);
    check("a store with a memory, no agent connected", init.code === 0 && add.code === 0, [init, add]);
    await inClaude(box, program, fake, market, check);
    await asPackage(box, program, fake, check);
    await inCodex(box, fake, market, check);
    await inCopilot(box, fake, market, check);
    await inGemini(box, fake, check);
  } finally {
    box.remove();
  }
}

async function inClaude(box: Box, program: string, fake: FakeModel, market: string, check: Check): Promise<void> {
  const store = snapshot(join(box.home, ".holdfast"));
  const env = claudeEnvironment(box.home, box.path, fake.url);
  const plugin = (...args: string[]): Promise<ProgramRun> =>
    runProgram(program, ["plugin", ...args], { cwd: box.project, env });
  const ask = async (): Promise<readonly ModelRequest[]> => {
    fake.clear();
    await runClaude("hello", MODEL, { program, fake, home: box.home, cwd: box.project, path: box.path });
    return [...fake.requests];
  };
  const step = async (title: string, serves: boolean, ...args: string[]): Promise<void> => {
    const run = await plugin(...args);
    check(`Claude Code: ${title}`, run.code === 0, run);
    const requests = await ask();
    const [first] = requests;
    const found = first !== undefined && shown(fenceIn(first), "use pnpm here, not npm") !== undefined;
    if (serves) check(`Claude Code: AGT-31 the context is in the request after: ${title}`, found, traces(requests));
    else
      check(
        `Claude Code: AGT-31 nothing of ours in the request after: ${title}`,
        first !== undefined && traces(requests).length === 0,
        traces(requests),
      );
    const changed = differences(store, snapshot(join(box.home, ".holdfast"))).filter(
      (name) => !name.startsWith(".local"),
    );
    check(`Claude Code: AGT-31 the store is byte for byte the same after: ${title}`, changed.length === 0, changed);
  };
  for (const path of [join(market, ".claude-plugin/plugin.json"), market]) {
    const valid = await plugin("validate", path);
    // A picture for the catalogue is the one thing it may miss.
    const codes = [...valid.stdout.matchAll(/\(([A-Z]+_[A-Z_]+)\)/g)].map(([, code]) => code);
    const passed = valid.stdout.includes("Validation passed") && codes.every((code) => code === "ICON_MISSING");
    check(`Claude Code: AGT-31 validate ${path.slice(box.home.length)}`, valid.code === 0 && passed, valid);
  }
  await step("marketplace add", false, "marketplace", "add", market);
  await step("install", true, "install", PLUGIN);
  raiseVersion(market);
  await step("marketplace update", true, "marketplace", "update", "holdfast");
  await step("update", true, "update", PLUGIN);
  await step("disable", false, "disable", PLUGIN);
  await step("enable", true, "enable", PLUGIN);
  await step("uninstall", false, "uninstall", PLUGIN);
  await step("marketplace remove", false, "marketplace", "remove", "holdfast");
}

/** As a marketplace on npm gives it: the root of the package, unpacked and nothing more. */
async function asPackage(box: Box, program: string, fake: FakeModel, check: Check): Promise<void> {
  const folder = join(box.home, "package");
  cpSync(BUILT, join(folder, "dist"), { recursive: true });
  nameHome(join(folder, "dist"), box.home);
  cpSync(resolve(BUILT, "../.claude-plugin/plugin.json"), join(folder, ".claude-plugin/plugin.json"));
  nameHome(folder, box.home);
  fake.clear();
  const args = ["--plugin-dir", folder];
  await runClaude("hello", MODEL, { program, fake, home: box.home, cwd: box.project, path: box.path, args });
  const [first] = fake.requests;
  const found = first !== undefined && shown(fenceIn(first), "use pnpm here, not npm") !== undefined;
  check("Claude Code: AGT-31 the root of the package is a plugin: the context is in the request", found, first);
  const asked = JSON.stringify(first ?? "");
  check(
    "Claude Code: AGT-31 and so are its tools and its skills",
    /memory_search/.test(asked) && /holdfast:memories/.test(asked),
  );
}

/** A plugin's entries go by the account's home (AGT-1a), which is not this box's: so the copy names the box's. */
function nameHome(folder: string, home: string): void {
  for (const name of globSync(["*.json", ".*.json", "hooks/*.json", ".*/*.json", ".*/*/*.json"], { cwd: folder })) {
    const path = join(folder, name);
    const text = readFileSync(path, "utf8");
    const named = text
      .replaceAll(/"--via",\s*"plugin"/g, `"--via", "plugin", "--home", "${home}"`)
      .replaceAll("--via plugin", `--via plugin --home ${home}`)
      .replaceAll(/(mcp\.mjs")(?=\s*\])/g, `$1, "--home", "${home}"`);
    if (named !== text) writeFileSync(path, named);
  }
}

function raiseVersion(market: string): void {
  const path = join(market, ".claude-plugin/plugin.json");
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...manifest, version: `${manifest.version}-next.1` }));
}

async function inCodex(box: Box, fake: FakeModel, market: string, check: Check): Promise<void> {
  const program = codexProgram();
  if (program === undefined) return check(`Codex: ${CODEX_MISSING}`, false);
  writeCodexConfig(box.home, fake);
  const store = snapshot(join(box.home, ".holdfast"));
  const env = codexEnvironment(box.home, box.path);
  const plugin = (...args: string[]): Promise<ProgramRun> =>
    runProgram(program, ["plugin", ...args], { cwd: box.project, env });
  const ask = async (): Promise<readonly ModelRequest[]> => {
    fake.clear();
    await runCodex("hello", { program, fake, home: box.home, cwd: box.project, path: box.path });
    return [...fake.requests];
  };
  const added = await plugin("marketplace", "add", market);
  const installed = await plugin("add", PLUGIN);
  check("Codex: marketplace and plugin added", added.code === 0 && installed.code === 0, [added, installed]);
  const [first] = await ask();
  const found = first !== undefined && shown(fenceIn(first), "use pnpm here, not npm") !== undefined;
  check("Codex: AGT-31 the context is in the request", found, first);
  const removed = await plugin("remove", PLUGIN);
  const gone = await plugin("marketplace", "remove", "holdfast");
  check("Codex: plugin and marketplace removed", removed.code === 0 && gone.code === 0, [removed, gone]);
  const left = traces(await ask());
  check("Codex: AGT-31 nothing of ours in the request after it was removed", left.length === 0, left);
  const changed = differences(store, snapshot(join(box.home, ".holdfast"))).filter(
    (name) => !name.startsWith(".local"),
  );
  check("Codex: AGT-31 the store is byte for byte the same", changed.length === 0, changed);
}

/** A program that is asked with the plugin and without it. */
async function withAndWithout(
  title: string,
  box: Box,
  fake: FakeModel,
  steps: readonly (readonly [string, boolean, () => Promise<ProgramRun>])[],
  ask: () => Promise<ProgramRun>,
  check: Check,
): Promise<void> {
  const store = snapshot(join(box.home, ".holdfast"));
  for (const [step, serves, act] of steps) {
    const done = await act();
    check(`${title}: ${step}`, done.code === 0, done);
    fake.clear();
    const run = await ask();
    const text = fake.requests.flatMap(textsOf).join("\n");
    const found = text.includes("use pnpm here, not npm");
    check(`${title}: AGT-31 after it the context is${serves ? "" : " not"} in the request`, found === serves, [
      run,
      text,
    ]);
  }
  const changed = differences(store, snapshot(join(box.home, ".holdfast"))).filter(
    (name) => !name.startsWith(".local"),
  );
  check(`${title}: AGT-31 the store is byte for byte the same`, changed.length === 0, changed);
}

async function inCopilot(box: Box, fake: FakeModel, market: string, check: Check): Promise<void> {
  const program = copilotProgram();
  if (program === undefined) return check(`Copilot CLI: ${COPILOT_MISSING}`, false);
  const place = { program, home: box.home, cwd: box.project, path: box.path, url: fake.url };
  const env = copilotEnvironment(place, "fake-model");
  const plugin = (...args: string[]) => runProgram(program, ["plugin", ...args], { cwd: box.project, env });
  await withAndWithout(
    "Copilot CLI",
    box,
    fake,
    [
      ["marketplace add", false, () => plugin("marketplace", "add", market)],
      ["plugin install", true, () => plugin("install", PLUGIN)],
      ["plugin uninstall", false, () => plugin("uninstall", PLUGIN)],
    ],
    () => runCopilot("hello", place, "fake-model"),
    check,
  );
}

async function inGemini(box: Box, fake: FakeModel, check: Check): Promise<void> {
  const program = geminiProgram();
  if (program === undefined) return check(`Gemini CLI: ${GEMINI_MISSING}`, false);
  writeGeminiSettings(box.home);
  const extension = join(box.home, "extension");
  buildGeminiExtension(ROOT, BUILT, extension, version());
  nameHome(extension, box.home);
  const place = { program, home: box.home, cwd: box.project, path: box.path, url: fake.url };
  const env = geminiEnvironment(place);
  const extensions = (...args: string[]) =>
    runProgram(process.execPath, [program, "extensions", ...args], { cwd: box.project, env });
  await withAndWithout(
    "Gemini CLI",
    box,
    fake,
    [
      ["extensions install", true, () => extensions("install", extension, "--consent")],
      ["extensions uninstall", false, () => extensions("uninstall", "holdfast")],
    ],
    () => runGemini("hello", place),
    check,
  );
}
