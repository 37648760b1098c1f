// Every link and anchor leads somewhere: in the Markdown sources, as a reader of the repository follows them, and in the
// built pages.
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { TO_COME } from "../../scripts/docs/navigation.ts";
import { slugOf, textOf } from "../../scripts/docs/text.ts";
import type { Check } from "../web/check.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SOURCES = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "AGENTS.md", "docs/**/*.md"];

interface Found {
  readonly file: string;
  readonly href: string;
}

export function sourceLinks(check: Check): void {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort();
  const links = files.flatMap((file) => linksOf(file, withoutCode(readFileSync(`${ROOT}${file}`, "utf8"))));
  const dead = links.filter((link) => !leads(link, (file) => readFileSync(`${ROOT}${file}`, "utf8"), ROOT, anchorsOf));
  check(
    `${links.length} links of ${files.length} Markdown files lead somewhere`,
    links.length > 50 && dead.length === 0,
    dead,
  );
}

export function builtLinks(site: string, check: Check): void {
  const pages = globSync("**/*.html", { cwd: site }).sort();
  const read = (file: string): string => readFileSync(`${site}/${file}`, "utf8");
  const links = pages.flatMap((file) =>
    [...read(file).matchAll(/<(?:a|link|img|source)\b[^>]*?\s(?:href|src|srcset)="([^"]*)"/g)].map(([, href = ""]) => ({
      file,
      href,
    })),
  );
  const dead = links.filter((link) => !leads(link, read, `${site}/`, idsOf));
  check(`${links.length} links of ${pages.length} pages lead somewhere`, links.length > 500 && dead.length === 0, dead);
  const twice = pages.filter((file) => new Set(allIds(read(file))).size !== allIds(read(file)).length);
  check("no page has an anchor twice", twice.length === 0, twice);
}

function leads(
  { file, href }: Found,
  read: (file: string) => string,
  root: string,
  anchors: (text: string) => ReadonlySet<string>,
): boolean {
  if (/^(?:https?|mailto|data):/.test(href)) return true;
  const [path = "", anchor = ""] = href.split("#", 2);
  const target = path === "" ? file : posix.join(posix.dirname(file), decodeURI(path));
  if (root === ROOT && TO_COME.some((page) => target === `docs/${page}`)) return true;
  if (target.startsWith("../") || !existsSync(`${root}${target}`)) return false;
  if (root !== ROOT && statSync(`${root}${target}`).isDirectory()) return false; // a host has no page for a folder
  return anchor === "" || anchors(read(target)).has(decodeURIComponent(anchor));
}

function linksOf(file: string, text: string): readonly Found[] {
  const inline = [...text.matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g)];
  const named = [...text.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)];
  return [...inline, ...named].map(([, href = ""]) => ({ file, href }));
}

function withoutCode(text: string): string {
  return text.replaceAll(/^(```+)[\s\S]*?^\1/gm, "").replaceAll(/(`+)[^`][\s\S]*?\1/g, "code");
}

/** As forges number them: the second heading of a name gets `-1`. */
function anchorsOf(text: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const plain = text.replaceAll(/^(```+)[\s\S]*?^\1/gm, "");
  const slugs = [...plain.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => {
    const slug = slugOf(textOf(heading));
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  });
  return new Set(slugs);
}

function allIds(html: string): readonly string[] {
  return [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => id);
}

function idsOf(html: string): ReadonlySet<string> {
  return new Set(allIds(html));
}
