// A built page as sections that can be found: its text until the first heading, and what stands below each one. Pure.
import type { Section } from "./engine.ts";

const LONGEST_BEGINNING = 130;
const HEADING = /<h([23]) id="([^"]+)"[^>]*>([\s\S]*?)<\/h\1>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

export type PageSection = Omit<Section, "id">;

export function sectionsOf(
  page: { readonly url: string; readonly title: string },
  html: string,
): readonly PageSection[] {
  const main = /<main\b[^>]*>([\s\S]*?)<footer>/.exec(html)?.[1];
  if (main === undefined) throw new Error(`${page.url} has no text to be searched`);
  const headings = [...main.matchAll(HEADING)];
  const ends = [...headings.map(({ index }) => index), main.length];
  const first = sectionOf(page, "", page.title, main.slice(0, ends[0]).replace(/<h1\b[\s\S]*?<\/h1>/, ""));
  const rest = headings.map(([whole, , id = "", inner = ""], at) => {
    const from = (headings[at]?.index ?? 0) + whole.length;
    return sectionOf(
      page,
      `#${id}`,
      plain(inner.replace(/<a class="permalink"[\s\S]*?<\/a>/, "")),
      main.slice(from, ends[at + 1]),
    );
  });
  return [first, ...rest];
}

function sectionOf(
  { url, title }: { readonly url: string; readonly title: string },
  anchor: string,
  heading: string,
  html: string,
): PageSection {
  const text = plain(html);
  const begins = text.length <= LONGEST_BEGINNING ? text : text.slice(0, LONGEST_BEGINNING).replace(/\s+\S*$/, " …");
  return { url: `${url}${anchor}`, title, heading, text, begins };
}

function plain(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ (?=[.,:;)])/g, "")
    .trim();
}
