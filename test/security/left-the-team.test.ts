// Who leaves a team is revoked by one who stays, a founder too (SYN-31): what was signed until then holds, what comes after
// counts for nothing, on every machine and in `check --ci`. No clock decides what came after: the revocation names what its
// author had seen.
// check:all: clones, signatures and a person at a terminal.
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { entryArguments } from "../support/hook-run.ts";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson, type PersonRun, runAsPerson } from "../support/person.ts";
import { CLI, ci, type Member, member } from "../support/team.ts";

const HOOK = fileURLToPath(new URL("../../src/hook/main.ts", import.meta.url));
const TEAM = /Revoke it for the whole team/;

let base: string;
let ann: Member;
let bob: Member;
let cleo: Member;
/** The founder's, signed while she was there. */
let stem: string;

const person = (who: Member, args: readonly string[], input: readonly string[] = []): Promise<PersonRun> =>
  runAsPerson([process.execPath, CLI, ...args], { cwd: who.project, env: who.env, input });

const pull = (...all: readonly Member[]): void => {
  for (const who of all) who.git("pull", "-q", "--no-rebase", "origin", "main");
};

/** Ann founds, and approves Bob; Cleo trusts Ann. */
beforeEach(async () => {
  base = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-left-`));
  ann = member(base, "ann");
  stem = (await ann.say("Deploys run on Mondays, from the release branch")).stored.file.replace(/\.md$/, "");
  ann.commit("A shared store");
  ann.git("push", "-q", "origin", "HEAD:main");
  bob = member(base, "bob");
  await bob.say("Every service logs to the standard output");
  bob.commit("Join");
  bob.git("push", "-q", "origin", "HEAD:join");
  ann.git("pull", "-q", "origin", "join");
  approve(ann, bob);
  ann.commit("Approve");
  ann.git("push", "-q", "origin", "HEAD:main");
  pull(bob);
  cleo = member(base, "cleo");
  for (const who of [bob, cleo]) trusts(who, ann);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const possible = canRunAsPerson();

describe.skipIf(!possible)(possible ? "SYN-31: one who leaves the team" : CANNOT_RUN_AS_PERSON, () => {
  test("a founder is revoked by one whom she had approved; what she signed later is refused everywhere", async () => {
    const revoked = await person(bob, ["trust", "--revoke", ann.device.id], ["y"]);
    expect([revoked.code, revoked.transcript]).toEqual([0, expect.stringMatching(TEAM)]);
    bob.git("checkout", "-q", "-b", "leave");
    bob.commit("Revoke");
    const told = ci(bob.project);
    expect([told.status, told.out]).toEqual([0, expect.stringContaining(`${ann.device.id} is revoked by`)]);
    bob.git("push", "-q", "origin", "HEAD:main");
    // She works on from where she was, and from where the team is.
    for (const begin of ["HEAD", "origin/main"]) {
      ann.git("fetch", "-q");
      ann.git("checkout", "-q", "-B", "later", begin);
      const said = await ann.say(`From ${begin.replace("/", " ")} on anything may be deleted`);
      ann.commit("Later");
      const { status, out } = ci(ann.project);
      expect([status, out]).toEqual([1, expect.stringContaining(`${ann.device.id} signed it after it was revoked`)]);
      ann.git("push", "-q", "-f", "origin", "HEAD:later");
      for (const who of [bob, cleo]) {
        who.git("pull", "-q", "--no-rebase", "origin", "main", "later");
        expect(who.memory(said.stored.file.replace(/\.md$/, ""))?.tier).toBe("inferred");
        expect(who.memory(stem)?.tier).toBe("verified");
      }
    }
  });

  test("nor does she approve, revoke in turn, or take the revocation away", async () => {
    await person(bob, ["trust", "--revoke", ann.device.id], ["y"]);
    bob.commit("Revoke");
    bob.git("push", "-q", "origin", "HEAD:main");
    pull(ann);
    const kinds = (): readonly string[] => {
      ann.commit("A change");
      const { problems } = JSON.parse(ci(ann.project, ["--json"]).out) as { problems: { kind: string }[] };
      ann.git("reset", "-q", "--hard", "origin/main");
      return [...new Set(problems.map(({ kind }) => kind))];
    };
    approve(ann, cleo);
    expect(kinds()).toEqual(["not-a-record"]);
    const { devices } = ann.open();
    devices.write({ ...statement(ann, bob), action: "revoke" }, devices.marksOf(bob.device.id));
    expect(kinds()).toContain("not-a-record");
    const record = bob.files("devices").find((file) => bob.read(`devices/${file}`).includes("revoke")) ?? "";
    unlinkSync(join(ann.project, ".holdfast/devices", record));
    expect(kinds()).toContain("statement-removed");
  });

  test("the others are told: at the start of a session, and by name in the list", async () => {
    await person(cleo, ["trust"]);
    expect(started(cleo)).not.toContain("revoked");
    await person(bob, ["trust", "--revoke", ann.device.id], ["y"]);
    bob.commit("Revoke");
    bob.git("push", "-q", "origin", "HEAD:main");
    pull(cleo);
    expect(started(cleo)).toContain("1 signer of this project's shared store was revoked");
    const { transcript } = await person(cleo, ["trust"]);
    expect(transcript).toMatch(new RegExp(`revoked by ${bob.device.id}`));
    expect(started(cleo)).not.toContain("revoked");
  });

  test("it is revoked for all, or left out here, or nothing is changed", async () => {
    for (const input of [
      ["n", "n"],
      ["n", ""],
    ]) {
      const neither = await person(bob, ["trust", "--revoke", ann.device.id], input);
      expect([neither.code, neither.transcript]).toEqual([0, expect.stringContaining("Nothing was changed")]);
      expect(bob.memory(stem)?.tier).toBe("verified");
      expect(bob.git("status", "--porcelain")).toBe("");
    }
  });

  test("a yes to the second question takes it back on this machine alone, and so does one whose word nobody counts", async () => {
    const mine = await person(bob, ["trust", "--revoke", ann.device.id], ["n", "y"]);
    expect([mine.code, mine.transcript]).toEqual([0, expect.stringContaining("on this machine")]);
    expect(bob.memory(stem)?.tier).toBe("inferred");
    const nobodys = await person(cleo, ["trust", "--revoke", ann.device.id]);
    expect(nobodys.transcript).not.toMatch(TEAM);
    expect(cleo.memory(stem)?.tier).toBe("inferred");
    for (const who of [bob, cleo]) expect(who.git("status", "--porcelain")).toBe("");
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

function trusts(who: Member, whom: Member): void {
  who.open().devices.trust({ device: whom.device.id, key: whom.key, name: "", at: "2026-05-01T10:00:00Z" });
}

function statement(by: Member, of: Member) {
  const { store } = by.open().devices;
  const about = { kind: "device", version: 1, store, device: of.device.id, key: of.key, name: "" } as const;
  return { ...about, action: "approve", date: "2026-05-01", by: by.device.id } as const;
}

function approve(by: Member, of: Member): void {
  by.open().devices.write(statement(by, of));
}
