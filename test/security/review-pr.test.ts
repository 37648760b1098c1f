// A branch's memories that want a signer (SYN-33): shown against what was signed, with who changed them, and signed one by one.
// check:all: clones, signatures and a person at a terminal.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { stemOf } from "../../src/store/catalogue.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson, type PersonRun, READ, runAsPerson } from "../support/person.ts";
import { CLI, ci, type Member, member } from "../support/team.ts";

const SAID = ["Deploys run on Mondays, from the release branch", "Backups are kept for thirty days in the vault"];
const worse = (text: string): string => text.replaceAll("Mondays", "Fridays").replaceAll("thirty days", "one hour");

let base: string;
let ann: Member;
let fork: Member;
let stems: readonly string[];

beforeEach(async () => {
  base = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-review-pr-`));
  ann = member(base, "ann");
  const said: string[] = [];
  for (const sentence of SAID) said.push(stemOf(await ann.say(sentence)));
  stems = said;
  ann.commit("A shared store");
  ann.git("push", "-q", "origin", "HEAD:main");
  ann.git("fetch", "-q");
  fork = member(base, "fork");
  fork.git("checkout", "-q", "-b", "typo");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function pushed(which: readonly string[], to = "typo"): void {
  for (const stem of which) fork.put(`memories/${stem}.md`, worse(fork.read(`memories/${stem}.md`)));
  fork.git("add", "-A");
  execFileSync(
    "git",
    ["-C", fork.project, "-c", "user.name=Eve", "-c", "user.email=eve@example.org", "commit", "-qm", "Typo"],
    { env: fork.env },
  );
  fork.git("push", "-q", "origin", `HEAD:${to}`);
  ann.git("fetch", "-q");
}

const checkedOut = (): string => ann.git("checkout", "-q", "-b", "typo", "origin/typo");

function person(args: readonly string[], input: readonly string[] = []): Promise<PersonRun> {
  return runAsPerson([process.execPath, CLI, "review", "--pr", ...args], { cwd: ann.project, env: ann.env, input });
}

const asked = ({ transcript }: PersonRun): number => transcript.match(/Type "[^"]+" to confirm/g)?.length ?? 0;
const tiers = (): readonly (string | undefined)[] => stems.map((stem) => ann.memory(stem)?.tier);
const passes = (): number | null => ci(ann.project, ["--base", "origin/main"]).status;

const possible = canRunAsPerson();

describe.skipIf(!possible)(possible ? "SYN-33: review --pr" : CANNOT_RUN_AS_PERSON, () => {
  test("shows each change against what was signed and who made it, asks for each, and the check passes then", async () => {
    pushed(stems);
    checkedOut();
    expect(passes()).toBe(1);
    const run = await person([]);
    expect(run.transcript).toMatch(/-.*Mondays[\s\S]*\+.*Fridays/);
    expect(run.transcript).toMatch(/-.*thirty days[\s\S]*\+.*one hour/);
    expect(run.transcript).toContain("Eve <eve@example.org>");
    expect([asked(run), run.code]).toEqual([2, 0]);
    ann.commit("Signed");
    expect(passes()).toBe(0);
  });

  test("a no to one leaves that one, and is no no to the other; Enter is a no", async () => {
    pushed(stems);
    checkedOut();
    const run = await person([], ["", READ]);
    expect(asked(run)).toBe(2);
    expect(tiers()).toEqual(["verified", "inferred"]);
    expect(run.transcript).toContain("1 left unsigned");
    expect(run.code).toBe(1);
    const none = await runAsPerson([process.execPath, CLI, "review", "--pr"], {
      cwd: ann.project,
      env: ann.env,
      input: ["yes"],
    });
    expect([none.code, tiers()[1]]).toEqual([1, "inferred"]);
  });

  test("two new memories that call themselves verified are asked for one by one, with who wrote them", async () => {
    const [one = ""] = stems;
    for (const n of ["A", "B"]) {
      const text = fork.read(`memories/${one}.md`).replace(/^id: .*$/m, `id: 01J9ZQ000000000000000000${n}0`);
      fork.put(`memories/project_new_${n.toLowerCase()}.md`, text.replaceAll("Mondays", `day ${n}`));
    }
    pushed([]);
    checkedOut();
    const run = await person([]);
    expect([asked(run), run.code]).toEqual([2, 0]);
    expect(run.transcript.match(/Written in git on .*Eve <eve@example\.org>/g)).toHaveLength(2);
    ann.commit("Signed");
    expect(passes()).toBe(0);
  });

  test("a branch that is not checked out is shown and nothing is signed or asked; the next step is said", async () => {
    pushed(stems.slice(0, 1));
    const before = ann.git("status", "--porcelain");
    for (const word of ["origin/typo", "origin/main..origin/typo", ann.git("rev-parse", "origin/typo")]) {
      const run = await person([word]);
      expect(run.transcript).toMatch(/-.*Mondays[\s\S]*\+.*Fridays/);
      expect(run.transcript).toContain("Eve <eve@example.org>");
      expect(run.transcript).toContain("not checked out");
      expect([asked(run), run.code]).toEqual([0, 1]);
    }
    expect([ann.git("status", "--porcelain"), tiers()]).toEqual([before, ["verified", "verified"]]);
  });

  test("after a merge it names what changed since it was signed, and signs it there", async () => {
    pushed(stems.slice(0, 1), "main");
    ann.git("checkout", "-q", "-B", "main", "origin/main");
    expect(tiers()).toEqual(["inferred", "verified"]);
    const run = await person([]);
    expect(run.transcript).toMatch(/-.*Mondays[\s\S]*\+.*Fridays/);
    expect(run.transcript).not.toContain("thirty days");
    expect([asked(run), run.code]).toEqual([1, 0]);
    expect(tiers()).toEqual(["verified", "verified"]);
    const again = await person([]);
    expect(again.transcript).toContain("signed");
    ann.commit("Signed");
    const done = await person([]);
    expect([asked(done), done.code]).toEqual([0, 0]);
  });

  test("it is against the word of the base's signers, whom this machine need not trust", async () => {
    const bob = member(base, "bob");
    bob.git("checkout", "-q", "-b", "bob", "origin/main");
    bob.git("fetch", "-q");
    pushed(stems.slice(0, 1));
    bob.git("fetch", "-q");
    bob.git("checkout", "-q", "-b", "typo", "origin/typo");
    const run = await runAsPerson([process.execPath, CLI, "review", "--pr"], { cwd: bob.project, env: bob.env });
    expect(run.transcript).toMatch(/-.*Mondays[\s\S]*\+.*Fridays/);
    expect(run.transcript).toContain("none of the signers that the base knows");
    bob.commit("Signed by a stranger");
    expect(ci(bob.project, ["--base", "origin/main"]).status).toBe(1);
  });

  test("what is on the disk is another text than the branch has: it is not signed", async () => {
    const [one = ""] = stems;
    pushed([one]);
    checkedOut();
    ann.put(`memories/${one}.md`, ann.read(`memories/${one}.md`).replaceAll("Fridays", "no day"));
    const run = await person([]);
    expect([asked(run), run.code]).toEqual([0, 1]);
    expect(run.transcript).toMatch(/is not here as it was\s+committed/);
  });
});

describe("SYN-33: review --pr by an agent", () => {
  const agent = (...args: readonly string[]) =>
    spawnSync(process.execPath, [CLI, "review", "--pr", ...args], {
      cwd: ann.project,
      encoding: "utf8",
      env: { ...ann.env },
    });

  test("it lists and signs nothing; what does not go together, and what is no branch, is said", () => {
    pushed(stems.slice(0, 1));
    checkedOut();
    const listed = agent("--json");
    const { memories } = JSON.parse(listed.stdout) as { memories: { path: string; kind: string }[] };
    expect(memories).toMatchObject([{ kind: "edited", path: `.holdfast/memories/${stems[0]}.md` }]);
    expect(agent().status).toBe(2);
    expect(agent("--json", "nowhere").stderr).toContain("no branch nowhere");
    expect(agent("--json", "--upload-pack=x..typo").status).toBe(64);
    expect(agent("--json", "--batch").status).toBe(64);
    expect(tiers()).toEqual(["inferred", "verified"]);
    expect(ann.git("status", "--porcelain")).toBe("");
  });
});
