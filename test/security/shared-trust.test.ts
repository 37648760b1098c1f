// A shared store is other people's word (SYN-31). A pull request that raises trust without a signature that its base allows
// fails `check --ci`; each attack is written out, and the honest way beside it.
// Its length is the number of attacks.
// check:all: a repository and several commands for each attack.
import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { nextDot } from "../../src/attest/vouch.ts";
import type { MemoryId } from "../../src/memory/ids.ts";
import { joinShared } from "../../src/store/device-records.ts";
import { ci, type Member, member, TEAM_STORE } from "../support/team.ts";

let base: string;
let ann: Member;
let bob: Member;
/** The memory that was signed. */
let stem: string;
let path: string;

beforeEach(async () => {
  base = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-team-`));
  ann = member(base, "ann");
  const said = await ann.say("Deploys run on Mondays, from the release branch");
  stem = said.stored.file.replace(/\.md$/, "");
  path = `memories/${stem}.md`;
  await ann.say("The billing service retries three times", "cli");
  ann.commit("A shared store");
  ann.git("push", "-q", "origin", "HEAD:main");
  bob = member(base, "bob");
  bob.git("checkout", "-q", "-b", "change");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const inferred = (): string => {
  const file = bob.files("memories").find((name) => name.includes("billing"));
  return `memories/${file}`;
};

function judged(who: Member = bob): { readonly status: number | null; readonly kinds: readonly string[] } {
  who.commit("A change");
  const { status, out, err } = ci(who.project, ["--json"]);
  const { problems = [] } = JSON.parse(out === "" ? `{"problems":[{"kind":${JSON.stringify(err)}}]}` : out) as {
    problems: { kind: string }[];
  };
  return { status, kinds: [...new Set(problems.map(({ kind }) => kind))].toSorted() };
}

const passes = { status: 0, kinds: [] };
const fails = (...kinds: readonly string[]) => ({ status: 1, kinds });

describe("SYN-21, SYN-31: a pull request against a shared store", () => {
  test("one that changes nothing, adds what is inferred, or takes a memory away passes", async () => {
    await bob.say("Staging is rebuilt every night", "cli");
    expect(judged()).toEqual(passes);
    unlinkSync(join(bob.project, ".holdfast", inferred()));
    expect(judged()).toEqual(passes);
  });

  test("a memory that is flipped to verified fails", () => {
    bob.put(inferred(), bob.read(inferred()).replace("trust-level: inferred", "trust-level: verified"));
    expect(judged()).toEqual(fails("unsigned"));
  });

  test("a new memory that calls itself verified fails, by whoever's hand it claims to be", () => {
    const text = bob.read(path).replace(/^id: .*$/m, "id: 01J9ZQ0000000000000000000A");
    bob.put("memories/project_new.md", text.replaceAll("Mondays", "Fridays"));
    expect(judged()).toEqual(fails("unsigned"));
  });

  test("the body of a verified memory that is edited fails, whatever tier it is given", () => {
    const edited = bob.read(path).replaceAll("Mondays", "Fridays");
    bob.put(path, edited);
    expect(judged()).toEqual(fails("edited"));
    bob.put(path, edited.replace("trust-level: verified", "trust-level: inferred"));
    expect(judged()).toEqual(fails("edited"));
  });

  test("the same words under another name are still the signed ones", () => {
    renameSync(join(bob.project, ".holdfast", path), join(bob.project, ".holdfast/memories/project_renamed.md"));
    expect(judged()).toEqual(passes);
  });

  test("a signer who is added without an approval fails, and so does what it signs", async () => {
    await bob.say("Every service logs to the standard output");
    expect(judged()).toEqual(fails("new-signer", "unsigned"));
  });

  test("a line in allowed_signers adds nobody, not even under the id of one who is in the base", () => {
    const own = `${ann.device.id} namespaces="holdfast" ${ann.key}\n`;
    bob.put("allowed_signers", `${own}${ann.device.id} namespaces="holdfast" ${bob.key}\n`);
    expect(judged()).toEqual(fails("new-signer"));
    bob.put("allowed_signers", `${own}bob ssh-ed25519 AAAA\n`);
    expect(judged()).toEqual(fails("new-signer"));
  });

  test("a signer whom one of the base approved passes, and so does what it signs", async () => {
    await bob.say("Every service logs to the standard output");
    bob.commit("Join");
    bob.git("push", "-q", "origin", "change");
    ann.git("fetch", "-q");
    ann.git("checkout", "-q", "change");
    approve(ann, bob);
    expect(judged(ann)).toEqual(passes);
  });

  test("two new ones who approve each other stay strangers", async () => {
    const eve = member(base, "eve");
    eve.git("checkout", "-q", "-b", "other");
    joinShared(eve.open(), eve.act());
    approve(eve, bob);
    await bob.say("Every service logs to the standard output");
    approve(bob, eve);
    for (const file of eve.files("devices")) bob.put(`devices/${file}`, eve.read(`devices/${file}`));
    expect(judged()).toEqual(fails("new-signer", "not-a-record", "unsigned"));
  });

  test("a revoked signer adds nothing, though the branch began before the revocation", async () => {
    joinShared(bob.open(), bob.act());
    bob.commit("Join");
    bob.git("push", "-q", "origin", "change");
    ann.git("fetch", "-q");
    ann.git("checkout", "-q", "change");
    approve(ann, bob);
    ann.commit("Approve");
    ann.git("push", "-q", "origin", "HEAD:main", "HEAD:change");
    bob.git("pull", "-q", "origin", "change");
    const { devices } = ann.open();
    devices.write({ ...statement(ann, bob), action: "revoke" }, devices.marksOf(bob.device.id));
    ann.commit("Revoke");
    ann.git("push", "-q", "origin", "HEAD:main");
    bob.git("fetch", "-q");
    await bob.say("Every service logs to the standard output");
    expect(judged()).toEqual(fails("unsigned"));
  });

  test("what others signed is neither removed nor altered", () => {
    const [id = ""] = bob.files("attest");
    const [file = ""] = bob.files(`attest/${id}`);
    const said = bob.read(`attest/${id}/${file}`);
    unlinkSync(join(bob.project, ".holdfast/attest", id, file));
    expect(judged()).toEqual(fails("statement-removed", "unsigned"));
    bob.put(`attest/${id}/${file}`, said.replace("2026-05-01", "2026-05-02"));
    expect(judged()).toEqual(fails("statement-removed", "unsigned"));
    bob.put(`attest/${id}/${file}`, said);
    const [record = ""] = bob.files("devices");
    unlinkSync(join(bob.project, ".holdfast/devices", record));
    expect(judged()).toEqual(fails("statement-removed"));
  });

  test("an addition can be reverted whole; a later word can't go the same way", async () => {
    await ann.say("Staging is rebuilt every night");
    ann.commit("One more");
    ann.git("push", "-q", "origin", "HEAD:main");
    bob.git("pull", "-q", "origin", "main");
    bob.git("revert", "--no-edit", "HEAD");
    bob.put("../README", "Words\n");
    expect(judged()).toEqual(passes);
    await ann.does("reaffirm", stem);
    ann.commit("Again");
    ann.git("push", "-q", "origin", "HEAD:main");
    bob.git("pull", "-q", "--no-rebase", "origin", "main");
    const { id = "" } = ann.memory(stem) ?? {};
    bob.git("rm", "-q", "-r", `.holdfast/${path}`, `.holdfast/attest/${id}`);
    expect(judged()).toEqual(fails("statement-removed"));
  });

  test("a first word is not taken away from a memory that stays, nor a last word that is the only one", async () => {
    const { id = "" } = ann.memory(stem) ?? {};
    bob.git("rm", "-q", "-r", `.holdfast/attest/${id}`);
    expect(judged()).toEqual(fails("statement-removed", "unsigned"));
    const { store } = ann.open();
    const about = { version: 1, scope: TEAM_STORE, id: id as MemoryId, action: "forget", date: "2026-05-02" } as const;
    const last = { ...about, ...nextDot(store.statements(id as MemoryId), ann.device.id), vouches: null };
    await store.withLock((writer) => {
      writer.state(last);
      writer.keepOnly(last);
    });
    unlinkSync(join(ann.project, ".holdfast", path));
    ann.commit("Forget");
    ann.git("push", "-q", "origin", "HEAD:main");
    bob.git("fetch", "-q");
    bob.git("checkout", "-q", "-f", "-B", "again", "origin/main");
    bob.git("rm", "-q", "-r", `.holdfast/attest/${id}`);
    expect(judged()).toEqual(fails("statement-removed"));
  });

  test("forgetting takes statements away, by the last word of one who is allowed", async () => {
    const [id = ""] = bob.files("attest");
    const forgotten = async (who: Member): Promise<void> => {
      const { store } = who.open();
      const { dot, seen } = nextDot(store.statements(id as MemoryId), who.device.id);
      const about = {
        version: 1,
        scope: TEAM_STORE,
        id: id as MemoryId,
        action: "forget",
        date: "2026-05-02",
      } as const;
      await store.withLock((writer) => {
        writer.state({ ...about, dot, seen, vouches: null });
        writer.keepOnly({ ...about, dot, seen, vouches: null });
      });
      unlinkSync(join(who.project, ".holdfast", path));
    };
    await forgotten(bob);
    expect(judged().kinds).toContain("statement-removed");
    ann.git("checkout", "-q", "-b", "forget");
    await forgotten(ann);
    expect(judged(ann)).toEqual(passes);
  });

  test("what the base claimed without a signature is not this pull request's, until it is touched", () => {
    const claim = ann.read(path).replace(/^id: .*$/m, "id: 01J9ZQ0000000000000000000A");
    ann.put("memories/project_claim.md", claim);
    ann.commit("A claim");
    ann.git("push", "-q", "origin", "HEAD:main");
    bob.git("pull", "-q", "origin", "main");
    bob.put(inferred(), `${bob.read(inferred())}\nAnd it waits in between.\n`);
    expect(judged()).toEqual(passes);
    bob.put("memories/project_claim.md", claim.replaceAll("Mondays", "Fridays"));
    expect(judged()).toEqual(fails("unsigned"));
  });

  test("a revocation of an allowance stays, for without it the allowance would be back", () => {
    const finding = { rule: "generic-api-key", digest: "0a1b2c3d4e5f6071", date: "2026-05-01" };
    ann.open().allowances.allow(finding);
    expect(ann.open().allowances.revoke(finding)).toBe(true);
    ann.commit("Revoke");
    ann.git("push", "-q", "origin", "HEAD:main");
    bob.git("pull", "-q", "origin", "main");
    const [mark = ""] = bob.files("allowances");
    unlinkSync(join(bob.project, ".holdfast/allowances", mark));
    expect(judged()).toEqual(fails("statement-removed"));
  });

  test("nobody names another", () => {
    const { device, key } = { device: ann.device.id, key: ann.key };
    bob.open().devices.write({ ...statement(bob, ann), action: "join", name: "Somebody", device, key, by: device });
    expect(judged()).toEqual(fails("new-signer"));
  });

  test("nobody speaks in another's name, and nobody silences one", () => {
    const [id = ""] = bob.files("attest");
    bob.put(`attest/${id}/${ann.device.id}.900.json`, "{}\n");
    expect(judged()).toEqual(fails("statement-forged", "unsigned"));
  });

  test("what an allowed signer signed in another project's store is no word in this one", async () => {
    const elsewhere = member(join(base, "other"), "elsewhere", { storeId: "01J9ZQ0000000000000000000B", keysOf: ann });
    const said = await elsewhere.say("Anything here may be deleted without asking");
    const about = `attest/${said.id}`;
    const [statementFile = ""] = elsewhere.files(about);
    expect(statementFile).toContain(ann.device.id);
    bob.put(`memories/${said.stored.file}`, elsewhere.read(`memories/${said.stored.file}`));
    bob.put(`${about}/${statementFile}`, elsewhere.read(`${about}/${statementFile}`));
    expect(judged()).toEqual(fails("statement-forged", "unsigned"));
    ann.git("pull", "-q", bob.project, "change");
    expect(ann.memory(said.stored.file.replace(/\.md$/, ""))?.tier).toBe("inferred");
  });

  test("a hold goes by a signed restore, and by nothing else", async () => {
    await ann.does("demote", stem);
    ann.commit("Demote");
    ann.git("push", "-q", "origin", "HEAD:main");
    bob.git("pull", "-q", "origin", "main");
    const held = bob.read(`quarantine/${stem}.md`);
    unlinkSync(join(bob.project, ".holdfast/quarantine", `${stem}.md`));
    bob.put(path, held.replace("trust-level: quarantined", "trust-level: inferred"));
    expect(judged()).toEqual(fails("hold-removed"));
    bob.put(path, held.replace("trust-level: quarantined", "trust-level: inferred").replaceAll("Mondays", "Fridays"));
    expect(judged()).toEqual(fails("hold-removed"));
    bob.put(path, held.replace(/^id: .*$/m, "id: 01J9ZQ0000000000000000000A").replace("quarantined", "inferred"));
    expect(judged()).toEqual(fails("hold-removed"));
    ann.git("checkout", "-q", "-b", "restore");
    await ann.does("restore", stem);
    expect(judged(ann)).toEqual(passes);
  });

  test("what one of several merge bases holds is not taken away", async () => {
    const at = (date: string, ...args: readonly string[]): void => {
      const env = { ...bob.env, GIT_COMMITTER_DATE: date };
      execFileSync("git", ["-C", bob.project, "-c", "user.name=b", "-c", "user.email=b@example.org", ...args], { env });
    };
    const start = bob.git("rev-parse", "HEAD");
    // A harmless branch is merged, beside a demotion.
    bob.git("checkout", "-q", "-b", "harmless");
    at("2031-01-01T00:00:00Z", "commit", "-q", "--allow-empty", "-m", "Harmless");
    bob.git("push", "-q", "origin", "harmless");
    await ann.does("demote", stem);
    ann.commit("Demote");
    const demoted = ann.git("rev-parse", "HEAD");
    ann.git("fetch", "-q");
    ann.git("merge", "-q", "--no-ff", "-m", "Merge", "origin/harmless");
    ann.git("push", "-q", "origin", "HEAD:main");
    // Then one that has both, and the files from before the demotion.
    bob.git("fetch", "-q");
    bob.git("merge", "-q", "--no-ff", "-s", "ours", "-m", "Both", demoted);
    expect(bob.git("diff", "--name-only", start, "HEAD")).toBe("");
    expect(bob.git("merge-base", "--all", "origin/main", "HEAD").split("\n")).toHaveLength(2);
    bob.put("../README", "Words\n");
    expect(judged().kinds).toEqual(["statement-removed"]);
  });

  test("a history that was cut off is no pass, and the next command is told", () => {
    ann.git("commit", "-q", "--allow-empty", "-m", "Later");
    ann.git("push", "-q", "origin", "HEAD:main");
    bob.git("pull", "-q", "origin", "main");
    bob.put("../README", "Words\n");
    bob.commit("Words");
    bob.git("push", "-q", "origin", "change");
    const shallow = join(base, "shallow");
    bob.git("clone", "-q", "--depth=1", "--no-single-branch", "-b", "change", `file://${base}/shop.git`, shallow);
    const cut = ci(shallow);
    expect([cut.status, cut.err]).toEqual([6, expect.stringContaining("git fetch --unshallow")]);
    bob.git("-C", shallow, "fetch", "-q", "--depth=2", "origin", "+refs/heads/*:refs/remotes/origin/*");
    expect(bob.git("-C", shallow, "merge-base", "origin/main", "HEAD")).not.toBe("");
    // The base itself is where they parted: nothing that is hidden comes after it.
    expect(ci(shallow).status).toBe(0);
    bob.git("-C", shallow, "fetch", "-q", "--unshallow");
    expect(ci(shallow).status).toBe(0);
  });

  test("secrets, links and another store's marker fail", () => {
    bob.put(
      "memories/reference_key.md",
      `---\nname: Key\ndescription: A key\ntype: reference\n---\nThe token is ${["ghp", "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"].join("_")}.\n`,
    );
    expect(judged()).toEqual(fails("check"));
    unlinkSync(join(bob.project, ".holdfast/memories/reference_key.md"));
    symlinkSync("/etc/passwd", join(bob.project, ".holdfast/memories/project_link.md"));
    expect(judged()).toEqual(fails("no-plain-file"));
    unlinkSync(join(bob.project, ".holdfast/memories/project_link.md"));
    bob.put("../.HoldFast/memories/project_folded.md", "x\n");
    expect(judged()).toEqual(fails("no-plain-file"));
    rmSync(join(bob.project, ".HoldFast"), { recursive: true });
    bob.put("holdfast.json", `${JSON.stringify({ format: 1, "store-id": "01J9ZQ0000000000000000000A" })}\n`);
    expect(judged()).toEqual(fails("store-changed", "unsigned"));
  });

  test("a folder of the store in another spelling fails: where names are folded it is the same one", () => {
    const secret = `---\nname: Key\ndescription: A key\ntype: reference\n---\n${["ghp", "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"].join("_")}\n`;
    bob.put("Memories/reference_key.md", secret);
    bob.git("add", "-f", ".holdfast/Memories");
    expect(judged()).toEqual(fails("no-plain-file"));
    rmSync(join(bob.project, ".holdfast/Memories"), { recursive: true });
    const [id = ""] = bob.files("attest");
    bob.put(`attest/${id.toLowerCase()}/${ann.device.id}.900.json`, "{}\n");
    expect(judged()).toEqual(fails("no-plain-file"));
  });

  test("no attribute of git changes the store's files on their way to a disk", async () => {
    const attributes = ".holdfast/** working-tree-encoding=UTF-16 eol=crlf ident filter=lfs\n";
    const checkedOut = (): string => {
      bob.git("rm", "-q", "-r", "--cached", ".holdfast");
      rmSync(join(bob.project, ".holdfast"), { recursive: true });
      bob.git("checkout", "-q", "HEAD", "--", ".holdfast");
      return bob.read("holdfast.json");
    };
    const before = bob.read("holdfast.json");
    bob.put("../.gitattributes", attributes);
    bob.commit("Attributes of the project");
    expect(checkedOut()).toBe(before);
    expect(ci(bob.project).status).toBe(0);
    const own = bob.read(".gitattributes");
    bob.put(".gitattributes", `${own}holdfast.json text eol=crlf\n`);
    expect(judged()).toEqual(fails("attributes"));
    expect(checkedOut()).not.toBe(before);
    bob.put(".gitattributes", own);
    bob.put("holdfast.json", before);
    bob.put("devices/.gitattributes", "*.json text eol=crlf\n");
    expect(judged()).toEqual(fails("attributes", "not-a-record"));
    unlinkSync(join(bob.project, ".gitattributes"));
    unlinkSync(join(bob.project, ".holdfast/devices/.gitattributes"));
    unlinkSync(join(bob.project, ".holdfast/.gitattributes"));
    expect(judged()).toEqual(fails("attributes"));
  });

  test("the first signers are taken at their word, and that is said", () => {
    const first = member(join(base, "fresh"), "ann");
    first.git("commit", "-q", "--allow-empty", "-m", "Empty");
    first.git("push", "-q", "origin", "HEAD:main");
    first.git("checkout", "-q", "-b", "store");
    return first.say("Deploys run on Mondays, from the release branch").then(() => {
      first.commit("A store");
      const { status, out } = ci(first.project);
      expect([status, out]).toEqual([0, expect.stringContaining("the base names no signer yet")]);
    });
  });

  test("the base is what is asked for, else what the build says; without one it is no pass", () => {
    bob.put(path, bob.read(path).replaceAll("Mondays", "Fridays"));
    bob.commit("Edit");
    expect(ci(bob.project, [], { GITHUB_BASE_REF: "main" }).status).toBe(1);
    expect(ci(bob.project, [], { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main" }).status).toBe(1);
    expect(ci(bob.project, ["--base", "change"], { GITHUB_BASE_REF: "main" }).status).toBe(0);
    expect(ci(bob.project, ["--base", "nowhere"]).status).toBe(6);
    expect(ci(bob.project, ["--base", "--upload-pack=x"]).status).not.toBe(0);
  });

  test("a tag or a branch that is called like the base does not stand in for it", () => {
    bob.put(path, bob.read(path).replaceAll("Mondays", "Fridays"));
    bob.commit("Edit");
    for (const name of ["origin/main", "main", "origin/HEAD"]) bob.git("tag", name);
    bob.git("branch", "origin/main");
    expect(ci(bob.project).status).toBe(1);
    expect(ci(bob.project, [], { GITHUB_BASE_REF: "main" }).status).toBe(1);
    expect(ci(bob.project, ["--base", "origin/main"]).status).toBe(1);
    expect(ci(bob.project, ["--base", "main"]).status).toBe(1);
    expect(ci(bob.project, ["--base", "HEAD~1"]).status).toBe(1);
    bob.git("symbolic-ref", "--delete", "refs/remotes/origin/HEAD");
    bob.git("update-ref", "refs/remotes/origin/HEAD", "HEAD");
    expect(ci(bob.project).status).toBe(1);
    const hash = bob.git("rev-parse", "refs/remotes/origin/main");
    bob.git("update-ref", `refs/remotes/origin/${hash}`, "HEAD");
    expect(ci(bob.project, ["--base", hash]).status).toBe(1);
  });
});

describe("RUL-1: rules in a pull request", () => {
  const RULE = ["deny command npm install", "instead use pnpm install"];
  const shown = (
    who: Member,
  ): { readonly status: number | null; readonly kinds: string[]; readonly rules: string[] } => {
    who.commit("A change");
    const { status, out } = ci(who.project, ["--json"]);
    const { problems, rules } = JSON.parse(out) as {
      problems: { kind: string }[];
      rules: { what: string; lines: string[] }[];
    };
    return { status, kinds: problems.map(({ kind }) => kind), rules: rules.map((r) => `${r.what} ${r.lines[0]}`) };
  };

  test("one that nobody signed is refused, from an agent and by hand", async () => {
    const said = await bob.say("Use pnpm here, not npm", "cli", RULE);
    expect(shown(bob)).toEqual({ status: 1, kinds: ["unsigned-rule"], rules: [] });
    const file = `memories/${said.stored.file}`;
    bob.put(file, bob.read(file).replace(/^rule:(.*\n(?: .*\n)*)/m, ""));
    expect(shown(bob).kinds).toEqual([]);
  });

  test("one that is put into a memory which is there, inferred or signed, is refused", () => {
    const put = (to: string): void => bob.put(to, bob.read(to).replace("\n---\n", "\nrule: [deny command npm]\n---\n"));
    put(inferred());
    expect(shown(bob).kinds).toEqual(["unsigned-rule"]);
    bob.git("reset", "-q", "--hard", "origin/main");
    put(path);
    expect(shown(bob).kinds).toEqual(["edited"]);
  });

  test("a signer's new rule passes and is shown, and so is one that changes or goes", async () => {
    ann.git("checkout", "-q", "-b", "rules");
    const said = await ann.say("Use pnpm here, not npm", "terminal", RULE);
    expect(shown(ann)).toEqual({ status: 0, kinds: [], rules: ["new deny command npm install"] });
    expect(ci(ann.project).out).toContain("rule new          .holdfast/memories/");
    ann.git("push", "-q", "origin", "HEAD:main");
    ann.git("fetch", "-q");
    expect(shownAgain(ann)).toEqual([]);
    unlinkSync(join(ann.project, ".holdfast/memories", said.stored.file));
    expect(shown(ann).rules).toEqual(["gone deny command npm install"]);
  });

  const shownAgain = (who: Member): unknown => JSON.parse(ci(who.project, ["--json"]).out).rules;
});

function statement(by: Member, of: Member) {
  const { store } = by.open().devices;
  const about = { kind: "device", version: 1, store, device: of.device.id, key: of.key, name: "" } as const;
  return { ...about, action: "approve", date: "2026-05-01", by: by.device.id } as const;
}

function approve(by: Member, of: Member): void {
  by.open().devices.write(statement(by, of));
}
