// The protocol's own test client calls the built server. It is no dependency: `.ci/setup inspector` fetches it, and a
// machine without it says loudly that nothing was tried.
// check:all: the protocol's own client as a program.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyBuilt } from "../../golden/built.ts";
import { entryArguments } from "../../support/hook-run.ts";
import { boxEnv } from "../../support/mcp.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, removeBox } from "../../support/store-box.ts";

const { HOLDFAST_CI_CACHE, XDG_CACHE_HOME } = process.env;
const CACHE = HOLDFAST_CI_CACHE ?? join(XDG_CACHE_HOME ?? join(homedir(), ".cache"), "holdfast-ci");
const INSPECTOR = join(CACHE, "inspector/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");
const MISSING =
  "SKIPPED: the MCP inspector is not on this machine (.ci/setup inspector), so it did not call the server";

const folder = mkdtempSync(join(tmpdir(), "holdfast-inspector-"));
let base: string;
beforeAll(() => {
  base = makeBox("memory");
  for (const name of ["home", "work"]) mkdirSync(`${base}/${name}`, { mode: 0o700 });
  plant(base, "user_heron", { tier: "verified", id: idOf(1), body: "The staging database is named heron." });
  copyBuilt(join(folder, "dist"));
  // The inspector keeps options for itself, so the entry's own are put behind it.
  const entry = JSON.stringify(entryArguments(boxEnv(base)).slice(2));
  writeFileSync(join(folder, "server.mjs"), `process.argv.push(...${entry});\nawait import("./dist/mcp.mjs");\n`);
}, 120_000);
afterAll(() => {
  removeBox(base);
  rmSync(folder, { recursive: true, force: true });
});

function inspect(...args: readonly string[]): unknown {
  const server = join(folder, "server.mjs");
  // It gives the server a small environment of its own and what it is told to add.
  const env = Object.entries(boxEnv(base)).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  const all = [INSPECTOR, "--cli", ...env, process.execPath, server, "--method", ...args];
  return JSON.parse(
    execFileSync(process.execPath, all, { cwd: `${base}/work`, env: boxEnv(base), encoding: "utf8", timeout: 60_000 }),
  );
}

test("MCP-1: the inspector lists the tools and calls them", { timeout: 180_000 }, ({ annotate }) => {
  if (!existsSync(INSPECTOR)) {
    process.stderr.write(`${MISSING}\n`);
    return annotate(MISSING, "warning");
  }
  const { tools } = inspect("tools/list") as { readonly tools: readonly { readonly name: string }[] };
  expect(tools.map(({ name }) => name)).toEqual([
    "memory_search",
    "memory_get",
    "memory_remember",
    "memory_propose_change",
    "memory_list_review",
    "memory_feedback",
  ]);
  const call = (name: string, ...args: readonly string[]): unknown =>
    inspect("tools/call", "--tool-name", name, ...args.flatMap((arg) => ["--tool-arg", arg]));
  const kept = call("memory_remember", "text=Deploys run on Mondays, never on Fridays.");
  expect(kept).toMatchObject({ structuredContent: { trust: "inferred", created: true } });
  const found = call("memory_search", "query=staging database", "limit=3");
  expect(found).toMatchObject({ structuredContent: { memories: [{ id: idOf(1), trust: "verified" }] } });
  return undefined;
});
