// What the agent of a session has read by itself, where the session is (ARR-3).
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readAlreadyBy } from "../../../src/compose/read-already.ts";
import { projectIdentity } from "../../../src/disk/git/project-identity.ts";
import { slugOf } from "../../../src/hosts/claude/auto-memory.ts";
import { hostNamed } from "../../../src/hosts/index.ts";

let base: string;
let project: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-reads-`));
  project = `${base}/shop`;
  vi.stubEnv("HOME", base);
  mkdirSync(`${project}/apps/web`, { recursive: true });
  execFileSync("git", ["init", "-q", project]);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(base, { recursive: true, force: true });
});

function put(path: string, text: string): void {
  mkdirSync(dirname(`${base}/${path}`), { recursive: true });
  writeFileSync(`${base}/${path}`, text);
}

function reads(agent: string, text: string, cwd = project): boolean {
  const host = hostNamed(agent);
  if (host === undefined) throw new Error(agent);
  const settings = `${base}/.claude/settings.json`;
  return readAlreadyBy(host, { env: {}, cwd, settings, project: projectIdentity(cwd) })(text);
}

describe("ARR-3: where the session is", () => {
  test("what stands in a folder counts for sessions in it and below it, for the agent that loads it", () => {
    put("shop/CLAUDE.md", "- Use pnpm here, not npm.\n");
    put("shop/apps/web/CLAUDE.md", "- Colours come from tokens.css\n");
    put("shop/AGENTS.md", "- Run the linter first\n");
    expect(reads("claude", "use pnpm here, not npm")).toBe(true);
    expect(reads("claude", "Colours come from tokens.css")).toBe(false);
    expect(reads("claude", "Colours come from tokens.css", `${project}/apps/web`)).toBe(true);
    expect(reads("claude", "use pnpm here, not npm", `${project}/apps/web`)).toBe(true);
    expect(reads("claude", "Run the linter first")).toBe(false);
    expect(reads("codex", "Run the linter first")).toBe(true);
    expect(reads("codex", "use pnpm here, not npm")).toBe(false);
  });

  test("the person's own file counts everywhere, outside of a project too", () => {
    put(".claude/CLAUDE.md", "Answer in plain words.\n");
    put("elsewhere/CLAUDE.md", "Something else that is long enough.\n");
    expect(reads("claude", "Answer in plain words")).toBe(true);
    expect(reads("claude", "Answer in plain words", `${base}/elsewhere`)).toBe(true);
    expect(reads("claude", "Something else that is long enough", `${base}/elsewhere`)).toBe(false);
  });

  test("AGT-23: Claude's own notes count, unless its settings name another place for them", () => {
    put(`.claude/projects/${slugOf(project)}/memory/MEMORY.md`, "- The staging host is slow on Mondays\n");
    expect(reads("claude", "The staging host is slow on Mondays.")).toBe(true);
    put(".claude/settings.json", '{"autoMemoryDirectory": "~/.holdfast/notes"}');
    expect(reads("claude", "The staging host is slow on Mondays.")).toBe(false);
  });
});
