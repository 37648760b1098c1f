// A person works the queue with keys (REV-2): what each key did is read from the files and the ledger, not from the page.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { idOf, plant } from "../support/memories.ts";
import { rootOf } from "../support/store-box.ts";
import { titled, watched } from "./browser.ts";
import { type Check, soon } from "./check.ts";
import { ledger, type Review, startReview, type World } from "./world.ts";

const OLD = "2026-01-01T00:00:00Z";
const LONG = Array.from({ length: 90 }, (_, n) => `Line ${n} of a text that no screen holds at once.`).join("\n");

function plantAll({ base }: World): void {
  const inferred = (stem: string, n: number, body: string, name = stem): void =>
    void plant(base, stem, { name, tier: "inferred", id: idOf(n), created: OLD, body });
  inferred("project_a_confirmed", 1, "The gateway listens on the port that its unit file names.");
  inferred("project_b_demoted", 2, "Every nightly job writes its report into the archive bucket.");
  inferred("project_c_long", 3, LONG);
  inferred(
    "project_d_twin",
    4,
    "Use pnpm in this repository, not npm: the lock file is pnpm-lock.yaml.",
    "Use pnpm here, a twin",
  );
  inferred(
    "project_e_twin",
    5,
    "Use pnpm in this repository, not npm: the lock file is pnpm-lock.yaml. Always.",
    "Use pnpm, a twin",
  );
  inferred("project_f_changed", 6, "Heron is the staging database and egret is its replica.");
  inferred("project_h_retired", 8, "The old dashboard is served by the box under the stairs.");
  plant(base, "user_g_edited", {
    name: "user_g_edited",
    tier: "verified",
    id: idOf(7),
    created: OLD,
    verified: "2026-01-02",
    body: "Prefers large commits. Why: fewer of them. How to apply: always.",
  });
  plant(base, "user_q_restored", {
    name: "user_q_restored",
    place: "quarantine",
    tier: "quarantined",
    id: idOf(9),
    created: OLD,
    body: "Likes to be told what a change costs. Why: so. How to apply: always.",
  });
}

async function choose(page: Page, name: string): Promise<void> {
  await page.locator("nav button", { hasText: name }).first().click();
  await titled(page, name);
}

export async function decisions(world: World, browser: Browser, check: Check): Promise<void> {
  plantAll(world);
  const review = await startReview(world);
  const { page, errors, requests, dialogs, violations } = await watched(browser);
  const file = (place: string, stem: string): string => `${rootOf(world.base)}/${place}/${stem}.md`;
  const text = (stem: string): string => readFileSync(file("memories", stem), "utf8");
  const done = (n: number, action: string): Promise<boolean> =>
    soon(() => ledger(world).some((line) => line.id === idOf(n) && line.action === action && line.channel === "web"));
  const began = performance.now();
  await page.goto(review.url);
  await page.locator("h2#title").waitFor();
  check(`REV-2 the first card stands there (${Math.round(performance.now() - began)} ms)`, true);
  check("REV-2 the token has left the address", !page.url().includes("#"), page.url());
  check("REV-2 there is no cookie", (await page.context().cookies()).length === 0);
  check("REV-2 focus is on the card's title", (await page.evaluate("document.activeElement.id")) === "title");

  await lastChosen(page, check);
  await choose(page, "project_a_confirmed");
  await page.keyboard.press("c");
  check("REV-2 c confirms, by the channel web", await done(1, "promote"));
  check("REV-2 the confirmed memory is verified", text("project_a_confirmed").includes("trust-level: verified"));
  const status = page.locator("#status");
  check("REV-2 it is told", await soon(async () => /^confirmed: project_a/.test((await status.textContent()) ?? "")));

  await choose(page, "project_b_demoted");
  await page.keyboard.press("d");
  check("REV-2 d demotes, by the channel web", await done(2, "demote"));
  await soon(async () => /^quarantined/.test((await status.textContent()) ?? ""));
  await page.keyboard.press("u");
  check("REV-2 u takes it back", await done(2, "undo"));
  await titled(page, "project_b_demoted");
  check("TRU-9 exact bytes are back", text("project_b_demoted").includes("trust-level: inferred"));
  await page.keyboard.press("d");
  check("REV-2 and d demotes it again", await soon(() => existsSync(file("quarantine", "project_b_demoted"))));

  await choose(page, "project_c_long");
  await page.keyboard.press("c");
  check("REV-2 a long text is not confirmed before its end was on the screen", await isUnseen(page));
  check("REV-2 nothing was written for it", text("project_c_long").includes("trust-level: inferred"));
  await page.waitForTimeout(900);
  await page.keyboard.press("c");
  check("REV-2 then it is", await done(3, "promote"));

  await choose(page, "Use pnpm here, a twin");
  await sideBySide(page, check);
  await page.keyboard.press("m");
  check("REV-2 m replaces the look-alike", await soon(() => text("project_e_twin").includes("superseded-by")));
  await soon(async () => (await page.locator("nav button", { hasText: "a twin" }).count()) === 0);
  check("REV-2 both have left the queue", (await page.locator("nav button", { hasText: "a twin" }).count()) === 0);

  await choose(page, "project_f_changed");
  const other = text("project_f_changed").replace("Heron", "Pelican");
  writeFileSync(file("memories", "project_f_changed"), other);
  await page.keyboard.press("c");
  await page.getByRole("alert").waitFor();
  check("REV-2 what changed meanwhile is not confirmed", text("project_f_changed") === other);
  check(
    "REV-2 and the new text stands there",
    /Pelican/.test((await page.locator(".text").first().textContent()) ?? ""),
  );

  await edited(page, check, () => text("user_g_edited"));
  check("REV-2 the edit is in the ledger, by the channel web", await done(7, "edit"));

  await choose(page, "project_h_retired");
  await page.keyboard.press("k");
  check("REV-2 k decides nothing", await soon(async () => /k does nothing/.test((await status.textContent()) ?? "")));
  await page.keyboard.press("r");
  check("REV-2 r retires, by the channel web", await done(8, "retire"));

  await soon(async () => /^off/.test((await status.textContent()) ?? ""));
  await page.keyboard.press("w");
  await choose(page, "user_q_restored");
  await page.keyboard.press("c");
  check("REV-2 a quarantined memory is restored, by the channel web", await done(9, "restore"));
  check("REV-2 it is back in its place", await soon(() => existsSync(file("memories", "user_q_restored"))));

  await soon(async () => /^confirmed/.test((await status.textContent()) ?? ""));
  await page.reload();
  await page.locator("h2#title").waitFor();
  check("REV-2 a reload keeps the session", (await page.locator("nav button").count()) === 1);
  await usedTwice(review, browser, page, check);
  const foreign = requests.filter((url) => !url.startsWith(`${review.origin}/`));
  check("REV-2 no request left for anywhere else", foreign.length === 0, foreign);
  check("REV-2 no error, no dialog, nothing refused by the policy", errors.length + dialogs.length === 0, errors);
  check("REV-2 the policy had nothing to refuse", (await violations()) === 0);
  const channels = new Set(ledger(world).map(({ channel }) => channel));
  check("TRU-20 every line of the ledger says web", [...channels].join() === "web", [...channels]);
  review.command.type("q");
  const { code, transcript } = await review.command.ended;
  check("REV-2 the command ends well", code === 0, code);
  check("REV-2 the terminal told each decision", /confirmed {2}project_a_confirmed/.test(transcript), transcript);
  await page.context().close();
}

/** Two rows are chosen one after the other, before the first card has come. */
async function lastChosen(page: Page, check: Check): Promise<void> {
  await page.route("**/api/card", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  for (const name of ["project_b_demoted", "project_h_retired"]) {
    await page.locator("nav button", { hasText: name }).first().click();
  }
  const isThere = page.locator("h2#title", { hasText: "project_h_retired" }).waitFor({ timeout: 20_000 });
  check("REV-2 the row that was chosen last is shown", await isThere.then(() => true).catch(() => false));
  await page.unrouteAll({ behavior: "wait" });
}

async function isUnseen(page: Page): Promise<boolean> {
  return soon(async () => /Read it to the end/.test((await page.locator("#status").textContent()) ?? ""));
}

async function sideBySide(page: Page, check: Check): Promise<void> {
  const [left, right] = await page.locator(".side .text").all();
  const [a, b] = [await left?.boundingBox(), await right?.boundingBox()];
  const beside = a !== undefined && b !== undefined && a !== null && b !== null && a.y === b.y && a.x + a.width <= b.x;
  check("REV-2 look-alikes stand side by side", beside, [a, b]);
  const marked = await page.locator(".side mark").allTextContents();
  check("REV-2 and what differs is marked", marked.join().trim() === "Always.", marked);
}

async function edited(page: Page, check: Check, text: () => string): Promise<void> {
  await choose(page, "user_g_edited");
  await page.keyboard.press("e");
  const field = page.locator("textarea");
  await field.waitFor();
  const draft = await field.inputValue();
  check("REV-2 an edit begins with the author's part", !/^(id|trust-level):/m.test(draft), draft);
  const before = text();
  await field.fill(draft.replace(/^name: .*$/m, "name: x"));
  await page.keyboard.press("Control+Enter");
  await page.getByRole("alert").waitFor();
  check("CHK-1 what fails a check is told and not saved", text() === before);
  await field.fill(draft.replace("large", "small"));
  await page.keyboard.press("c");
  check("REV-2 a key typed into the text is text", (await field.inputValue()).includes("small") && text() === before);
  await field.fill(draft.replace("large", "small"));
  await page.keyboard.press("Control+Enter");
  check("REV-2 Ctrl+Enter saves it", await soon(() => text().includes("small commits")));
}

/** Somebody else comes with the same link. */
async function usedTwice({ url, command }: Review, browser: Browser, page: Page, check: Check): Promise<void> {
  const thief = await watched(browser);
  await thief.page.goto(url);
  await thief.page.getByText("not connected").waitFor();
  check("REV-2 a link works once", (await thief.page.locator("nav button").count()) === 0);
  await page.keyboard.press("w");
  check(
    "REV-2 used again it ends the first session too",
    await soon(() => page.getByText("not connected").isVisible()),
  );
  check("REV-2 and the terminal says so", /used a second time/.test(command.transcript()));
  await thief.page.context().close();
}
