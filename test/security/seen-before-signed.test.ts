// What is signed was seen (TRU-27): a pusher changes signed texts, and a signer's yes is asked for each of them by itself, with
// what changed and who changed it as far as anybody but the text knows.
// check:all: clones, signatures and a person at a terminal.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { stemOf } from "../../src/store/catalogue.ts";
import { initStore } from "../../src/store/io/open-store.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson, type PersonRun, READ, runAsPerson } from "../support/person.ts";
import { CLI, ci, type Member, member } from "../support/team.ts";

let base: string;
let ann: Member;
let eve: Member;
let stems: readonly string[];

const SAID = ["Deploys run on Mondays, from the release branch", "Backups are kept for thirty days in the vault"];
const LATER = ["Logs are written to the standard output", "Every service answers on a health path"];

beforeEach(async () => {
  base = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-seen-`));
  ann = member(base, "ann");
  initStore(join(ann.home, ".holdfast"), { scope: "personal", storeId: "01JCQ0Z8M4X5T6V7W8Y9ZABCDG" });
  const said = [];
  for (const sentence of [...SAID, ...LATER]) said.push(stemOf(await ann.say(sentence)));
  stems = said;
  ann.commit("A shared store");
  ann.git("push", "-q", "origin", "HEAD:main");
  eve = member(base, "eve");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** Pushed under a name of its own; the files go on saying whose they are. */
function pushed(change: (text: string) => string, which: readonly string[]): void {
  for (const stem of which) eve.put(`memories/${stem}.md`, change(eve.read(`memories/${stem}.md`)));
  execFileSync(
    "git",
    ["-C", eve.project, "-c", "user.name=Eve", "-c", "user.email=eve@example.org", "commit", "-qam", "Typo"],
    { env: eve.env },
  );
  eve.git("push", "-q", "origin", "HEAD:main");
  ann.git("pull", "-q", "origin", "main");
}

const worse = (text: string): string => text.replaceAll("Mondays", "Fridays").replaceAll("thirty days", "one hour");

function person(args: readonly string[], input: readonly string[] = []): Promise<PersonRun> {
  return runAsPerson([process.execPath, CLI, ...args], { cwd: ann.project, env: ann.env, input });
}

const asked = ({ transcript }: PersonRun): number => transcript.match(/Type "[^"]+" to confirm/g)?.length ?? 0;
const tiers = (): readonly (string | undefined)[] => stems.map((stem) => ann.memory(stem)?.tier);

const possible = canRunAsPerson();

describe.skipIf(!possible)(possible ? "TRU-27: what is signed was seen" : CANNOT_RUN_AS_PERSON, () => {
  test("reaffirm of two changed texts shows both differences and who made them, and asks for each", async () => {
    const [one = "", two = ""] = stems;
    pushed(worse, [one, two]);
    expect(tiers().slice(0, 2)).toEqual(["inferred", "inferred"]);
    const run = await person(["reaffirm", one, two]);
    expect(run.transcript).toMatch(/-.*Mondays/);
    expect(run.transcript).toMatch(/\+.*Fridays/);
    expect(run.transcript).toMatch(/-.*thirty days/);
    expect(run.transcript).toMatch(/\+.*one hour/);
    expect(run.transcript).toContain("Eve <eve@example.org>");
    expect(asked(run)).toBe(2);
    expect(run.code).toBe(0);
    expect(tiers().slice(0, 2)).toEqual(["verified", "verified"]);
  });

  test("a no to the second changes neither", async () => {
    const [one = "", two = ""] = stems;
    pushed(worse, [one, two]);
    const run = await person(["reaffirm", one, two], [READ, "y"]);
    expect(run.transcript).toContain("Nothing was changed.");
    expect(tiers().slice(0, 2)).toEqual(["inferred", "inferred"]);
  });

  test("what did not change is asked for together; the word of a changed text is one that is new in it", async () => {
    pushed(worse, stems.slice(0, 1));
    const run = await person(["reaffirm", ...stems]);
    expect(asked(run)).toBe(2);
    const words = [...run.transcript.matchAll(/Type "([^"]+)" to confirm/g)].map((found) => found[1]);
    expect(words).toContain("Fridays");
    expect(tiers()).toEqual(["verified", "verified", "verified", "verified"]);
  });

  test("a hand edit is told as one, and confirm shows what changed, not what the file says of its writer", async () => {
    const [one = ""] = stems;
    ann.put(`memories/${one}.md`, worse(ann.read(`memories/${one}.md`)));
    const run = await person(["confirm", one]);
    expect(run.transcript).toMatch(/-.*Mondays/);
    expect(run.transcript).toMatch(/\+.*Fridays/);
    expect(run.transcript).toContain("by hand, outside Holdfast");
    expect(run.transcript).not.toMatch(/written by +user,? \d/);
  });

  test("a text that was renamed as well is found by its id; one that is found nowhere is shown whole, and that is said", async () => {
    const [one = "", two = ""] = stems;
    eve.git("mv", `.holdfast/memories/${one}.md`, ".holdfast/memories/project_other.md");
    pushed(worse, ["project_other"]);
    const renamed = await person(["reaffirm", "project_other"], ["n"]);
    expect(renamed.transcript).toMatch(/-.*Mondays/);
    ann.put(`memories/${two}.md`, worse(ann.read(`memories/${two}.md`)));
    rmSync(join(ann.project, ".git"), { recursive: true });
    execFileSync("git", ["init", "-q", ann.project], { env: ann.env });
    const nowhere = await person(["reaffirm", two], ["n"]);
    expect(nowhere.transcript).toContain("they are not found here");
    expect(nowhere.transcript).toContain("one hour");
  });

  test("trust shows what a new signer's word has count in other words, before the key", async () => {
    const [one = "", two = ""] = stems;
    eve.put(`memories/${one}.md`, worse(eve.read(`memories/${one}.md`)));
    await eve.does("reaffirm", one);
    await eve.does("reaffirm", two);
    eve.commit("Signed by eve");
    eve.git("push", "-q", "origin", "HEAD:main");
    ann.git("pull", "-q", "origin", "main");
    const no = await person(["trust"], ["n"]);
    expect(no.transcript).toMatch(/-.*Mondays[\s\S]*\+.*Fridays/);
    expect(ann.memory(one)?.tier).toBe("inferred");
    const yes = await person(["trust"]);
    expect(asked(yes)).toBe(2);
    expect(ann.memory(one)?.tier).toBe("verified");
  });

  test("a card of the review shows the same", async () => {
    const [one = ""] = stems;
    pushed(worse, [one]);
    const run = await runAsPerson([process.execPath, CLI, "review"], { cwd: ann.project, env: ann.env, input: ["q"] });
    const screen = stripVTControlCharacters(run.transcript);
    expect(screen).toMatch(/changed +in git on .*Eve <eve@example\.org>/);
    expect(screen).toMatch(/-.*Mondays[\s\S]*\+.*Fridays/);
  });

  test("a file that was added by hand is confirmed at once, and replaced by what was confirmed", async () => {
    const text =
      "---\nname: By hand\ndescription: Added with an editor\ntype: project\n---\nThe cache lives in memory.\n";
    ann.put("memories/project_by_hand.md", text);
    const run = await person(["confirm", "project_by_hand"]);
    expect([run.code, run.transcript]).toEqual([0, expect.stringContaining("confirmed")]);
    const id = ann.memory("project_by_hand")?.id;
    expect(id).toBeDefined();
    expect(ann.read("memories/project_by_hand.md")).not.toContain("verified");
    const own = readFileSync(join(ann.home, ".holdfast/memories/project_by_hand_2.md"), "utf8");
    expect(own).toContain(`supersedes: [${id}]`);
  });

  test("the command that check --ci names for a changed text shows what it signs", async () => {
    const [one = ""] = stems;
    ann.git("checkout", "-q", "-b", "change");
    for (const tier of ["verified", "inferred"]) {
      const text = worse(eve.read(`memories/${one}.md`)).replace("trust-level: verified", `trust-level: ${tier}`);
      ann.put(`memories/${one}.md`, text.replace(/^created-at: .*$/m, "created-at: 2026-01-01T10:00:00Z"));
      ann.commit("A change");
      const { problems } = JSON.parse(ci(ann.project, ["--json", "--base", "origin/main"]).out) as {
        problems: { next: string }[];
      };
      const [, ...command] = (problems[0]?.next ?? "").split(" ");
      const run = await person(command, ["n"]);
      expect(run.transcript).toMatch(/-.*Mondays[\s\S]*\+.*Fridays/);
    }
  });
});
