// A shell line taken apart: what is read, what stays unknown, and that work is bounded (AGT-21).
import { describe, expect, test } from "vitest";
import { HOLE, STAR } from "../../../../src/guard/holes.ts";
import { readShell } from "../../../../src/guard/shell/read.ts";
import { MOST_COMMANDS } from "../../../../src/guard/shell/state.ts";
import type { ShellCommand } from "../../../../src/guard/world.ts";

const VARIABLES = { HOME: "/home/u", PWD: "/p" };

function commands(line: string): readonly ShellCommand[] {
  return readShell(line, VARIABLES).commands;
}

function words(line: string): readonly (readonly string[])[] {
  return commands(line).map((command) => command.words);
}

describe("AGT-21: words", () => {
  test.each([
    ["quotes", `a 'b c' "d"e\\ f $'\\x67'`, ["a", "b c", "de f", "g"]],
    ["tilde", "a ~ ~/x '~/x' ~bob/x", ["a", "/home/u", "/home/u/x", "~/x", `${HOLE}/x`]],
    ["variables", 'X=1; a $X "$X$X" $Y', ["a", "1", "11", HOLE]],
    ["a variable with spaces is two words unless quoted", "X='b c'; a $X \"$X\"", ["a", "b", "c", "b c"]],
    ["defaults", "a ${Y:-b}", ["a", "b"]],
    ["braces", "a x{b,c}y {1..3}", ["a", "xby", "xcy", "1", "2", "3"]],
    ["globs", "a *.md", ["a", `${STAR}.md`]],
    ["plain output", "a $(echo b)/c $(pwd)", ["a", "b/c", "/p"]],
  ])("%s", (_, line, expected) => {
    expect(words(line)).toContainEqual(expected);
  });

  test("a variable with two values is a command for each", () => {
    expect(words("for x in 1 2; do a $x; done")).toEqual([
      ["a", "1"],
      ["a", "2"],
    ]);
    expect(words("X=1; if b; then X=2; fi; a $X").slice(1)).toEqual([
      ["a", "1"],
      ["a", "2"],
    ]);
  });
});

describe("AGT-21: folders", () => {
  const cwds = (line: string): readonly string[] => commands(line).at(-1)?.cwds ?? [];

  test("cd is followed, and after `;` it may have failed", () => {
    expect(cwds("cd a && b")).toEqual(["/p/a"]);
    expect(cwds("cd a; b")).toEqual(["/p/a", "/p"]);
    expect(cwds("(cd a); b")).toEqual(["/p"]);
    expect(cwds("cd a | b")).toEqual(["/p"]);
    expect(cwds("cd && b")).toEqual(["/home/u"]);
    expect(cwds("cd a && cd - && b")).toEqual(["/p"]);
    expect(cwds("cd a/.. && b")).toEqual(["/p/a/..", "/p"]);
    expect(cwds("cd $X && b")).toEqual([HOLE]);
  });
});

describe("AGT-21: what runs what", () => {
  test.each([
    ["env -i X=1 a b", ["a", "b"]],
    ["sudo -u root a b", ["a", "b"]],
    ["timeout -k 1 5 a b", ["a", "b"]],
    ["bash -lc 'a b'", ["a", "b"]],
    ["eval a b", ["a", "b"]],
    ["script -qec 'a b' /dev/null", ["a", "b"]],
    ["script -q /dev/null -c 'a b'", ["a", "b"]],
    ["npx -y a@1.2 b", ["a", "b"]],
    ["npm exec a -- b", ["a", "b"]],
    ["echo 'a b' | sh", ["a", "b"]],
    ["sh <<E\na b\nE", ["a", "b"]],
    ["echo b | xargs a", ["a", "b"]],
    ["find x -exec a {} +", ["a", `x/${HOLE}`]],
    ["f() { a $1; }; f b", ["a", "b"]],
    ["alias f='a'; f b", ["a", "b"]],
    ["nohup nice -n 3 setsid a b &", ["a", "b"]],
  ])("%s", (line, expected) => {
    expect(words(line)).toContainEqual(expected);
  });

  test("what is fed to a command is known where the line says it", () => {
    expect(commands("a <<E\n$HOME x\nE")[0]?.stdin).toBe("/home/u x\n");
    expect(commands("a <<'E'\n$HOME\nE")[0]?.stdin).toBe("$HOME\n");
    expect(commands("a <<< b")[0]?.stdin).toBe("b");
    expect(commands("echo b | a")[1]?.stdin).toBe("b");
    expect(commands("b | a")[1]?.stdin).toBeUndefined();
  });
});

describe("AGT-21: what can't be read", () => {
  test("an error makes the reading unsure", () => {
    expect(readShell("a 'b", VARIABLES).sure).toBe(false);
    expect(readShell("a $(b", VARIABLES).sure).toBe(false);
    expect(readShell("if a", VARIABLES).sure).toBe(false);
    expect(readShell("a \u0001", VARIABLES).sure).toBe(false);
    expect(readShell("a && b", VARIABLES).sure).toBe(true);
  });

  test.each([
    ["functions that call themselves", "f() { f; f; f; f; f; f; f; f; }; f"],
    ["evals in evals", `f() { eval f; eval "f f"; f; }; f`],
    ["aliases in a circle", "alias a=b; alias b=a; a"],
    ["braces in braces", `a ${"{b,c}".repeat(40)}`],
    [
      "variables in variables",
      `${Array.from({ length: 30 }, (_, i) => `X${i}=$X${i - 1}$X${i - 1}`).join(";")}; a $X29`,
    ],
    ["deep nesting", `a ${"$(".repeat(300)}b${")".repeat(300)}`],
    ["shells in shells", `${"bash -c '".repeat(50)}a`],
    ["many values", `for x in ${"y ".repeat(500)}; do for z in ${"y ".repeat(500)}; do a $x $z $x$z; done; done`],
    ["a long line", "a b;".repeat(10_000)],
  ])("work is bounded: %s", (_, line) => {
    expect(commands(line).length).toBeLessThanOrEqual(MOST_COMMANDS);
  });
});
