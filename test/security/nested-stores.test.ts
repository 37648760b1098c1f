// Stores of folders inside a repository (SYN-32): they count where one stands in the folder, with those around them, whose
// signers and revocations hold in them; a pull request is judged by all of them.
// check:all: a repository and several commands for each case.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hereFrom } from "../../src/compose/here.ts";
import { storesAt } from "../../src/compose/stores.ts";
import { readCatalogue, stemOf } from "../../src/store/catalogue.ts";
import { joinShared, say } from "../../src/store/device-records.ts";
import { initStore } from "../../src/store/io/open-store.ts";
import { CLI, ci, type Member, member } from "../support/team.ts";

const INNER = "01JCQ0Z8M4X5T6V7W8Y9ZABCDH";
const WEB = "01JCQ0Z8M4X5T6V7W8Y9ZABCDJ";

let base: string;
let ann: Member;
let bob: Member;
let stem: string;

beforeEach(async () => {
  base = realpathSync(mkdtempSync(`${tmpdir()}/holdfast-nested-`));
  ann = member(base, "ann");
  initStore(join(ann.home, ".holdfast"), { scope: "personal", storeId: "01JCQ0Z8M4X5T6V7W8Y9ZABCDG" });
  await ann.say("Deploys run on Mondays, from the release branch");
  stem = stemOf(await ann.in("packages/api", INNER).say("The api answers in at most two seconds"));
  await ann.in("packages/web", WEB).say("The web bundle stays below one megabyte");
  ann.commit("Shared stores");
  ann.git("push", "-q", "origin", "HEAD:main");
  bob = member(base, "bob");
  bob.git("checkout", "-q", "-b", "change");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

interface Found {
  readonly kind: string;
  readonly path: string;
  readonly next: string;
}

function judged(who: Member = bob): { readonly status: number | null; readonly problems: readonly Found[] } {
  who.git("add", "-A");
  who.git("commit", "-q", "--allow-empty", "-m", "A change");
  const { status, out, err } = ci(who.project, ["--json", "--base", "origin/main"]);
  expect(err).toBe("");
  return { status, problems: (JSON.parse(out) as { problems: readonly Found[] }).problems };
}

const kinds = (who?: Member): readonly string[] =>
  [...new Set(judged(who).problems.map(({ kind }) => kind))].toSorted();

function listed(folder: string, who: Member = ann): readonly string[] {
  const args = [CLI, "list", "--json"];
  const done = spawnSync(process.execPath, args, { cwd: join(who.project, folder), encoding: "utf8", env: who.env });
  expect(done.stderr).toBe("");
  const { memories } = JSON.parse(done.stdout) as { memories: readonly { stem: string }[] };
  return memories.map((each) => each.stem.split("_").slice(1, 3).join(" "));
}

function storesOf(who: Member, folder: string) {
  const env = {
    HOLDFAST_HOME: join(who.home, ".holdfast"),
    XDG_CONFIG_HOME: join(who.home, ".config"),
    XDG_STATE_HOME: join(who.home, ".local/state"),
    XDG_DATA_HOME: join(who.home, ".local/share"),
    XDG_CACHE_HOME: join(who.home, ".cache"),
  };
  const here = hereFrom({ env, cwd: join(who.project, folder) });
  return storesAt(here, "writer", () => new Date()).shared;
}

describe("SYN-32: which stores count where one stands", () => {
  test("those of the folder and around it, the nearest first; no other folder's", () => {
    mkdirSync(join(ann.project, "packages/api/src/deep"), { recursive: true });
    expect(listed("").toSorted()).toEqual(["deploys run"]);
    expect(listed("packages").toSorted()).toEqual(["deploys run"]);
    for (const folder of ["packages/api", "packages/api/src/deep"])
      expect(listed(folder).toSorted()).toEqual(["deploys run", "the api"]);
    expect(listed("packages/web").toSorted()).toEqual(["deploys run", "the web"]);
    const roots = storesOf(ann, "packages/api").map(({ store }) => store.info.root.slice(ann.project.length));
    expect(roots).toEqual(["/packages/api/.holdfast", "/.holdfast"]);
    expect(storesOf(ann, "packages/api/.holdfast/memories").map(({ store }) => store.info.storeId)).toEqual(
      storesOf(ann, "packages/api").map(({ store }) => store.info.storeId),
    );
  });

  test("search finds what counts there", () => {
    const found = (folder: string): string =>
      spawnSync(process.execPath, [CLI, "search", "--json", "api two seconds"], {
        cwd: join(ann.project, folder),
        encoding: "utf8",
        env: ann.env,
      }).stdout;
    expect(found("packages/api")).toContain("the_api_answers");
    expect(found("packages/web")).not.toContain("the_api_answers");
  });

  test("add --shared goes to the nearest, and init --shared FOLDER makes one", () => {
    const run = (folder: string, ...args: readonly string[]) =>
      spawnSync(process.execPath, [CLI, ...args], { cwd: join(ann.project, folder), encoding: "utf8", env: ann.env });
    const added = run("packages/api/", "add", "--shared", "Pages of the api hold fifty rows", "--json");
    expect([added.status, added.stderr]).toEqual([0, ""]);
    expect(ann.in("packages/api", INNER).files("memories").join(" ")).toContain("fifty_rows");
    expect(ann.files("memories").join(" ")).not.toContain("fifty_rows");
    mkdirSync(join(ann.project, "packages/cli"));
    expect(run("", "init", "--shared", "packages/cli").status).toBe(0);
    expect(storesOf(ann, "packages/cli")).toHaveLength(2);
    const outside = run("", "init", "--shared", "..");
    expect(outside.status).toBe(64);
    expect(run("packages/cli", "init", "--shared").stdout + run("packages/cli", "init", "--shared").stderr).toContain(
      `${ann.project}/.holdfast`,
    );
  });

  test("a copy of the store around it counts for nothing, nor does anything inside one that is out of order", () => {
    cpSync(join(ann.project, ".holdfast"), join(ann.project, "packages/copy/.holdfast"), { recursive: true });
    expect(storesOf(ann, "packages/copy").map(({ store }) => store.info.root)).toEqual([`${ann.project}/.holdfast`]);
    writeFileSync(join(ann.project, ".holdfast/holdfast.json"), "{");
    expect(storesOf(ann, "packages/api")).toEqual([]);
  });
});

describe("SYN-32: whose word counts in an inner store", () => {
  const verified = (who: Member, folder: string): readonly string[] =>
    storesOf(who, folder).flatMap(({ store }) =>
      readCatalogue(store)
        .memories.filter(({ tier }) => tier === "verified")
        .map((memory) => stemOf(memory).split("_").slice(1, 3).join(" ")),
    );

  test("who is trusted in the outer one counts in it; who is trusted in it counts nowhere else", () => {
    const trusted = { device: ann.device.id, key: ann.key, name: "", at: "2026-05-01T10:00:00Z" };
    expect(verified(bob, "packages/api")).toEqual([]);
    bob.in("packages/api", INNER).open().devices.trust(trusted);
    expect(verified(bob, "packages/api")).toEqual(["the api"]);
    bob.open().devices.trust(trusted);
    expect(verified(bob, "packages/web")).toEqual(["the web", "deploys run"]);
  });

  test("who is revoked in the outer one is revoked in it: what was there stays, what comes later does not", async () => {
    const eve = member(base, "eve");
    const here = { device: eve.device.id, key: eve.key };
    const outer = storesOf(ann, "")[0];
    if (outer === undefined) throw new Error("there is no store");
    say(outer.devices, "approve", here, "", ann.act());
    ann.commit("Approve");
    ann.git("push", "-q", "origin", "HEAD:main");
    eve.git("pull", "-q", "origin", "main");
    await eve.in("packages/api", INNER).say("The api logs to the standard output");
    eve.commit("Said");
    eve.git("push", "-q", "origin", "HEAD:main");
    ann.git("pull", "-q", "origin", "main");
    expect(verified(ann, "packages/api")).toContain("the api");
    const again = storesOf(ann, "")[0];
    if (again === undefined) throw new Error("there is no store");
    say(again.devices, "revoke", here, "", ann.act());
    ann.commit("Revoke");
    ann.git("push", "-q", "origin", "HEAD:main");
    expect(ann.in("packages/api", INNER).memory("reference_the_api_logs_to_the")?.tier).toBe("verified");
    eve.git("pull", "-q", "origin", "main");
    eve.git("checkout", "-q", "-b", "late");
    await eve.in("packages/api", INNER).say("The api may be stopped at any time");
    expect(kinds(eve)).toContain("unsigned");
    ann.git("pull", "-q", eve.project, "late");
    expect(ann.in("packages/api", INNER).memory("reference_the_api_may_be_stopped_at")?.tier).toBe("inferred");
  });
});

describe("SYN-32: check --ci judges every store of the repository", () => {
  test("a signed text of a package that is changed fails, and the path and the next step name it", () => {
    expect(judged()).toMatchObject({ status: 0, problems: [] });
    const api = bob.in("packages/api", INNER);
    api.put(`memories/${stem}.md`, api.read(`memories/${stem}.md`).replaceAll("two seconds", "two hours"));
    expect(judged()).toMatchObject({
      status: 1,
      problems: [
        {
          kind: "edited",
          path: `packages/api/.holdfast/memories/${stem}.md`,
          next: "holdfast review --pr origin/main..",
        },
      ],
    });
  });

  test("a stranger's new store, and a stranger's word in one, fail; a signer's of the outer one pass", async () => {
    await ann.in("packages/cli", "01JCQ0Z8M4X5T6V7W8Y9ZABCDK").say("The cli exits with zero when done");
    ann.git("checkout", "-q", "-b", "cli");
    expect(judged(ann)).toMatchObject({ status: 0, problems: [] });
    await bob.in("packages/cli", "01JCQ0Z8M4X5T6V7W8Y9ZABCDK").say("The cli exits with zero when done");
    expect(kinds()).toEqual(["new-signer", "unsigned"]);
  });

  test("a copy under another folder fails: what was said against it there would not count here", () => {
    cpSync(join(bob.project, "packages/api/.holdfast"), join(bob.project, "packages/old/.holdfast"), {
      recursive: true,
    });
    expect(kinds()).toContain("store-changed");
  });

  test("a folder in another spelling fails: where names are folded it is the same one", () => {
    const folder = join(bob.project, "Packages/api/.holdfast/memories");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "project_x.md"), "---\nname: X\ndescription: X\ntype: project\n---\nX.\n");
    expect(kinds()).toContain("no-plain-file");
    rmSync(join(bob.project, "Packages"), { recursive: true });
    mkdirSync(join(bob.project, "packages/api/.Holdfast"), { recursive: true });
    writeFileSync(join(bob.project, "packages/api/.Holdfast/x"), "x");
    expect(kinds()).toContain("no-plain-file");
  });

  test("a package that goes takes its store along; one whose marker alone goes fails", () => {
    rmSync(join(bob.project, "packages/web"), { recursive: true });
    expect(judged()).toMatchObject({ status: 0, problems: [] });
    rmSync(join(bob.project, "packages/api/.holdfast/holdfast.json"));
    expect(kinds()).toContain("store-changed");
  });

  test("one around another does not go alone: who was revoked in it is revoked there", async () => {
    await ann.in("packages", "01JCQ0Z8M4X5T6V7W8Y9ZABCDN").say("Packages are published on Tuesdays");
    ann.commit("A store between");
    ann.git("push", "-q", "origin", "HEAD:main");
    bob.git("pull", "-q", "origin", "main");
    rmSync(join(bob.project, "packages/.holdfast"), { recursive: true });
    expect(kinds()).toContain("store-changed");
    rmSync(join(bob.project, "packages"), { recursive: true });
    expect(kinds()).toEqual([]);
  });

  test("a line for a folder of another's choice is quoted, for it may be pasted", () => {
    const odd = "packages/x; touch y";
    mkdirSync(join(bob.project, odd), { recursive: true });
    const inner = bob.in(odd, "01JCQ0Z8M4X5T6V7W8Y9ZABCDM");
    joinShared(inner.open(), bob.act());
    const [found] = judged().problems;
    expect(found?.next).toBe(`cd '${odd}' && holdfast trust --add ${bob.device.id}`);
  });

  test("nobody speaks in an inner store in another's name", () => {
    const api = bob.in("packages/api", INNER);
    const id = api.memory(stem)?.id;
    if (id === undefined) throw new Error("there is no memory");
    api.put(`attest/${id}/${ann.device.id}.2.json`, "{}");
    expect(kinds()).toContain("statement-forged");
  });
});
