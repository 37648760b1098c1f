// Another page in the same browser, served by another port of this machine, and a program with no browser at all: neither
// gets anything from the review or does anything through it (REV-2). The stranger even knows the session's secret.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { idOf, plant } from "../support/memories.ts";
import { watched } from "./browser.ts";
import type { Check } from "./check.ts";
import { ledger, startReview, type World } from "./world.ts";

const TRIES: readonly (readonly [string, string])[] = [
  ["fetch, as a form would", `fetch(at + "/api/queue", { method: "POST", body: JSON.stringify({ view: "waiting" }) })`],
  [
    "fetch with the secret",
    `fetch(at + "/api/queue", { method: "POST", headers: { "content-type": "application/json", "x-holdfast-session": secret }, body: '{"view":"waiting"}' })`,
  ],
  [
    "fetch without asking to read",
    `fetch(at + "/api/undo", { method: "POST", mode: "no-cors", body: "{}" }).then((r) => { if (r.type !== "basic") throw new Error("opaque") })`,
  ],
  ["fetch of the page", `fetch(at + "/")`],
  [
    "its script",
    `new Promise((yes, no) => { const s = document.createElement("script"); s.src = at + "/page.js"; s.onload = yes; s.onerror = no; document.head.append(s) })`,
  ],
  [
    "its icon",
    `new Promise((yes, no) => { const s = new Image(); s.src = at + "/icon.svg"; s.onload = yes; s.onerror = no })`,
  ],
  [
    "a socket",
    `new Promise((yes, no) => { const s = new WebSocket(at.replace("http", "ws")); s.onopen = yes; s.onerror = no })`,
  ],
  [
    "an event stream",
    `new Promise((yes, no) => { const s = new EventSource(at + "/"); s.onopen = yes; s.onerror = no })`,
  ],
  ["a beacon", `new Promise((yes, no) => { navigator.sendBeacon(at + "/api/finish", "{}"); setTimeout(no, 200) })`],
];

export async function strangers(world: World, browser: Browser, check: Check): Promise<void> {
  plant(world.base, "user_s_alone", { tier: "inferred", id: idOf(50), created: "2026-01-01T00:00:00Z" });
  const review = await startReview(world);
  const before = ledger(world).length;
  const { page } = await watched(browser);
  await page.goto(review.url);
  await page.locator("nav button").first().waitFor();
  const secret = await page.evaluate<string>(`sessionStorage.getItem("holdfast-session")`);
  check("REV-2 the secret is 256 bits, for this origin alone", Buffer.from(secret, "base64url").length === 32);
  const other = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>other</title><body>");
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
  const stranger = await page.context().newPage();
  await stranger.goto(elsewhere);
  for (const [how, code] of TRIES) {
    const got = await stranger.evaluate<string>(
      `(async () => { const at = ${JSON.stringify(review.origin)}, secret = ${JSON.stringify(secret)};
        try { await (${code}); return "got through"; } catch { return "refused"; } })()`,
    );
    check(`REV-2 a page on another port: ${how} is refused`, got === "refused", got);
  }
  check("REV-2 it sees nothing of the session", (await stranger.evaluate<number>("sessionStorage.length")) === 0);
  await posted(stranger, elsewhere, review.origin, check);
  await framed(stranger, elsewhere, review.origin, check);
  await direct(review.origin, secret, check);
  check("REV-2 the strangers changed nothing", ledger(world).length === before);
  await page.keyboard.press("w");
  await page.getByRole("button", { name: /^Quarantined \d/ }).waitFor();
  check("REV-2 and the person's page goes on", true);
  other.close();
  other.closeAllConnections();
  review.command.type("q");
  await review.command.ended;
  await page.context().close();
}

type StrangerPage = Awaited<ReturnType<typeof watched>>["page"];

async function posted(page: StrangerPage, from: string, origin: string, check: Check): Promise<void> {
  for (const [target, type] of [
    ["/api/decide", "text/plain"],
    ["/api/finish", "application/x-www-form-urlencoded"],
  ] as const) {
    await page.goto(from);
    const answered = page.waitForResponse((response) => response.url() === `${origin}${target}`);
    await page.evaluate(`(() => { const f = document.createElement("form"); f.method = "POST"; f.enctype = "${type}";
      f.action = ${JSON.stringify(origin + target)}; const i = document.createElement("input"); i.name = '{"kind":"confirm","x":"';
      i.value = '"}'; f.append(i); document.body.append(f); f.submit(); })()`);
    check(`REV-2 a form posted to ${target} is refused`, (await answered).status() === 403);
    await page.waitForURL(`${origin}${target}`);
  }
}

async function framed(page: StrangerPage, from: string, origin: string, check: Check): Promise<void> {
  await page.goto(from);
  const answered = page.waitForResponse((response) => response.url() === `${origin}/`);
  await page.evaluate(
    `(() => { const f = document.createElement("iframe"); f.src = ${JSON.stringify(`${origin}/`)}; document.body.append(f); })()`,
  );
  check("REV-2 the page is not given to a frame", (await answered).status() === 403);
}

/** No browser, so every header can be made up; without the secret nothing helps, and with it the Host must still be right. */
async function direct(origin: string, secret: string, check: Check): Promise<void> {
  const ask = async (headers: Record<string, string>): Promise<number> => {
    const all = { "content-type": "application/json", origin, ...headers };
    return (await fetch(`${origin}/api/queue`, { method: "POST", headers: all, body: '{"view":"waiting"}' })).status;
  };
  check("REV-2 a program without the secret is refused", (await ask({})) === 401);
  check("REV-2 a guessed secret is refused", (await ask({ "x-holdfast-session": "A".repeat(43) })) === 401);
  check(
    "REV-2 another Origin is refused, secret or not",
    (await ask({ "x-holdfast-session": secret, origin: "http://127.0.0.1:1" })) === 403,
  );
}
