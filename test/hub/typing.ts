// What an operator types wrongly is refused with what was expected and what to type next (HUB-12): an answer to a typing error would be
// read as an answer to the question.
import { strict as assert } from "node:assert";
import { put } from "../../hub/test/client.ts";
import { ran } from "../../hub/test/process.ts";
import { tenantOn } from "../../hub/test/running.ts";
import type { Case } from "./case.ts";
import { idFor, marker, memoryPath, memoryText, PROJECT } from "./stores.ts";

const USAGE = 64;
const NEXT = /\n {2}next: \S+/;

export const TYPING: readonly Case[] = [
  [
    "HUB-11 HUB-12: what is no audit passes for none, and a tenant that is not there is not one whose chain was altered",
    async ({ hub, databaseUrl }) => {
      const { name } = await tenantOn(hub);
      const env = { HOLDFAST_HUB_DATABASE: databaseUrl };
      for (const [input, said] of [
        [undefined, /No line of an audit came/],
        ["\n\n", /No line of an audit came/],
        ["words\n", /Line 1 of what came is no line of an audit/],
        ['{"line":"words","link":"0"}\n', /Line 1 of what came is no line of an audit/],
      ] as const) {
        const { code, out, err } = await ran(["verify"], env, input);
        assert.deepEqual([code, out, said.test(err), NEXT.test(err)], [USAGE, "", true, true], err);
      }
      const { out: audit } = await ran(["audit", name], env);
      const whole = await ran(["verify"], env, audit);
      assert.deepEqual([whole.code, whole.out], [0, "Each line follows from the one before.\n"], whole.err);
      const nobody = await ran(["verify", "nobody"], env);
      assert.deepEqual([nobody.code, nobody.out], [USAGE, ""]);
      assert.match(nobody.err, /^There is no tenant nobody\.\n {2}next: holdfast-hub verify --all/);
    },
  ],
  [
    "HUB-11 HUB-12: a question of an auditor's that no line could answer is refused, with what may be asked; one without an answer says so",
    async ({ hub, databaseUrl }) => {
      const { client, name, admin } = await tenantOn(hub);
      await client.push(PROJECT, [marker(), put(memoryPath(1), memoryText(1))], admin.token);
      const asked = (...args: readonly string[]) =>
        ran(["audit", name, ...args], { HOLDFAST_HUB_DATABASE: databaseUrl });
      for (const [option, value, said] of [
        ["act", "nonsense", /nonsense is no act that the audit has; these are: .*memory-erased.*, confirm\./],
        ["without", "pushes", /pushes is no act .*: .*push,/],
        ["store", "foo", /--store is "foo": expected org, team\/NAME, project\/ID or personal\/MEMBER\./],
        ["memory", "01", /--memory is "01": expected the id of a memory: 26 /],
        ["device", "zz", /--device is "zz": expected the id of a device: 16 to 64 /],
        ["actor", "Ann B", /Ann B is nobody /],
      ] as const) {
        const { code, out, err } = await asked(`--${option}`, value);
        assert.deepEqual([code, out, said.test(err), NEXT.test(err)], [USAGE, "", true, true], err);
      }
      const none = await asked("--memory", idFor(2));
      assert.deepEqual([none.code, none.out, none.err], [0, "", "0 lines\n"]);
      const some = await asked("--memory", idFor(1), "--act", "push", "--actor", `device:${admin.member}`);
      assert.deepEqual([some.code, some.out.trim().split("\n").length, some.err], [0, 1, ""]);
      const outcome = await asked("--actor", "job:nobody", "--outcome");
      assert.deepEqual([outcome.code, outcome.out, outcome.err], [0, "", "0 lines\n"]);
    },
  ],
  [
    "HUB-12: what is typed in another form is shown with the form in words, and a secret is not shown",
    async ({ hub, databaseUrl }) => {
      const { name } = await tenantOn(hub);
      const env = { HOLDFAST_HUB_DATABASE: databaseUrl, TOO_LONG: "hush".repeat(100) };
      const machine = ["machine", name, "--name", "m", "--store", "org"];
      const job = ["job", name, "--job", "j", "--issuer", "https://x", "--repository", "a/b", "--store", "org"];
      for (const [args, said] of [
        [[...machine, "--role", "reviewer", "--days", "3"], '--role is "reviewer": expected reader or contributor.'],
        [[...machine, "--role", "reader", "--days", "400"], "--days is 400: expected a whole number from 1 to 366."],
        [[...machine, "--role", "reader", "--days", "x"], "--days: expected a whole number from 1 to 366."],
        [
          [...job, "--role", "reader", "--ref", "main"],
          '--ref is "main": expected a whole ref, such as refs/heads/main.',
        ],
        [["invite", name, "--name", ""], '--name is "": expected 1 to 100 characters.'],
        [
          ["invite", name, "--name", "A", "--email", "a"],
          '--email is "a": expected an address, such as ann@example.org.',
        ],
        [
          ["invite", name, "--name", "A", "--grant", "personal/x=reader"],
          '--grant is "personal/x": expected org, team/NAME, project/ID, team/*, project/* or *.',
        ],
        [
          ["provider", name, "--issuer", "https://x", "--client-id", "x", "--group", "g:personal/x=reader"],
          '--group is "personal/x": expected org, team/NAME, project/ID, team/*, project/* or *.',
        ],
        [
          ["provider", name, "--issuer", "https://x", "--client-id", "x", "--client-secret-env", "TOO_LONG"],
          "--client-secret: expected 1 to 300 characters.",
        ],
        [
          ["erase", name, "--store", "org", "--memory", "01"],
          '--memory is "01": expected the id of a memory: 26 digits',
        ],
      ] as const) {
        const { code, out, err } = await ran(args, env);
        assert.deepEqual([code, out, err.startsWith(said), NEXT.test(err)], [USAGE, "", true, true], err);
      }
    },
  ],
  [
    "HUB-11 HUB-12: of an id that a store never had nothing is erased and nothing signed; of one that was erased there is the same receipt again",
    async ({ hub, databaseUrl }) => {
      const { client, name, admin } = await tenantOn(hub);
      const { token } = admin;
      const pushed = await client.push(PROJECT, [marker(), put(memoryPath(1), memoryText(1))], token);
      const type = (n: number, store = PROJECT) =>
        ran(["erase", name, "--store", store, "--memory", idFor(n)], { HOLDFAST_HUB_DATABASE: databaseUrl });
      const none = await type(2);
      assert.deepEqual([none.code, none.out], [1, ""]);
      const words = `The store ${PROJECT} has no memory ${idFor(2)}, and never had one. Nothing was erased.`;
      assert.equal(
        none.err.startsWith(`${words}\n  next: holdfast-hub audit ${name} --memory ${idFor(2)}`),
        true,
        none.err,
      );
      const asked = await client.ask("POST", `/v1/${name}/erase`, {
        token,
        body: { store: PROJECT, memory: idFor(2) },
      });
      assert.deepEqual([asked.status, asked.body], [404, { code: "not-found", message: words }]);
      const head = (): Promise<{ readonly body: { readonly seq: number } }> =>
        client.ask("GET", `/v1/${name}/stores/${encodeURIComponent(PROJECT)}/head`, { token });
      assert.equal((await head()).body.seq, pushed.body.seq);
      const first = await type(1);
      assert.deepEqual([first.code, first.err], [0, ""]);
      const { seq } = (await head()).body;
      const again = await type(1);
      assert.deepEqual([again.code, again.out, (await head()).body.seq], [0, first.out, seq]);
      assert.match(again.err, /^It was erased already, at 2\S+Z: this is the receipt of then\.\n$/);
      // The lines that name it are gone.
      await hub.database.write(name, (tx) => tx.rows(`DELETE FROM audit WHERE tenant_id = $1`, [name]));
      const late = await type(1);
      assert.deepEqual([late.code, late.out], [1, ""]);
      assert.match(late.err, /was erased already, at 2\S+Z\. Its receipt went with the lines/);
    },
  ],
  [
    "HUB-7 HUB-12: a member without an address is invited again by id or by a name of their own; an address that is there is told as one",
    async ({ hub, databaseUrl }) => {
      const tenant = await tenantOn(hub);
      const { client, name, admin, joins } = tenant;
      const invite = (...args: readonly string[]) =>
        ran(["invite", name, ...args], { HOLDFAST_HUB_DATABASE: databaseUrl });
      const opens = async (code: string): Promise<number> =>
        (await client.ask("POST", `/v1/${name}/sign-in/invite`, { body: { code } })).status;
      const ben = JSON.parse((await invite("--name", "Ben")).out);
      const byName = JSON.parse((await invite("--name", "Ben", "--again")).out);
      const byId = JSON.parse((await invite("--member", ben.member, "--again")).out);
      assert.deepEqual([byName.member, byId.member], [ben.member, ben.member]);
      assert.deepEqual([await opens(byName.invite), await opens(byId.invite)], [401, 200]);
      const other = JSON.parse((await invite("--name", "Ben", "--email", "ben@example.org")).out);
      const two = await invite("--name", "Ben", "--again");
      const both = [ben.member, other.member].toSorted().join(", ");
      assert.deepEqual([two.code, two.out], [1, ""]);
      assert.equal(
        two.err.startsWith(`2 members have the name Ben: ${both}.\n  next: holdfast-hub invite ${name} --member`),
        true,
        two.err,
      );
      const taken = await invite("--name", "Benjamin", "--email", "Ben@example.org");
      assert.deepEqual([taken.code, taken.out], [1, ""]);
      assert.match(
        taken.err,
        /^A member here has the address Ben@example\.org already\.\n {2}next: .* --email Ben@example\.org --again/,
      );
      for (const args of [["--again"], ["--again", "--name", "Ben", "--member", ben.member]])
        assert.match((await invite(...args)).err, /^With --again one of --member, --email and --name says who\./);
      assert.equal((await invite("--name", "X", "--member", ben.member)).code, USAGE);
      // An admin makes no way in to what is a member's own.
      const asks = (member: string) =>
        client.ask("POST", `/v1/${name}/members/${member}/invite`, { token: admin.token, body: {} });
      const again = await asks(other.member);
      assert.deepEqual([again.status, again.body.member, await opens(again.body.invite)], [201, other.member, 200]);
      const ann = await joins([]);
      const kept = await asks(ann.member);
      assert.deepEqual(
        [kept.status, /The operator invites them again: holdfast-hub invite/.test(kept.body.message)],
        [403, true],
      );
    },
  ],
];
