// What the site adds to plain Markdown: anchors as forges make them, links to built pages, tables and code that scroll in
// themselves, and colours for the languages that are named here.
import type { Markdown, MarkdownRule, MarkdownToken } from "@11ty/eleventy";
import anchor from "markdown-it-anchor";
import { builtLink } from "./links.ts";
import { slugOf } from "./text.ts";

/** The highlighter leaves `text`, and a language that it does not know, without escaping: those never reach it. */
const COLOURED: ReadonlySet<string> = new Set(["sh", "bash", "json", "ts", "toml", "yaml", "diff", "markdown"]);

export interface Place {
  /** Which file of docs/ an input path is. */
  fileOf(inputPath: string): string;
  /** The url of a file of docs/; undefined where the site does not have it. */
  urlOf(file: string): string | undefined;
}

export function amendMarkdown(markdown: Markdown, { fileOf, urlOf }: Place): void {
  markdown.enable("code");
  markdown.use(anchor, { slugify: slugOf, tabIndex: false, level: [2, 3, 4], permalink: permalink() });
  markdown.core.ruler.push("site", ({ tokens, env }) => {
    const file = fileOf(env.page?.inputPath ?? "");
    for (const token of tokens) {
      alignByClass(token);
      linkToBuiltPages(token.children ?? [], (href) => builtLink(file, href, urlOf));
    }
  });
  const { highlight } = markdown.options;
  markdown.options.highlight = (text, language, attributes) =>
    COLOURED.has(language) ? (highlight?.(text, language, attributes) ?? "") : "";
  const { rules } = markdown.renderer;
  rules["table_open"] = () => `<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>\n`;
  rules["table_close"] = () => "</table></div>\n";
  rules["code_inline"] = unbroken(known(rules["code_inline"]));
  rules["image"] = picture(known(rules["image"]));
  for (const name of ["fence", "code_block"]) rules[name] = focusable(known(rules[name]));
}

function permalink(): unknown {
  return anchor.permalink.linkInsideHeader({
    symbol: `<span aria-hidden="true">#</span><span class="hidden">link to this section</span>`,
    class: "permalink",
    placement: "after",
  });
}

function known(rule: MarkdownRule | undefined): MarkdownRule {
  if (rule === undefined) throw new Error("markdown-it has no such rule any more");
  return rule;
}

/** A block that scrolls sideways can be reached by the keyboard. */
function focusable(rule: MarkdownRule): MarkdownRule {
  return (...args) => rule(...args).replace(/^<pre/, '<pre tabindex="0"');
}

const LONGEST_UNBROKEN = 28;

/** A flag or a short path is not broken at its hyphens. */
function unbroken(rule: MarkdownRule): MarkdownRule {
  return (tokens, index, ...more) => {
    if ((tokens[index]?.content.length ?? 0) <= LONGEST_UNBROKEN) tokens[index]?.attrSet("class", "whole");
    return rule(tokens, index, ...more);
  };
}

/** A drawing can be opened by itself, where the page is too narrow for it. A picture `x-light` has its twin `x-dark`. */
function picture(rule: MarkdownRule): MarkdownRule {
  return (tokens, index, ...more) => {
    const source = tokens[index]?.attrGet("src") ?? "";
    const image = rule(tokens, index, ...more);
    const dark = source.replace(/-light\.png$/, "-dark.png");
    if (dark !== source)
      return `<picture><source srcset="${dark}" media="(prefers-color-scheme: dark)">${image}</picture>`;
    const isLinked = tokens[index - 1]?.type === "link_open";
    return source.endsWith(".svg") && !isLinked ? `<a href="${source}">${image}</a>` : image;
  };
}

const ALIGNED: Readonly<Record<string, string>> = { "text-align:right": "number", "text-align:center": "centre" };

/** The page's policy allows no style attribute. */
function alignByClass(token: MarkdownToken): void {
  const style = token.attrGet("style");
  if (style === null) return;
  token.attrs = [["class", ALIGNED[style] ?? ""]];
}

/** A link to a file that is no part of the site becomes plain text. */
function linkToBuiltPages(tokens: readonly MarkdownToken[], built: (href: string) => string | undefined): void {
  let dropped = false;
  for (const token of tokens) {
    if (token.type === "link_open") {
      const href = built(token.attrGet("href") ?? "");
      dropped = href === undefined;
      if (href !== undefined) token.attrSet("href", href);
    }
    if (dropped && /^link_/.test(token.type)) token.hidden = true;
    if (token.type === "link_close") dropped = false;
    if (token.type === "image") token.attrSet("loading", "lazy");
  }
}
