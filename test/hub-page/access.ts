// Everybody can use it (HUB-13): axe finds nothing in any view or question, light and dark, wide and narrow; the keyboard reaches all.
import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { lookAt } from "../web/access.ts";
import { furnished, heading, opened, signedIn, view, type World } from "./world.ts";

const LOOKS = [
  ["light, 1280 px", { colorScheme: "light", viewport: { width: 1280, height: 800 } }],
  ["light, 400 px", { colorScheme: "light", viewport: { width: 400, height: 800 } }],
  ["dark, 1280 px", { colorScheme: "dark", viewport: { width: 1280, height: 800 } }],
] as const;
const DARK = ["Members", "Charts"];
const VIEWS = ["Stores", "Members", "Devices", "Machines", "Audit", "Charts", "Erase"];

export async function access(world: World): Promise<void> {
  const { check, pictures } = world;
  if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
  const tenant = await furnished(world);
  const { client, name, admin } = tenant;
  for (const [who, role] of [
    ["Ann", "admin"],
    ["Ben", "reviewer"],
    [`A name without a single blank ${"x".repeat(60)}`, "contributor"],
  ] as const)
    await client.ask("POST", `/v1/${name}/members`, {
      token: admin.token,
      body: { name: who, email: `${role}@example.org`, grants: [{ store: "org", role }] },
    });
  await tenant.machine("org", "reader");
  const job = {
    job: "nightly",
    issuer: "https://id.example.org",
    audience: "holdfast",
    repository: "acme/shop",
    ref: "refs/heads/main",
    store: "org",
    role: "reader",
  };
  await client.ask("POST", `/v1/${name}/jobs`, { token: admin.token, body: job });
  for (const [look, options] of LOOKS) {
    const at = async (page: Page, state: string): Promise<void> => {
      await lookAt(page, `${state}, ${look}`, check, "HUB-13");
      if (pictures !== undefined)
        await page.screenshot({ path: `${pictures}/${state}-${look}.png`.replace(/[ ,]+/g, "-"), fullPage: true });
    };
    const before = await opened(world, options);
    await at(before.page, "sign-in");
    await before.page.context().close();
    const { page } = await signedIn(world, tenant, options);
    // Colours are the same at every size, and in every view made of the same parts.
    for (const each of options.colorScheme === "light" ? VIEWS : DARK) {
      await view(page, each);
      for (const summary of await page.locator("main > details > summary, section > details > summary").all())
        await summary.click();
      await at(page, each);
    }
    await view(page, "Members");
    await page.getByRole("button", { name: "Roles" }).first().click();
    await at(page, "a question with fields");
    await page.keyboard.press("Escape");
    await page.locator("tr", { hasText: "Ben" }).getByRole("button", { name: "End" }).click();
    await at(page, "a question");
    await page.keyboard.press("Escape");
    await page.context().close();
  }
  await keyboard(world, tenant);
}

async function keyboard(world: World, tenant: Awaited<ReturnType<typeof furnished>>): Promise<void> {
  const { page } = await signedIn(world, tenant);
  await page.locator("nav a").nth(1).press("Enter");
  await heading(page, "Members");
  const focused = await page.evaluate<string>("document.activeElement.id");
  world.check("HUB-13 a view that is opened takes the keyboard with it", focused === "title", focused);
  await page.locator("tr", { hasText: "Ben" }).getByRole("button", { name: "End" }).press("Enter");
  const cancel = await page.evaluate<string>("document.activeElement.textContent");
  world.check("HUB-13 a question begins at its way back", cancel === "Cancel", cancel);
  await page.keyboard.press("Escape");
  await page.goBack();
  await heading(page, "Stores");
  world.check("HUB-13 the browser's way back is the page's", true);
  await page.context().close();
}
