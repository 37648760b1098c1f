// Names that try to be more than text (HUB-13): of the organisation, members, devices and jobs, each shown in every view that has it.

import { addMember } from "../../hub/src/members.ts";
import { forPageLine } from "../../src/text/sanitise.ts";
import { ATTACKS } from "../web/hostile.ts";
import { clean, DATABASE, furnished, signedIn, view, type World } from "./world.ts";

/** The engine holds no NUL, and a name has 100 characters. */
const NAMES = ATTACKS.map((text) => text.replaceAll("\u0000", "").slice(0, 100));
const MORE = [
  "\u202eevil\u2066",
  "a\u200bb\u200dc",
  "\u001b[31mred\u0007",
  "line\r\nbreak\u2028next\u0085",
  "\u{e0041}\u{e0042}tags",
  "x".repeat(100),
  "\ufeffmark",
];

export async function hostile(world: World): Promise<void> {
  const { hub, check, postgres } = world;
  const tenant = await furnished(world);
  const { name, client, admin } = tenant;
  const names = [...new Set([...NAMES, ...MORE])];
  await hub.database.write(name, async (tx) => {
    for (const each of names) await addMember(tx, { name: each, grants: [{ store: "org", role: "reviewer" }] });
    await tx.rows(`UPDATE tenants SET name = $2 WHERE tenant_id = $1`, [tx.tenant, ATTACKS[0] ?? ""]);
    await tx.rows(
      `INSERT INTO devices (tenant_id, device, key, member_id, name)
       SELECT $1, md5(text), 'ssh-ed25519 ' || text, $2, left(text, 40) FROM unnest($3::text[]) AS all_ (text)`,
      [tx.tenant, admin.member, names],
    );
    await tx.rows(
      `INSERT INTO jobs (tenant_id, job, issuer, audience, repository, ref, store, role)
       SELECT $1, 'job-' || n, text, text, text, text, 'org', 'reader' FROM unnest($2::text[]) WITH ORDINALITY AS all_ (text, n)`,
      [tx.tenant, names],
    );
  });
  const seen = await signedIn(world, tenant);
  const { page } = seen;
  const title = await page.locator("#organisation").innerText();
  check("HUB-13 an organisation's name is text", title === forPageLine(ATTACKS[0] ?? ""), title);
  for (const where of ["Stores", "Members", "Devices", "Machines", "Audit", "Charts", "Erase"]) {
    await view(page, where);
    const strange = await page.evaluate<string[]>(STRANGE);
    check(`HUB-13 nothing in ${where} but the page's own elements`, strange.length === 0, strange);
    const raw = await page.evaluate<boolean>(HIDDEN);
    check(`HUB-13 no control, hidden or bidi character in ${where}`, !raw);
  }
  await view(page, "Members");
  const shown = new Set(await page.locator("tbody td:first-child span").allTextContents());
  const missing = names.map(forPageLine).filter((each) => each.trim() !== "" && !shown.has(each));
  check(`HUB-13 ${names.length} hostile names stand there as text`, missing.length === 0, missing.slice(0, 3));
  await client.ask("POST", `/v1/${name}/members`, { token: admin.token, body: { name: "<b>x</b>", grants: [] } });
  await postgres.query(DATABASE, "SELECT 1");
  check("HUB-13 no script of a name ran", !(await seen.ran()));
  await clean(seen, check, "hostile names");
  await page.context().close();
}

/** Elements that no view makes. */
const STRANGE = `[...document.body.querySelectorAll("*")].map(({ localName }) => localName).filter((name) =>
  !"header h1 p button nav a main h2 h3 section table thead tbody tr th td span ul li code time form fieldset legend label input select option div details summary figure figcaption svg line text rect polyline noscript".split(" ").includes(name))`;
const HIDDEN = String.raw`/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u.test(document.body.innerText)`;
