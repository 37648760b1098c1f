// Two people who come at once (SYN-31): each is named by a file of its own, so their pull requests merge. The list that
// ssh-keygen reads is made from these files, and is not shared.
// check:all: clones, signatures and a person at a terminal.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CANNOT_RUN_AS_PERSON, canRunAsPerson, runAsPerson } from "../support/person.ts";
import { CLI, ci, type Member, member } from "../support/team.ts";

let base: string;
let ann: Member;

beforeEach(async () => {
  base = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-onboard-`));
  ann = member(base, "ann");
  await ann.say("Deploys run on Mondays, from the release branch");
  ann.commit("A shared store");
  ann.git("push", "-q", "origin", "HEAD:main");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** One signs on a branch, and Ann approves there. */
async function onboard(name: string): Promise<Member> {
  const who = member(base, name);
  who.git("checkout", "-q", "-b", name);
  await who.say(`The ${name} service logs to the standard output`);
  who.commit("Join");
  who.git("push", "-q", "origin", name);
  ann.git("fetch", "-q");
  ann.git("checkout", "-q", name);
  const { devices } = ann.open();
  const about = { kind: "device", version: 1, store: devices.store, device: who.device.id, key: who.key } as const;
  devices.write({ ...about, name: "", action: "approve", date: "2026-05-01", by: ann.device.id });
  ann.commit("Approve");
  expect(ci(ann.project, ["--base", "origin/main"]).status).toBe(0);
  return who;
}

describe("SYN-31: who comes to a team", () => {
  test("two at once merge without a conflict, and both count", async () => {
    const [bob, eve] = [await onboard("bob"), await onboard("eve")];
    ann.git("checkout", "-q", "main");
    ann.git("merge", "-q", "--no-ff", "-m", "Merge", "bob");
    ann.git("merge", "-q", "--no-ff", "-m", "Merge", "eve");
    expect(ci(ann.project, ["--base", "origin/main"]).status).toBe(0);
    for (const { device } of [bob, eve]) expect(ann.open().devices.circle().keys.has(device.id)).toBe(true);
    expect(ann.git("ls-files", "--", ".holdfast/allowed_signers")).toBe("");
  });

  test("lines of an earlier version still name who is in the base; they go where a record says the same", async () => {
    const line = `${ann.device.id} namespaces="holdfast" ${ann.key}\n`;
    ann.put("allowed_signers", line);
    const records = ann.files("devices");
    for (const file of records) rmSync(join(ann.project, ".holdfast/devices", file));
    ann.commit("As it was written before");
    ann.git("push", "-q", "origin", "HEAD:main");
    ann.git("fetch", "-q");
    ann.git("checkout", "-q", "-b", "gone");
    ann.git("rm", "-q", ".holdfast/allowed_signers");
    ann.git("commit", "-q", "-m", "Nobody says who signed");
    expect(ci(ann.project).out).toContain("signer-removed");
    const before = ann.memory("reference_deploys_run_on_mondays_from");
    expect(before?.tier).toBe("verified");
    await ann.say("Staging is rebuilt every night");
    expect(ann.files("devices")).toEqual(records);
    ann.commit("Named by a record");
    expect(ci(ann.project).status).toBe(0);
  });
});

const possible = canRunAsPerson();

describe.skipIf(!possible)(possible ? "SYN-20: the list for ssh-keygen" : CANNOT_RUN_AS_PERSON, () => {
  test("is written from the records when they are looked at, and stays on this machine", async () => {
    const bob = await onboard("bob");
    const run = await runAsPerson([process.execPath, CLI, "trust", "--list"], { cwd: ann.project, env: ann.env });
    expect(run.code).toBe(0);
    const list = join(ann.project, ".holdfast/.local/allowed_signers");
    expect(readFileSync(list, "utf8").trim().split("\n")).toHaveLength(2);
    const [id = ""] = ann.files("attest").filter((each) => ann.files(`attest/${each}`)[0]?.startsWith(bob.device.id));
    const said = JSON.parse(ann.read(`attest/${id}/${bob.device.id}.1.json`)) as Record<string, string>;
    writeFileSync(join(base, "signature"), said["signature"] ?? "");
    const args = ["-Y", "verify", "-f", list, "-I", bob.device.id, "-n", "holdfast", "-s", join(base, "signature")];
    const verified = execFileSync("ssh-keygen", args, { input: said["statement"] ?? "", encoding: "utf8" });
    expect(verified).toContain('Good "holdfast" signature');
    expect(ann.git("status", "--porcelain")).toBe("");
  });
});
