// A rule tried before it is kept (RUL-4, SUR-11): 40 sessions as the agents record them, and what is said of them held against a plain
// grep of the same files.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { triedAgainst } from "../../../src/compose/rules-try.ts";
import type { Tried } from "../../../src/rules/tried.ts";
import { type MadeCall, recordSession } from "../../support/recorded-sessions.ts";

let home: string;
const SHOP = "example.org/team/shop";

/** What a rule about npm means, and what only looks like it, spread unevenly over the sessions. */
const CALLS: readonly MadeCall[] = [
  { command: "npm install" },
  { command: "git status" },
  { command: "cd app && npm install left-pad" },
  { command: "echo npm install" },
  { write: "migrations/001.sql" },
  { command: "npm run install" },
  { command: "sudo npm ci" },
  { write: "src/a.ts" },
  { command: "grep -rn 'npm install' docs" },
  { mcp: ["github", "delete_branch"] },
  { command: "pnpm install" },
  { mcp: ["github", "list_branches"] },
  { command: "ls migrations" },
];

beforeAll(() => {
  home = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-try-`));
  for (const name of ["shop", "other"]) {
    mkdirSync(`${home}/${name}`);
    execFileSync("git", ["init", "-q", `${home}/${name}`]);
    execFileSync("git", ["-C", `${home}/${name}`, "remote", "add", "origin", `https://example.org/team/${name}.git`]);
  }
  for (let n = 1; n <= 40; n++) {
    const calls = CALLS.filter((_, at) => (n * (at + 3)) % 5 < 2);
    const cwd = `${home}/${n % 4 === 0 ? "other" : "shop"}`;
    recordSession(home, { host: n % 5 < 2 ? "codex" : "claude", n, cwd, calls });
  }
}, 60_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

function tried(lines: readonly string[], project?: string): Tried {
  const env = { CLAUDE_CONFIG_DIR: `${home}/.claude`, CODEX_HOME: `${home}/.codex` };
  const found = triedAgainst(lines, { here: { env }, project });
  if (found.kind !== "tried") throw new Error(found.hint);
  return found;
}

/** How often the pattern stands in the records' bytes, by another program. */
function grep(pattern: string, ...files: readonly string[]): number {
  const found = execFileSync("grep", ["-rohE", pattern, ...files], { encoding: "utf8" });
  return found.trimEnd().split("\n").length;
}
const everywhere = (): readonly string[] => [`${home}/.claude/projects`, `${home}/.codex/sessions`];

describe("what it says is what a plain grep of the records finds", () => {
  test.each([
    ["deny command npm install", String.raw`"(command|cmd)\\?":\\?"(cd [a-z]+ && )?npm install[ \\"]`],
    ["ask command npm ci", String.raw`"(command|cmd)\\?":\\?"sudo npm ci`],
    ["deny edit migrations/**", `("file_path":"[^"]*/|Add File: )migrations/`],
    ["deny mcp github__delete_*", `"name":"(mcp__github__)?delete_branch"`],
  ])("%s", (line, pattern) => {
    const { sessions, met } = tried([line]);
    expect(sessions).toBe(40);
    expect(met.length).toBeGreaterThan(5);
    expect(met.length).toBe(grep(pattern, ...everywhere()));
  });

  test("all calls are counted", () => {
    const calls = grep(`"type":"(tool_use|function_call|custom_tool_call)"`, ...everywhere());
    expect(tried(["deny command npm"]).calls).toBe(calls);
  });

  test("only the sessions of the project, where one is asked for", () => {
    const { sessions, met } = tried(["deny command npm install"], SHOP);
    expect(sessions).toBe(30);
    const files = execFileSync("grep", ["-rlE", `"cwd":"${home}/shop"`, ...everywhere()], { encoding: "utf8" });
    const pattern = String.raw`"(command|cmd)\\?":\\?"(cd [a-z]+ && )?npm install[ \\"]`;
    expect(met.length).toBe(grep(pattern, ...files.trimEnd().split("\n")));
    expect(met.length).toBeLessThan(tried(["deny command npm install"]).met.length);
  });
});

test("an exception counts, and what is met has its line, session and time", () => {
  const { met } = tried(["deny command npm", "unless command npm run", "unless command npm ci"]);
  expect(new Set(met.map(({ what }) => what))).toEqual(new Set(["npm install", "cd app && npm install left-pad"]));
  expect(met[0]).toMatchObject({ effect: "deny", said: "deny command npm" });
  const times = met.map(({ at }) => at ?? "");
  expect(times).toEqual(times.toSorted());
});

test("a record that is damaged or says nothing takes nothing away", () => {
  const before = tried(["deny command npm install"]).met.length;
  recordSession(home, { host: "claude", n: 0, cwd: `${home}/gone`, calls: [{ command: "npm install" }] });
  execFileSync("sh", ["-c", `printf '{"torn' > "$0/.claude/projects/torn.jsonl"`, home]);
  // 40 newest: the one that was added is the oldest, the torn one does not say where it was.
  expect(tried(["deny command npm install"]).met.length).toBe(before);
});

test("what is no rule is told, not tried", () => {
  expect(triedAgainst(["stop npm"], { here: { env: {} }, project: undefined })).toMatchObject({ kind: "rule-problem" });
});
