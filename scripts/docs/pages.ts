// The pages of the site: the navigation, joined with the files that are there. A page that is named and missing, or is
// there and named nowhere, is a fault of the build, with every such page in one message.
import { globSync, readFileSync } from "node:fs";
import { type Folder, type Group, KEPT_OUT, type Leaf, NAVIGATION, TO_COME } from "./navigation.ts";
import { textOf } from "./text.ts";

export interface SitePage {
  /** Below docs/, with forward slashes: `guide/install.md`. */
  readonly file: string;
  readonly url: string;
  readonly title: string;
  readonly label: string;
  /** The first paragraph, without marks, for the head of the page. */
  readonly description: string;
}

export type SiteItem =
  | { readonly kind: "page"; readonly page: SitePage }
  | { readonly kind: "folder"; readonly label: string; readonly pages: readonly SitePage[] };

export interface SiteGroup {
  readonly title: string;
  readonly items: readonly SiteItem[];
}

export function readSite(docs: string): readonly SiteGroup[] {
  const there = globSync("**/*.md", { cwd: docs })
    .map((file) => file.replaceAll("\\", "/"))
    .sort();
  const wrong = faults(there);
  if (wrong.length > 0) throw new Error(`The navigation and docs/ differ:\n${wrong.join("\n")}`);
  const known = new Set(there);
  return NAVIGATION.map((group) => ({
    title: group.title,
    items: group.items.flatMap((item) => itemOf(item, docs, known)),
  })).filter((group) => group.items.length > 0);
}

/** In the order of the sidebar: what "next" means. */
export function inOrder(groups: readonly SiteGroup[]): readonly SitePage[] {
  return groups.flatMap(({ items }) => items.flatMap((item) => (item.kind === "page" ? [item.page] : item.pages)));
}

/** What is wrong between the navigation and these files, one sentence each. */
export function faults(
  there: readonly string[],
  navigation: readonly Group[] = NAVIGATION,
  toCome: readonly string[] = TO_COME,
  keptOut: readonly string[] = KEPT_OUT,
): readonly string[] {
  const items = navigation.flatMap((group) => group.items);
  const leaves = items.filter((item) => "page" in item).map(({ page }) => page);
  const folders = items.filter((item) => "folder" in item).map(({ folder }) => folder);
  const isThere = new Set(there);
  const isNamed = (file: string): boolean =>
    leaves.includes(file) || folders.some((folder) => file.startsWith(`${folder}/`));
  return [
    ...leaves.filter((page) => !isThere.has(page) && !toCome.includes(page)).map((page) => `${page}: does not exist`),
    ...folders
      .filter((folder) => !there.some((file) => file.startsWith(`${folder}/`)))
      .map((folder) => `${folder}/: has no page`),
    ...there.filter((file) => !isNamed(file) && !keptOut.includes(file)).map((file) => `${file}: is in no group`),
    ...toCome.filter((page) => isThere.has(page)).map((page) => `${page}: has come; take it off TO_COME`),
    ...keptOut.filter((page) => !isThere.has(page)).map((page) => `${page}: is gone; take it off KEPT_OUT`),
  ];
}

/** Where a link to a file or folder of docs/ leads on the site: undefined where the site does not have it. */
export function urlFinder(groups: readonly SiteGroup[]): (target: string) => string | undefined {
  const pages = inOrder(groups);
  return (target) => {
    const folder = target.replace(/\/?$/, "/");
    if (target.endsWith(".md")) return pages.find(({ file }) => file === target)?.url;
    return pages.find(({ file }) => file.startsWith(folder))?.url ?? target;
  };
}

export function urlOf(file: string): string {
  return file.replace(/(^|\/)README\.md$/, "$1index.html").replace(/\.md$/, ".html");
}

function itemOf(item: Leaf | Folder, docs: string, known: ReadonlySet<string>): readonly SiteItem[] {
  if ("page" in item) return known.has(item.page) ? [{ kind: "page", page: pageOf(docs, item.page, item.label) }] : [];
  const files = [...known].filter((file) => file.startsWith(`${item.folder}/`));
  const ordered = files.sort((a, b) => Number(!a.endsWith("README.md")) - Number(!b.endsWith("README.md")));
  return [{ kind: "folder", label: item.label, pages: ordered.map((file) => pageOf(docs, file)) }];
}

function pageOf(docs: string, file: string, label?: string): SitePage {
  const text = readFileSync(`${docs}/${file}`, "utf8");
  const title = /^# (.+)$/m.exec(text)?.[1];
  if (title === undefined) throw new Error(`docs/${file} has no title: its first line should be "# Title"`);
  const plain = textOf(title);
  return { file, url: urlOf(file), title: plain, label: label ?? plain, description: firstParagraph(text) };
}

const LONGEST_DESCRIPTION = 180;

function firstParagraph(text: string): string {
  const found = text.split(/\n\s*\n/).find((part) => /^[\p{L}`"*[]/u.test(part)) ?? "";
  const plain = textOf(found.replaceAll(/\s+/g, " ").trim());
  return plain.length <= LONGEST_DESCRIPTION
    ? plain
    : `${plain.slice(0, LONGEST_DESCRIPTION).replace(/\s+\S*$/, "")} …`;
}
