// Each view, and each act of it, held against what the hub says afterwards.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import type { Answer } from "../../hub/test/client.ts";
import type { Tenant } from "../../hub/test/running.ts";
import { keyLineOf, signerOf } from "../../src/store/io/sshsig.ts";
import { idFor } from "../hub/stores.ts";
import type { Check } from "../web/check.ts";
import { clean, furnished, signedIn, told, view, type World } from "./world.ts";

interface At extends Pick<Tenant, "name" | "client" | "admin"> {
  readonly page: Page;
  readonly check: Check;
  /** As an admin's device asks. */
  readonly ask: (path: string) => Promise<Answer>;
}

export async function acts(world: World): Promise<void> {
  const tenant = await furnished(world);
  const seen = await signedIn(world, tenant);
  const { client, name, admin } = tenant;
  const ask = (path: string): Promise<Answer> => client.ask("GET", `/v1/${name}${path}`, { token: admin.token });
  const at: At = { name, client, admin, page: seen.page, check: world.check, ask };
  await stores(at, tenant);
  await members(at);
  await devices(at, tenant);
  await machines(at);
  await jobs(at);
  await charts(at);
  await erasure(at, tenant);
  await clean(seen, world.check, "every view and act");
  await seen.page.context().close();
}

/** The row that has this text. */
function row(page: Page, text: string): ReturnType<Page["locator"]> {
  return page.locator("tbody tr", { hasText: text });
}

async function answered(page: Page, yes: string): Promise<void> {
  await page.locator("dialog").getByRole("button", { name: yes, exact: true }).click();
}

async function stores({ page, check }: At, tenant: Tenant): Promise<void> {
  await tenant.joins([{ store: "team/build", role: "reviewer" }]);
  await view(page, "Stores");
  const said = await page.locator("main").innerText();
  check("HUB-13 confirming is said to happen on one's own machine", said.includes("holdfast review"), said);
  const waits = await row(page.locator("section").first() as never as Page, "org").innerText();
  check("HUB-13 what waits, where, and who may confirm it", /org\s+2\s+0\s+Admin/.test(waits), waits);
  const project = await page.locator("section").nth(1).locator("tbody tr", { hasText: "project/" }).innerText();
  check("HUB-13 what a store holds", /0\s+1\s+0\s+\d+(\.\d)? (B|KiB)\s+2\s+\d+ \w+ 20\d\d/.test(project), project);
}

async function members({ page, check, ask, client, name }: At): Promise<void> {
  await view(page, "Members");
  await page.locator("summary").click();
  await page.getByLabel("Name", { exact: true }).fill("Cem");
  await page.getByLabel("Address (if").fill("cem@example.org");
  await page.getByLabel("Store").fill("team/build");
  await page.getByLabel("Role", { exact: true }).selectOption("contributor");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await told(page, "Cem was added");
  const lost = await page.locator(".secret").innerText();
  await row(page, "Cem").getByRole("button", { name: "Invite again" }).click();
  await told(page, "is invited again");
  const code = await page.locator(".secret").innerText();
  const old = await client.ask("POST", `/v1/${name}/sign-in/invite`, { body: { code: lost } });
  check(
    "HUB-13 who lost their invitation is given another, in its place",
    old.status === 401 && code !== lost,
    old.text,
  );
  const let_ = await client.ask("POST", `/v1/${name}/sign-in/invite`, { body: { code } });
  check("HUB-13 a member is added, and their invitation opens once", let_.status === 200, let_.text);
  const { token } = let_.body as { readonly token: string };
  const added = (await ask("/members")).body.members.find((each: { readonly name: string }) => each.name === "Cem");
  const held = JSON.stringify(added?.grants);
  check("HUB-13 with the roles that were chosen", held === '[{"store":"team/build","role":"contributor"}]', held);
  await row(page, "Cem").getByRole("button", { name: "Roles" }).click();
  await page.locator("dialog").getByRole("button", { name: "Another role" }).click();
  await page.locator("dialog").getByLabel("Role").nth(1).selectOption("reviewer");
  await answered(page, "Save");
  await told(page, "were changed");
  const shown = await row(page, "Cem").innerText();
  check(
    "HUB-13 roles per store are changed",
    /contributor team\/build\s+reviewer org|reviewer org\s+contributor/.test(shown),
    shown,
  );
  await row(page, "Cem").getByRole("button", { name: "End" }).click();
  await page.keyboard.press("Enter");
  await page.locator("dialog").waitFor({ state: "detached" });
  const still = await client.ask("GET", `/v1/${name}`, { token });
  check("HUB-13 Enter pressed too soon ends nobody", still.status === 200, still.status);
  await row(page, "Cem").getByRole("button", { name: "End" }).click();
  await answered(page, "End");
  await told(page, "has ended");
  const after = await client.ask("GET", `/v1/${name}`, { token });
  check("HUB-13 a member who is ended is let in no more", after.status === 401, after.status);
  const own = await row(page, "(you)").getByRole("button", { name: "End" }).count();
  check("HUB-13 nobody is offered to end themselves", own === 0, own);
}

async function devices({ page, check, client, name }: At, tenant: Tenant): Promise<void> {
  const ben = await tenant.joins([{ store: "org", role: "reviewer" }]);
  await view(page, "Devices");
  const shown = await row(page, ben.device).innerText();
  check("HUB-13 a device stands there with its fingerprint", /SHA256:[A-Za-z0-9+/]{43}/.test(shown), shown);
  await row(page, ben.device).getByRole("button", { name: "End" }).click();
  await answered(page, "End");
  await told(page, "has ended");
  const after = await client.ask("GET", `/v1/${name}`, { token: ben.token });
  check("HUB-13 a device that is ended is let in no more", after.status === 401, after.status);
}

async function machines({ page, check, client, name }: At): Promise<void> {
  await view(page, "Machines");
  await page.locator("summary", { hasText: "Make a token" }).click();
  await page.locator("form").first().getByLabel("Name").fill("builder");
  await page.getByRole("button", { name: "Make", exact: true }).click();
  await page.locator(".secret").waitFor();
  const token = await page.locator(".secret").innerText();
  const works = (): Promise<number> =>
    client.ask("GET", `/v1/${name}/stores/org/head`, { token }).then(({ status }) => status);
  check(
    "HUB-13 a machine's token is made and works",
    /^hfm_/.test(token) && (await works()) === 200,
    token.slice(0, 4),
  );
  await view(page, "Stores");
  await view(page, "Machines");
  const html = await page.evaluate<string>("document.documentElement.outerHTML");
  check("HUB-13 it is shown once", !html.includes(token));
  await row(page, "builder").getByRole("button", { name: "End" }).click();
  await answered(page, "End");
  await told(page, "has ended");
  check("HUB-13 a token that is ended does nothing more", (await works()) === 401);
}

async function jobs({ page, check, ask }: At): Promise<void> {
  await page.locator("summary", { hasText: "Pin a job" }).click();
  const form = page.locator("form").nth(1);
  const pinned = {
    Name: "nightly",
    Issuer: "https://id.example.org",
    Audience: "holdfast",
    Repository: "acme/shop",
  };
  for (const [label, value] of Object.entries(pinned)) await form.getByLabel(label).fill(value);
  await form.getByRole("button", { name: "Pin" }).click();
  await told(page, "is pinned");
  const there = JSON.stringify((await ask("/jobs")).body.jobs);
  const values = [...Object.values(pinned), "refs/heads/main", "org", "reader"];
  check(
    "HUB-13 a job is pinned by all its claims",
    values.every((value) => there.includes(value)),
    there,
  );
  await row(page, "nightly").getByRole("button", { name: "End" }).click();
  await answered(page, "End");
  await told(page, "gets no token");
  const left = (await ask("/jobs")).body.jobs.length;
  check("HUB-13 and let go of", left === 0, left);
}

async function charts({ page, check }: At): Promise<void> {
  await view(page, "Charts");
  const labels = await page
    .locator("figure svg")
    .evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")));
  const expected = [
    "Memories: 3 now",
    "Pushes a day: 2 in all",
    "Pushes refused a day: 1 in all",
    "People signing in a day: ",
  ];
  check(
    "HUB-13 growth and errors are drawn",
    expected.every((text, at) => labels[at]?.startsWith(text)),
    labels,
  );
  const drawn = await page
    .locator("figure")
    .nth(1)
    .locator("rect")
    .evaluateAll((all) => all.filter((each) => Number(each.getAttribute("height")) > 0).length);
  check("HUB-13 a bar for each day that had any", drawn === 1, drawn);
  await page.locator("figure").nth(2).locator("summary").click();
  const numbers = await page.locator("figure").nth(2).locator("tbody").innerText();
  check("HUB-13 and the numbers beside it", /20\d\d-\d\d-\d\d\s+1/.test(numbers), numbers);
}

async function erasure({ page, check, ask, client, name }: At, tenant: Tenant): Promise<void> {
  await view(page, "Erase");
  const memory = page.locator("section", { hasText: "A memory" });
  await memory.getByLabel("Id of the memory").fill(idFor(1));
  await memory.getByLabel("Reason").selectOption("secret");
  await memory.getByRole("button", { name: "Erase" }).click();
  const yes = page.locator("dialog").getByRole("button", { name: "Erase" });
  await page.locator("dialog").getByLabel("Type").fill(idFor(2));
  const early = await yes.isDisabled();
  await page.keyboard.press("Enter");
  const before = (await ask("/overview")).body.stores.find(({ store }: { store: string }) => store === "org").inferred;
  check("HUB-11 nothing is erased before the id was typed", early && before === 2, [early, before]);
  await page.locator("dialog").getByLabel("Type").fill(idFor(1));
  await yes.click();
  await told(page, "The hub signed a receipt");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByText("Download the receipt").click()]);
  const receipt = JSON.parse(readFileSync(await download.path(), "utf8")) as Readonly<Record<string, string>>;
  const signer = signerOf(receipt["text"] ?? "", receipt["signature"] ?? "");
  check(
    "HUB-11 the receipt is the hub's, and can be checked",
    signer !== undefined && keyLineOf(signer) === receipt["key"],
    receipt,
  );
  const after = (await ask("/overview")).body.stores.find(({ store }: { store: string }) => store === "org");
  check("HUB-11 the memory is gone", after.inferred === 1, after);
  const said = (await ask("/audit?since=0")).text;
  check(
    "HUB-11 the audit has the reason, as a code",
    said.includes("memory-erased") && said.includes('\\"reason\\":\\"secret\\"'),
    said.slice(-600),
  );
  const dee = await tenant.joins([{ store: "org", role: "reader" }]);
  await view(page, "Members");
  await view(page, "Erase");
  const person = page.locator("section", { hasText: "A person" });
  await person.getByLabel("Member").selectOption(dee.member);
  await person.getByRole("button", { name: "Erase" }).click();
  await page.locator("dialog").getByLabel("Type").fill(dee.member);
  await yes.click();
  await told(page, "The hub signed a receipt");
  const gone = (await client.ask("GET", `/v1/${name}/members`, { token: tenant.admin.token })).body.members;
  const left = gone.find(({ member }: { member: string }) => member === dee.member);
  check("HUB-11 of a person nothing stays but an id", left?.name === "" && left?.ended === true, left);
}
