// A hub with its page on a real PostgreSQL, a real provider of identity, a real browser; and an organisation with something in it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { invitation } from "../../hub/src/members.ts";
import { pageIn } from "../../hub/src/page-routes.ts";
import { put } from "../../hub/test/client.ts";
import { type Postgres, startPostgres } from "../../hub/test/postgres.ts";
import { startHub, type Tenant, type TestHub, tenantOn } from "../../hub/test/running.ts";
import { buildHubPage } from "../../scripts/build-hub.ts";
import { idFor, marker, markerOf, memoryPath, memoryText, PROJECT } from "../hub/stores.ts";
import { launch, type Watched, watched } from "../web/browser.ts";
import type { Check } from "../web/check.ts";

export const DATABASE = "hub";

export interface World {
  readonly hub: TestHub;
  readonly postgres: Postgres;
  readonly browser: Browser;
  readonly check: Check;
  /** Where pictures of each view go, for whoever wants to look. */
  readonly pictures: string | undefined;
  end(): Promise<void>;
}

export async function makeWorld(bin: string, check: Check, pictures: string | undefined): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-hub-page-"));
  await buildHubPage(folder);
  const postgres = await startPostgres(bin);
  const hub = await startHub(await postgres.create(DATABASE), { page: pageIn(join(folder, "page")) });
  const browser = await launch();
  return {
    hub,
    postgres,
    browser,
    check,
    pictures,
    end: async () => {
      await browser.close();
      await hub.end();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Two proposals in `org`, one of a project, a member who may confirm, and a push that was refused. */
export async function furnished({ hub }: World): Promise<Tenant> {
  const tenant = await tenantOn(hub);
  const { client, admin } = tenant;
  const taken = await client.push(
    "org",
    [markerOf(idFor(90)), put(memoryPath(1), memoryText(1)), put(memoryPath(2), memoryText(2))],
    admin.token,
  );
  if (taken.status !== 200) throw new Error(`the proposals were refused: ${taken.text}`);
  await client.push(PROJECT, [marker(), put(memoryPath(3), memoryText(3))], admin.token);
  const refused = await client.push("org", [put("nowhere.txt", "x")], admin.token);
  if (refused.status !== 422) throw new Error(`a path of no store was taken: ${refused.text}`);
  return tenant;
}

/** An invitation of the admin's, as the operator prints one. */
export function invited({ hub }: World, { name, admin }: Tenant): Promise<string> {
  return hub.database.write(name, (tx) => invitation(tx, admin.member, "operator"));
}

export async function opened(world: World, options: Parameters<typeof watched>[1] = {}): Promise<Watched> {
  const seen = await watched(world.browser, options);
  await seen.page.goto(`${world.hub.url}/admin`);
  await seen.page.getByRole("heading", { name: "Sign in" }).waitFor();
  return seen;
}

/** Signed in with an invitation, as an admin. */
export async function signedIn(
  world: World,
  tenant: Tenant,
  options: Parameters<typeof watched>[1] = {},
): Promise<Watched> {
  const seen = await opened(world, options);
  await seen.page.getByLabel("Organisation").fill(tenant.name);
  await seen.page.getByLabel("An invitation").fill(await invited(world, tenant));
  await seen.page.getByRole("button", { name: "Sign in with the invitation" }).click();
  await heading(seen.page, "Stores");
  return seen;
}

export async function heading(page: Page, title: string): Promise<void> {
  await page.locator("h2#title", { hasText: title }).waitFor({ timeout: 15_000 });
}

export async function view(page: Page, name: string): Promise<void> {
  await page.locator("nav").getByRole("link", { name, exact: true }).click();
  await heading(page, name);
  await page.locator("#status:not(:text('Loading'))").waitFor({ state: "attached" });
}

/** Until the status line says it. */
export async function told(page: Page, text: string): Promise<void> {
  await page.locator("#status", { hasText: text }).waitFor({ timeout: 15_000 });
}

/** Nothing ran, nothing left, nothing was refused. */
export async function clean(seen: Watched, check: Check, where: string, also: readonly string[] = []): Promise<void> {
  const { dialogs, errors, requests } = seen;
  check(`HUB-13 no dialog, no error: ${where}`, dialogs.length + errors.length === 0, [dialogs, errors]);
  const [own = ""] = requests;
  const from = [new URL(own).origin, ...also];
  const away = requests.filter((url) => !from.some((each) => url.startsWith(`${each}/`)) && !url.startsWith("blob:"));
  check(`HUB-13 of ${requests.length} requests none went elsewhere: ${where}`, away.length === 0, away.slice(0, 3));
  check(`HUB-13 the policy had nothing to refuse: ${where}`, (await seen.violations()) === 0, await seen.violations());
}
