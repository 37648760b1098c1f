// What the layout shows of a page beside its text: the sidebar from where it stands, neighbours, outline. Pure.
import { relative } from "./links.ts";
import { inOrder, type SiteGroup, type SiteItem, type SitePage } from "./pages.ts";

export interface Link {
  readonly href: string;
  readonly label: string;
  readonly current: boolean;
}

export interface View {
  readonly title: string;
  readonly description: string;
  /** From this page to the root of the site: "", "../". */
  readonly root: string;
  readonly isStart: boolean;
  /** The first page of the navigation. */
  readonly home: string;
  readonly groups: readonly { readonly title: string; readonly items: readonly ViewItem[] }[];
  readonly previous: Link | undefined;
  readonly next: Link | undefined;
}

type ViewItem = Link | { readonly label: string; readonly open: boolean; readonly links: readonly Link[] };

export function viewOf(groups: readonly SiteGroup[], file: string): View {
  const pages = inOrder(groups);
  const at = pages.findIndex((page) => page.file === file);
  const page = pages[at];
  if (page === undefined) throw new Error(`docs/${file} is no page of the site`);
  const link = (to: SitePage): Link => ({
    href: relative(page.url, to.url),
    label: to.label,
    current: to.file === file,
  });
  const near = (index: number): Link | undefined => {
    const found = pages[index];
    return found === undefined ? undefined : link(found);
  };
  return {
    title: page.title,
    description: page.description,
    root: "../".repeat(page.url.split("/").length - 1),
    isStart: file === "index.md",
    home: relative(page.url, pages[0]?.url ?? page.url),
    groups: groups.map(({ title, items }) => ({ title, items: items.map((item) => itemOf(item, link)) })),
    previous: near(at - 1),
    next: near(at + 1),
  };
}

function itemOf(item: SiteItem, link: (page: SitePage) => Link): ViewItem {
  if (item.kind === "page") return link(item.page);
  const links = item.pages.map(link);
  return { label: item.label, open: links.some(({ current }) => current), links };
}

export interface Heading {
  readonly level: number;
  readonly id: string;
  /** Markup of the heading without links, so that code stays code. */
  readonly html: string;
}

/** The headings of the second and third level; fewer than two make no outline. */
export function outlineOf(html: string): readonly Heading[] {
  const found = [...html.matchAll(/<h([23]) id="([^"]+)"[^>]*>([\s\S]*?)<\/h\1>/g)].map(([, level, id, inner]) => ({
    level: Number(level),
    id: id ?? "",
    html: (inner ?? "").replace(/\s*<a class="permalink"[\s\S]*?<\/a>/, "").replaceAll(/<\/?a\b[^>]*>/g, ""),
  }));
  const short = found.length > MOST_HEADINGS ? found.filter(({ level }) => level === 2) : found;
  return short.length < 2 ? [] : short;
}

/** A longer outline has the second level only. */
const MOST_HEADINGS = 24;

/** The start page's picture stands between what it is and the rest. */
export function withPicture(html: string, picture: string): string {
  const at = html.search(/<h2\b/);
  return at < 0 || html.includes("tour.svg") ? html : `${html.slice(0, at)}${picture}${html.slice(at)}`;
}
