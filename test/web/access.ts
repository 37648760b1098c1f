// Everybody can use the page (REV-2): axe-core finds nothing in any state, light and dark, wide and narrow; nothing has to
// be scrolled sideways at 360 px or at twice the size.

import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { idOf, plant } from "../support/memories.ts";
import { titled, watched } from "./browser.ts";
import type { Check } from "./check.ts";
import { startReview, startUi, type World } from "./world.ts";

const OLD = "2026-01-01T00:00:00Z";
const SIZES = [
  ["1200 px", { width: 1200, height: 800 }],
  ["twice the size", { width: 600, height: 400 }],
  ["360 px", { width: 360, height: 740 }],
] as const;
const WHOLE_SIZES = [
  ["1200 px", { width: 1200, height: 800 }],
  ["390 px", { width: 390, height: 844 }],
] as const;

export async function access(world: World, browser: Browser, check: Check): Promise<void> {
  const said = "Use pnpm in this repository, not npm: the lock file is pnpm-lock.yaml.";
  plant(world.base, "project_x", { name: "Use pnpm here", tier: "inferred", id: idOf(60), created: OLD, body: said });
  plant(world.base, "project_y", {
    name: "Use pnpm",
    tier: "inferred",
    id: idOf(61),
    created: OLD,
    body: `${said} So.`,
  });
  plant(world.base, "project_z", {
    name: "A name without a single blank ".padEnd(95, "x"),
    tier: "verified",
    id: idOf(62),
    created: OLD,
    attested: false,
    verified: "2026-01-02",
    body: `${"unbroken".repeat(60)}\n\nand a line`,
  });
  for (const colorScheme of ["light", "dark"] as const) {
    // Colours are the same at every size.
    for (const [size, viewport] of colorScheme === "light" ? SIZES : SIZES.slice(0, 1)) {
      const review = await startReview(world);
      const { page } = await watched(browser, { colorScheme, viewport });
      await page.goto(review.url);
      await page.locator("nav button").first().waitFor();
      const look = (state: string): Promise<void> => lookAt(page, `${state}, ${colorScheme}, ${size}`, check);
      await page.locator("nav button", { hasText: "without" }).click();
      await titled(page, "without");
      await look("an unattested one");
      await page.locator("nav button", { hasText: "Use pnpm here" }).click();
      await titled(page, "Use pnpm here");
      await page.locator(".comparison").waitFor();
      await look("look-alikes");
      await page.keyboard.press("?");
      await look("the keys");
      await page.keyboard.press("Escape");
      await page.keyboard.press("e");
      await page.locator("textarea").fill("nothing");
      await page.keyboard.press("Control+Enter");
      await page.getByRole("alert").waitFor();
      await look("a refused edit");
      await page.keyboard.press("Escape");
      await page.keyboard.press("w");
      await page.getByText("Nothing is in quarantine").waitFor();
      await look("an empty list");
      await page.keyboard.press("q");
      await page.getByText("has ended").waitFor();
      await look("the end");
      await review.command.ended;
      await page.context().close();
    }
  }
}

/** The whole store, in each of its states (SUR-13). */
export async function wholeAccess(world: World, browser: Browser, check: Check): Promise<void> {
  const more = ["rule:", "  - deny command npm install", "tags: [tooling]"];
  plant(world.base, "feedback_a", { name: "Use pnpm", tier: "verified", id: idOf(70), verified: "2026-01-02", more });
  plant(world.base, "project_b", {
    name: "A name without a single blank ".padEnd(95, "x"),
    tier: "inferred",
    id: idOf(71),
    created: OLD,
    body: `${"unbroken".repeat(60)}\n\nand a line`,
  });
  for (const colorScheme of ["light", "dark"] as const) {
    for (const [size, viewport] of colorScheme === "light" ? WHOLE_SIZES : WHOLE_SIZES.slice(0, 1)) {
      const ui = await startUi(world);
      const { page } = await watched(browser, { colorScheme, viewport });
      await page.goto(ui.url);
      await page.locator("nav button").first().waitFor();
      const look = (state: string): Promise<void> => lookAt(page, `${state}, ${colorScheme}, ${size}`, check, "SUR-13");
      await look("the list");
      await page.locator("summary").press("Enter");
      await look("its filters");
      await page.locator("nav button", { hasText: "without" }).press("Enter");
      await titled(page, "without");
      await page.locator(".past section").first().waitFor();
      await look("a memory");
      await page.keyboard.press("c");
      // A long text is read to its end first.
      await page.waitForTimeout(900);
      if ((await page.locator("#typed").count()) === 0) await page.keyboard.press("c");
      await page.locator("#typed").waitFor();
      await look("a question");
      await page.keyboard.press("Escape");
      await titled(page, "without");
      await page.keyboard.press("f");
      await page.getByText("Goes: project_b").waitFor();
      await look("a forgetting");
      await page.keyboard.press("Escape");
      await titled(page, "without");
      await page.keyboard.press("?");
      await look("the keys");
      await page.keyboard.press("Escape");
      await page.locator("#view-rules").click();
      await page.locator(".rule").first().waitFor();
      await look("the rules");
      await page.locator("#view-use").click();
      await page.locator(".use meter").first().waitFor();
      await look("the use");
      ui.command.type("q");
      await ui.command.ended;
      await page.context().close();
    }
  }
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

export async function lookAt(page: Page, state: string, check: Check, rule = "REV-2"): Promise<void> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<Violation[]>("axe.run(document).then(({ violations }) => violations)");
  const told = found.map(({ id, nodes }) => [id, nodes[0]?.html, nodes[0]?.failureSummary]);
  check(`${rule} axe finds nothing: ${state}`, found.length === 0, told);
  const over = await page.evaluate<number>("document.scrollingElement.scrollWidth - innerWidth");
  check(`${rule} nothing is wider than the screen: ${state}`, over <= 0, over);
}
