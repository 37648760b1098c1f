// Which of the recorded sessions a hand-off is of (SUR-15), by records in the forms that Claude Code and Codex leave.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { handOffFrom, type Wanted } from "../../../src/compose/recorded.ts";
import type { HandOff } from "../../../src/transfer/handoff.ts";
import { recordSession } from "../../support/recorded-sessions.ts";

let home: string;
const SHOP = "example.org/team/shop";

beforeAll(() => {
  home = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-handoff-`));
  for (const name of ["shop", "other"]) {
    mkdirSync(`${home}/${name}`);
    execFileSync("git", ["init", "-q", `${home}/${name}`]);
    execFileSync("git", ["-C", `${home}/${name}`, "remote", "add", "origin", `https://example.org/team/${name}.git`]);
  }
  const [shop, other] = [`${home}/shop`, `${home}/other`];
  recordSession(home, {
    host: "claude",
    n: 1,
    cwd: shop,
    calls: [{ write: "src/a.ts" }, { command: "cat README.md" }],
  });
  recordSession(home, { host: "codex", n: 2, cwd: shop, calls: [{ command: "echo x > notes.txt" }] });
  recordSession(home, { host: "claude", n: 3, cwd: other, calls: [{ write: "theirs.ts" }] });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function found(wanted: Partial<Wanted> = {}): HandOff | undefined {
  const env = { CLAUDE_CONFIG_DIR: `${home}/.claude`, CODEX_HOME: `${home}/.codex` };
  return handOffFrom({ env }, { project: SHOP, host: undefined, session: undefined, ...wanted });
}

test("SUR-15: the newest of this project, whoever's it was", () => {
  expect(found()).toMatchObject({ host: "codex", project: "shop", changed: ["notes.txt"] });
});

test("SUR-15: the newest of one agent, with the files it changed and read", () => {
  expect(found({ host: "claude" })).toMatchObject({ changed: ["src/a.ts"], read: ["README.md"] });
});

test("SUR-15: one by how its id begins; another project's is none of it", () => {
  expect(found({ session: "00000001" })?.host).toBe("claude");
  expect(found({ session: "00000003" })).toBeUndefined();
});
