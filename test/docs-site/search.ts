// The search of the site in a real browser, served and as a file: it finds, by the keyboard alone, asks nobody but the site,
// and a page without scripts lacks the box and nothing else.
import type { Browser, Page } from "playwright-core";
import { watched } from "../web/browser.ts";
import type { Check } from "../web/check.ts";
import { axeFindings, isTooWide, NARROW, WIDE } from "./browse.ts";
import type { Served } from "./server.ts";

/** What somebody types, slips too, and what has to be the first of what is found. */
const QUESTIONS: readonly (readonly [words: string, url: string])[] = [
  ["forget", "reference/commands.html#holdfast-forget"],
  ["troubelshooting", "guide/troubleshooting.html"],
  ["second machine", "guide/second-machine.html#on-the-second-machine"],
  ["passkey", "guide/review.html#with-a-passkey"],
  ["exit codes", "reference/exit-codes.html#exit-codes"],
];

export async function searching(browser: Browser, served: Served, site: string, check: Check): Promise<void> {
  for (const [how, root] of [["served", served.origin] as const, ["as a file", `file://${site}`] as const]) {
    // Each its own: what a page asks for last may be asked when the next one is there.
    const { page, requests, errors, violations } = await watched(browser, { viewport: WIDE });
    await page.goto(`${root}/guide/tour.html`);
    check(`${how}: no index is loaded before somebody searches`, !requests.some((url) => url.includes("search-index")));
    for (const [words, url] of QUESTIONS) {
      const [first] = await found(page, words);
      check(`${how}: "${words}" finds ${url}`, first === `${root}/${url}`, await found(page, words));
    }
    await keys(page, `${root}/${QUESTIONS[0]?.[1]}`, how, check);
    check(`${how}: nobody else was asked`, !requests.some((url) => !url.startsWith(`${root}/`)), requests);
    check(`${how}: nothing was against the policy`, (await violations()) === 0);
    check(`${how}: the search throws nothing`, errors.length === 0, errors);
    await page.context().close();
  }
  for (const colorScheme of ["light", "dark"] as const) await looks(browser, served, colorScheme, check);
  await withoutScript(browser, served, check);
}

/** The box is reached by its key, emptied and filled; what is found stands there when the count is said. */
async function found(page: Page, words: string): Promise<readonly string[]> {
  await page.locator("main").focus();
  await page.keyboard.press("/");
  await page.locator("#site-query").fill("");
  await page.keyboard.type(words);
  await page.locator("#site-found [role=status]").filter({ hasText: /found/ }).waitFor({ timeout: 10_000 });
  return page
    .locator("#site-found a")
    .evaluateAll((links: { readonly href: string }[]) => links.map(({ href }) => href));
}

async function keys(page: Page, forget: string, how: string, check: Check): Promise<void> {
  const none = await found(page, "zzyzx");
  check(`${how}: words that stand nowhere find nothing, and it is said`, none.length === 0, none);
  await found(page, "forget");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  const closed = await page.evaluate<string>(
    "document.activeElement.id + document.querySelector('#site-found').hidden",
  );
  check(`${how}: the escape key closes what was found and stays in the box`, closed === "site-querytrue", closed);
  await found(page, "forget");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(forget, { timeout: 10_000 });
  await page.goBack();
  const [, second = ""] = await found(page, "forget");
  await page.locator("#site-found a").nth(1).click();
  await page.waitForURL(second, { timeout: 10_000 });
  check(`${how}: the arrow and Enter open the first, a click the second`, second !== "" && second !== forget, second);
}

async function looks(browser: Browser, served: Served, colorScheme: "light" | "dark", check: Check): Promise<void> {
  const { page } = await watched(browser, { viewport: NARROW, colorScheme });
  await page.goto(`${served.origin}/index.html`);
  const links = await found(page, "memory");
  const wrong = await axeFindings(page, "search", "everything");
  check(`axe finds nothing in what was found, ${colorScheme}`, links.length > 5 && wrong.length === 0, wrong);
  check("what was found fits a narrow screen", !(await isTooWide(page)));
  await page.context().close();
}

async function withoutScript(browser: Browser, served: Served, check: Check): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: WIDE });
  const page = await context.newPage();
  await page.goto(`${served.origin}/guide/tour.html`);
  const [box, text] = [await page.locator("#site-search").isVisible(), await page.locator("main h1").isVisible()];
  check("without scripts there is the page, and no box that does nothing", !box && text);
  await context.close();
}
