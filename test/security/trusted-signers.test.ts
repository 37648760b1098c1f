// A cloned shared store gives nothing above inferred until a person runs `holdfast trust`, and only signed content after it
// (SYN-31). The person is one at a terminal; the agent beside them can't do the same.
// check:all: clones, signatures and a person at a terminal.

import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readCatalogue } from "../../src/store/catalogue.ts";
import { entryArguments } from "../support/hook-run.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson, type PersonRun, READ, runAsPerson } from "../support/person.ts";
import { CLI, type Member, member, type Ran } from "../support/team.ts";

const HOOK = fileURLToPath(new URL("../../src/hook/main.ts", import.meta.url));

let base: string;
let ann: Member;
let bob: Member;
let stem: string;

beforeEach(async () => {
  base = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-team-`));
  ann = member(base, "ann");
  stem = (await ann.say("Deploys run on Mondays, from the release branch")).stored.file.replace(/\.md$/, "");
  await ann.say("The billing service retries three times", "cli");
  // Nobody signed this one, whatever it says.
  const claim = ann.read(`memories/${stem}.md`).replace(/^id: .*$/m, "id: 01J9ZQ0000000000000000000A");
  ann.put("memories/project_claim.md", claim.replaceAll("Mondays", "Fridays"));
  ann.commit("A shared store");
  ann.git("push", "-q", "origin", "HEAD:main");
  bob = member(base, "bob");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const tiers = (who: Member): readonly string[] => readCatalogue(who.open().store).memories.map(({ tier }) => tier);

function agent(who: Member, ...args: readonly string[]): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd: who.project,
    encoding: "utf8",
    env: { ...who.env },
  });
  return { status, out: stdout, err: stderr };
}

function person(who: Member, args: readonly string[], input: readonly string[] = []): Promise<PersonRun> {
  return runAsPerson([process.execPath, CLI, ...args], { cwd: who.project, env: who.env, input });
}

const possible = canRunAsPerson();

describe.skipIf(!possible)(possible ? "SYN-31: trust in a shared store" : CANNOT_RUN_AS_PERSON, () => {
  test("nothing of a clone is above inferred before it, only what was signed is after it, and it can be taken back", async () => {
    expect(tiers(ann).toSorted()).toEqual(["inferred", "inferred", "verified"]);
    expect(tiers(bob)).toEqual(["inferred", "inferred", "inferred"]);
    const no = await person(bob, ["trust"], ["n"]);
    expect([no.code, no.transcript]).toEqual([0, expect.stringContaining("0 of 3 memories verified here")]);
    expect(no.transcript).toContain("1 of these is signed by nobody");
    expect(tiers(bob)).not.toContain("verified");
    const yes = await person(bob, ["trust"]);
    expect(yes.transcript).toContain(fingerprint(ann));
    expect(yes.transcript).toContain("1 of 3 memories verified here");
    expect(tiers(bob).filter((tier) => tier === "verified")).toHaveLength(1);
    expect(bob.memory("project_claim")?.tier).toBe("inferred");
    expect(bob.memory(stem)).toMatchObject({ tier: "verified", vouchedBy: [ann.device.id] });
    const back = await person(bob, ["trust", "--revoke", fingerprint(ann)]);
    expect([back.code, back.transcript]).toEqual([0, expect.stringContaining("taken back")]);
    expect(tiers(bob)).not.toContain("verified");
  });

  test("an agent can't, in any form", () => {
    for (const args of [[], ["--list"], ["--add", ann.device.id], ["--revoke", ann.device.id], ["--name", "Ann"]]) {
      const { status, err } = agent(bob, "trust", ...args);
      expect([status, err]).toEqual([2, expect.stringContaining("a person's act")]);
    }
    expect(tiers(bob)).not.toContain("verified");
    expect(bob.files("devices")).toHaveLength(1);
  });

  test("who vouches is told with a memory, by the name its owner chose and never by the machine's", async () => {
    expect((await person(ann, ["trust", "--name", "Ann, at her desk"])).code).toBe(0);
    ann.commit("A name");
    ann.git("push", "-q", "origin", "HEAD:main");
    bob.git("pull", "-q", "origin", "main");
    await person(bob, ["trust"]);
    agent(bob, "init", "--no-install");
    expect((await person(bob, ["show", stem])).transcript).toContain(`Ann at her desk (${ann.device.id})`);
    expect(agent(bob, "list").out).toContain("[shared, by Ann at her desk]");
    const { memories } = JSON.parse(agent(bob, "list", "--json").out) as { memories: Record<string, unknown>[] };
    const row = memories.find((each) => each["stem"] === stem);
    expect(row?.["vouched-by"]).toEqual([{ device: ann.device.id, name: "Ann at her desk", own: false }]);
    const names = ann.files("devices").map((file) => {
      const { statement } = JSON.parse(ann.read(`devices/${file}`)) as { statement: string };
      return (JSON.parse(statement) as { name: string }).name;
    });
    expect(names.toSorted()).toEqual(["", "Ann at her desk"]);
  });

  test("what changed since is listed, and by whom", async () => {
    await person(bob, ["trust"]);
    expect(started(bob)).not.toContain("since you looked");
    const added = await ann.say("Staging is rebuilt every night");
    ann.put("memories/project_claim.md", ann.read("memories/project_claim.md").replaceAll("Fridays", "Sundays"));
    const gone = ann.files("memories").find((name) => name.includes("billing")) ?? "";
    unlinkSync(join(ann.project, ".holdfast/memories", gone));
    ann.commit("Three changes");
    ann.git("push", "-q", "origin", "HEAD:main");
    bob.git("pull", "-q", "origin", "main");
    expect(started(bob)).toContain("3 memories of this project's shared store changed since you looked");
    const { transcript } = await person(bob, ["trust", "--list", "--json"]);
    const { changes } = JSON.parse(transcript) as { changes: { what: string }[] };
    expect(changes.toSorted((a, b) => (a.what < b.what ? -1 : 1))).toEqual([
      { what: "changed", stem: "project_claim", by: [] },
      { what: "gone", stem: gone.replace(/\.md$/, ""), by: [] },
      { what: "new", stem: added.stored.file.replace(/\.md$/, ""), by: [ann.device.id] },
    ]);
  });

  test("an approval in the store counts for those who trust its author, and for nobody else", async () => {
    // Who vouches for most is asked for first.
    await ann.say("Staging is rebuilt every night");
    ann.commit("One more");
    ann.git("push", "-q", "origin", "HEAD:main");
    const eve = member(base, "eve");
    const said = await eve.say("Every service logs to the standard output");
    const theirs = said.stored.file.replace(/\.md$/, "");
    eve.commit("Join");
    eve.git("push", "-q", "origin", "HEAD:change");
    for (const who of [ann, bob]) who.git("pull", "-q", "origin", "change");
    await person(bob, ["trust"], [READ, "n"]);
    expect(
      bob
        .open()
        .devices.trusted()
        .map(({ device }) => device),
    ).toEqual([ann.device.id]);
    expect(bob.memory(theirs)?.tier).toBe("inferred");
    const added = await person(ann, ["trust", "--add", eve.device.id]);
    expect([added.code, added.transcript]).toEqual([0, expect.stringContaining("approved")]);
    expect(ann.memory(theirs)?.tier).toBe("verified");
    ann.commit("Approve");
    ann.git("push", "-q", "origin", "HEAD:change");
    bob.git("pull", "-q", "origin", "change");
    expect(bob.memory(theirs)?.tier).toBe("verified");
    const dan = member(base, "dan");
    dan.git("pull", "-q", "origin", "change");
    expect(dan.memory(theirs)?.tier).toBe("inferred");
    // Whom a yes brings along is told before it, and not asked for after it.
    const { transcript } = await person(dan, ["trust"]);
    expect(transcript).toContain(`approved ${eve.device.id}: a yes counts that one too`);
    expect(transcript).toContain("counts too");
    expect(transcript.match(/to confirm:/g)).toHaveLength(1);
    expect(dan.memory(theirs)?.tier).toBe("verified");
    // One of those who came along is left out, and stays out whoever approves it; what the others signed stays.
    const out = await person(dan, ["trust", "--revoke", eve.device.id], ["n", "y"]);
    expect([out.code, out.transcript]).toEqual([0, expect.stringContaining("left out on this machine all the same")]);
    expect([dan.memory(theirs)?.tier, dan.memory(stem)?.tier]).toEqual(["inferred", "verified"]);
    const listed = await person(dan, ["trust"]);
    expect(listed.transcript).toContain("left out by you");
    expect(listed.transcript).not.toContain("[y/N]");
    await person(dan, ["trust", "--add", eve.device.id]);
    expect(dan.memory(theirs)?.tier).toBe("verified");
  });

  test("a person's word about a shared memory is signed there, and names the device once", async () => {
    expect(ann.files("devices")).toHaveLength(1);
    await ann.does("reaffirm", stem);
    await ann.does("reaffirm", "project_claim");
    expect(ann.files("devices")).toHaveLength(1);
    expect(ann.memory("project_claim")?.tier).toBe("verified");
    expect(ann.files("attest")).toContain("01J9ZQ0000000000000000000A");
  });
});

function started({ project, env }: Member): string {
  const event = { session_id: "s", cwd: project, hook_event_name: "SessionStart", source: "startup" };
  const input = JSON.stringify(event);
  return spawnSync(process.execPath, [HOOK, ...entryArguments(env)], {
    cwd: project,
    env: { ...env },
    input,
  }).stdout.toString();
}

/** As ssh-keygen prints it. */
function fingerprint({ key }: Member): string {
  const { stdout } = spawnSync("ssh-keygen", ["-lf", "-"], { input: `${key}\n`, encoding: "utf8" });
  return stdout.split(" ")[1] ?? "";
}
