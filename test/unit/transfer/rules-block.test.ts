import { describe, expect, test } from "vitest";
import { BEGIN, blockOf, END, type Rule, splice } from "../../../src/transfer/rules-block.ts";

const rule = (body: string, name = "A name", description = "About it"): Rule => ({ name, description, body });
const spliced = (text: string | undefined, rules: readonly Rule[]): string => {
  const result = splice(text, blockOf(rules));
  if (result.kind !== "spliced") throw new Error(`damaged at ${result.lines}`);
  return result.text;
};

describe("IMP-3: text outside the markers is never touched", () => {
  const befores = [
    "",
    "# Shop\n",
    "# Shop",
    "# Shop\r\n\r\nRun make.\r\n",
    "\ufeff# Shop\nTrailing blanks   \n\n\n",
    "\ufeff",
    "a\rb\r\nc\n",
  ];
  for (const before of befores) {
    test(`${JSON.stringify(before)} comes first, byte for byte; the block changes and goes`, () => {
      const first = spliced(before, [rule("Use pnpm.")]);
      expect(first.startsWith(before)).toBe(true);
      const second = spliced(`${first}After it.`, [rule("Use npm."), rule("And small commits.")]);
      expect(second.startsWith(before)).toBe(true);
      expect(second.endsWith("After it.")).toBe(true);
      expect(second).not.toContain("pnpm");
      expect(spliced(second, [rule("Use pnpm.")])).toBe(`${first}After it.`);
      expect(spliced(first, [rule("Use pnpm.")])).toBe(first);
    });
  }

  test("the file's own line ends are used, and no rules leave no block", () => {
    expect(spliced("a\r\n", [rule("One.\nTwo.")]).replaceAll("\r\n", "")).not.toContain("\n");
    expect(spliced("a\n", [rule("One.\nTwo.")])).not.toContain("\r");
    expect(spliced("a\n", [])).toBe("a\n");
    expect(spliced(undefined, [])).toBe("");
    expect(spliced(spliced("a\n", [rule("x")]), [])).toBe(`a\n\n${BEGIN}\n${END}\n`);
  });

  test("markers that don't pair up are left to a person", () => {
    for (const text of [
      BEGIN,
      END,
      `${END}\n${BEGIN}`,
      `${BEGIN}\n${END}\n${BEGIN}\n${END}`,
      `${BEGIN}\n${BEGIN}\n${END}`,
    ])
      expect(splice(text, blockOf([])).kind, text).toBe("damaged");
    expect(splice("x\n<!-- holdfast:end -->", blockOf([]))).toEqual({ kind: "damaged", lines: [2] });
    const older = `<!-- holdfast:begin (older words) -->\nold\n${END}\n`;
    expect(spliced(older, [])).toBe(`${BEGIN}\n${END}\n`);
  });
});

describe("IMP-3: nothing in a memory can end the block or hide what follows", () => {
  const pieces = [
    END,
    BEGIN,
    "<!--",
    "-->",
    "<!-- holdfast:end",
    "--!>",
    "```",
    "~~~~",
    "\u200b",
    "\r",
    "\u2028",
    "\u0085",
    "\ufeff",
  ];
  const shapes = [
    (piece: string) => piece,
    (piece: string) => `\n${piece}\n`,
    (piece: string) => `x\n${piece}\n# Heading\n- item`,
    (piece: string) => piece.split("").join("\u200b"),
    (piece: string) => `<!<!--${piece}--->->`,
    (piece: string) => `\u0000${piece}\u202e`,
  ];
  const hostile = pieces.flatMap((piece) =>
    shapes.flatMap((shape) => [shape(piece), `${shape(piece)}${shape(END)}`, `ok ${shape(piece).repeat(3)}`]),
  );

  test("200 hostile names, descriptions and bodies", () => {
    expect(hostile.length).toBeGreaterThanOrEqual(200);
    const plain = [rule("Plain.")];
    for (const text of hostile) {
      for (const one of [rule(text), rule("Body.", text), rule("Body.", "Name", text), rule(text, text, text)]) {
        for (const before of ["# Shop\n", "# Shop\r\n"]) {
          const made = spliced(before, [one]);
          expect(spliced(made, plain), JSON.stringify(text)).toBe(spliced(before, plain));
          const block = made.slice(before.length).split(/\r?\n/);
          const inner = block.slice(block.indexOf(BEGIN) + 1, block.lastIndexOf(END));
          expect(
            inner.filter((line) => /<!--|-->|--!>/.test(line)),
            JSON.stringify(text),
          ).toEqual([]);
          expect(inner.filter((line) => !/^(?:|- .*| {2}.*|## Rules from memory)$/.test(line))).toEqual([]);
          expect(inner.filter((line) => /^(?:- |\s*)(?:`{3,}|~{3,})/.test(line)).length % 2).toBe(0);
        }
      }
    }
  });

  test("a path that an agent would bring in stays a text", () => {
    const text = spliced(undefined, [rule("See @~/.ssh/config and (@docs/x.md), not `@kept` or a@b.", "@README")]);
    expect(text).toContain("See `@~/.ssh/config` and (`@docs/x.md`), not `@kept` or a@b.");
    expect(text).toContain("**`@README`**");
  });

  test("a sentence that is its own name is said once", () => {
    expect(blockOf([rule("use pnpm here\n", "use pnpm here", "use pnpm here")])).toContain("- use pnpm here");
    expect(blockOf([{ name: "N", description: "D", body: "" }])).toContain("- **N**: D");
  });

  test("a headline that was cut from the sentence is not said, the heading it was found below is", () => {
    const long = "Publish to the `checkout_events` topic, never to `checkout_raw`, which nobody reads any more";
    const cut = "Publish to the `checkout_events` topic, never to…";
    const items = (one: Rule): readonly string[] => blockOf([one]).slice(3, -2);
    expect(items(rule(long, cut, `${long.slice(0, 70)}…`))).toEqual([`- ${long}`]);
    expect(items(rule(long, cut, `Events: ${long}`))).toEqual([`- **Events**: ${long}`]);
    expect(items(rule("## Don't\n\n- push to main\n", "Don't: - push to main", "Don't: - push to main"))).toEqual([
      "- **Don't**",
      "",
      "  - push to main",
    ]);
    expect(items(rule("Commit in small steps.\n\nWhy: reviews.", "Small ones", "Commit in small steps"))).toEqual([
      "- **Small ones**",
      "",
      "  Commit in small steps.",
      "",
      "  Why: reviews.",
    ]);
  });
});
