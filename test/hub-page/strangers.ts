// Who is no admin gets nothing (HUB-7, HUB-13): neither from the routes nor on the page; and a sign-in that ends, ends the page.
import type { Tenant } from "../../hub/test/running.ts";
import { PROJECT } from "../hub/stores.ts";
import { DATABASE, furnished, heading, opened, signedIn, told, view, type World } from "./world.ts";

const ROUTES = ["overview", "devices", "members", "machines", "jobs", "audit?since=0"];

export async function strangers(world: World): Promise<void> {
  const { check } = world;
  const tenant = await furnished(world);
  const { client, name } = tenant;
  const reviewer = await tenant.joins([{ store: "*", role: "reviewer" }]);
  const contributor = await tenant.joins([{ store: "org", role: "contributor" }]);
  const half = await tenant.joins([{ store: "org", role: "admin" }]);
  const tokens: Readonly<Record<string, string>> = {
    "a reviewer": reviewer.personToken,
    "a contributor": contributor.personToken,
    "a reviewer's device": reviewer.token,
    "an admin of one store": half.personToken,
    "a machine": await tenant.machine(PROJECT, "contributor"),
  };
  for (const [who, token] of Object.entries(tokens)) {
    const asked = await Promise.all(ROUTES.map((route) => client.ask("GET", `/v1/${name}/${route}`, { token })));
    const refused = asked.every(({ status, body }) => status === 403 && Object.keys(body).join() === "code,message");
    check(
      `HUB-13 ${who} is refused by every route of an admin's`,
      refused,
      asked.map(({ status }) => status),
    );
  }
  for (const who of ["a reviewer", "an admin of one store", "a machine"])
    await onThePage(world, tenant, who, tokens[who] ?? "");
  await ended(world, tenant);
}

async function onThePage(world: World, { name }: Tenant, who: string, token: string): Promise<void> {
  const seen = await opened(world);
  const { page } = seen;
  const kept = JSON.stringify({ tenant: name, token, ends: "" });
  await page.evaluate(`sessionStorage.setItem("holdfast-hub-session", ${JSON.stringify(kept)})`);
  const before = seen.requests.length;
  await page.goto(`${world.hub.url}/admin#members`);
  await page.reload();
  await heading(page, "You are no admin here");
  const isHidden = await page.locator("nav").isHidden();
  const asked = seen.requests.slice(before).filter((url) => url.includes("/v1/"));
  const only = asked.every((url) => url.endsWith(`/v1/${name}`) || url.endsWith("/overview"));
  world.check(`HUB-13 ${who} sees that they are no admin, and nothing is asked for`, isHidden && only, asked);
  await page.context().close();
}

async function ended(world: World, tenant: Tenant): Promise<void> {
  const { check, postgres } = world;
  const { page } = await signedIn(world, tenant);
  await view(page, "Members");
  const { name, admin } = tenant;
  await postgres.query(
    DATABASE,
    `UPDATE grants SET role = 'reviewer' WHERE tenant_id = '${name}' AND member_id = '${admin.member}'`,
  );
  await page.locator("nav").getByRole("link", { name: "Devices" }).click();
  await told(page, "Your role does not reach that far");
  check(
    "HUB-13 who is an admin no more is told so at the next request",
    (await page.locator("h2#title").innerText()) === "Members",
  );
  await postgres.query(
    DATABASE,
    `UPDATE grants SET role = 'admin' WHERE tenant_id = '${name}' AND member_id = '${admin.member}'`,
  );
  await postgres.query(DATABASE, `DELETE FROM tokens WHERE tenant_id = '${name}' AND kind = 'person'`);
  await page.locator("nav").getByRole("link", { name: "Machines" }).click();
  await told(page, "Your sign-in has ended");
  await heading(page, "Sign in");
  const left = await page.evaluate<string | null>("sessionStorage.getItem('holdfast-hub-session')");
  check("HUB-13 a sign-in that ended ends the page, and its token is kept nowhere", left === null, left);
  check(
    "HUB-13 and nothing of the organisation stays on the screen",
    !(await page.locator("body").innerText()).includes("Admin"),
  );
  await page.context().close();
}
