// A dry run of an import writes nothing at all (IMP-1): asserted on the system calls of the real program, over sources of
// every sort. And whatever a text says, nothing that a person applies is above inferred without their word for it.
// check:all: strace over the whole program.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { hasStrace, scratch } from "../support/disk.ts";
import { type Answer, canRunAsPerson, runAnswering } from "../support/person.ts";
import { scrubbed } from "../support/scrubbed.ts";
import { type Call, straced } from "../support/strace.ts";

const PROGRAM = new URL("../../src/cli/main.ts", import.meta.url);
const FIXTURES = fileURLToPath(new URL("../unit/hosts/import/", import.meta.url));
const NODES_OWN = /^(\/proc\/|\/sys\/|\/dev\/|pipe:|anon_inode:|socket:)/;

/** A home with a store and something of every source; without a device key, which a dry run must not make. */
function home(): string {
  const base = scratch();
  run(base, "init", "--no-install", "--no-import");
  const project = `${base}/.claude/projects/-somewhere-shop`;
  mkdirSync(project, { recursive: true });
  cpSync(`${FIXTURES}claude-memory`, `${project}/memory`, { recursive: true });
  const said = { role: "user", content: "Remember that we deploy on Mondays only." };
  const line = { type: "user", message: said, timestamp: "2026-10-01T10:00:00Z", cwd: "/gone", sessionId: "s-1" };
  writeFileSync(`${project}/s-1.jsonl`, `${JSON.stringify(line)}\n`);
  for (const [from, to] of [
    ["CLAUDE.md", ".claude/CLAUDE.md"],
    ["CLAUDE.md", ".codex/AGENTS.md"],
    ["GEMINI.md", ".gemini/GEMINI.md"],
  ] as const) {
    mkdirSync(`${base}/${to.split("/")[0]}`, { recursive: true });
    cpSync(`${FIXTURES}${from}`, `${base}/${to}`);
  }
  cpSync(`${FIXTURES}basic-memory`, `${base}/basic-memory`, { recursive: true });
  mkdirSync(`${base}/.claude-mem`);
  const database = new DatabaseSync(`${base}/.claude-mem/claude-mem.db`);
  database.exec(
    "PRAGMA journal_mode = WAL; CREATE TABLE observations (id INTEGER, project TEXT, type TEXT, title TEXT)",
  );
  database.exec("INSERT INTO observations VALUES (1, 'shop', 'decision', 'Orders are stored in Postgres')");
  database.close();
  rmSync(`${base}/.local/share/holdfast`, { recursive: true, force: true });
  return base;
}

function run(base: string, ...args: readonly string[]): string {
  const env = scrubbed({ HOME: base });
  return execFileSync(process.execPath, [PROGRAM.pathname, ...args], { env, cwd: base, encoding: "utf8" });
}

/** At a terminal; whatever is asked in the end, the answer is no. */
async function typed(base: string, args: readonly string[], answers: readonly Answer[] = []): Promise<string> {
  const env = scrubbed({ HOME: base, TERM: "dumb" });
  const argv = [process.execPath, PROGRAM.pathname, ...args];
  const all = [...answers, [/\[Y\/n\] $/, "n\n"] as const];
  return (await runAnswering(argv, { cwd: base, env, reads: false }, all)).transcript;
}

function writes(calls: readonly Call[]): readonly string[] {
  return calls.flatMap((call) => {
    const opens = call.name.startsWith("open");
    const touched = opens ? [call.handle ?? ""] : call.paths;
    const isWriting = opens ? /O_WRONLY|O_RDWR|O_CREAT/.test(call.args) : !["write", "fsync"].includes(call.name);
    const outside = touched.some((path) => !NODES_OWN.test(path));
    return isWriting && call.ok && outside ? [`${call.name}(${call.args})`] : [];
  });
}

/** Strace's own options: nothing of this machine's settings is passed on. */
function inHome(base: string): readonly string[] {
  const gone = ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "HOLDFAST_HOME", "XDG_STATE_HOME"];
  return [`HOME=${base}`, ...gone, "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"].flatMap((each) => [
    "-E",
    each,
  ]);
}

function everything(base: string): string {
  return execFileSync("find", [base, "-printf", "%p %m %s %T@ %i\n"], { encoding: "utf8" });
}

describe("IMP-1: a dry run", () => {
  test.runIf(hasStrace)("writes nothing at all, for any source", { timeout: 120_000 }, async () => {
    const base = home();
    const before = everything(base);
    const log = `${scratch()}/strace.log`;
    const sources = [
      ["import"],
      ["import", "claude"],
      ["import", "transcripts", "--json"],
      ["import", "claude-mem"],
      ["import", "backfill", `${FIXTURES}backfill`],
      ["import", "mcp-memory", `${FIXTURES}mcp-memory.jsonl`],
    ];
    for (const args of sources) {
      const { calls, status, stdout } = await straced(log, PROGRAM, args, inHome(base));
      expect([args, status, writes(calls)]).toEqual([args, 0, []]);
      expect(stdout).toMatch(/would be imported|new|"applied": false/);
      expect(calls.length).toBeGreaterThan(100);
    }
    // An agent that applies it is shown the same, and told who has to run it.
    const asked = await straced(log, PROGRAM, ["import", "gemini", "--apply"], inHome(base));
    expect([asked.status, writes(asked.calls)]).toEqual([2, []]);
    expect(asked.stdout).toMatch(/would be imported/);
    expect(everything(base)).toBe(before);
    const init = await straced(log, PROGRAM, ["add", "Use pnpm here, not npm."], inHome(base));
    expect(writes(init.calls).length).toBeGreaterThan(5);
  });
});

describe("TRU-20, TRU-23: an applied import", () => {
  const options = { timeout: 120_000 };
  test.runIf(canRunAsPerson())("keeps what it read, inferred, and a second one writes nothing", options, async () => {
    const base = home();
    // What an agent loads by itself is named (ARR-3). The rules of Codex are the same words as those of Claude: known already.
    const sources = [
      ["claude"],
      ["claude", `${base}/.claude/CLAUDE.md`],
      ["codex", `${base}/.codex/AGENTS.md`],
      ["gemini", `${base}/.gemini/GEMINI.md`],
      ["transcripts"],
      ["claude-mem"],
      ["basic-memory"],
    ];
    for (const source of sources) await typed(base, ["import", ...source, "--apply", "--yes"]);
    await typed(base, ["import", "backfill", `${FIXTURES}backfill`, "--apply", "--yes"], [[/to confirm: $/, "no\n"]]);
    const memories = `${base}/.holdfast/memories`;
    const texts = readdirSync(memories).map((file) => readFileSync(`${memories}/${file}`, "utf8"));
    expect(texts.length).toBeGreaterThan(12);
    for (const text of texts) {
      expect(text).toContain("\ntrust-level: inferred\n");
      expect(text).toContain("\nsource: import\n");
      expect(text).not.toContain("\nlast-verified:");
    }
    expect(existsSync(`${base}/.holdfast/attest`)).toBe(false);
    const backups = readdirSync(`${base}/.local/state/holdfast/imports`);
    expect(backups).toHaveLength(7);
    const kept = backups.flatMap((id) => readdirSync(`${base}/.local/state/holdfast/imports/${id}`));
    expect(kept.filter((name) => name === "manifest.json")).toHaveLength(7);
    const before = readdirSync(memories);
    for (const source of sources)
      expect(await typed(base, ["import", ...source, "--apply", "--yes"])).toMatch(/^0 imported/m);
    expect(readdirSync(memories)).toEqual(before);
    expect(readdirSync(`${base}/.local/state/holdfast/imports`)).toEqual(backups);
  });

  test("STO-23: a record that names no folder at all is one item, not the end of the import", () => {
    const base = home();
    const said = { role: "user", content: "Remember that we release on Fridays." };
    const line = (cwd: string): string =>
      JSON.stringify({ type: "user", message: said, timestamp: "2026-10-01T10:00:00Z", cwd, sessionId: "s-9" });
    mkdirSync(`${base}/records`);
    writeFileSync(`${base}/records/a.jsonl`, `${line("a\u0000b")}\n`);
    writeFileSync(`${base}/records/b.jsonl`, `${line(`/${"x".repeat(6000)}`)}\n`);
    writeFileSync(`${base}/records/c.jsonl`, `${line("/gone")}\n`);
    const told = JSON.parse(run(base, "import", "transcripts", `${base}/records`, "--json")) as {
      readonly items: readonly { readonly outcome: string }[];
    };
    expect(told.items).toHaveLength(3);
    expect(told.items.map(({ outcome }) => outcome)).toContain("new");
  });

  test.runIf(canRunAsPerson())("what was about a folder that is gone does not apply everywhere", options, async () => {
    const base = home();
    await typed(base, ["import", "transcripts", "--apply", "--yes"]);
    await typed(base, ["import", "claude-mem", "--apply", "--yes"]);
    const memories = `${base}/.holdfast/memories`;
    const projects = readdirSync(memories).map(
      (file) => /^project: (.*)$/m.exec(readFileSync(`${memories}/${file}`, "utf8"))?.[1],
    );
    expect(projects.sort()).toEqual(["claude-mem:shop", "local:/gone"]);
  });
});
