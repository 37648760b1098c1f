// A real browser, and a page of it that notes whatever it should not do: a dialog, a request elsewhere, a script of a
// memory that ran, a refusal by the page's policy.
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const PROGRAM = "/usr/bin/chromium";

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: PROGRAM, args: ["--no-sandbox"] });
}

export interface Watched {
  readonly page: Page;
  readonly dialogs: string[];
  readonly errors: string[];
  readonly requests: string[];
  violations(): Promise<number>;
  /** What a memory's text would have set, had it run. */
  ran(): Promise<boolean>;
}

const COUNTER = `globalThis.__violations = 0;
addEventListener("securitypolicyviolation", () => { globalThis.__violations++; });`;

export async function watched(browser: Browser, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, ...options });
  const page = await context.newPage();
  const [dialogs, errors, requests] = [[] as string[], [] as string[], [] as string[]];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => void errors.push(error.message));
  context.on("request", (request) => void requests.push(request.url()));
  await page.addInitScript(COUNTER);
  return {
    page,
    dialogs,
    errors,
    requests,
    violations: () => page.evaluate<number>("globalThis.__violations"),
    ran: () => page.evaluate<boolean>("'__ran' in globalThis"),
  };
}

/** The card that is on the screen, when it is there and may be decided about. */
export async function titled(page: Page, name: string): Promise<void> {
  await page.locator("h2#title", { hasText: name }).waitFor({ timeout: 30_000 });
  // The page takes no decision while it works, nor about a card that has only just appeared.
  await page.locator("#card:not([aria-busy])").waitFor({ timeout: 30_000 });
  await page.waitForTimeout(300);
}
