// What the runner of the documentation's blocks must notice: a block that nobody would run, and one that says another thing
// than the program.
import { expect, test } from "vitest";
import { notPrinted, wrongWith } from "../../docs-blocks/judge.ts";
import type { Machine } from "../../docs-blocks/machine.ts";
import { commandsOf, type Fence, readFences } from "../../support/fences.ts";

function fence(language: string, body: string, note = ""): Fence {
  return { language, body: `${body}\n`, line: 1, heading: "", note };
}

test("fences: language, heading, the note above, commands over two lines; remarks and other blocks are none", () => {
  const page = [
    "# T",
    "```sh",
    "a \\",
    "  b",
    "# no",
    "c",
    "```",
    "## Two",
    "<!-- exits 1 -->",
    "",
    "```sh",
    "d",
    "```",
    "```text",
    "e",
    "```",
  ];
  const fences = readFences(page.join("\n"));
  expect(fences.map(({ language, heading, note, line }) => [language, heading, note, line])).toEqual([
    ["sh", "", "", 2],
    ["sh", "Two", "exits 1", 11],
    ["text", "Two", "", 14],
  ]);
  expect(commandsOf(fences)).toEqual(["a   b", "c", "d"]);
  expect(() => readFences("```sh\nnever ends")).toThrow(/line 1 never ends/);
});

test.each([
  ["no language", fence("", "x"), /no language/],
  ["a command in text", fence("text", "first\nholdfast list"), /a command in a block of text: holdfast list/],
  ["a prompt in text", fence("text", "$ ls"), /a command/],
  ["npm in text", fence("text", "npm ci"), /a command/],
  ["JSON that does not parse", fence("json", "{"), /JSON/],
  ["a setting that does not exist", fence("json", '{ "max-injekt": 4 }', "config"), /Did you mean max-inject/],
  ["a setting with a bad value", fence("json", '{ "observer-price": "0,0" }', "config"), /observer-price/],
  ["a server that nobody starts", fence("json", '{ "mcpServers": { "x": {} } }'), /no machine/],
  ["YAML", fence("yaml", "a: [1"), /./],
  ["TOML", fence("toml", "a ="), /./],
  ["XML", fence("xml", "<a><b></a>"), /closes/],
  ["a memory without its keys", fence("markdown", "---\nname: X\n---\ntext"), /missing/],
  ["a language that nobody judges", fence("ruby", "puts 1"), /nothing is known about blocks of ruby/],
])("a block that fails: %s", async (_, block, wrong) => {
  expect(await wrongWith(block, undefined)).toMatch(wrong);
});

test.each([
  ["text", fence("text", "  holdfast is a word here")],
  ["json", fence("json", '{ "a": 1 }')],
  ["config", fence("json", '{ "max-inject": 4 }', "config")],
  ["xml over lines", fence("xml", '<a b="c"\n   d="e">f</a>')],
])("a block that holds: %s", async (_, block) => {
  expect(await wrongWith(block, undefined)).toBeUndefined();
});

test("output: widths, ids, days and colours do not count, words and their order do", () => {
  const machine = { home: "/tmp/x/home" } as Machine;
  const printed = "\u001b[32msaved\u001b[39m  a\n  /tmp/x/home/b\n  on 2026-01-02, 0123456789abcdef\nend";
  const says = (text: string): string | undefined => notPrinted(fence("text", text), printed, machine);
  expect(says("saved a /home/ann/b\non 2031-12-31, fedcba9876543210")).toBeUndefined();
  expect(says("saved a\n...\nend")).toBeUndefined();
  expect(says("saved b")).toMatch(/not printed: saved b/);
  expect(says("end\n...\nsaved")).toMatch(/not printed: saved/);
});
