// Every page in a real browser: it asks nobody but its own host, weighs little with all its pictures, fits a narrow screen
// and a wide one, and axe finds nothing, its colours included, in light and in dark.
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { watched } from "../web/browser.ts";
import type { Check } from "../web/check.ts";
import type { Served } from "./server.ts";

const LARGEST = 200_000;
export const WIDE = { width: 1280, height: 900 };
export const NARROW = { width: 390, height: 800 };

interface Seen {
  readonly weights: { readonly page: string; readonly bytes: number }[];
  readonly strange: string[];
  readonly broken: string[];
  readonly wide: string[];
  readonly found: unknown[];
}

/** Pages have few templates: the short form asks axe about every eighth of those that it opens. */
export async function browse(
  browser: Browser,
  served: Served,
  pages: readonly string[],
  check: Check,
  every: number,
): Promise<void> {
  const seen: Seen = { weights: [], strange: [], broken: [], wide: [], found: [] };
  const halves = [0, 1].map((half) => pages.filter((_, index) => index % 2 === half));
  await Promise.all(halves.map((half) => openEach(browser, served, half, seen, every)));
  const { weights, strange, broken, wide, found } = seen;
  const heavy = weights.filter(({ bytes }) => bytes > LARGEST);
  const most = weights.reduce((a, b) => (a.bytes > b.bytes ? a : b));
  check(`${weights.length} pages were opened, all of them`, weights.length > 50 && weights.length === pages.length);
  check("none asked another host, or failed", strange.length === 0, strange);
  check("every picture is shown", broken.length === 0, broken);
  const title = `every page weighs less than 200 kB (most: ${most.page}, ${Math.round(most.bytes / 1000)} kB)`;
  check(title, heavy.length === 0, heavy);
  check("nothing is wider than the screen at 1280 px and at 390 px", wide.length === 0, wide);
  check(
    `axe finds nothing on ${every === 1 ? "any page" : `each ${every}th page`}`,
    found.length === 0,
    found.slice(0, 10),
  );
}

async function openEach(
  browser: Browser,
  served: Served,
  pages: readonly string[],
  seen: Seen,
  every: number,
): Promise<void> {
  const { page, requests, errors, violations } = await watched(browser, { viewport: WIDE, colorScheme: "light" });
  for (const [at, url] of pages.entries()) {
    requests.length = 0;
    await page.setViewportSize(WIDE);
    await page.goto(`${served.origin}/${url}`);
    seen.broken.push(...(await brokenPictures(page)));
    const asked = requests.filter((request) => !request.startsWith("data:"));
    const own = new Set(asked.filter((request) => request.startsWith(`${served.origin}/`)));
    seen.strange.push(...asked.filter((request) => !own.has(request)));
    seen.weights.push({ page: url, bytes: [...own].reduce((sum, request) => sum + served.sizeOf(request), 0) });
    if (at % every === 0) seen.found.push(...(await axeFindings(page, url, "structure")));
    if ((await violations()) > 0) seen.strange.push(`${url}: against its own policy`);
    if (await isTooWide(page)) seen.wide.push(`${url} at ${WIDE.width}`);
    await page.setViewportSize(NARROW);
    if (await isTooWide(page)) seen.wide.push(`${url} at ${NARROW.width}`);
  }
  seen.strange.push(...errors);
  await page.context().close();
}

/** One page of each folder, and those with something of their own, with their colours; the drawer of a narrow screen. */
export async function kinds(browser: Browser, served: Served, pages: readonly string[], check: Check): Promise<void> {
  const firsts = [...new Map(pages.toReversed().map((url) => [url.split("/").slice(0, -1).join("/"), url])).values()];
  const own = pages.filter((url) => /^(index|architecture|walk|reference\/(mcp|file-format))\.html$/.test(url));
  const chosen = [...new Set([...firsts, ...own])];
  for (const colorScheme of ["light", "dark"] as const) {
    const { page } = await watched(browser, { viewport: WIDE, colorScheme });
    const found: unknown[] = [];
    for (const url of chosen) {
      await page.goto(`${served.origin}/${url}`);
      found.push(...(await axeFindings(page, url, "everything")));
    }
    const title = `axe finds nothing on ${chosen.length} pages, one of each kind, ${colorScheme}`;
    check(title, chosen.length > 4 && found.length === 0, found.slice(0, 10));
    await page.setViewportSize(NARROW);
    await drawer(page, check);
    await page.goto(`${served.origin}/compare.html`);
    const hidden = await page.evaluate<number>(SCROLLING);
    check("on a narrow screen no column of the page that compares is out of sight", hidden === 0, hidden);
    await page.context().close();
  }
}

/** How many tables have to be scrolled; -1 where there is none. */
const SCROLLING = `(() => {
  const tables = [...document.querySelectorAll("main .scroll")];
  return tables.length === 0 ? -1 : tables.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length;
})()`;

async function drawer(page: Page, check: Check): Promise<void> {
  const nav = page.locator("#pages");
  check("on a narrow screen the pages are hidden", !(await nav.isVisible()));
  await page.getByRole("button", { name: "Pages" }).click();
  check("and a button shows them, without a script", await nav.isVisible());
  const found = await axeFindings(page, "the drawer", "everything");
  check("axe finds nothing in the drawer", found.length === 0, found);
  await page.keyboard.press("Escape");
  check("the escape key closes it", !(await nav.isVisible()));
  await page.reload();
  await page.keyboard.press("Tab");
  const focused = await page.evaluate<string>("document.activeElement.textContent");
  check("the first stop of the keyboard skips to the text", focused === "Skip to the text", focused);
}

/** Which pictures can't be shown. Those that wait until they are scrolled to count as well. */
async function brokenPictures(page: Page): Promise<readonly string[]> {
  return page.evaluate<string[]>(`Promise.all([...document.images].map((image) => {
    image.loading = "eager";
    return image.decode().then(() => "", () => image.src);
  })).then((sources) => sources.filter((source) => source !== ""))`);
}

export async function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate<boolean>("document.scrollingElement.scrollWidth > innerWidth");
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Contrast is most of the work, and the same style sheet everywhere: it is measured on one page of each kind. */
const RULES = {
  structure: "{ resultTypes: ['violations'], rules: { 'color-contrast': { enabled: false } } }",
  everything: "{ resultTypes: ['violations'] }",
} as const;

export async function axeFindings(page: Page, state: string, rules: keyof typeof RULES): Promise<readonly unknown[]> {
  await page.evaluate(axe.source);
  const run = `axe.run(document, ${RULES[rules]}).then(({ violations }) => violations)`;
  const found = await page.evaluate<Violation[]>(run);
  return found.map(({ id, nodes }) => [state, id, nodes[0]?.html.slice(0, 200), nodes[0]?.failureSummary]);
}
