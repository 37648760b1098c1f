// A passkey on the page (SYN-20b), with Chromium's own authenticator in software: registered by the person who started the
// page for it, asked for by a decision, kept under the statement, and worth everything where presence is required.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { keep, readKept } from "../../src/people/io/passkey.ts";
import { contextIn, runHook } from "../support/hook-run.ts";
import { idOf, plant } from "../support/memories.ts";
import { placesOf, rootOf } from "../support/store-box.ts";
import { titled, watched } from "./browser.ts";
import { type Check, soon } from "./check.ts";
import { startReview, type World } from "./world.ts";

const OLD = "2026-01-01T00:00:00Z";
const PICTURES = process.env["HOLDFAST_PICTURES"];

async function withAuthenticator(page: Page): Promise<(isVerified: boolean) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return (isUserVerified) => session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
}

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

export async function passkeys(world: World, browser: Browser, check: Check): Promise<void> {
  const { base } = world;
  const { data } = placesOf(base);
  for (const [n, words] of [
    [1, "The gateway of this shop listens on port 8443."],
    [2, "Herons are served by the staging database."],
    [3, "The nightly report goes to the archive bucket."],
  ] as const)
    plant(base, `project_${n}`, { name: `project_${n}`, tier: "inferred", id: idOf(n), created: OLD, body: words });
  const review = await startReview(world, "--passkey");
  check("SYN-20b the page goes by the name localhost", review.origin.startsWith("http://localhost:"), review.origin);
  const { page, errors, violations } = await watched(browser);
  const verify = await withAuthenticator(page);
  await page.goto(review.url);
  await titled(page, "project_");
  const button = page.getByRole("button", { name: "Register a passkey" });
  await picture(page, "passkey-button");
  await button.click();
  check("SYN-20b a passkey is registered", await soon(() => /is registered/.test(review.command.transcript())));
  await button.waitFor({ state: "hidden" });
  const file = join(data, "presence.json");
  check("SYN-20b it is kept for its owner alone", (statSync(file).mode & 0o777) === 0o600);

  const said = (n: number): string[] => {
    try {
      const folder = join(rootOf(base), "attest", idOf(n));
      return readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    } catch {
      return []; // nothing was said of it
    }
  };
  const confirm = async (n: number): Promise<void> => {
    await page.locator("nav button", { hasText: `project_${n}` }).click();
    await titled(page, `project_${n}`);
    await page.keyboard.press("c");
  };
  await confirm(1);
  check(
    "SYN-20b a confirmation has the second signature",
    await soon(() => said(1).some((text) => "presence" in JSON.parse(text))),
    said(1),
  );
  await verify(false);
  await confirm(2);
  await page.getByRole("alert").waitFor();
  await picture(page, "passkey-refused");
  check("SYN-20b without user verification nothing is done", said(2).length === 0, said(2));
  await verify(true);
  check("SYN-20b the page broke none of its rules", errors.length === 0 && (await violations()) === 0, errors);
  review.command.type("q");
  await review.command.ended;
  await page.context().close();

  const kept = readKept(data);
  keep(data, { ...kept, required: OLD });
  const prompt = {
    hook_event_name: "UserPromptSubmit",
    session_id: "s",
    cwd: world.home,
    prompt: "gateway shop port 8443 listens",
  };
  const hook = join(base, "dist", "hook.cjs");
  const shown = (): string =>
    contextIn(
      runHook(hook, { hook_event_name: "SessionStart", source: "startup", session_id: "s", cwd: world.home }, { base }),
    ) + contextIn(runHook(hook, prompt, { base }));
  check(
    "SYN-20b a session is given it as verified where presence is required",
    /verified/.test(shown()) && shown().includes("8443"),
    shown(),
  );
  keep(data, { required: OLD });
  check("SYN-20b and no more once the passkey is gone", !/trust="verified"/.test(shown()), shown());
}
