// A person looks through the whole store by keyboard alone (SUR-13): what each key did is read from the files and the ledger,
// not from the page.
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { idOf, plant } from "../support/memories.ts";
import { rootOf } from "../support/store-box.ts";
import { titled, watched } from "./browser.ts";
import { type Check, soon } from "./check.ts";
import { ledger, startUi, type World } from "./world.ts";

const DAY = "2026-03-01T00:00:00Z";
const SLOW_MS = 500;

function plantAll({ base }: World): void {
  const all = (stem: string, n: number, name: string, more: object = {}): void =>
    void plant(base, stem, { name, id: idOf(n), created: DAY, tier: "inferred", ...more });
  all("project_heron", 1, "The staging database is heron", {
    body: "Heron is the staging database.",
    created: "2026-02-01T00:00:00Z",
  });
  all("feedback_pnpm", 2, "Use pnpm here", {
    tier: "verified",
    verified: "2026-03-02",
    body: "Use pnpm in this repository, not npm.",
    more: ["kind: preference", "tags: [tooling]", "project: github.com/acme/shop"],
  });
  all("user_small", 3, "Prefers small commits", { body: "Prefers small commits. Why: so. How to apply: always." });
  all("user_tabs", 4, "Use tabs", { description: "Use tabs.", body: "Use tabs." });
  all("reference_old", 5, "The old wiki is at the old place", { body: "The old wiki is at the old place." });
  all("feedback_npm", 6, "No npm install", {
    tier: "verified",
    verified: "2026-03-02",
    more: ["rule:", "  - deny command npm install"],
  });
  all("user_away", 7, "Taken out before", { place: "quarantine", tier: "quarantined" });
}

export async function whole(world: World, browser: Browser, check: Check): Promise<void> {
  plantAll(world);
  const ui = await startUi(world);
  const seen = await watched(browser);
  const { page, errors, requests, dialogs, violations } = seen;
  const text = (stem: string): string => readFileSync(`${rootOf(world.base)}/memories/${stem}.md`, "utf8");
  const done = (n: number, action: string): Promise<boolean> =>
    soon(() => ledger(world).some((line) => line.id === idOf(n) && line.action === action && line.channel === "web"));
  await page.goto(ui.url);
  await page.locator("nav button").first().waitFor();
  check("SUR-13 the token has left the address", !page.url().includes("#"), page.url());
  check("SUR-13 every memory is a row", (await page.locator("nav li").count()) === 7);
  check("SUR-13 there is no cookie", (await page.context().cookies()).length === 0);

  await search(page, "heron");
  check("SUR-13 a search while typing finds it", await isOnly(page, "The staging database is heron"));
  check("SUR-13 what is asked stands in the address", page.url().includes("text=heron"), page.url());
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await titled(page, "The staging database is heron");
  check("SUR-13 Enter opens it, and the address says so", page.url().includes("open=personal"), page.url());
  await page.reload();
  await titled(page, "The staging database is heron");
  check("SUR-13 a reload opens the same", (await page.inputValue("#find-text")) === "heron");
  const marked = page.locator("nav [aria-current]");
  check("SUR-13 and its row is marked", /heron/.test((await marked.textContent()) ?? ""));
  await search(page, "commits");
  check("SUR-13 another list marks no row that is not open", await soon(async () => (await marked.count()) === 0));
  await page.goBack();
  await titled(page, "The staging database is heron");

  await confirmed(page, check, text);
  check("SUR-13 the ledger says web", await done(1, "promote"));
  await page.locator(".timeline li", { hasText: "promote" }).waitFor();
  check("SUR-13 its past tells of it", true);
  await page.keyboard.press("Escape");
  check("SUR-13 Escape goes back to the row", await soon(async () => (await focused(page)).includes("heron")));

  await openBy(page, "pnpm", "Use pnpm here");
  await page.keyboard.press("o");
  // The question's own: the card it takes the place of has one of the same name.
  await page.locator("form.actions button", { hasText: "Off" }).press("Enter");
  check("SUR-13 o takes it out of use, after a plain yes", await done(2, "retire"));
  await titled(page, "Use pnpm here");
  await page.keyboard.press("u");
  check("SUR-13 u takes it back", await done(2, "undo"));
  await titled(page, "Use pnpm here");

  await openBy(page, "taken out", "Taken out before");
  await page.keyboard.press("o");
  await typeWord(page);
  check("SUR-13 a quarantined one comes back by a typed word", await done(7, "restore"));
  await titled(page, "Taken out before");

  await edited(page, check, () => text("user_tabs"));
  check("SUR-13 the edit is in the ledger", await done(4, "edit"));
  await titled(page, "Use spaces");

  await openBy(page, "old wiki", "The old wiki");
  await page.keyboard.press("f");
  await page.getByText("Goes: reference_old").waitFor();
  check("FOR-1 what goes is shown first", existsSync(`${rootOf(world.base)}/memories/reference_old.md`));
  check("FOR-1 and the way back has the focus", (await focused(page)).startsWith("Back"));
  await page.getByRole("button", { name: "Forget for good" }).press("Enter");
  check("FOR-1 then it is gone", await soon(() => !existsSync(`${rootOf(world.base)}/memories/reference_old.md`)));
  await titled(page, "Forgotten: The old wiki");

  await filtered(page, check);
  await page.locator("#view-rules").press("Enter");
  await page.locator(".rule", { hasText: "deny command npm install" }).waitFor();
  check("SUR-11 the rules have a view", (await page.locator(".rule").count()) === 1);
  await page.locator("#view-use").press("Enter");
  await page.locator(".use meter").first().waitFor();
  const bars = await page.locator(".use").first().locator("li").allInnerTexts();
  check(
    "SUR-13 what is kept has a view, in numbers",
    bars.some((text) => /verified\s+[1-9]/.test(text)),
    bars,
  );
  await page.locator("#view-rules").press("Enter");
  // A key that comes while a view is being read does nothing.
  await page.locator("main:not([aria-busy]) .rule").first().waitFor();
  await page.keyboard.press("w");
  await page.getByRole("button", { name: /^Waiting \d/ }).waitFor();
  check("REV-2 what waits is one key away", true);
  await page.goBack();
  await page.locator("main:not([aria-busy]) .rule").first().waitFor();
  check("SUR-13 the browser's way back is one", page.url().includes("view=rules"), page.url());
  await page.route("**/api/**", (route) => sleep(SLOW_MS).then(() => route.continue()));
  await page.keyboard.press("w");
  await page.locator('#view-waiting[aria-pressed="true"]').waitFor();
  await page.goBack();
  const isBack = await soon(async () => (await page.locator("#view-rules").getAttribute("aria-pressed")) === "true");
  check("SUR-13 also while a view is still being read", isBack, page.url());
  // One that still sleeps answers a route that is nobody's any more.
  await page.unrouteAll({ behavior: "wait" });
  await page.locator("main:not([aria-busy]) .rule").waitFor();

  const foreign = requests.filter((url) => !url.startsWith(`${ui.origin}/`));
  check("SUR-13 no request left for anywhere else", foreign.length === 0, foreign);
  check("SUR-13 no error, no dialog", errors.length + dialogs.length === 0, [errors, dialogs]);
  check("SUR-13 the policy had nothing to refuse", (await violations()) === 0);
  await page.keyboard.press("q");
  const { code, transcript } = await ui.command.ended;
  check(
    "SUR-13 the command ends well, and told each act",
    code === 0 && /forgotten {2}The old wiki/.test(transcript),
    transcript,
  );
  const isClosed = await fetch(ui.origin).then(
    () => false,
    () => true,
  );
  check("SUR-13 nothing listens any more", isClosed);
  await page.context().close();
}

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await page.keyboard.press("Control+A");
  await page.keyboard.type(text);
}

async function openBy(page: Page, text: string, name: string): Promise<void> {
  await search(page, text);
  await page.locator("nav li button", { hasText: name }).first().waitFor();
  await soon(async () => new RegExp(name).test((await page.locator("nav li button").first().textContent()) ?? ""));
  await page.keyboard.press("Enter");
  await titled(page, name);
}

async function isOnly(page: Page, name: string): Promise<boolean> {
  return soon(async () => {
    const rows = await page.locator("nav li").allTextContents();
    return rows.length === 1 && rows[0]?.includes(name) === true;
  });
}

function focused(page: Page): Promise<string> {
  return page.evaluate<string>("document.activeElement.textContent");
}

/** The word that the page asks for stands in its label. */
async function typeWord(page: Page): Promise<void> {
  const label = await page.locator("label[for=typed]").textContent();
  await page.keyboard.type(/"(.+)"/.exec(label ?? "")?.[1] ?? "");
  await page.keyboard.press("Enter");
}

async function confirmed(page: Page, check: Check, text: (stem: string) => string): Promise<void> {
  await page.keyboard.press("c");
  await page.locator("#typed").waitFor();
  await page.keyboard.type("yes");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  check("TRU-26 another word does nothing", text("project_heron").includes("trust-level: inferred"));
  await titled(page, "The staging database is heron");
  await page.keyboard.press("c");
  await page.locator("#typed").waitFor();
  await typeWord(page);
  check(
    "TRU-26 the word on the screen does it",
    await soon(() => text("project_heron").includes("trust-level: verified")),
  );
}

async function edited(page: Page, check: Check, text: () => string): Promise<void> {
  await openBy(page, "tabs", "Use tabs");
  await page.keyboard.press("e");
  const field = page.locator("textarea");
  const draft = await field.inputValue();
  await field.fill(draft.replace("\nUse tabs.\n", "\nUse spaces in this repository.\n"));
  const before = text();
  await page.keyboard.press("Control+Enter");
  await page.locator("ins", { hasText: "Use spaces in this repository" }).first().waitFor();
  check("SUR-13 an edit shows the name it will have, and nothing is saved yet", text() === before);
  await page.keyboard.press("Escape");
  check("SUR-13 the way back keeps what was typed", (await page.locator("textarea").inputValue()).includes("spaces"));
  await page.keyboard.press("Control+Enter");
  await page.locator("#typed").waitFor();
  await typeWord(page);
  check(
    "SUR-13 then it is saved, with its name",
    await soon(() => text().includes("name: Use spaces in this repository")),
  );
}

async function filtered(page: Page, check: Check): Promise<void> {
  await search(page, " ");
  await page.locator("summary").press("Enter");
  await page.locator("#find-tag").fill("tooling");
  check("SUR-13 a tag filters", await isOnly(page, "Use pnpm here"));
  await page.locator("#find-tag").fill("");
  await page.locator("#find-tier").selectOption("verified");
  await page.locator("#find-since").fill("2026-02-15");
  await soon(async () => page.url().includes("since=2026-02-15"));
  check("SUR-13 tier and day filter, and stand in the address", page.url().includes("tier=verified"), page.url());
  await page.getByRole("button", { name: "Clear" }).press("Enter");
  check("SUR-13 one button clears them", await soon(() => !page.url().includes("tier=")));
}
