// A hostile client of each role (HUB-5, HUB-7): what `check --ci` refuses in a pull request, the hub refuses in a push, in the same
// words; and what a role may not bring, it does not bring, whoever signed it.
import { strict as assert } from "node:assert";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "../../hub/protocol.ts";
import { type Answer, gone, newKey, put } from "../../hub/test/client.ts";
import { type Person, type Tenant, tenantOn } from "../../hub/test/running.ts";
import { sshKeyLine } from "../../src/store/io/sshsig.ts";
import { signerLine } from "../../src/store/io/statements.ts";
import { fakeToken } from "../support/secrets.ts";
import { ci, type Member, member } from "../support/team.ts";
import type { Case, World } from "./case.ts";
import { changesBetween, filesOf, idFor, keyOf, memoryPath, memoryText, PROJECT, pull } from "./stores.ts";

const SENTENCE = "Deploys run on Mondays, from the release branch";
const FILE = "memories/reference_deploys_run_on_mondays_from.md";

interface Founded {
  readonly ann: Member;
  readonly tenant: Tenant;
  readonly files: ReadonlyMap<string, Buffer>;
  /** Of each role in the project's store. */
  readonly who: Readonly<Record<"reader" | "contributor" | "reviewer" | "machine", string>>;
  readonly people: readonly Person[];
}

/** A store that Ann signed in, on the hub and in git alike. */
async function founded({ hub, folder }: World): Promise<Founded> {
  const base = folder();
  const ann = member(mkdtempSync(join(base, "x-")), "ann");
  await ann.say(SENTENCE);
  ann.commit("A shared store");
  ann.git("push", "-q", "origin", "HEAD:main");
  ann.git("fetch", "-q");
  const files = filesOf(ann);
  const tenant = await tenantOn(hub, keyOf(ann));
  const taken = await tenant.client.push(PROJECT, changesBetween(new Map(), files), tenant.admin.token);
  assert.equal(taken.status, 200, taken.text);
  const people = await Promise.all(
    (["reader", "contributor", "reviewer"] as const).map((role) => tenant.joins([{ store: PROJECT, role }])),
  );
  const [reader, contributor, reviewer] = people.map(({ token }) => token);
  const machine = await tenant.machine(PROJECT, "contributor");
  return {
    ann,
    tenant,
    files,
    people,
    who: { reader: reader ?? "", contributor: contributor ?? "", reviewer: reviewer ?? "", machine },
  };
}

type Attack = readonly [name: string, kind: string, change: (ann: Member) => void];

const ATTACKS: readonly Attack[] = [
  [
    "a tier that nobody signed",
    "unsigned",
    (ann) => ann.put(memoryPath(1), memoryText(1, undefined, ["trust-level: verified"])),
  ],
  [
    "a signed text that became another",
    "edited",
    (ann) => ann.put(FILE, ann.read(FILE).replaceAll("Mondays", "Sundays")),
  ],
  [
    "a rule that nobody signed",
    "unsigned-rule",
    (ann) => ann.put(memoryPath(2), memoryText(2, undefined, ["kind: constraint", "rule: [deny command npm publish]"])),
  ],
  [
    "a secret",
    "check",
    (ann) => ann.put(memoryPath(3), memoryText(3, `The token of the robot is ${fakeToken()} and nobody rotates it.`)),
  ],
  [
    "hidden text",
    "check",
    (ann) => ann.put(memoryPath(4), memoryText(4, `Deploy on\u202e Fridays, says the manual of the service.`)),
  ],
  ["no structure", "check", (ann) => ann.put(memoryPath(5), "no header at all\n")],
  [
    "a record of a device that no signer approved",
    "not-a-record",
    (ann) => ann.put(`devices/${"a".repeat(32)}.json`, "{}\n"),
  ],
  [
    "a statement in another's name",
    "statement-forged",
    (ann) => ann.put(statementIn(ann).replace(/\d+\.json$/, "900.json"), "{}\n"),
  ],
  [
    "a signer whom nobody approved",
    "new-signer",
    (ann) => ann.put("allowed_signers", `${signerLine({ device: "b".repeat(16), key: sshKeyLine(newKey()) })}\n`),
  ],
  ["a statement that was altered", "statement-removed", (ann) => ann.put(statementIn(ann), "{}\n")],
  [
    "another store",
    "store-changed",
    (ann) => ann.put("holdfast.json", `${JSON.stringify({ format: 1, "store-id": idFor(9) })}\n`),
  ],
  ["attributes of git", "attributes", (ann) => ann.put(".gitattributes", "* text\n")],
];

function statementIn(ann: Member): string {
  const found = [...filesOf(ann).keys()].find((path) => path.startsWith("attest/"));
  assert.notEqual(found, undefined);
  return found ?? "";
}

export const HOSTILE: readonly Case[] = [
  [
    "HUB-5: what check --ci refuses, the hub refuses from every role, in the same words",
    async (world) => {
      const { ann, tenant, files, who } = await founded(world);
      const before = await pull(tenant.client, tenant.name, PROJECT, who.reader);
      for (const [name, kind, change] of ATTACKS) {
        change(ann);
        const said = refusedInGit(ann, name, kind);
        const changes = changesBetween(files, filesOf(ann));
        for (const token of [who.contributor, who.reviewer, who.machine, tenant.admin.token]) {
          // Of another store nothing counts, and a build tells so of each memory in it.
          const about = said.filter((each) => each.kind === kind || name !== "another store");
          sameWords(about, await tenant.client.push(PROJECT, changes, token), name);
        }
        assert.equal((await tenant.client.push(PROJECT, changes, who.reader)).status, 403);
        ann.git("checkout", "-q", "-f", "origin/main");
      }
      const after = await pull(tenant.client, tenant.name, PROJECT, who.reader);
      assert.deepEqual(after.head, before.head);
    },
  ],
  [
    "HUB-5: a hold that is lifted without a signature is refused; holding is everybody's who writes",
    async (world) => {
      const { ann, tenant, files, who } = await founded(world);
      await ann.does("demote", FILE.replace(/^memories\/|\.md$/g, ""));
      const held = filesOf(ann);
      const demoted = await tenant.client.push(PROJECT, changesBetween(files, held), who.contributor);
      assert.equal(demoted.status, 200, demoted.text);
      ann.commit("Demote");
      ann.git("push", "-q", "origin", "HEAD:main");
      ann.git("fetch", "-q");
      const lifted = new Map([...held].filter(([path]) => !path.startsWith("quarantine/")));
      lifted.set(FILE, files.get(FILE) ?? Buffer.alloc(0));
      for (const path of held.keys()) if (!lifted.has(path)) rmSync(join(ann.project, ".holdfast", path));
      ann.put(FILE, String(files.get(FILE)));
      assert.deepEqual(filesOf(ann), lifted);
      const said = refusedInGit(ann, "a hold that is lifted", "hold-removed");
      for (const token of [who.contributor, who.reviewer, who.machine, tenant.admin.token])
        sameWords(said, await tenant.client.push(PROJECT, changesBetween(held, lifted), token), "a hold");
    },
  ],
  [
    "HUB-5: a signer's line that goes without a word is refused, in the words of check --ci",
    async ({ hub, folder }) => {
      const ann = member(folder(), "ann");
      await ann.say(SENTENCE);
      const [own, bobs] = [ann, { device: { id: "b".repeat(16) }, key: sshKeyLine(newKey()) }].map(
        ({ device, key }) => `${signerLine({ device: device.id, key })}\n`,
      );
      ann.put("allowed_signers", `${own}${bobs}`);
      ann.commit("A shared store, as an earlier version kept it");
      ann.git("push", "-q", "origin", "HEAD:main");
      ann.git("fetch", "-q");
      const files = filesOf(ann);
      const tenant = await tenantOn(hub, keyOf(ann));
      const taken = await tenant.client.push(PROJECT, changesBetween(new Map(), files), tenant.admin.token);
      assert.equal(taken.status, 200, taken.text);
      ann.put("allowed_signers", own ?? "");
      const said = refusedInGit(ann, "a signer that is gone", "signer-removed");
      const reviewer = await tenant.joins([{ store: PROJECT, role: "reviewer" }]);
      for (const token of [reviewer.token, tenant.admin.token])
        sameWords(said, await tenant.client.push(PROJECT, changesBetween(files, filesOf(ann)), token), "a signer");
    },
  ],
  [
    "HUB-5: a link in a pull request is no plain file, and neither is a path on a hub that a store has no file at",
    async (world) => {
      const { ann, tenant, who } = await founded(world);
      symlinkSync("/etc/passwd", join(ann.project, ".holdfast", memoryPath(8)));
      const [said] = refusedInGit(ann, "a link", "no-plain-file");
      // A hub's files are bytes and nothing else, so what git can be made to bring is not said there.
      assert.equal(said?.what, "a store holds plain files only, this is: link");
      for (const path of ["notes.txt", "memories/sub/x.md", "quarantine/x.sh"]) {
        const { status, body } = await tenant.client.push(PROJECT, [put(path, "text\n")], who.reviewer);
        const [{ kind, what }] = body.findings;
        assert.deepEqual([status, kind, what], [422, "no-plain-file", "a store has no such file"], path);
      }
    },
  ],
  [
    "HUB-7: a contributor and a machine bring what is inferred, and neither confirms with another's signature",
    async (world) => {
      const { ann, tenant, files, who } = await founded(world);
      for (const [n, token] of [
        [31, who.contributor],
        [32, who.machine],
      ] as const) {
        const { status, text } = await tenant.client.push(PROJECT, [put(memoryPath(n), memoryText(n))], token);
        assert.equal(status, 200, text);
      }
      await ann.say("The build needs Node 24 and nothing else");
      const signed = changesBetween(files, filesOf(ann));
      for (const token of [who.contributor, who.machine]) {
        const { status, body } = await tenant.client.push(PROJECT, signed, token);
        assert.equal(status, 422);
        const roles = (body.findings as readonly Finding[]).filter(({ kind }) => kind === "role");
        assert.equal(
          roles.some(({ what }) => what.endsWith("never confirms")),
          true,
          JSON.stringify(body),
        );
      }
      const taken = await tenant.client.push(PROJECT, signed, who.reviewer);
      assert.equal(taken.status, 200, taken.text);
      const removal = [gone(FILE, files.get(FILE) ?? "")];
      for (const token of [who.contributor, who.machine]) assertRole(await tenant.client.push(PROJECT, removal, token));
      assertRole(await tenant.client.push(PROJECT, [gone(memoryPath(31), memoryText(31))], who.machine));
      assert.equal(
        (await tenant.client.push(PROJECT, [gone(memoryPath(31), memoryText(31))], who.contributor)).status,
        200,
      );
    },
  ],
  [
    "HUB-7: the first signers of a store are brought by an admin, not by whoever comes first",
    async ({ hub, folder }) => {
      const ann = member(folder(), "ann");
      await ann.say(SENTENCE);
      const all = changesBetween(new Map(), filesOf(ann));
      const tenant = await tenantOn(hub);
      const reviewer = await tenant.joins([{ store: "project/*", role: "reviewer" }]);
      const { status, body } = await tenant.client.push(PROJECT, all, reviewer.token);
      assert.equal(status, 422);
      assert.equal(
        (body.findings as readonly Finding[]).some(({ kind }) => kind === "new-signer"),
        true,
        JSON.stringify(body),
      );
      assert.equal((await tenant.client.push(PROJECT, all, tenant.admin.token)).status, 200);
    },
  ],
  [
    "HUB-2 HUB-7: a store is there for who was given a role in it, and a personal one for its owner alone",
    async ({ hub }) => {
      const tenant = await tenantOn(hub);
      const { client, name, admin } = tenant;
      const build = await tenant.joins([{ store: "team/build", role: "contributor" }]);
      const status = async (store: string, token: string): Promise<number> =>
        (await client.ask("GET", `/v1/${name}/stores/${encodeURIComponent(store)}/head`, { token })).status;
      assert.deepEqual(
        await Promise.all(["team/build", "team/other", "org", PROJECT].map((store) => status(store, build.token))),
        [200, 404, 404, 404],
      );
      const own = `personal/${build.member}`;
      assert.deepEqual([await status(own, build.token), await status(own, admin.token)], [200, 404]);
      const changes = [
        put("holdfast.json", `${JSON.stringify({ format: 1, "store-id": idFor(5) })}\n`),
        put(memoryPath(1), memoryText(1)),
      ];
      assert.equal((await client.push(own, changes, build.token)).status, 200);
      assert.equal((await client.push(own, changes, admin.token)).status, 404);
      const grants = [{ store: "team/build", role: "reader" }];
      const asked = { token: build.token, body: { grants } };
      assert.equal((await client.ask("PUT", `/v1/${name}/members/${build.member}`, asked)).status, 403);
      const machine = { token: admin.token, body: { name: "m", store: own, role: "reader", days: 1 } };
      assert.equal((await client.ask("POST", `/v1/${name}/machines`, machine)).status, 403);
    },
  ],
];

/** What `check --ci` says of what lies in the store now, beside what is in main. */
function refusedInGit(ann: Member, name: string, kind: string): readonly Finding[] {
  ann.git("checkout", "-q", "-B", "attack", "origin/main");
  ann.commit(name);
  const build = ci(ann.project, ["--base", "origin/main", "--json"]);
  const said = (JSON.parse(build.out) as { readonly problems: readonly Finding[] }).problems;
  assert.equal(
    said.some((each) => each.kind === kind),
    true,
    `${name}: ${build.out}`,
  );
  return said;
}

/** Of each thing that a build says, the hub says it too. */
function sameWords(said: readonly Finding[], { status, body }: Answer, name: string): void {
  assert.deepEqual([status, body.code], [422, "refused"], `${name}: ${JSON.stringify(body)}`);
  const words = (body.findings as readonly Finding[]).filter((each) => each.kind !== "role").map(wordsOf);
  assert.deepEqual(
    said.map(wordsOf).filter((word) => !words.includes(word)),
    [],
    `${name}: ${JSON.stringify(body.findings)}`,
  );
}

function wordsOf({ kind, what }: Finding): string {
  return `${kind}: ${what}`;
}

function assertRole({ status, body }: Answer): void {
  assert.equal(status, 422, JSON.stringify(body));
  assert.equal(
    (body.findings as readonly Finding[]).some(({ kind }) => kind === "role"),
    true,
    JSON.stringify(body),
  );
}
