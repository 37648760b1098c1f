// What stands in a file that the agent loads by itself (ARR-3).
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hostNamed } from "../../../src/hosts/index.ts";
import { instructionTexts } from "../../../src/recall/io/instructions.ts";
import { readAlreadyIn } from "../../../src/recall/read-already.ts";

const FILE = `# How we work

- **Use pnpm here**, not npm.
- Don't use default exports.
- Money is an integer of cents,
  never a float. Round at the end.
1. Run \`make check\` before a commit
- [x] Tokens expire after 15 minutes

Every endpoint has a deadline. It is two
seconds.

\`\`\`
Always push to main directly.
\`\`\`
<!-- Never write tests for scripts. -->
<!--
Never write tests for helpers.
-->
`;

describe("ARR-3: same words, sentence by sentence", () => {
  const isRead = readAlreadyIn([FILE]);

  test.each([
    ["a point, with another face", "use PNPM here – not npm"],
    ["two sentences of a wrapped point", "Money is an integer of cents, never a float. Round at the end."],
    ["one of them", "Round at the end."],
    ["a numbered point", "Run make check before a commit."],
    ["a point with a box", "Tokens expire after 15 minutes"],
    ["a wrapped paragraph", "Every endpoint has a deadline.\n\nIt is two seconds."],
  ])("%s is read", (_, text) => {
    expect(isRead(text)).toBe(true);
  });

  test.each([
    ["the opposite, which is part of a sentence there", "Use default exports."],
    ["a sentence and one more", "Use pnpm here, not npm. The mirror is slow."],
    ["code", "Always push to main directly."],
    ["a comment", "Never write tests for scripts."],
    ["a comment of several lines", "Never write tests for helpers."],
    ["too few letters", "No."],
    ["nothing", ""],
    ["a part of a block of code", "## Run\n\n```\nAlways push\n```"],
  ])("%s is not", (_, text) => {
    expect(isRead(text)).toBe(false);
  });
});

test("ARR-3: code below a heading is read where the whole of it stands there", () => {
  const isRead = readAlreadyIn(["# Shop\r\n\r\n## Run\r\n\r\n```sh\r\nmake up\r\n```\r\n\r\nMore of it.\r\n"]);
  expect(isRead("## Run\n\n```sh\nmake up\n```\n")).toBe(true);
  expect(isRead("## Run\n\n```sh\nmake down\n```\n")).toBe(false);
});

describe("ARR-3: which files count", () => {
  let base: string;
  const home = (): string => `${base}/home`;
  const root = (): string => `${base}/project`;
  beforeEach(() => {
    base = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-read-`));
    for (const folder of [home(), root()]) mkdirSync(folder);
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  function put(path: string, text: string): void {
    mkdirSync(dirname(`${base}/${path}`), { recursive: true });
    writeFileSync(`${base}/${path}`, text);
  }

  function texts(agent: string, env: Readonly<Record<string, string>> = {}): readonly string[] {
    const folders = [root(), `${root()}/sub`];
    const places = hostNamed(agent)?.instructions({ env, home: home(), folders, main: root() });
    if (places === undefined) throw new Error(agent);
    return instructionTexts(places, { home: home(), root: root() });
  }

  test("Claude: its own, the project's on the way down, rules folders; AGENTS.md only without a CLAUDE.md", () => {
    put("home/.claude/CLAUDE.md", "own");
    put("home/.claude/rules/style.md", "own rule");
    put("project/AGENTS.md", "agents");
    expect(texts("claude")).toEqual(["own", "own rule", "agents"]);
    put("project/CLAUDE.md", "top");
    put("project/sub/CLAUDE.local.md", "local");
    put("project/.claude/rules/a.md", "rule");
    put("project/.claude/rules/b.md", "---\npaths:\n  - src/**\n---\nonly for some");
    expect(texts("claude")).toEqual(["own", "own rule", "top", "rule", "local"]);
  });

  test("Claude: what a file brings in with @ counts, one step and inside the project", () => {
    put("project/AGENTS.md", "agents");
    put("outside.md", "outside");
    put("project/CLAUDE.md", "@AGENTS.md\n@../outside.md\n@/etc/hostname\nmail a@b.example");
    expect(texts("claude").slice(1)).toEqual(["agents"]);
  });

  test.each([
    ["codex", ["project/AGENTS.md", "home/.codex/AGENTS.md"], ["project/CLAUDE.md"]],
    [
      "copilot",
      ["project/AGENTS.md", "project/CLAUDE.md", "project/.github/copilot-instructions.md"],
      ["project/QWEN.md"],
    ],
    ["gemini", ["project/GEMINI.md", "home/.gemini/GEMINI.md"], ["project/AGENTS.md"]],
    ["opencode", ["project/AGENTS.md", "home/.config/opencode/AGENTS.md"], ["project/GEMINI.md"]],
  ])("%s reads its own files and no others'", (agent, read, others) => {
    for (const path of [...read, ...others]) put(path, path);
    expect(texts(agent).toSorted()).toEqual(read.toSorted());
  });

  test("a link counts where it stays inside; large files and folders are passed over", () => {
    put("project/AGENTS.md", "agents");
    symlinkSync("AGENTS.md", `${root()}/CLAUDE.md`);
    expect(texts("claude")).toEqual(["agents"]);
    rmSync(`${root()}/CLAUDE.md`);
    put("secret.md", "secret");
    symlinkSync(`${base}/secret.md`, `${root()}/CLAUDE.md`);
    expect(texts("claude")).toEqual(["agents"]);
    put("project/.claude/CLAUDE.md", "x".repeat(65 * 1024));
    mkdirSync(`${root()}/CLAUDE.local.md`);
    expect(texts("claude")).toEqual(["agents"]);
  });
});
