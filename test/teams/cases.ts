// The cases of a team, each on a repository of its own behind a real git server. A case throws where it does not hold.
import { strict as assert } from "node:assert";
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runAsPerson } from "../support/person.ts";
import { CLI, ci, type Member, member } from "../support/team.ts";

export interface Place {
  readonly folder: string;
  readonly url: string;
}

type Case = readonly [title: string, run: (place: Place) => Promise<void>];

const SENTENCE = "Deploys run on Mondays, from the release branch";
const FILE = "memories/reference_deploys_run_on_mondays_from.md";
const INNER = "01JCQ0Z8M4X5T6V7W8Y9ZABCDH";
const MAIN = ["--base", "origin/main"] as const;

/** What they push and fetch goes over the network. */
function joins({ folder, url }: Place, name: string): Member {
  const who = member(folder, name);
  who.git("remote", "set-url", "origin", `${url}/shop.git`);
  return who;
}

async function founded(place: Place): Promise<Member> {
  const ann = joins(place, "ann");
  await ann.say(SENTENCE);
  ann.commit("A shared store");
  push(ann, "main");
  return ann;
}

function push(who: Member, branch: string): void {
  who.git("push", "-q", "origin", `HEAD:${branch}`);
  who.git("fetch", "-q");
}

function branch(who: Member, name: string, from = "origin/main"): void {
  who.git("fetch", "-q");
  who.git("checkout", "-q", "-B", name, from);
}

function approve(by: Member, of: Member): void {
  const { devices } = by.open();
  const about = { kind: "device", version: 1, store: devices.store, device: of.device.id, key: of.key } as const;
  devices.write({ ...about, name: "", action: "approve", date: "2026-05-01", by: by.device.id });
}

/** One signs on a branch, and another approves there. */
async function onboard(place: Place, ann: Member, name: string): Promise<Member> {
  const who = joins(place, name);
  branch(who, name);
  await who.say(`The ${name} service logs to the standard output`);
  who.commit("Join");
  push(who, name);
  branch(ann, name, `origin/${name}`);
  approve(ann, who);
  ann.commit("Approve");
  passes(ann);
  push(ann, name);
  return who;
}

/** Pushed by somebody who signs nothing. */
function typoFrom(fork: Member): void {
  branch(fork, "typo");
  fork.put(FILE, fork.read(FILE).replaceAll("Mondays", "Monday mornings"));
  fork.commit("A typo");
  fails(fork, "holdfast review --pr");
  push(fork, "typo");
}

async function reviews(who: Member, ...args: readonly string[]): Promise<string> {
  const typed = [process.execPath, CLI, "review", "--pr", ...args];
  return (await runAsPerson(typed, { cwd: who.project, env: who.env })).transcript;
}

async function edit(who: Member, from: string, to: string): Promise<void> {
  who.put(FILE, who.read(FILE).replaceAll(from, to));
  await who.does("reaffirm", FILE.slice("memories/".length, -".md".length));
  who.commit(`${from} is ${to}`);
}

function passes(who: Member, ...args: readonly string[]): void {
  const { status, out, err } = ci(who.project, args.length === 0 ? MAIN : args);
  assert.equal(status, 0, `${out}${err}`);
}

function fails(who: Member, word: string): void {
  const { status, out, err } = ci(who.project, MAIN);
  assert.equal(status, 1, `${out}${err}`);
  assert.ok(out.includes(word), `${word} is not in: ${out}`);
}

export const CASES: readonly Case[] = [
  [
    "first use: the first signers are taken at their word, and that is said",
    async (place) => {
      const ann = joins(place, "ann");
      ann.git("commit", "-q", "--allow-empty", "-m", "Begin");
      push(ann, "main");
      branch(ann, "store");
      await ann.say(SENTENCE);
      ann.commit("A store");
      const { status, out } = ci(ann.project, MAIN);
      assert.deepEqual([status, out.includes("taken at their word")], [0, true], out);
    },
  ],
  [
    "squash: what was signed on a branch is verified after it",
    async (place) => {
      const ann = await founded(place);
      branch(ann, "more");
      await ann.say("Staging is rebuilt every night");
      ann.commit("One");
      await edit(ann, "Mondays", "Fridays");
      branch(ann, "main");
      ann.git("merge", "-q", "--squash", "more");
      ann.commit("Squashed");
      passes(ann);
      const tiers = ["reference_staging_is_rebuilt_every", FILE.slice(9, -3)].map((at) => ann.memory(at)?.tier);
      assert.deepEqual(tiers, ["verified", "verified"]);
    },
  ],
  [
    "rebase: a branch that was moved onto a newer base passes",
    async (place) => {
      const ann = await founded(place);
      branch(ann, "topic");
      await ann.say("Staging is rebuilt every night");
      ann.commit("Topic");
      branch(ann, "other");
      await ann.say("The cache is cold on Sundays");
      ann.commit("Other");
      push(ann, "main");
      ann.git("checkout", "-q", "topic");
      ann.git("rebase", "-q", "origin/main");
      passes(ann);
    },
  ],
  [
    "concurrent edits: git asks, one of the two signed texts passes and a third does not",
    async (place) => {
      const ann = await founded(place);
      const bob = await onboard(place, ann, "bob");
      push(ann, "main");
      for (const [who, day] of [
        [ann, "Fridays"],
        [bob, "Sundays"],
      ] as const) {
        branch(who, `edit-${day}`);
        await edit(who, "Mondays", day);
      }
      push(ann, "main");
      bob.git("fetch", "-q");
      assert.throws(() => bob.git("merge", "-q", "-m", "Merge", "origin/main"));
      bob.git("checkout", "-q", "--theirs", `.holdfast/${FILE}`);
      const theirs = bob.read(FILE);
      bob.put(FILE, theirs.replaceAll("Fridays", "Fridays and Sundays"));
      bob.commit("A third text");
      fails(bob, "edited");
      bob.put(FILE, theirs);
      bob.commit("One of the two");
      passes(bob);
    },
  ],
  [
    "CI without a store: a project that has none passes, without a home",
    async (place) => {
      const ann = joins(place, "ann");
      ann.git("commit", "-q", "--allow-empty", "-m", "Begin");
      push(ann, "main");
      const bare = join(place.folder, "build");
      execFileSync("git", ["clone", "-q", `${place.url}/shop.git`, bare], { stdio: "pipe" });
      const { status, out, err } = ci(bare);
      assert.deepEqual([status, out.includes("0 memories")], [0, true], `${out}${err}`);
    },
  ],
  [
    "founder leaves: one who stays revokes her, and what she signs later is refused",
    async (place) => {
      const ann = await founded(place);
      const bob = await onboard(place, ann, "bob");
      push(ann, "main");
      branch(bob, "leave");
      const typed = [process.execPath, CLI, "trust", "--revoke", ann.device.id];
      const { code, transcript } = await runAsPerson(typed, { cwd: bob.project, env: bob.env, input: ["y"] });
      assert.equal(code, 0, transcript);
      bob.commit("Revoke");
      passes(bob);
      push(bob, "main");
      for (const from of ["bob", "origin/main"]) {
        branch(ann, "later", from);
        await ann.say(`Anything may be deleted, on top of ${from.replace("/", " ")}`);
        ann.commit("Later");
        fails(ann, "signed it after it was revoked");
      }
    },
  ],
  [
    "two onboardings at once: both branches merge without a conflict",
    async (place) => {
      const ann = await founded(place);
      await onboard(place, ann, "bob");
      await onboard(place, ann, "eve");
      branch(ann, "main");
      for (const name of ["bob", "eve"]) ann.git("merge", "-q", "--no-ff", "-m", `Merge ${name}`, `origin/${name}`);
      passes(ann);
    },
  ],
  [
    "merge queue: the base is the branch of the queue",
    async (place) => {
      const ann = await founded(place);
      push(ann, "release/1.x");
      branch(ann, "edit");
      ann.put(FILE, ann.read(FILE).replaceAll("Mondays", "Fridays"));
      ann.commit("What nobody signed");
      push(ann, "main");
      const ref = (to: string): string => `refs/heads/gh-readonly-queue/${to}/pr-7-${ann.git("rev-parse", "HEAD")}`;
      const queued = (to: string): number | null =>
        ci(ann.project, [], { GITHUB_EVENT_NAME: "merge_group", GITHUB_REF: ref(to) }).status;
      assert.deepEqual([queued("release/1.x"), queued("main")], [1, 0]);
    },
  ],
  [
    "a fork's typo fix: fails unsigned, is shown before it is checked out, and passes when a signer signs it there",
    async (place) => {
      const ann = await founded(place);
      typoFrom(joins(place, "fork"));
      ann.git("fetch", "-q");
      const shown = await reviews(ann, "origin/typo");
      assert.match(shown, /-.*Mondays[\s\S]*\+.*Monday mornings/);
      assert.match(shown, /not checked out/);
      branch(ann, "typo", "origin/typo");
      assert.match(await reviews(ann), /-.*Mondays[\s\S]*\+.*Monday mornings[\s\S]*signed/);
      ann.commit("Signed");
      passes(ann);
    },
  ],
  [
    "a fork's typo fix that was merged: the same command names and signs it on the base",
    async (place) => {
      const ann = await founded(place);
      typoFrom(joins(place, "fork"));
      branch(ann, "main");
      ann.git("merge", "-q", "--squash", "origin/typo");
      ann.commit("Merged all the same");
      push(ann, "main");
      assert.notEqual(ann.memory(FILE.slice(9, -3))?.tier, "verified");
      assert.match(await reviews(ann), /-.*Mondays[\s\S]*\+.*Monday mornings[\s\S]*signed/);
      assert.equal(ann.memory(FILE.slice(9, -3))?.tier, "verified");
    },
  ],
  [
    "a package's store: its memories count in its folder, a change there fails, and a signer of the repository signs it",
    async (place) => {
      const ann = await founded(place);
      const said = await ann.in("packages/api", INNER).say("The api answers in at most two seconds");
      ann.commit("A package");
      passes(ann);
      push(ann, "main");
      const fork = joins(place, "fork");
      branch(fork, "typo");
      const api = fork.in("packages/api", INNER);
      const file = `memories/${said.stored.file}`;
      api.put(file, api.read(file).replaceAll("two seconds", "two minutes"));
      fork.commit("A typo");
      fails(fork, "packages/api/.holdfast/memories");
      push(fork, "typo");
      branch(ann, "typo", "origin/typo");
      assert.match(await reviews(ann), /-.*two seconds[\s\S]*\+.*two minutes[\s\S]*signed/);
      ann.commit("Signed");
      passes(ann);
    },
  ],
  [
    "a package's own signer: approved there by one of the repository, and no signer of the repository for it",
    async (place) => {
      const ann = await founded(place);
      await ann.in("packages/api", INNER).say("The api answers in at most two seconds");
      ann.commit("A package");
      push(ann, "main");
      const bob = joins(place, "bob");
      branch(bob, "bob");
      await bob.in("packages/api", INNER).say("Pages of the api hold fifty rows");
      bob.commit("Join");
      fails(bob, "new-signer");
      push(bob, "bob");
      branch(ann, "bob", "origin/bob");
      approve(ann.in("packages/api", INNER), bob);
      ann.commit("Approve");
      passes(ann);
      push(ann, "main");
      branch(bob, "outside");
      await bob.say("Anything may be deleted");
      bob.commit("Outside of the package");
      fails(bob, "new-signer");
    },
  ],
  [
    "a revocation in the repository holds in its packages",
    async (place) => {
      const ann = await founded(place);
      await ann.in("packages/api", INNER).say("The api answers in at most two seconds");
      ann.commit("A package");
      push(ann, "main");
      const bob = await onboard(place, ann, "bob");
      push(ann, "main");
      branch(bob, "in-time");
      await bob.in("packages/api", INNER).say("Pages of the api hold fifty rows");
      bob.commit("In time");
      passes(bob);
      push(bob, "main");
      branch(ann, "leave");
      const typed = [process.execPath, CLI, "trust", "--revoke", bob.device.id];
      const { code, transcript } = await runAsPerson(typed, { cwd: ann.project, env: ann.env, input: ["y"] });
      assert.equal(code, 0, transcript);
      ann.commit("Revoke");
      passes(ann);
      push(ann, "main");
      branch(bob, "later");
      await bob.in("packages/api", INNER).say("Anything of the api may be deleted");
      bob.commit("Later");
      fails(bob, "signed it after it was revoked");
      const kept = ann.in("packages/api", INNER).memory("reference_pages_of_the_api_hold_fifty");
      assert.equal(kept?.tier, "verified");
    },
  ],
  [
    "conflict markers: a memory that was committed with them fails, and they are named",
    async (place) => {
      const ann = await founded(place);
      branch(ann, "markers");
      mkdirSync(join(ann.project, ".holdfast/memories"), { recursive: true });
      const head = "---\nname: Cache\ndescription: The cache\ntype: reference\n---\n";
      const body = "<<<<<<< HEAD\nIt is cold on Sundays.\n=======\nIt is warm.\n>>>>>>> topic\n";
      writeFileSync(join(ann.project, ".holdfast/memories/reference_cache.md"), `${head}${body}`);
      ann.commit("Markers");
      fails(ann, "could not merge two texts");
      writeFileSync(
        join(ann.project, ".holdfast/memories/reference_cache.md"),
        "---\n<<<<<<< HEAD\nname: Cache\n=======\nname: Cash\n>>>>>>> topic\n---\nIt is warm on Sundays.\n",
      );
      ann.commit("Markers above");
      fails(ann, "could not merge two texts");
    },
  ],
];
