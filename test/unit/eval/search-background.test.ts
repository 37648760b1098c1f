// CTX-3: the counts of developer text, from paragraphs to their packed form and back.
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { LEAST, LEVELS, levelOf, pack } from "../../../scripts/background/pack.ts";
import { isDocumentation, paragraphsOf } from "../../../scripts/background/text.ts";
import { BACKGROUND_PARAGRAPHS, backgroundText } from "../../../src/recall/io/index/background.generated.ts";
import { DEVELOPER_TEXT } from "../../../src/recall/io/index/developer-text.ts";

const folder = mkdtempSync(join(tmpdir(), "holdfast-background-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function paragraphs(name: string, text: string): readonly string[] {
  const file = join(folder, name);
  writeFileSync(file, name.endsWith(".gz") ? gzipSync(text) : text);
  return paragraphsOf(file);
}

describe("CTX-3: the table as it is kept", () => {
  const { size, counts } = DEVELOPER_TEXT.load();
  const all = [...counts];
  const table = new Map(all);

  test("it unpacks to distinct terms in order, all of them plausible counts", () => {
    expect(size).toBe(BACKGROUND_PARAGRAPHS);
    expect(all.length).toBeGreaterThan(20_000);
    expect(all.length).toBeLessThanOrEqual(30_000);
    expect(table.size).toBe(all.length);
    expect(all.every(([term], at) => at === 0 || (all[at - 1]?.[0] ?? "") < term)).toBe(true);
    expect(all.every(([, count]) => count >= LEAST && count <= size)).toBe(true);
  });

  test("packing what was unpacked gives the same bytes", () => {
    expect(pack(table, size) === backgroundText()).toBe(true);
  });

  test("common words are common, names are unknown", () => {
    const share = (term: string): number => (table.get(term) ?? 0) / size;
    expect(share("file")).toBeGreaterThan(0.05);
    expect(share("test")).toBeGreaterThan(0.01);
    expect(share("kubernet")).toBeLessThan(0.005);
    expect(table.has("melani")).toBe(false);
  });

  test("it stays small", () => {
    const file = new URL("../../../src/recall/io/index/background.generated.ts", import.meta.url);
    expect(statSync(file).size).toBeLessThan(400_000);
  });
});

describe("CTX-3: packing", () => {
  test("a count comes back within a tenth", () => {
    const step = Math.log(100_000 / LEAST) / (LEVELS.length - 1);
    for (const count of [3, 4, 10, 77, 1234, 99_999]) {
      const back = LEAST * Math.exp(LEVELS.indexOf(levelOf(count, 100_000)) * step);
      expect(Math.abs(Math.log(back / count))).toBeLessThan(0.105);
    }
  });

  test("a character of two units is never cut", () => {
    const packed = pack(
      new Map([
        ["a\u{f1234}", 3],
        ["a\u{f1235}", 3],
      ]),
      100,
    );
    expect(packed.isWellFormed()).toBe(true);
    expect(packed).toBe("0a\u{f1234}A1\u{f1235}A");
  });
});

describe("CTX-3: what is counted", () => {
  test("paragraphs of prose; no fences, no addresses, no licences and changelogs", () => {
    const long = "This paragraph explains how the parser reads a file and what it returns.";
    expect(paragraphs("a.md", `${long}\n\n\`\`\`\nlet code = 1;\n\`\`\`\n\n12 34 56\n`)).toEqual([long]);
    const [bare] = paragraphs("b.md", `${long} Write to someone@host.example or https://host.example/page now.`);
    expect(bare).not.toContain("host");
    expect(isDocumentation("x/README.md")).toBe(true);
    expect(isDocumentation("x/CHANGELOG.md")).toBe(false);
    expect(isDocumentation("x/LICENSE.txt")).toBe(false);
    expect(isDocumentation("x/image.png")).toBe(false);
  });

  test("man pages, also compressed, HTML and docstrings lose their marks", () => {
    const roff = ".SH NAME\n\\fBtool\\fR \\- reads the configuration and prints the resulting table\n.PP\nShort.\n";
    expect(paragraphs("tool.1.gz", roff)).toEqual(["tool - reads the configuration and prints the resulting table"]);
    const html =
      "<html><head><title>No</title></head><p>The <b>library</b> keeps a table of open connections here.</p>";
    expect(paragraphs("c.html", html)).toEqual(["The library keeps a table of open connections here."]);
    const python = 'x = 1\ndef f():\n  """Return the number of open connections in the pool of workers."""\n';
    expect(paragraphs("d.py", python)).toEqual(["Return the number of open connections in the pool of workers."]);
  });
});
