// A shell line taken apart: what is read, what stays unknown, and that work is bounded (AGT-21).
import { describe, expect, test } from "vitest";
import { readShell } from "../../../../src/guard/shell/read.ts";
import { HOLE, MADE, mayBeNamed, QUERY, type ShellCommand, STAR } from "../../../../src/guard/shell-line.ts";
import { HOSTILE } from "../../../support/hostile-lines.ts";

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
    ["braces", "a x{b,c}y", ["a", "xby", "xcy"]],
    [
      "braces that are not worked out keep their letters, and may be any name",
      "a {b,{c,d}}",
      ["a", `${MADE}{b,{c,d}}${MADE}`, STAR],
    ],
    ["globs", "a *.md", ["a", `${STAR}.md`]],
    ["what the line makes", "a $(echo b)/c `d` $1", ["a", `${MADE}/c`, MADE, MADE]],
  ])("%s", (_, line, expected) => {
    expect(words(line)).toContainEqual(expected);
  });

  test("a variable with two values has none, and what a loop goes over stands there", () => {
    expect(words("for x in 1 2; do a $x; done")).toEqual([
      ["for", "1", "2"],
      ["a", MADE],
    ]);
    expect(words("X=1; if b; then X=2; fi; a $X").at(-1)).toEqual(["a", MADE]);
    expect(words('X=(b c); a "${X[@]}"')).toEqual([["for", "b", "c"], [], ["a", MADE]]);
  });

  test("a pattern is matched without going back over it", () => {
    expect(mayBeNamed(`.h${STAR}${QUERY}t`, ".holdfast")).toBe(true);
    expect(mayBeNamed(`.h${STAR}x`, ".holdfast")).toBe(false);
    expect(mayBeNamed(STAR, ".holdfast")).toBe(false);
    expect(mayBeNamed(`.${`${STAR}${QUERY}`.repeat(30)}x`, `.${"a".repeat(60)}`)).toBe(false);
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
    expect(cwds("cd a/.. && b")).toEqual(["/p"]);
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
    ["sh <<E\na b\nE", ["a", "b"]],
    ["echo b | xargs a", ["a", MADE]],
    ["echo b | xargs -I% a %/c", ["a", `${MADE}/c`]],
    ["find x -exec a {} +", ["a", MADE]],
    ["f() { a $1; }; f b", ["a", MADE]],
    ["npx -y -p c a b", ["a", "b"]],
    ["pnpm dlx a@latest b", ["a", "b"]],
    ["(cd c && a b)", ["a", "b"]],
    ["c | d && a b || e", ["a", "b"]],
    ["if c; then a b; fi", ["a", "b"]],
    ["c=$(a b)", ["a", "b"]],
    ["trap 'a b' EXIT", ["a", "b"]],
    ["alias f='a'; f b", ["a", "b"]],
    ["nohup nice -n 3 setsid a b &", ["a", "b"]],
  ])("%s", (line, expected) => {
    expect(words(line)).toContainEqual(expected);
  });

  test("what is fed to a command is known where the line says it", () => {
    expect(commands("a <<E\n$HOME x\nE")[0]?.stdin).toBe("/home/u x\n");
    expect(commands("a <<'E'\n$HOME\nE")[0]?.stdin).toBe("$HOME\n");
    expect(commands("a <<< b")[0]?.stdin).toBe("b");
    expect(commands("b | a")[1]?.stdin).toBeUndefined();
  });

  test("the words of wrappers are kept beside the command", () => {
    expect(commands("sudo -u root env -C /x A=1 a b")).toEqual([
      {
        words: ["a", "b"],
        wrappers: ["sudo", "-u", "root", "env", "-C"],
        redirects: [],
        variables: { A: "1" },
        cwds: ["/x"],
      },
    ]);
    expect(commands("bash -c 'a \"$1\"' _ b").map(({ words: each, wrappers }) => [each, wrappers])).toEqual([
      [["set", "--", "_", "b"], []],
      [["a", MADE], ["bash"]],
    ]);
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

  test("so does a shell whose text is not known", () => {
    expect(readShell("a | sh", VARIABLES).sure).toBe(false);
    expect(readShell("bash < a", VARIABLES).sure).toBe(false);
    expect(readShell('eval "$X"', VARIABLES).sure).toBe(false);
    expect(readShell("sh a.sh", VARIABLES).sure).toBe(true);
  });
});

describe("AGT-4: work is counted", () => {
  /** As many steps as a line may cost, and the cost of looking at the last text. */
  const most = (line: string): number => 8000 + line.length / 2;

  test.each(Object.entries(HOSTILE))("%s", (_, shape) => {
    for (const size of [500, 4000, 64_000]) {
      const line = shape(size);
      expect(readShell(line, VARIABLES).steps).toBeLessThanOrEqual(most(line));
    }
  });

  test.each([
    "doubling assignments",
    "evals of a long text",
    "shells in shells",
    "many commands in many folders",
    "nested substitutions",
    "open braces",
    "here-documents of one command",
  ])("a line that would cost more is not read for sure: %s", (name) => {
    expect(readShell(HOSTILE[name]?.(64_000) ?? "", VARIABLES).sure).toBe(false);
  });

  test("an ordinary line costs less than a step for each character", () => {
    const line = "npm run build && cat ~/.holdfast/memories/feedback_a.md\n".repeat(100);
    const { steps, sure } = readShell(line, VARIABLES);
    expect([sure, steps < line.length]).toEqual([true, true]);
  });
});
