// Signing in by a real provider (HUB-8, HUB-13): it ends on the page of this hub, whatever a request says, and leaves nothing behind.
import { request } from "node:http";
import { CLIENT_ID, newBrowser, startProvider } from "../../hub/test/provider.ts";
import type { Tenant } from "../../hub/test/running.ts";
import type { Watched } from "../web/browser.ts";
import { clean, furnished, heading, opened, told, type World } from "./world.ts";

const CHALLENGE = "A".repeat(43);

export async function signingIn(world: World): Promise<void> {
  const { hub } = world;
  const tenant = await furnished(world);
  const { name, client, admin } = tenant;
  const provider = await startProvider(`${hub.url}/v1/${name}/sign-in/callback`);
  try {
    const body = { issuer: provider.issuer, clientId: CLIENT_ID };
    await client.ask("PUT", `/v1/${name}/provider`, { token: admin.token, body });
    for (const [who, role] of [
      ["ann", "admin"],
      ["ben", "reviewer"],
    ] as const) {
      const grants = [{ store: "*", role }];
      const member = { name: who, email: `${who}@example.org`, grants };
      await client.ask("POST", `/v1/${name}/members`, { token: admin.token, body: member });
    }
    await nowhereElse(world, tenant);
    await anAdmin(world, tenant, provider.issuer);
    await others(world, tenant);
  } finally {
    await provider.end();
  }
}

/** The attack: a sign-in that ends where a stranger wants it. */
async function nowhereElse({ hub, check }: World, { name, client }: Tenant): Promise<void> {
  const start = `/v1/${name}/sign-in/browser?challenge=${CHALLENGE}`;
  const evil = encodeURIComponent("https://evil.example.org/admin");
  for (const word of ["redirect_uri", "redirect", "back", "return_to", "next", "url", "host", "hub"]) {
    const { status } = await client.ask("GET", `${start}&${word}=${evil}`);
    check(`HUB-13 a sign-in with ${word} of another site is refused`, status === 400, status);
  }
  const port = await client.ask("GET", `${start}&port=80@evil.example.org`);
  check("HUB-13 a port is a number of loopback", port.status === 400, port.status);
  const browser = newBrowser((url) => url.includes("/admin"));
  const { url } = await browser.goes(`${hub.url}${start}`, "ann");
  check("HUB-13 it ends at the hub's own page", url.startsWith(`${hub.url}/admin#`), url);
  const code = new URLSearchParams(new URL(url).hash.slice(1)).get("code");
  const stolen = { code, verifier: "B".repeat(43) };
  const { status } = await client.ask("POST", `/v1/${name}/sign-in/finish`, { body: stolen });
  check("HUB-8 the code is of use to nobody who did not begin", status === 401, status);
  for (const header of ["host", "x-forwarded-host", "forwarded"]) {
    const location = await asHost(`${hub.url}${start}`, header, "evil.example.org");
    const back = new URL(location).searchParams.get("redirect_uri") ?? "";
    check(`HUB-13 ${header} does not say where it ends`, back.startsWith(`${hub.url}/v1/`), back);
  }
}

function asHost(url: string, header: string, value: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { [header]: value } }, (answer) => {
      answer.resume();
      resolve(answer.headers.location ?? "");
    });
    asked.once("error", reject);
    asked.end();
  });
}

/** The test's provider asks for letters on its own page. */
const LETTERS = "https://fonts.googleapis.com";

async function byProvider({ page }: Watched, tenant: string, login: string): Promise<void> {
  await page.route(`${LETTERS}/**`, (route) => route.abort());
  await page.getByLabel("Organisation").fill(tenant);
  await page.getByRole("button", { name: "Sign in with your organisation's provider" }).click();
  await page.locator("input[name=login]").fill(login);
  await page.locator("input[name=password]").fill("x");
  await page.locator("button[type=submit]").click();
  await page.getByRole("button", { name: "Continue" }).click();
}

async function anAdmin(world: World, { name, client }: Tenant, issuer: string): Promise<void> {
  const { check } = world;
  const seen = await opened(world);
  const { page } = seen;
  await byProvider(seen, name, "ann");
  await heading(page, "Stores");
  check("HUB-13 an admin signs in by a real provider", (await page.locator("#who").innerText()).includes("ann"));
  check("HUB-13 nothing of the sign-in stays in the address", page.url() === `${world.hub.url}/admin`, page.url());
  const kept = await page.evaluate<string[]>("Object.keys(sessionStorage)");
  check("HUB-13 the word of the sign-in is gone", !kept.includes("holdfast-hub-verifier"), kept);
  await page.reload();
  await heading(page, "Stores");
  check("HUB-13 a reload stays signed in", true);
  const { token } = JSON.parse(await page.evaluate<string>("sessionStorage.getItem('holdfast-hub-session')")) as {
    readonly token: string;
  };
  const works = await client.ask("GET", `/v1/${name}/overview`, { token });
  await page.getByRole("button", { name: "Sign out" }).click();
  await told(page, "Signed out.");
  const after = await client.ask("GET", `/v1/${name}/overview`, { token });
  check("HUB-13 signing out ends the token at the hub", works.status === 200 && after.status === 401, [
    works.status,
    after.status,
  ]);
  await clean(seen, check, "signing in", [issuer, LETTERS]);
  await page.context().close();
}

async function others(world: World, { name }: Tenant): Promise<void> {
  const { check, hub } = world;
  const seen = await opened(world);
  const { page } = seen;
  await byProvider(seen, name, "mallory");
  await told(page, "Only members who were added by an admin");
  check("HUB-8 who was added by nobody is let in by no sign-in", true);
  await page.context().close();
  const reviewer = await opened(world);
  await byProvider(reviewer, name, "ben");
  await heading(reviewer.page, "You are no admin here");
  check(
    "HUB-13 a reviewer is told so, and nothing else",
    (await reviewer.page.locator("main").innerText()).split("\n").filter(Boolean).length === 2,
    await reviewer.page.locator("main").innerText(),
  );
  await reviewer.page.context().close();
  const stranger = await opened(world);
  await stranger.page.goto(`${hub.url}/admin#tenant=${name}&code=${CHALLENGE}`);
  await stranger.page.reload();
  await told(stranger.page, "not begun in this tab");
  const tried = stranger.requests.filter((url) => url.includes("/sign-in/"));
  check("HUB-13 a code that this tab did not ask for is not tried", tried.length === 0, tried);
  await stranger.page.getByLabel("Organisation").fill("nobody-here");
  await stranger.page.getByRole("button", { name: "Sign in with your organisation's provider" }).click();
  await told(stranger.page, "No provider is set up");
  check("HUB-13 an organisation without a provider is a sentence on the page", stranger.page.url().includes("/admin"));
  await stranger.page.getByLabel("An invitation").fill("wrong");
  await stranger.page.getByRole("button", { name: "Sign in with the invitation" }).click();
  await told(stranger.page, "This invitation is not known in this organisation");
  check("HUB-8 a word that is no invitation lets nobody in", true);
  await stranger.page.context().close();
}
