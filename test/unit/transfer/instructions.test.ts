// Files that people write for agents, and exactly what becomes of each (IMP-4): instructions/NAME is the file, and
// instructions/NAME.txt what an import makes of it. To renew after a change that was meant: HOLDFAST_RENEW=1, and read the
// difference before it is committed.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { saying } from "../../../src/memory/same-words.ts";
import { wordsOf } from "../../../src/recall/render.ts";
import { type FoundText, isInstructionFile } from "../../../src/transfer/read/candidate.ts";
import { rulesIn } from "../../../src/transfer/read/rules.ts";

const FOLDER = fileURLToPath(new URL("./instructions/", import.meta.url));
const RENEW = process.env.HOLDFAST_RENEW === "1";
const files = readdirSync(FOLDER).filter((name) => !name.endsWith(".txt"));

const textOf = (name: string): string => {
  const text = readFileSync(`${FOLDER}${name}`, "utf8");
  // As an editor on Windows leaves it; git would change its line ends.
  return name === "09-handbook.CLAUDE.md" ? `\uFEFF${text.replaceAll("\n", "\r\n")}` : text;
};
const found = (path: string, text: string): readonly FoundText[] =>
  rulesIn({ path, text, mtimeMs: 0 }, { gesture: false });
const rules = (text: string): readonly string[] =>
  found("x.md", text).flatMap((each) => (each.kind === "candidate" ? [each.text.trimEnd()] : []));

function told(each: FoundText): string {
  if (each.kind === "left-out") return `${each.from}\n  left out: ${each.why}\n`;
  const { from, type, memoryKind, name, description, paths, text } = each;
  const head = [from, `  ${type}, ${memoryKind}`, `  name         ${name}`, `  description  ${description}`];
  const lines = text.trimEnd().split("\n");
  return `${[...head, ...(paths ?? []).map((glob) => `  for          ${glob}`), ...lines.map((line) => `  | ${line}`.trimEnd())].join("\n")}\n`;
}

describe("IMP-4: one rule, one memory", () => {
  test.each(files)("%s", (name) => {
    const now = found(name, textOf(name)).map(told).join("\n");
    if (RENEW) writeFileSync(`${FOLDER}${name}.txt`, now);
    expect(now).toBe(textOf(`${name}.txt`));
  });

  test("there are ten of them, and no word of a rule is changed", () => {
    expect(files).toHaveLength(10);
    for (const name of files) {
      const lines = new Set(
        textOf(name)
          .replace(/^\uFEFF/, "")
          .split(/\r?\n/)
          .map((line) => bare(line)),
      );
      const whole = [...lines].join("\n");
      for (const each of found(name, textOf(name)))
        if (each.kind === "candidate")
          for (const line of each.text.trimEnd().split("\n"))
            expect(whole, `${each.from}: ${line}`).toContain(bare(line));
    }
  });

  test("ARR-1: what a session is given says none of it twice", () => {
    for (const name of files)
      for (const each of found(name, textOf(name))) {
        if (each.kind !== "candidate" || each.text.includes("```") || each.text.includes("|---")) continue;
        const { name: title = "", description = "", text } = each;
        const given = saying(wordsOf({ name: title, description, body: text }, "full")).replace(/&[lg]t;/g, (sign) =>
          sign === "&lt;" ? "<" : ">",
        );
        const part = saying(text).slice(-12);
        expect(given.split(part).length - 1, `${each.from}: ${given}`).toBe(1);
      }
  });
});

function bare(line: string): string {
  return line.trim().replace(/^(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?/, "");
}

describe("IMP-4: what belongs together", () => {
  test("a nested list to its point, code to the sentence before it, a list to what introduces it", () => {
    expect(rules("- Tests:\n  - unit beside the file\n  - e2e below `e2e/`\n")).toEqual([
      "Tests:\n- unit beside the file\n- e2e below `e2e/`",
    ]);
    expect(rules("Migrate with:\n\n```sh\nmake up\n```\n\nThen look at the log.\n")).toEqual([
      "Migrate with:\n\n```sh\nmake up\n```",
      "Then look at the log.",
    ]);
    expect(rules("- Format first:\n\n  ```sh\n  make fmt\n  ```\n- And commit it\n")).toEqual([
      "Format first:\n\n```sh\nmake fmt\n```",
      "And commit it",
    ]);
    expect(rules("Never commit:\n- secrets\n- build output\n")).toEqual(["Never commit:\n- secrets\n- build output"]);
    expect(rules("## Don't\n\n- push to main\n- skip hooks\n\nAsk when in doubt.\n")).toEqual([
      "## Don't\n\n- push to main\n- skip hooks",
      "Ask when in doubt.",
    ]);
  });

  test("what says little about what follows does not", () => {
    expect(rules("Follow these rules:\n\n- Use tabs for indentation\n- Keep functions short\n")).toEqual([
      "Use tabs for indentation",
      "Keep functions short",
    ]);
  });

  test("sentences are divided where several are instructions; a reason stays with its rule", () => {
    expect(rules("Never edit generated files. Money is in cents. Ask before a release.\n")).toEqual([
      "Never edit generated files.",
      "Money is in cents.",
      "Ask before a release.",
    ]);
    for (const text of [
      "Never edit generated files. They are overwritten by the build.",
      "We had an outage in March. A migration locked the orders. Since then migrations run at night.",
      "Use `a. b` here. Never use `c",
    ])
      expect(rules(`${text}\n`)).toEqual([text]);
  });

  test("lines that were broken on purpose are rules; a wrapped paragraph is one", () => {
    expect(rules("Use tabs\nNever push to main\nTests live beside the code\n")).toHaveLength(3);
    const wrapped =
      "Every endpoint has a deadline of two seconds, because the\nPostgres pool is small and everybody waits.";
    expect(rules(`${wrapped}\n`)).toEqual([wrapped]);
  });
});

test("IMP-4: files of rules are known by their names", () => {
  const names = [
    "CLAUDE.md",
    "a/CLAUDE.local.md",
    "AGENTS.md",
    ".github/copilot-instructions.md",
    ".github/instructions/api.instructions.md",
    ".cursor/rules/api.mdc",
    ".claude/rules/deep/style.md",
    ".cursorrules",
  ];
  expect(names.filter((name) => !isInstructionFile(name))).toEqual([]);
  expect(["README.md", "rules/style.md", "notes/agents.md", "CLAUDE.md.txt"].filter(isInstructionFile)).toEqual([]);
});

test.each([
  ["globs: src/**/*.ts, lib/{a,b}/*.ts", ["src/**/*.ts", "lib/{a,b}/*.ts"]],
  ['paths:\n  - "src/api/**"\n  - docs/*.md', ["src/api/**", "docs/*.md"]],
  ['applyTo: "**/*.py"', ["**/*.py"]],
  ['applyTo: "**"', undefined],
  ["globs: src/**\nalwaysApply: true", undefined],
  ["title: x", undefined],
])("IMP-4: a file that says for which files it is: %j", (head, paths) => {
  const [rule] = found("x.mdc", `---\n${head}\n---\n- Use tabs for indentation\n`);
  expect(rule?.kind === "candidate" && rule.paths).toEqual(paths);
});
