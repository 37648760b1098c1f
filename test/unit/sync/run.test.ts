// The run of sync on real git: two machines, one bare remote (SYN-10, SYN-11, SYN-13, SYN-14, SYN-16).
// Its length is one pair of machines, set up once above, that every case needs.
import { chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Memory } from "../../../src/store/catalogue.ts";
import { planEdit } from "../../../src/store/confirm.ts";
import { planTierChange, type TierVerb } from "../../../src/store/plan-transition.ts";
import { planArchive } from "../../../src/store/retire.ts";
import { apply, named, only, remember } from "../../support/sync-acts.ts";
import { type Machine, treeOf, twoMachines } from "../../support/sync-machines.ts";

let base: string;
let a: Machine;
let b: Machine;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-sync-")));
  [a, b] = twoMachines(base) as [Machine, Machine];
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const tier = (on: Machine, verb: TierVerb, day?: string): Promise<void> =>
  apply(on, planTierChange(only(on), { verb }, on.act("terminal", day)), day);
const edit = (on: Machine, from: string, to: string, day?: string): Promise<void> => {
  const memory = only(on);
  const text = on.read(`${memory.stored.place}/${memory.stored.file}`).replace(from, to);
  return apply(on, planEdit(on.open(), memory, text, on.act("terminal", day)), day);
};

async function settle(): Promise<void> {
  for (const each of [a, b, a, b]) expect(await each.sync()).toMatchObject({ kind: "synced" });
  expect(treeOf(a)).toBe(treeOf(b));
  for (const each of [a, b]) expect(each.git("status", "--porcelain")).toBe("");
}

describe("SYN-10: the run", () => {
  test("what one machine adds the other has, and both are clean", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    expect(await a.sync()).toMatchObject({ kind: "synced", outcome: "pushed" });
    expect(await b.sync()).toMatchObject({ kind: "synced" });
    expect(only(b)).toMatchObject({ tier: "verified", stored: { file: "reference_deploys.md" } });
    await settle();
    expect(await a.sync()).toMatchObject({ outcome: "equal", came: [], held: [], refused: [] });
  });

  test("SYN-13: nothing local and nothing derived is committed", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    writeFileSync(join(a.root, "memories", "notes.txt"), "mine alone");
    await a.sync();
    const paths = a.git("ls-tree", "-r", "--name-only", "HEAD").split("\n");
    const kinds = new Set(paths.map((path) => path.split("/")[0]));
    expect([...kinds].toSorted()).toEqual(
      [".gitattributes", ".gitignore", "allowed_signers", "attest", "holdfast.json", "ledger", "memories"].toSorted(),
    );
    expect(paths).not.toContain("memories/notes.txt");
  });

  test("SYN-29: an agent starts no sync", async () => {
    expect(await a.sync("both", undefined, "cli")).toMatchObject({ kind: "refusal", code: "needs-person" });
  });

  test("a dry run tells what would come and go, and moves nothing", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await a.sync();
    await remember(b, "Use pnpm, not npm", "Packages");
    const outcome = await b.sync("dry-run");
    expect(outcome).toMatchObject({ kind: "synced", outcome: "looked" });
    expect(outcome.kind === "synced" && outcome.came).toContain("memories/reference_deploys.md");
    expect(outcome.kind === "synced" && outcome.went).toBeGreaterThan(0);
    expect(b.files("memories")).toEqual(["feedback_packages.md"]);
    expect(only(b).document.fields.has("sync")).toBe(false);
  });

  test("SYN-16: two stores that were made apart join", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await remember(b, "Use pnpm, not npm", "Packages");
    await settle();
    expect(a.files("memories")).toEqual(["feedback_packages.md", "reference_deploys.md"]);
  });

  test("SYN-10: both at the same moment: whoever is second joins and pushes again", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    await remember(a, "Use pnpm, not npm", "Packages");
    await remember(b, "The cache lives for an hour", "Cache");
    const both = await Promise.all([a.sync(), b.sync()]);
    expect(both).toMatchObject([{ kind: "synced" }, { kind: "synced" }]);
    await settle();
    expect(a.files("memories")).toHaveLength(3);
  });

  test("SYN-21: what a device confirmed that this one does not know is unattested here, never locked out", async () => {
    const apart = join(base, "apart");
    mkdirSync(apart);
    const [one, other] = twoMachines(apart, false) as [Machine, Machine];
    await remember(one, "Deploys run on Mondays", "Deploys");
    await one.sync();
    await other.sync();
    expect(only(other).tier).toBe("unattested");
    await tier(other, "reaffirm", "2026-05-02");
    expect(only(other).tier).toBe("verified");
    await other.sync();
    await one.sync();
    expect(treeOf(one)).toBe(treeOf(other));
  });

  test("two memories of one name both live", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await remember(b, "Deploys need a ticket", "Deploys");
    await settle();
    expect(a.files("memories")).toHaveLength(2);
  });

  test("SYN-3: two edits at once: the later word stands, the other proposes", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    await edit(a, "Mondays", "Tuesdays", "2026-05-01");
    await edit(b, "Mondays", "Fridays", "2026-05-02");
    await settle();
    expect(a.read("memories/reference_deploys.md")).toContain("Fridays");
    expect(named(a, "reference_deploys.md")?.tier).toBe("verified");
    const [sibling] = a.files("memories").filter((file) => file.includes("__"));
    expect(a.read(`memories/${sibling}`)).toContain("Tuesdays");
    expect(named(a, sibling ?? "")?.tier).toBe("inferred");
  });

  test("SYN-2: a demotion that no restore saw holds, on both", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    await tier(a, "reaffirm", "2026-05-02");
    await tier(b, "demote", "2026-05-01");
    await settle();
    expect(only(a).tier).toBe("quarantined");
    await tier(b, "restore", "2026-05-03");
    await settle();
    expect(only(a).tier).toBe("verified");
  });

  test("SYN-4: a hand edit is adopted, unattested, and loses to what a person confirmed", async () => {
    await remember(a, "The tests run before a release", "Tests");
    await settle();
    a.put("memories/reference_tests.md", a.read("memories/reference_tests.md").replace("run before", "wait after"));
    await tier(b, "reaffirm", "2026-05-02");
    await settle();
    expect(b.read("memories/reference_tests.md")).toContain("run before");
    // The hand edit, and what it was made over: on that machine these were the words that somebody signed.
    expect(b.files("memories").filter((file) => file.includes("__"))).toHaveLength(2);
  });
});

describe("SYN-11: nothing stops a sync", () => {
  test("a file that was broken by hand and changed elsewhere is kept aside, and the sync goes on", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    await edit(b, "Mondays", "Fridays", "2026-05-02");
    await b.sync();
    a.put("memories/reference_deploys.md", "<<<<<<< HEAD\nmy words\n");
    const outcome = await a.sync();
    expect(outcome).toMatchObject({ kind: "synced" });
    expect(outcome.kind === "synced" && outcome.notes.join()).toContain("your bytes are kept");
    expect(a.read("memories/reference_deploys.md")).toContain("Fridays");
    await settle();
  });

  test("a demoted file that was emptied by hand costs no hold: what another machine brings back is held", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    await tier(a, "demote");
    a.put("quarantine/reference_deploys.md", "");
    await edit(b, "Mondays", "Fridays", "2026-05-02");
    await b.sync();
    const outcome = await a.sync();
    expect(outcome.kind === "synced" && outcome.notes.join()).toContain("reference_deploys.md.damaged-");
    await b.sync();
    expect(only(b)).toMatchObject({ tier: "quarantined", stored: { place: "quarantine" } });
    expect(a.files("memories")).toEqual([]);
  });

  test.each(["link", "folder"])("a %s where the other machine has a memory stops nothing", async (kind) => {
    mkdirSync(join(a.root, "memories"), { recursive: true });
    const path = join(a.root, "memories", "reference_deploys.md");
    if (kind === "link") symlinkSync("/etc/hostname", path);
    else mkdirSync(path);
    await remember(b, "Deploys run on Mondays", "Deploys");
    await b.sync();
    expect(await a.sync()).toMatchObject({ kind: "synced" });
    expect(named(a, "reference_deploys.md")?.tier).toBe("verified");
  });

  test.each(["link", "folder"])("a %s in the place of a memory is told, and is no deletion of it", async (kind) => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    const path = join(a.root, "memories", "reference_deploys.md");
    rmSync(path);
    if (kind === "link") symlinkSync("/etc/hostname", path);
    else mkdirSync(path);
    expect(await a.sync()).toMatchObject({ kind: "synced", refused: [{ path: "memories/reference_deploys.md" }] });
    await edit(b, "Mondays", "Fridays", "2026-05-02");
    await b.sync();
    expect(await a.sync()).toMatchObject({ kind: "synced" });
    expect(a.read("memories/reference_deploys.md")).toContain("Fridays");
    expect(treeOf(a)).toBe(treeOf(b));
  });

  test("SYN-16: a machine that was set back to a backup and the others come to an end", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    const home = join(a.root, "..");
    cpSync(home, join(base, "backup"), { recursive: true });
    await remember(a, "The cache lives for an hour", "Cache");
    await settle();
    rmSync(home, { recursive: true });
    cpSync(join(base, "backup"), home, { recursive: true });
    await remember(a, "Use pnpm, not npm", "Packages");
    await settle();
    expect(await a.sync()).toMatchObject({ outcome: "equal" });
    expect(await b.sync()).toMatchObject({ outcome: "equal" });
    expect(b.files("memories")).toHaveLength(3);
  });

  test("a broken file in quarantine costs no memory of the same name that another machine made", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await tier(a, "demote");
    a.put("quarantine/reference_deploys.md", "no memory");
    await remember(b, "Deploys need a ticket", "Deploys");
    for (const each of [a, b, a, a, b]) expect(await each.sync()).toMatchObject({ kind: "synced" });
    for (const each of [a, b]) expect(named(each, "reference_deploys.md")?.tier).toBe("verified");
  });

  test("SYN-11: a marker of the remote that opens no store is not taken", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    const marker = a.read("holdfast.json");
    b.put("holdfast.json", "");
    b.git("commit", "-q", "-a", "-m", "x");
    b.git("push", "-q", "origin", "HEAD:main");
    b.put("holdfast.json", marker);
    await settle();
    expect(a.read("holdfast.json")).toBe(marker);
  });

  test("SYN-11: what a merge of git left in a memory is held", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    const text = a.read("memories/reference_deploys.md");
    a.put("memories/reference_deploys.md", `${text}<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> x\n`);
    expect(await a.sync()).toMatchObject({ held: [{ check: "structure", rule: "conflict-markers" }] });
    await settle();
    expect(b.files("memories")).toEqual([]);
  });

  test("a proposal that was archived does not come back with the next change", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    await edit(a, "Mondays", "Tuesdays", "2026-05-01");
    await edit(b, "Mondays", "Fridays", "2026-05-02");
    await settle();
    const file = a.files("memories").find((each) => each.includes("__")) ?? "";
    await apply(a, planTierChange(named(a, file) as Memory, { verb: "demote" }, a.act()));
    await apply(a, planArchive(named(a, file) as Memory, a.act()));
    await settle();
    await apply(a, planTierChange(named(a, "reference_deploys.md") as Memory, { verb: "demote" }, a.act()));
    await settle();
    expect([...a.files("memories"), ...a.files("quarantine")]).toEqual(["reference_deploys.md"]);
  });
});

describe("SYN-11: everything pulled is hostile until checked", () => {
  /** Somebody who can push and has no Holdfast. */
  function pushed(change: (root: string) => void): void {
    const root = join(base, "other");
    a.git("clone", "-q", join(base, "remote.git"), root);
    change(root);
    const run = (...args: readonly string[]): string => a.git("-C", root, ...args);
    run("add", "-A", "-f");
    run("commit", "-q", "-m", "x");
    run("push", "-q", "origin", "HEAD:main");
    rmSync(root, { recursive: true });
  }
  const memory = (name: string, body: string, more = ""): string =>
    `---\nname: ${name}\ndescription: Something to know\ntype: reference\n${more}---\n${body}\n`;

  test("links, programs and files that no store has are left out; the rest comes", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    pushed((root) => {
      symlinkSync("/etc/passwd", join(root, "memories", "reference_link.md"));
      writeFileSync(join(root, "memories", "reference_run.md"), memory("Run", "A body that is long enough."));
      chmodSync(join(root, "memories", "reference_run.md"), 0o755);
      writeFileSync(join(root, "evil.sh"), "echo");
      writeFileSync(join(root, ".gitattributes"), "* filter=x\n");
      writeFileSync(join(root, "memories", "reference_broken.md"), "<<<<<<< HEAD\nno frontmatter\n");
      writeFileSync(join(root, "memories", "reference_good.md"), memory("Good", "A body that is long enough."));
    });
    const outcome = await a.sync();
    expect(outcome).toMatchObject({ kind: "synced" });
    const refused = outcome.kind === "synced" ? outcome.refused.map(({ path }) => path).toSorted() : [];
    expect(refused).toEqual([
      "evil.sh",
      "memories/reference_broken.md",
      "memories/reference_link.md",
      "memories/reference_run.md",
    ]);
    expect(a.files("memories")).toEqual(["reference_deploys.md", "reference_good.md"]);
    expect(a.read(".gitattributes")).toBe("* -text !filter !ident !working-tree-encoding\n");
    await settle();
  });

  test("a remote can't raise trust: a file that calls itself verified counts as unattested", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    pushed((root) => {
      const text = memory(
        "Trust me",
        "A body that is long enough.",
        "trust-level: verified\nlast-verified: 2026-05-01\n",
      );
      writeFileSync(join(root, "memories", "reference_trust.md"), text);
    });
    await settle();
    expect(named(a, "reference_trust.md")?.tier).toBe("unattested");
  });

  test("hidden characters become one hold, whoever finds it", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    pushed((root) =>
      writeFileSync(
        join(root, "memories", "reference_odd.md"),
        memory("Odd", "A body\u{e0041}\u{e0042} that is long enough."),
      ),
    );
    expect(await a.sync()).toMatchObject({ held: [{ file: "reference_odd.md", check: "hidden-text" }] });
    await b.sync();
    await settle();
    expect(a.files("quarantine")).toEqual(["reference_odd.md"]);
    expect(a.read("quarantine/reference_odd.md").match(/check-failed\|/g)).toHaveLength(1);
  });

  test("a hold that a pull made has one line in the ledger of the machine that made it, and none elsewhere", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    pushed((root) => {
      const odd = memory("Odd", "A body\u{e0041}\u{e0042} that is long enough.");
      writeFileSync(join(root, "memories", "reference_odd.md"), odd);
    });
    await settle();
    await settle();
    const { id } = named(b, "reference_odd.md") as Memory;
    const lines = (device: string): readonly string[] =>
      b
        .read(`ledger/${device}.jsonl`)
        .split("\n")
        .filter((line) => line.includes(String(id)));
    expect(lines(a.device.id)).toHaveLength(1);
    expect(JSON.parse(lines(a.device.id)[0] ?? "")).toMatchObject({
      actor: "check",
      action: "demote",
      from: "inferred",
    });
    expect(() => lines(b.device.id)).toThrow("ENOENT");
    expect(
      a
        .open()
        .ledger.files()
        .map(({ content }) => content instanceof Uint8Array),
    ).toEqual([true]);
  });

  test("the same in a join: what was verified here and is held now is told so", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await settle();
    await remember(a, "Use pnpm, not npm", "Packages");
    pushed((root) => {
      const at = join(root, "memories", "reference_deploys.md");
      const text = a.read("memories/reference_deploys.md").replace("Mondays", "Mon\u{e0041}\u{e0042}days");
      writeFileSync(at, text);
    });
    expect(await a.sync()).toMatchObject({ outcome: "joined", held: [{ check: "hidden-text" }] });
    await settle();
    const { id } = named(a, "reference_deploys.md") as Memory;
    const last = a.open().ledger.last();
    expect(last).toMatchObject({ action: "demote", id, from: "verified", to: "quarantined", reason: "check-failed" });
  });

  test("a hold that the remote took away without a restore stands again", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await tier(a, "demote");
    await settle();
    pushed((root) => {
      const from = join(root, "quarantine", "reference_deploys.md");
      const text = a
        .read("quarantine/reference_deploys.md")
        .replace(/^(holds|quarantine).*\n/gm, "")
        .replace(/^trust-level: .*$/m, "trust-level: inferred");
      mkdirSync(join(root, "memories"));
      writeFileSync(join(root, "memories", "reference_deploys.md"), text);
      rmSync(from);
    });
    await settle();
    expect(a.files("quarantine")).toEqual(["reference_deploys.md"]);
    expect(only(b).tier).toBe("quarantined");
  });

  test("SYN-14: of two files with one id the second is not committed unchecked; it is told", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    const secret = `ghp_${"aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"}`;
    const text = `${a.read("memories/reference_deploys.md")}The token is ${secret}.\n`;
    for (const name of ["copy", "deploys"]) a.put(`memories/reference_${name}.md`, text);
    const outcome = await a.sync();
    expect(outcome).toMatchObject({ kind: "synced", held: [{ check: "secrets" }] });
    expect(outcome.kind === "synced" && outcome.refused.map(({ why }) => why)).toEqual([
      expect.stringMatching(/^it has the id of reference_copy\.md; .* kept as \//),
    ]);
    await settle();
    expect(a.git("log", "--all", "-p")).not.toContain(secret);
    expect([...a.files("memories")]).toEqual([]);
  });

  test("SYN-14: a secret that was typed into a file is masked on disk and never committed", async () => {
    const secret = `ghp_${"aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"}`;
    a.put("memories/reference_key.md", memory("Key", `The token is ${secret} and must not leave.`));
    const outcome = await a.sync();
    expect(outcome).toMatchObject({ kind: "synced", held: [{ file: "reference_key.md", check: "secrets" }] });
    expect(a.read("quarantine/reference_key.md")).toContain("<redacted");
    expect(a.git("log", "--all", "-p")).not.toContain(secret);
    expect(a.git("status", "--porcelain")).toBe("");
  });
});
