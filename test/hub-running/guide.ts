// docs/guide/hub.md, from the first line to the last, on one server: what it has an operator type does what it says, and what is lost with
// a backup comes back from a member's own machine (HUB-6, HUB-12).
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brokenAt } from "../../hub/src/audit.ts";
import { clientOf, tokenIn } from "../../hub/test/client.ts";
import { idFor, markerOf } from "../hub/stores.ts";
import { type Member, memberAt } from "./member.ts";
import { type Operator, PAGE } from "./operator.ts";

export type Step = readonly [title: string, run: (operator: Operator, seen: Seen) => Promise<void>];

/** What one step leaves for the next. */
export interface Seen {
  base: string;
  ann?: Member;
  ben?: Member;
  /** Of the first admin's sign-in. */
  token?: string;
}

export const GUIDE: readonly Step[] = [
  [
    "HUB-12: by npx and a database URL, the packed package serves; installed for all, it does too",
    async (operator) => {
      let byNpx = 0;
      await operator.section("Start", async (line) => {
        if (line.startsWith("npm install")) {
          byNpx = (await fetch(`${operator.url}/ready`)).status;
          assert.notEqual((await operator.type("holdfast-hub --version")).code, 0, "nothing else is installed yet");
        }
        return line;
      });
      assert.equal(byNpx, 200);
      const said = await operator.type("holdfast-hub --version");
      assert.match(said.out, /^\d+\.\d+\.\d+\n$/);
      assert.equal((await fetch(`${operator.url}/ready`)).status, 200);
      const empty = await operator.type("env -u HOLDFAST_HUB_DATABASE holdfast-hub serve");
      assert.deepEqual(
        [empty.code, /HOLDFAST_HUB_DATABASE is not set.*\n {2}next: holdfast-hub --help/.test(empty.err)],
        [64, true],
      );
    },
  ],
  [
    "HUB-12: and from a database URL to a first organisation nothing but npx is needed",
    async (operator) => {
      const { env, url } = operator;
      assert.equal((await operator.type("createdb --owner=hub trial")).code, 0);
      const { HOLDFAST_HUB_DATABASE: of = "", HOLDFAST_HUB_URL: told = "" } = env;
      env["HOLDFAST_HUB_DATABASE"] = of.replace(/hub$/, "trial");
      delete env["HOLDFAST_HUB_URL"];
      try {
        const found = await operator.type('npx @holdfast/hub found acme --name "Acme" --admin "Ann"');
        assert.equal(found.code, 0, found.err);
        await operator.type("npx @holdfast/hub");
        const { invite } = JSON.parse(found.out);
        const signedIn = await clientOf(url, "acme").ask("POST", "/v1/acme/sign-in/invite", { body: { code: invite } });
        assert.equal(signedIn.status, 200, signedIn.text);
      } finally {
        Object.assign(env, { HOLDFAST_HUB_DATABASE: of, HOLDFAST_HUB_URL: told });
        await operator.type("holdfast-hub");
      }
    },
  ],
  [
    "HUB-8 HUB-12: from an empty database to an organisation with a provider, members, a job and a machine, without writing HTTP",
    async (operator, seen) => {
      const [found, provider, invited, again, job] = await operator.section("The first organisation");
      const { url } = operator;
      const client = clientOf(url, "acme");
      const signIn = async (code: string): Promise<string> =>
        tokenIn(await client.ask("POST", "/v1/acme/sign-in/invite", { body: { code } }));
      const token = await signIn(JSON.parse(found?.out ?? "").invite);
      assert.equal(JSON.parse(provider?.out ?? "").callback, `${url}/v1/acme/sign-in/callback`);
      const started = await client.ask("POST", "/v1/acme/sign-in/device", { body: {} });
      assert.equal(started.status, 200, started.text);
      const ben = JSON.parse(again?.out ?? "");
      assert.equal(ben.member, JSON.parse(invited?.out ?? "").member);
      const asBen = await signIn(ben.invite);
      assert.equal((await client.ask("GET", "/v1/acme/members", { token: asBen })).status, 403);
      const { members } = (await client.ask("GET", "/v1/acme/members", { token })).body;
      const grants = members.find(({ member }: { member: string }) => member === ben.member).grants;
      assert.deepEqual(grants, [
        { store: "org", role: "reader" },
        { store: "project/*", role: "contributor" },
      ]);
      const { jobs } = (await client.ask("GET", "/v1/acme/jobs", { token })).body;
      assert.deepEqual(jobs, [JSON.parse(job?.out ?? "")]);
      const machine = JSON.parse(readFileSync(join(operator.env["HOME"] ?? "", "token.json"), "utf8")).token;
      const { stores } = (await client.ask("GET", "/v1/acme/stores", { token: machine })).body;
      assert.deepEqual(
        stores.map(({ store, role, seq }: { store: string; role: string; seq: number }) => [store, role, seq]),
        [["org", "reader", 0]],
      );
      const audit = (await client.ask("GET", "/v1/acme/audit?since=0", { token })).text;
      const lines = audit
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(JSON.parse(line).line));
      const typed = lines.filter(({ by }) => by === "operator").map(({ action }) => action);
      assert.deepEqual(typed, ["provider-set", "member-added", "member-invited", "job-pinned", "machine-added"]);
      seen.token = token;
      seen.ann = await memberAt(seen.base, url, { name: "ann", token });
      seen.ben = await memberAt(seen.base, url, { name: "ben", token: asBen });
      await seen.ann.set(0);
      await seen.ben.set(0);
    },
  ],
  [
    "HUB-12: what is typed wrongly is refused with what to type, no secret is an argument, and nothing of it is done",
    async (operator) => {
      const refused = async (line: string, said: RegExp, code = 64): Promise<void> => {
        const typed = await operator.type(line);
        assert.deepEqual([typed.code, typed.out], [code, ""], `${line}: ${typed.err}`);
        assert.match(typed.err, said);
        assert.match(typed.err, /\n {2}next: \S+/);
      };
      await Promise.all([
        refused("holdfast-hub nothing", /no command nothing/),
        refused("holdfast-hub found", /Usage: holdfast-hub found TENANT/),
        refused("holdfast-hub found acme --name Acme --admin Ann", /There is a tenant called acme already/, 1),
        refused("holdfast-hub invite nobody --name X", /There is no tenant nobody/),
        refused("holdfast-hub invite acme --name X --grant org=owner", /org=owner is no STORE=ROLE/),
        refused(
          "holdfast-hub invite acme --name X --grant personal/x=reader",
          /--grant is "personal\/x": expected org, team\/NAME/,
        ),
        refused("holdfast-hub invite acme --email nobody@example.org --again", /No member here/, 1),
        refused(
          "holdfast-hub machine acme --name m --store org --role reviewer --days 3",
          /--role is "reviewer": expected reader or contributor\./,
        ),
        refused(
          "holdfast-hub machine acme --name m --store org --role reader --days 400",
          /--days is 400: expected a whole number from 1 to 366\./,
        ),
        refused(
          `holdfast-hub machine acme --name m --store personal/${"a".repeat(20)} --role reader --days 3`,
          /its owner's alone/,
          1,
        ),
        refused(
          "holdfast-hub provider acme --issuer https://x --client-id x --client-secret-env NOT_SET",
          /NOT_SET is not set/,
        ),
        refused("holdfast-hub provider acme --issuer https://x --client-id x --client-secret word", /client-secret/),
      ]);
      const help = await operator.type("holdfast-hub machine --help");
      assert.match(help.out, /--days N .*\n[\s\S]*Examples\n {2}holdfast-hub machine acme/);
    },
  ],
  [
    "HUB-12: the doctor, health, readiness and figures of a hub that runs as the guide has it",
    async (operator) => {
      const [doctor, health, ready] = await operator.section("Is it well");
      assert.equal(/^error/m.test(doctor?.out ?? ""), false, doctor?.out);
      for (const line of [
        /^ok {7}reached +a hub answers there/m,
        /^ok {7}tables/m,
        /^ok {7}durability/m,
        /^ok {7}archive/m,
      ])
        assert.match(doctor?.out ?? "", line);
      assert.match(doctor?.out ?? "", /^ok +providers +1 of 1 tenants have one, and each answers/m);
      assert.deepEqual([JSON.parse(health?.out ?? ""), JSON.parse(ready?.out ?? "")], [{ ok: true }, { ready: true }]);
      assert.match(
        readFileSync(join(operator.env["HOME"] ?? "", "metrics.txt"), "utf8"),
        /holdfast_hub_request_seconds/,
      );
    },
  ],
  [
    "HUB-15: a second database, named to the hub; the organisation moves there and back, and its member goes on",
    async (operator, { ann, token }) => {
      assert(ann !== undefined);
      const typed = await operator.section("Several databases", async (line) => {
        if (line.startsWith("holdfast-hub verify")) {
          const { stores } = (await clientOf(operator.url, "acme").ask("GET", "/v1/acme/stores", { token })).body;
          assert.equal(stores.length > 0, true);
        }
        return line;
      });
      const said = typed.map(({ out }) => out).join("");
      assert.match(said, /"to":"second"[\s\S]*^ok +places +each tenant is in one database: first 0, second 1$/m);
      assert.match(said, /Each follows from the one before[\s\S]*"from":"second","to":"first"/);
    },
  ],
  [
    "HUB-11: a legal hold as the guide has it, and each of its lines for an auditor ends well",
    async (operator, { token }) => {
      const client = clientOf(operator.url, "acme");
      assert.equal((await client.push("org", [markerOf(idFor(90))], token ?? "")).status, 200);
      const [, listed] = await operator.section("Legal holds");
      assert.equal(JSON.parse(listed?.out ?? "").hold, "case-2026-14");
      const kept = readFileSync(join(operator.env["HOME"] ?? "", "case.ndjson"), "utf8");
      assert.equal(JSON.parse(kept).path, "holdfast.json");
      const { chain } = (await client.ask("GET", "/v1/acme/overview", { token })).body.audit;
      const rows = [...readFileSync(PAGE, "utf8").matchAll(/^\|.*\| `(holdfast-hub [^`]+)` \|$/gm)];
      assert.equal(rows.length, 10);
      for (const [, line = ""] of rows) {
        const { code, err } = await operator.type(line.replace(/(--link) \S+/, `$1 ${chain}`));
        // Where nothing was found, that is said.
        assert.deepEqual([code, err.replace(/^0 lines\n$/, "")], [0, ""], line);
      }
    },
  ],
  [
    "HUB-6 HUB-12: a dump restored into another database is whole, and a machine that knows more says so, sets up again, and loses nothing",
    async (operator, { ann }) => {
      assert(ann !== undefined);
      await ann.set(1);
      await operator.section("Backup");
      const audit = readFileSync(join(operator.env["HOME"] ?? "", "acme.ndjson"), "utf8");
      assert.equal(brokenAt(audit), undefined);
      await ann.set(2);
      const typed = await operator.section("Restore");
      assert.match(typed.find(({ out }) => out.includes("changes"))?.out ?? "", /Each follows from the one before/);
      await ann.knowsMore([1], 2);
    },
  ],
  [
    "HUB-6 HUB-12: put back to a point in time, what was acknowledged before is there, and what came after is told by the machine that sent it, by no other",
    async (operator, { ann, ben }) => {
      assert(ann !== undefined && ben !== undefined);
      const { postgres, folder } = operator;
      const now = async (sql = "clock_timestamp()"): Promise<string> =>
        (await postgres.query<{ at: string }>("postgres", `SELECT ${sql}::text AS at`))[0]?.at ?? "";
      let target = "";
      // One piece on the page; between its base backup and its restore the organisation works on, and loses the machine.
      const onward = async (): Promise<void> => {
        await ann.set(3);
        await ben.set(1);
        target = await now();
        await ann.set(4);
        await archived(operator, await now("pg_walfile_name(pg_switch_wal())"));
        await postgres.halt();
      };
      const typed = await operator.section("To a point in time", async (line) => {
        if (line.startsWith("cp -r")) await onward();
        return line.replace("2026-11-18 14:30:00+00", target);
      });
      try {
        assert.match(typed.map(({ out }) => out).join(""), /Each follows from the one before/);
        await ann.knowsMore([0, 1, 2, 3], 4);
        await ben.goesOn([0, 1], 2);
        assert.deepEqual(operator.untyped(), []);
      } finally {
        await operator.type(`pg_ctl --pgdata=${folder}/restored --mode=immediate stop`);
      }
    },
  ],
];

async function archived({ folder, type }: Operator, name: string): Promise<void> {
  for (let left = 100; left > 0; left--) {
    if ((await type(`cp ${folder}/wal/${name} /dev/null`)).code === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${name} was not archived`);
}
