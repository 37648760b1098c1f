// The documentation site and its generated pages: what drifts is named with the command that mends it.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import Eleventy, { type Markdown } from "@11ty/eleventy";
import highlighter from "@11ty/eleventy-plugin-syntaxhighlight";
import { afterAll, describe, expect, test } from "vitest";
import { roomEdges } from "../../../scripts/docs/architecture/folders.ts";
import { drawn } from "../../../scripts/docs/architecture/picture.ts";
import { builtLink } from "../../../scripts/docs/links.ts";
import { amendMarkdown } from "../../../scripts/docs/markdown.ts";
import { faults, inOrder, readSite, type SitePage, urlFinder, urlOf } from "../../../scripts/docs/pages.ts";
import { engineOf, indexOf } from "../../../scripts/docs/search/engine.ts";
import { sectionsOf } from "../../../scripts/docs/search/sections.ts";
import { fill } from "../../../scripts/docs/template.ts";
import { slugOf, table, textOf } from "../../../scripts/docs/text.ts";
import { outlineOf } from "../../../scripts/docs/view.ts";
import { architectureFiles } from "../../../scripts/generate-architecture.ts";
import { referencePages } from "../../../scripts/generate-reference.ts";
import { readSourceTree, type SourceTree } from "../../support/source-tree.ts";

const empty = mkdtempSync(join(tmpdir(), "holdfast-docs-test-"));
afterAll(() => rmSync(empty, { recursive: true }));

test("docs/reference is what its owners give: run `npm run proof docs:reference`", async () => {
  const folder = new URL("../../../docs/reference/", import.meta.url);
  const pages = await referencePages();
  for (const [name, text] of pages) expect(readFileSync(new URL(name, folder), "utf8"), name).toBe(text);
  const written = readdirSync(folder).filter((file) =>
    /^<!-- Written by/.test(readFileSync(new URL(file, folder), "utf8")),
  );
  expect(written.sort()).toEqual([...pages.keys()].sort());
});

test("the picture and the table of imports are what the files say: run `npm run proof docs:architecture`", () => {
  for (const [file, text] of architectureFiles())
    expect(readFileSync(new URL(`../../../docs/${file}`, import.meta.url), "utf8"), file).toBe(text);
});

test("an import that runs up is a fault, and the picture is not drawn", () => {
  const edges = roomEdges(readSourceTree());
  expect(edges.length).toBeGreaterThan(60);
  expect(() => drawn([...edges, { from: "text", to: "store", typesOnly: true }])).toThrow("run up: text store");
});

test("an import is one of types only while no other is of more", () => {
  const tree = (files: Readonly<Record<string, boolean>>): SourceTree => ({
    files: Object.keys(files),
    sources: new Map(),
    imports: new Map(
      Object.entries(files).map(([file, typeOnly]) => [
        file,
        [{ from: "../text/errors.ts", names: [], dynamic: false, typeOnly }],
      ]),
    ),
  });
  expect(roomEdges(tree({ "store/add.ts": true }))).toEqual([{ from: "store", to: "text", typesOnly: true }]);
  expect(roomEdges(tree({ "store/add.ts": true, "store/edit.ts": false }))[0]?.typesOnly).toBe(false);
  expect(roomEdges(tree({ "store/add.ts": false, "store/edit.ts": true }))[0]?.typesOnly).toBe(false);
});

test("the page that compares: ours is the first row of every table, none has a third column, each product has its pages", () => {
  const page = readFileSync(new URL("../../../docs/compare.md", import.meta.url), "utf8");
  const [compared = "", read = ""] = page.split("## What was read");
  const tables = compared.match(/^\|.*\|\n(?:\|.*\|\n)+/gm) ?? [];
  expect(tables.length).toBeGreaterThan(5);
  for (const rows of tables.map((text) => text.trim().split("\n"))) {
    expect(rows[2]).toMatch(/^\| \*\*Holdfast\*\* \|/);
    expect(rows.filter((row) => row.split("|").length !== 4)).toEqual([]);
  }
  const named = new Set(
    [...compared.matchAll(/^\| ([A-Z][^|*]*?|claude-mem) \|/gm)].flatMap(([, name = ""]) => name.split(", ")),
  );
  for (const product of named) expect(read, product).toMatch(new RegExp(`^\\| ${product} \\| .*\\(https://`, "m"));
  expect(read).toMatch(/^On 20\d\d-\d\d-\d\d/m);
});

describe("the navigation", () => {
  const groups = [{ title: "G", items: [{ page: "a.md" }, { page: "b.md" }, { folder: "f", label: "F" }] }];

  test("and docs/ have the same pages", () => {
    expect(inOrder(readSite(fileURLToPath(new URL("../../../docs", import.meta.url)))).length).toBeGreaterThan(40);
  });

  test("fits: every page is named once and is there", () => {
    expect(faults(["a.md", "b.md", "f/x.md"], groups, [], [])).toEqual([]);
  });

  test("names a page that is missing, one that is in no group, and a folder without pages", () => {
    expect(faults(["a.md", "c.md"], groups, [], [])).toEqual([
      "b.md: does not exist",
      "f/: has no page",
      "c.md: is in no group",
    ]);
  });

  test("a page that has come must leave the list of those to come", () => {
    expect(faults(["a.md", "f/x.md"], groups, ["b.md"], [])).toEqual([]);
    expect(faults(["a.md", "b.md", "f/x.md"], groups, ["b.md"], [])).toEqual(["b.md: has come; take it off TO_COME"]);
    expect(faults(["a.md", "b.md", "f/x.md"], groups, [], ["old.md"])).toEqual([
      "old.md: is gone; take it off KEPT_OUT",
    ]);
  });
});

describe("links", () => {
  const page = (file: string): SitePage => ({ file, url: urlOf(file), title: "", label: "", description: "" });
  const pages = ["architecture.md", "guide/team.md", "decisions/README.md", "spec/01-store.md"].map(page);
  const find = urlFinder([{ title: "", items: [{ kind: "folder", label: "", pages }] }]);
  const built = (file: string, href: string): string | undefined => builtLink(file, href, find);

  test("lead from page to page, relative, whatever folder they stand in", () => {
    expect(built("guide/team.md", "../spec/01-store.md#layout")).toBe("../spec/01-store.html#layout");
    expect(built("architecture.md", "decisions/README.md")).toBe("decisions/index.html");
    expect(built("guide/team.md", "#signing")).toBe("#signing");
    expect(built("guide/team.md", "../pictures/tour.svg")).toBe("../pictures/tour.svg");
    expect(built("guide/team.md", "https://example.org/x.md")).toBe("https://example.org/x.md");
  });

  test("to a folder lead to its first page, and to what the site has not are none", () => {
    expect(built("architecture.md", "spec/")).toBe("spec/01-store.html");
    expect(built("guide/team.md", "../spec")).toBe("../spec/01-store.html");
    expect(built("architecture.md", "advisory-template.md")).toBeUndefined();
    expect(built("architecture.md", "../SECURITY.md")).toBeUndefined();
  });

  test("anchors are those that forges make", () => {
    expect(slugOf("What this does not stop")).toBe("what-this-does-not-stop");
    expect(slugOf("holdfast add: `--kind` & more")).toBe("holdfast-add---kind--more");
    expect(slugOf("memory_search")).toBe("memory_search");
  });
});

describe("Markdown of the site", () => {
  test("what stands in a code block is never markup, in whatever language", async () => {
    const markdown = await siteMarkdown();
    for (const language of ["", "text", "sh", "json", "unknown", "markdown"]) {
      const html = markdown.render(`\`\`\`${language}\n<img src=x onerror=alert(1)> $HOME\n\`\`\`\n`);
      expect(html, language).toContain("&lt;");
      expect(html, language).not.toContain("<img");
      expect(html, language).toMatch(/^<pre tabindex="0"/);
    }
  });

  test("tables scroll in themselves, and a link out of docs/ is plain text", async () => {
    const markdown = await siteMarkdown();
    const html = markdown.render("| a | b |\n|---|--:|\n| [x](../README.md) | [y](z.md) |\n", {
      page: { inputPath: "./docs/a.md" },
    });
    expect(html).toMatch(/^<div class="scroll"[^>]*tabindex="0"><table>/);
    expect(html).toContain('<td>x</td>\n<td class="number"><a href="z.html">y</a></td>');
    expect(html).not.toContain("style=");
  });

  test("a picture has its dark twin, and a drawing can be opened", async () => {
    const markdown = await siteMarkdown();
    const html = markdown.render("![a](p/x-light.png)\n\n![b](p/y.svg)\n\n[![c](p/z.svg)](q.md)\n", {
      page: { inputPath: "./docs/a.md" },
    });
    expect(html).toContain(
      '<source srcset="p/x-dark.png" media="(prefers-color-scheme: dark)"><img src="p/x-light.png"',
    );
    expect(html).toContain('<a href="p/y.svg"><img src="p/y.svg"');
    expect(html).toContain('<a href="q.html"><img src="p/z.svg"');
  });

  test("the outline has the headings, without their own links", async () => {
    const html = (await siteMarkdown()).render("## One `a`\n\n### Two\n\n## One `a`\n");
    expect(outlineOf(html)).toEqual([
      { level: 2, id: "one-a", html: 'One <code class="whole">a</code>' },
      { level: 3, id: "two", html: "Two" },
      { level: 2, id: "one-a-1", html: 'One <code class="whole">a</code>' },
    ]);
  });
});

describe("the search of the site", () => {
  const page = { url: "guide/a.html", title: "A guide" };
  const html = (text: string): string =>
    `<nav>menu</nav><main id="text"><h1>A guide</h1>${text}<footer>next</footer></main>`;

  test("has an entry for a page and one for each heading, as text", () => {
    const sections = sectionsOf(
      page,
      html(
        '<p>It <em>begins</em>.</p><h2 id="one">One <code>a</code><a class="permalink">#</a></h2><pre>x &lt; y</pre>',
      ),
    );
    expect(sections.map(({ url, heading, text }) => [url, heading, text])).toEqual([
      ["guide/a.html", "A guide", "It begins."],
      ["guide/a.html#one", "One a", "x < y"],
    ]);
    expect(() => sectionsOf(page, "<p>no main</p>")).toThrow("guide/a.html");
  });

  test("finds words by their beginning and near it, guides before records, and few of one page", () => {
    const entry = (url: string, heading: string) => ({ url, title: "", heading, begins: "", text: "about tombstones" });
    const urls = ["decisions/1.html", "guide/b.html", ...[1, 2, 3, 4, 5].map((at) => `guide/c.html#${at}`)];
    const engine = engineOf(indexOf(urls.map((url, id) => ({ id, ...entry(url, "Forget") }))));
    for (const words of ["forg", "forgt", "tombstone forget"]) {
      const found = engine.find(words).map(({ url }) => url);
      expect(found.at(-1), words).toBe("decisions/1.html");
      expect(
        found.filter((url) => url.startsWith("guide/c")),
        words,
      ).toHaveLength(3);
    }
    expect(engine.find("absent")).toEqual([]);
  });
});

test("a template fills every slot and uses every value", () => {
  expect(fill("a {{b}} c", { b: "$1" })).toBe("a $1 c");
  expect(() => fill("{{b}}", {})).toThrow("{{b}}");
  expect(() => fill("", { b: "" })).toThrow("no slot for b");
});

test("text in tables stays in its cell", () => {
  expect(table(["a"], [["x|y\nz"]])).toBe("| a |\n|---|\n| x\\|y z |");
  expect(textOf("**bold** *it* `a*b*c` [l](x.md)")).toBe("bold it a*b*c l");
});

/** The Markdown reader as Eleventy and its highlighter make it for the site. */
async function siteMarkdown(): Promise<Markdown> {
  let found: Markdown | undefined;
  const eleventy = new Eleventy(relative(".", empty), relative(".", `${empty}/out`), {
    configPath: null,
    quietMode: true,
    config: (config) => {
      config.addPlugin(highlighter);
      config.amendLibrary("md", (markdown) => {
        amendMarkdown(markdown, { fileOf: (path) => path.replace(/^\.\/docs\//, ""), urlOf });
        found = markdown;
      });
      config.addTemplate("a.md", "x");
      return { markdownTemplateEngine: false };
    },
  });
  eleventy.disableLogger();
  await eleventy.toJSON();
  if (found === undefined) throw new Error("Eleventy made no Markdown reader");
  return found;
}
