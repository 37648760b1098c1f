// RUL-9: rules in the hosts' own words. The words were tried with the real programs (test/e2e/permissions.ts).
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync } from "node:fs";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { settingsWith } from "../../../src/compose/exporting.ts";
import { isUnsayable, type Permission } from "../../../src/hosts/permissions.ts";
import { isRuleProblem, parseRule, type Stop } from "../../../src/memory/rule.ts";
import { isMeant } from "../../../src/rules/decide.ts";
import { covers, globOf } from "../../../src/text/glob.ts";
import { PERMISSION_HOSTS, type Permissions, permissionsFor } from "../../../src/transfer/export-permissions.ts";
import { actOf, chance } from "../../support/acts.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, openBox, removeBox, rootOf } from "../../support/store-box.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
const HERE = "example.org/team/shop";

let base: string;
beforeEach(() => {
  base = makeBox("memory");
});
afterEach(() => removeBox(base));

function hostOf(name: string) {
  const host = PERMISSION_HOSTS[`${name}-permissions`];
  if (host === undefined) throw new Error(name);
  return host;
}

function stopOf(line: string): Stop {
  const rule = parseRule([line]);
  const [stop] = isRuleProblem(rule) ? [] : rule.stops;
  if (stop === undefined) throw new Error(line);
  return stop;
}

function say(name: string, line: string): readonly string[] | string {
  const said = hostOf(name).say(stopOf(line), "Because.");
  return isUnsayable(said)
    ? said.why
    : said.map(({ effect, text }) => (name === "claude" ? `${effect} ${text}` : text));
}

let n = 0;
const rule = (lines: readonly string[], more: readonly string[] = [`project: ${HERE}`], tier = "verified"): void => {
  plant(base, `feedback_rule_${++n}`, {
    tier,
    id: idOf(n),
    more: [`rule: [${lines.join(", ")}]`, ...more],
    body: "Do.",
  });
};
const found = (name: string): Permissions =>
  permissionsFor([openBox(base)], hostOf(name), { project: HERE, act: actOf("terminal", NOW, chance(1)) });
const texts = (name: string): readonly string[] => found(name).said.map(({ text }) => text);

describe("RUL-9: in each host's words", () => {
  test.each([
    ["deny command npm install", ["deny Bash(npm install:*)"]],
    ["ask command git push --force*", ["ask Bash(git push --force*)"]],
    ["deny edit migrations/**", ["deny Edit(/migrations/**)"]],
    ["deny edit {a,b}/c.ts", ["deny Edit(/a/c.ts)", "deny Edit(/b/c.ts)"]],
    ["deny read .env", ["deny Read(/**/.env)"]],
    ["deny fetch *.example.com", ["deny WebFetch(domain:*.example.com)"]],
    ["ask mcp github__delete_repo", ["ask mcp__github__delete_repo"]],
  ])("Claude Code: %s", (line, items) => {
    expect(say("claude", line)).toEqual(items);
  });

  test("Codex, Gemini CLI, Copilot CLI", () => {
    const [block = ""] = say("codex", "ask command git push");
    expect(block).toContain('pattern = ["git", "push"],\n    decision = "prompt",\n    justification = "Because."');
    const [policy = ""] = say("gemini", "deny command git push");
    expect(policy).toContain('commandPrefix = "git push"\ndecision = "deny"\npriority = 900\ndenyMessage = "Because."');
    expect(say("copilot", "deny command git push")).toEqual(["'--deny-tool=shell(git push:*)'"]);
    expect(say("copilot", "deny edit pnpm-lock.yaml")).toEqual(["'--deny-tool=write(pnpm-lock.yaml)'"]);
    expect(say("copilot", "deny mcp github__delete_repo")).toEqual(["'--deny-tool=github(delete_repo)'"]);
  });

  test.each([
    ["claude", "deny command rm -rf *"],
    ["claude", "deny command git push --force* origin"],
    ["claude", "deny command git com*t"],
    ["claude", "deny edit src/*"],
    ["claude", "deny edit src/** with console.log"],
    ["claude", "deny mcp github__delete_*"],
    ["claude", "deny fetch ex*.com"],
    ["codex", "deny command rm -rf *"],
    ["codex", "deny edit src/**"],
    ["codex", "deny fetch example.com"],
    ["gemini", "deny command rm -rf *"],
    ["gemini", "deny edit src/**"],
    ["gemini", "deny mcp my_server__x"],
    ["copilot", "ask command git push"],
    ["copilot", "deny edit src/a.ts"],
    ["copilot", "deny read .env"],
  ])("%s can't say it, and does not say it wider: %s", (name, line) => {
    expect(typeof say(name, line)).toBe("string");
  });
});

describe("RUL-9: never wider than the rule", () => {
  const word = fc.constantFrom("npm", "install", "run", "-g", "--force", "main", "x.y", "a:b", "*", "in*", "i*l");
  test("what begins with a command's words is what the rule means", () => {
    const words = fc.array(word, { minLength: 1, maxLength: 4 });
    let tried = 0;
    fc.assert(
      fc.property(words, fc.array(word, { maxLength: 3 }), fc.constantFrom("", "X"), (said, rest, more) => {
        fc.pre(!/^[-*]/.test(said[0] ?? ""));
        for (const name of ["claude", "codex", "gemini", "copilot"]) {
          const stop = stopOf(`deny command ${said.join(" ")}`);
          if (isUnsayable(hostOf(name).say(stop, ""))) continue;
          const last = said.at(-1) ?? "";
          const begun = last.endsWith("*") ? [...said.slice(0, -1), `${last.slice(0, -1)}${more}`] : said;
          const command = { words: [...begun, ...rest], wrappers: [], redirects: [], variables: {}, cwds: [] };
          tried++;
          expect(isMeant(stop.clause, { on: "command", command }), `${said} | ${command.words}`).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
    expect(tried).toBeGreaterThan(500);
  });

  test("what gitignore's reading of a path covers, the rule covers", () => {
    const globs = ["migrations/**", "src/a.ts", ".env", "a/**/b", "{x,y}/z", "docs", "s*c/a.ts", "src/*", "*.ts", "**"];
    const names = ["src", "a.ts", "migrations", ".env", "a", "b", "x", "z", "docs", "sc"];
    const paths = names.flatMap((one) => [one, ...names.flatMap((two) => [`${one}/${two}`, `${one}/${two}/b`])]);
    const project = `${base}/shop`;
    mkdirSync(project);
    execFileSync("git", ["init", "-q", project]);
    let said = 0;
    for (const text of globs) {
      const glob = globOf(text);
      const items = hostOf("claude").say(stopOf(`deny edit ${text}`), "");
      if (glob === undefined || isUnsayable(items)) continue;
      const patterns = items.map((item) => item.text.slice("Edit(".length, -1));
      for (const path of ignored(project, patterns, paths)) {
        said++;
        expect(covers(glob, path.split("/")), `${text} against ${path}`).toBe(true);
      }
    }
    expect(said).toBeGreaterThan(100);
  });

  /** As git itself reads the patterns. */
  function ignored(project: string, patterns: readonly string[], paths: readonly string[]): readonly string[] {
    appendFileSync(`${project}/.git/info/exclude`, "");
    const args = [
      "-C",
      project,
      "-c",
      `core.excludesFile=${project}/patterns`,
      "check-ignore",
      "--no-index",
      "--stdin",
    ];
    execFileSync("sh", ["-c", 'printf "%s\\n" "$@" > "$0"', `${project}/patterns`, ...patterns]);
    try {
      return execFileSync("git", args, { input: paths.join("\n"), encoding: "utf8" })
        .trim()
        .split("\n");
    } catch {
      return [];
    }
  }
});

describe("RUL-9: what is exported", () => {
  test("rules in force here, once each, in an order that does not depend on the files", () => {
    rule(["deny command npm install", "ask command npm publish"]);
    rule(["deny command npm install"], []);
    expect(texts("claude")).toEqual(["Bash(npm install:*)", "Bash(npm publish:*)"]);
    expect(texts("codex")).toHaveLength(3);
  });

  test("RUL-1: nothing that a person's word does not stand behind, or that holds no longer, or elsewhere", () => {
    rule(["deny command a"], [], "inferred");
    rule(["deny command b"], ["expires: 2026-01-01"]);
    rule(["deny command c"], ["status: retired"]);
    rule(["deny command d"], ["project: example.org/other/repo"]);
    rule(["deny command e", "sometimes"]);
    rule(["deny command f"], []);
    appendFileSync(`${rootOf(base)}/memories/feedback_rule_${n}.md`, "And more.\n");
    for (const name of ["claude", "codex", "gemini", "copilot"]) {
      const { said, unsaid } = found(name);
      expect([said, unsaid]).toEqual([[], []]);
    }
  });

  test("what the file can't hold is named: branches, exceptions, reminders, a project in a file for all", () => {
    rule(["deny command a"], [`project: ${HERE}`, "branch: main"]);
    rule(["deny command b", "unless command b x"]);
    rule(["remind command c"]);
    rule(["deny command d"], [`project: ${HERE}`, "paths: [src/**]"]);
    expect(
      found("claude")
        .unsaid.map(({ line, why }) => `${line}: ${why}`)
        .toSorted(),
    ).toEqual([
      "deny command a: it holds on one branch",
      "deny command b: it has an exception",
      "deny command d: it is about some files",
      "remind command c: a reminder stops nothing",
    ]);
    expect(texts("claude")).toEqual([]);
  });

  test("Gemini CLI's file holds everywhere, so only what does goes into it", () => {
    rule(["deny command a"]);
    rule(["deny command b"], []);
    expect(texts("gemini").join()).toContain('commandPrefix = "b"');
    expect(found("gemini").unsaid.map(({ line }) => line)).toEqual(["deny command a"]);
  });
});

describe("RUL-9: Claude Code's settings", () => {
  const deny = (...items: readonly string[]): readonly Permission[] => items.map((text) => ({ effect: "deny", text }));
  test("a person's own entries stay, ours come and go, and a second export changes nothing", () => {
    const before = '{\n  "model": "x",\n  "permissions": { "deny": ["Bash(a:*)", "Bash(b:*)"] }\n}\n';
    const once = settingsWith(before, deny("Bash(b:*)", "Bash(c:*)")) as string;
    expect(JSON.parse(once)).toEqual({
      model: "x",
      permissions: { deny: ["Bash(a:*)", "Bash(b:*)", "Bash(c:*)"] },
      "holdfast-permissions": ["deny Bash(c:*)"],
    });
    expect(settingsWith(once, deny("Bash(b:*)", "Bash(c:*)"))).toBe(once);
    expect(JSON.parse(settingsWith(once, []) as string)).toEqual(JSON.parse(before));
  });

  test("nothing to say makes no file; a damaged one is refused", () => {
    expect(settingsWith(undefined, [])).toBe("");
    expect(settingsWith("{", deny("Bash(a:*)"))).toMatchObject({ kind: "refusal" });
    expect(JSON.parse(settingsWith(undefined, deny("Bash(a:*)")) as string).permissions).toEqual({
      deny: ["Bash(a:*)"],
    });
  });
});
