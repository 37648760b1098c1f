import { describe, expect, it } from "vitest";
import { readShell } from "../../../src/guard/shell/read.ts";
import { isRuleProblem, parseRule, type Rule } from "../../../src/memory/rule.ts";
import { type Deed, decide } from "../../../src/rules/decide.ts";

function ruleOf(...lines: readonly string[]): Rule {
  const rule = parseRule(lines);
  if (isRuleProblem(rule)) throw new Error(`${rule.line}: ${rule.hint}`);
  return rule;
}

function commandsOf(line: string): readonly Deed[] {
  return readShell(line, { PWD: "/p", HOME: "/h" }).commands.map((command) => ({ on: "command", command }));
}

function said(rule: Rule, deeds: readonly Deed[]): string | undefined {
  return decide([{ rule, source: "m", narrowness: 1 }], deeds)?.stop.effect;
}

describe("commands, by program and words (RUL-2)", () => {
  const npm = ruleOf("deny command npm install", "deny command npm ci", "instead use pnpm install");
  const push = ruleOf("ask command git push --force* origin main");
  const wipe = ruleOf("deny command rm -rf *");
  it.each([
    [npm, "npm install"],
    [npm, "npm install left-pad --save"],
    [npm, "cd app && npm ci"],
    [npm, "sudo -u root npm install"],
    [npm, "env CI=1 timeout 60 npm install"],
    [npm, "sh -c 'npm install'"],
    [npm, "(cd x; npm --prefix y install)"],
    [npm, "echo ok | xargs npm install"],
    [npm, "npx --yes npm install"],
    [npm, "/usr/local/bin/npm ci"],
    [npm, "pnpm dlx npm install"],
    [npm, 'bash -lc "true && npm install"'],
    [npm, "for d in a b; do npm install; done"],
    [push, "git push --force origin main"],
    [push, "git -C app push origin main --force-with-lease"],
    [wipe, "rm -r -f build"],
    [wipe, "rm -fr build/*"],
    [ruleOf("deny command npx"), "npx vitest"],
  ])("%# is stopped: %s", (rule, line) => {
    expect(said(rule, commandsOf(line as string))).toBeDefined();
  });

  it.each([
    [npm, "npm run install-deps"],
    [npm, "npm run install"],
    [npm, "pnpm install"],
    [npm, "echo npm install"],
    [npm, "git commit -m 'npm install'"],
    [npm, "grep -r 'npm install' docs"],
    [push, "git push origin main"],
    [push, "git push --force origin next"],
    [ruleOf("deny command git push"), "git stash push"],
    [ruleOf("deny command git push"), "git commit -m push"],
    [wipe, "rm -r build"],
    [wipe, "rm -rf"],
  ])("%# is not: %s", (rule, line) => {
    expect(said(rule, commandsOf(line as string))).toBeUndefined();
  });
});

describe("exceptions and what wins (RUL-8)", () => {
  it("an exception is about its own command, not about the line", () => {
    const rule = ruleOf("deny command npm install", "unless command npm install -g");
    expect(said(rule, commandsOf("npm install -g pnpm"))).toBeUndefined();
    expect(said(rule, commandsOf("npm install -g pnpm && npm install"))).toBe("deny");
  });

  it("deny over ask over remind", () => {
    const rule = ruleOf("remind command git", "ask command git push", "deny command git push --force");
    expect(said(rule, commandsOf("git status"))).toBe("remind");
    const each = ["remind command git", "ask command git push", "deny command git push --force"].map((line) => ({
      rule: ruleOf(line),
      source: line,
      narrowness: 0,
    }));
    expect(decide(each, commandsOf("git push --force"))?.source).toBe("deny command git push --force");
    expect(decide(each, commandsOf("git push"))?.source).toBe("ask command git push");
  });

  it("a narrower exception wins over a wider rule, a wider one does not", () => {
    const wide = { rule: ruleOf("deny command npm install"), source: "wide", narrowness: 0 };
    const exception = ruleOf("remind command npm publish", "unless command npm install");
    const act = commandsOf("npm install");
    expect(decide([wide, { rule: exception, source: "narrow", narrowness: 1 }], act)).toBeUndefined();
    expect(
      decide(
        [
          { ...wide, narrowness: 2 },
          { rule: exception, source: "x", narrowness: 1 },
        ],
        act,
      )?.source,
    ).toBe("wide");
  });
});

describe("a shared store's exception (RUL-8, CFG-1)", () => {
  const act = commandsOf("git push --force");
  const own = { rule: ruleOf("deny command git push --force"), source: "own", narrowness: 0 };
  const shared = {
    rule: ruleOf("remind command ls", "unless command git push"),
    source: "shared",
    narrowness: 2,
    isShared: true,
  };
  it("takes no rule of the person's own back, and one of the same store where it is narrower", () => {
    expect(decide([own, shared], act)?.source).toBe("own");
    expect(decide([{ ...own, isShared: true, narrowness: 1 }, shared], act)).toBeUndefined();
    expect(decide([own, { ...shared, isShared: false }], act)).toBeUndefined();
  });
});

describe("files, addresses and tools", () => {
  const edit = (path: string, text = ""): readonly Deed[] => [{ on: "edit", path: path.split("/"), text }];
  it("edits by glob and by what would be written", () => {
    const rule = ruleOf("deny edit src/**/*.ts with console.log", "unless edit src/cli/**");
    expect(said(rule, edit("src/a/b.ts", "console.log(1)"))).toBe("deny");
    expect(said(rule, edit("src/a/b.ts", "log(1)"))).toBeUndefined();
    expect(said(rule, edit("src/cli/b.ts", "console.log(1)"))).toBeUndefined();
    expect(said(ruleOf("ask edit migrations/**"), edit("migrations/001.sql"))).toBe("ask");
  });

  it("addresses by host, tools of servers by name", () => {
    expect(said(ruleOf("deny fetch *.example.com"), [{ on: "fetch", host: "API.Example.com" }])).toBe("deny");
    expect(said(ruleOf("deny fetch example.com"), [{ on: "fetch", host: "notexample.com" }])).toBeUndefined();
    expect(said(ruleOf("ask mcp github__delete_*"), [{ on: "mcp", tool: "github__delete_repo" }])).toBe("ask");
  });
});

describe("what can't be read is no rule", () => {
  it.each([
    [[]],
    [["instead use pnpm"]],
    [["deny"]],
    [["deny command"]],
    [["deny command *"]],
    [["deny command -rf"]],
    [["stop command npm"]],
    [["deny command npm", "sometimes"]],
    [["deny edit /etc/**"]],
    [["deny edit src/** with "]],
    [["deny fetch https://x/y z"]],
    [[`deny command ${"a ".repeat(13)}`]],
    [Array.from({ length: 13 }, () => "deny command npm")],
  ])("%j", (lines) => {
    expect(isRuleProblem(parseRule(lines))).toBe(true);
  });
});
