// The audit on the page: newest first, in pages, and followed by the browser, so that a line that was altered is found there.
import type { Page } from "playwright-core";
import { DATABASE, furnished, heading, signedIn, told, view, type World } from "./world.ts";

const LINES = 120;

export async function audit(world: World): Promise<void> {
  const { check, postgres } = world;
  const tenant = await furnished(world);
  const { name, client, admin } = tenant;
  for (let left = LINES; left > 0; left--)
    await client.ask("POST", `/v1/${name}/members`, { token: admin.token, body: { name: `M ${left}`, grants: [] } });
  const { page } = await signedIn(world, tenant);
  await view(page, "Audit");
  const first = await numbers(page);
  check(
    "HUB-13 the audit is shown newest first",
    first.length === 50 && first.every((n, at) => n === (first[0] ?? 0) - at),
    first,
  );
  const last = first[0] ?? 0;
  check(
    "HUB-13 the page says that its lines follow",
    (await page.locator("main").innerText()).includes(`Lines ${last - 49} to ${last} follow`),
  );
  await older(page, last - 50);
  const second = await numbers(page);
  check(
    "HUB-13 older lines are a page further, none twice, none left out",
    second[0] === (first.at(-1) ?? 0) - 1,
    second.slice(0, 3),
  );
  await older(page, last - 100);
  const oldest = await numbers(page);
  check(
    "HUB-13 down to the first",
    oldest.at(-1) === 1 && (await page.getByRole("button", { name: "Older" }).count()) === 0,
    oldest,
  );
  await page.getByRole("button", { name: "Check the whole chain" }).click();
  await told(page, `All ${last} lines from 1 on follow`);
  check("HUB-11 the whole chain is followed in the browser", true);
  const change = (n: number, sql: string): Promise<unknown> =>
    postgres.query(DATABASE, `UPDATE audit SET ${sql} WHERE tenant_id = '${name}' AND n = ${n}`);
  const newest = last - 10;
  await change(newest, "line = replace(line, 'member-added', 'member-ended')");
  await anew(page);
  check(
    "HUB-11 a line that was altered is named",
    (await page.getByRole("alert").innerText()).includes(`Line ${newest} does not follow`),
  );
  await page.getByRole("button", { name: "Check the whole chain" }).click();
  await told(page, `Line ${newest} does not follow`);
  await change(newest, "line = replace(line, 'member-ended', 'member-added')");
  await postgres.query(DATABASE, `DELETE FROM audit WHERE tenant_id = '${name}' AND n = ${last - 60}`);
  await anew(page);
  await page.getByRole("button", { name: "Check the whole chain" }).click();
  await told(page, `Line ${last - 59} does not follow`);
  check("HUB-11 a line that was taken out is noticed", true);
  await postgres.query(DATABASE, `DELETE FROM audit WHERE tenant_id = '${name}' AND n <= ${last - 60}`);
  await anew(page);
  await page.getByRole("button", { name: "Check the whole chain" }).click();
  await told(page, `All 60 lines from ${last - 59} on follow`);
  check("HUB-11 what is older than an organisation keeps is missed by nobody", true);
  await postgres.query(DATABASE, `DELETE FROM audit WHERE tenant_id = '${name}' AND n > ${last - 5}`);
  await anew(page);
  check("HUB-11 an end that was cut off is noticed", (await page.getByRole("alert").count()) === 1);
  await page.context().close();
}

async function numbers(page: Page): Promise<readonly number[]> {
  const all = await page.locator("tbody tr td:first-child").allInnerTexts();
  return all.map((text) => Number(text.replaceAll(",", "")));
}

async function older(page: Page, to: number): Promise<void> {
  await page.getByRole("button", { name: "Older" }).click();
  await page
    .locator("tbody tr td:first-child")
    .first()
    .filter({ hasText: new RegExp(`^${to}$`) })
    .waitFor();
}

/** In a page that has seen nothing yet. */
async function anew(page: Page): Promise<void> {
  await page.reload();
  await heading(page, "Audit");
}
