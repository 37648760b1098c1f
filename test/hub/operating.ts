// What an operator is told where something has to be typed next (HUB-12): by whoever sets up a hub for the first time.
import { strict as assert } from "node:assert";
import { ran } from "../../hub/test/process.ts";
import { tenantOn } from "../../hub/test/running.ts";
import type { Case } from "./case.ts";

const USAGE = 64;

export const OPERATING: readonly Case[] = [
  [
    "HUB-8 HUB-12: the operator ends a machine's token and a job's pin, and gives the name to another; the audit has it",
    async ({ hub, databaseUrl }) => {
      const { client, name } = await tenantOn(hub);
      const type = (...args: readonly string[]) => ran(args, { HOLDFAST_HUB_DATABASE: databaseUrl });
      const machine = ["machine", name, "--name", "builder", "--store", "org", "--role", "reader", "--days", "3"];
      const made = await type(...machine);
      const head = async (token: string): Promise<number> =>
        (await client.ask("GET", `/v1/${name}/stores/org/head`, { token })).status;
      const { token } = JSON.parse(made.out);
      const taken = await type(...machine);
      assert.deepEqual([taken.code, taken.out, await head(token)], [1, "", 200]);
      const words = "There is a machine called builder already.";
      assert.equal(
        taken.err.startsWith(`${words}\n  next: holdfast-hub machine ${name} --end builder`),
        true,
        taken.err,
      );
      const ended = await type("machine", name, "--end", "builder");
      assert.deepEqual(
        [ended.code, JSON.parse(ended.out), await head(token)],
        [0, { machine: "builder", ended: true }, 401],
      );
      assert.equal(await head(JSON.parse((await type(...machine)).out).token), 200);
      const job = ["--issuer", "https://x", "--repository", "a/b", "--ref", "refs/heads/main", "--store", "org"];
      assert.equal((await type("job", name, "--job", "nightly", "--role", "reader", ...job)).code, 0);
      const let_ = await type("job", name, "--end", "nightly");
      assert.deepEqual([let_.code, JSON.parse(let_.out)], [0, { job: "nightly", ended: true }]);
      for (const [what, args] of [
        ["job", ["job", name, "--end", "nightly"]],
        ["machine", ["machine", name, "--end", "nobody"]],
      ] as const) {
        const none = await type(...args);
        assert.deepEqual(
          [none.code, none.err.startsWith(`There is no ${what} called ${args.at(-1)} here.`)],
          [1, true],
        );
      }
      const both = await type(...machine, "--end", "builder");
      assert.deepEqual(
        [both.code, both.err.split("\n")[0]],
        [USAGE, "--end goes without --name, --store, --role, --days."],
      );
      const { out } = await type("audit", name, "--act", "machine-ended", "--act", "job-unpinned");
      const lines = out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      assert.deepEqual(
        lines.map(({ by, about }) => [by, about]),
        [
          ["operator", { machine: "builder" }],
          ["operator", { job: "nightly" }],
        ],
      );
    },
  ],
  [
    "HUB-12: who is added is told what they type, and what is no name of a tenant is refused as one",
    async ({ database }) => {
      const env = { HOLDFAST_HUB_DATABASE: await database() };
      const found = await ran(["found", "acme", "--name", "Acme", "--admin", "Ann"], env);
      assert.match(found.err, /^They type, on their own machine: holdfast join https:\/\/YOUR-HUB\/acme\n/);
      const told = { ...env, HOLDFAST_HUB_URL: "https://hub.example.org/" };
      const invited = await ran(["invite", "acme", "--name", "Ben"], told);
      assert.equal(invited.err, "They type, on their own machine: holdfast join https://hub.example.org/acme\n");
      assert.equal(JSON.parse(invited.out).invite.length > 20, true);
      for (const args of [
        ["found", "Bad Name", "--name", "X", "--admin", "Y"],
        ["verify", "Bad Name"],
        ["audit", "Bad Name"],
      ]) {
        const { code, out, err } = await ran(args, env);
        assert.deepEqual([code, out], [USAGE, ""]);
        assert.match(err, /^"Bad Name" is no name of a tenant: a-z, 0-9 and - between them.*\n {2}next: holdfast-hub/);
      }
    },
  ],
  [
    "HUB-12: of a database that can't be used a command and the doctor say what is wrong and what to do, and no password",
    async ({ database, postgres }) => {
      const url = await database();
      const at = (change: (address: URL) => void): string => {
        const address = new URL(url);
        address.password = "unlikely";
        change(address);
        return address.href;
      };
      await postgres.query("postgres", "CREATE ROLE owns_nothing LOGIN");
      const stranger = at((address) => {
        address.username = "owns_nothing";
      });
      for (const [address, said, isReached] of [
        [at((each) => (each.username = "nobody")), /^PostgreSQL does not let this role in: .*password/, false],
        [at((each) => (each.pathname = "/none")), /^PostgreSQL answers, and has no database of that name\./, false],
        [at((each) => (each.port = "1")), /^Nothing listens at the host and port/, false],
        [at((each) => (each.hostname = "nowhere.invalid")), /^The host of the database's address has no entry/, false],
        [stranger, /^The role in the database's address may not do that there: it has to own the database/, true],
      ] as const) {
        const env = { HOLDFAST_HUB_DATABASE: address, HOLDFAST_HUB_PORT: "1" };
        const { code, err } = await ran(["migrate"], env);
        assert.deepEqual([code, said.test(err), /\n {2}next: \S+/.test(err)], [1, true, true], err);
        const doctor = await ran(["doctor"], env);
        assert.equal(`${err}${doctor.out}${doctor.err}`.includes("unlikely"), false);
        if (isReached) continue;
        const [words = ""] = err.split("\n");
        assert.equal(doctor.out.includes(words.slice(0, -1)), true, doctor.out);
      }
    },
  ],
];
