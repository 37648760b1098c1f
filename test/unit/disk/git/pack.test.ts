// What syncs leave in the repository is gathered, and nothing is lost on the way; with real git.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { openDirectory } from "../../../../src/disk/directory.ts";
import { isCluttered, packObjects } from "../../../../src/disk/git/pack.ts";
import { takeLock } from "../../../../src/disk/lock.ts";
import { scratch } from "../../../support/disk.ts";
import { commitOf, type GitBox, gitBox } from "../../../support/git-store.ts";

const NOW = Date.parse("2026-05-01T10:00:00Z");
const LATER = NOW + 365 * 86_400_000;
let box: GitBox;
beforeEach(() => {
  box = gitBox(scratch());
});

/** As many syncs leave them: no ref reaches them, and that must not matter. */
function scatter(count: number, text = "memory"): void {
  const blobs = Array.from({ length: count }, (_, at) => `${text} ${at}\n`);
  const input = blobs.map((blob) => `blob\ndata ${Buffer.byteLength(blob)}\n${blob}\n`).join("");
  const args = ["-C", box.root, "-c", `fastimport.unpackLimit=${count + 1}`, "fast-import", "--quiet"];
  execFileSync("git", args, { input, env: box.env });
}

const counted = (what: string): number =>
  Number(new RegExp(`^${what}: (\\d+)$`, "m").exec(box.git("count-objects", "-v"))?.[1]);
const objects = (): string => box.git("cat-file", "--batch-all-objects", "--batch-check", "--unordered");
const sorted = (rows: string): readonly string[] => rows.split("\n").toSorted();

describe("SYN-18: objects in few packs", () => {
  test("a fresh store is left alone, one after many syncs is not", () => {
    expect(isCluttered(box.root, NOW)).toBe(false);
    scatter(200);
    expect(isCluttered(box.root, NOW)).toBe(false);
    scatter(900, "more");
    expect(isCluttered(box.root, NOW)).toBe(true);
    expect(isCluttered(join(box.base, "nowhere"), NOW)).toBe(false);
  });

  test("few large objects count too, and so do packs", () => {
    const folder = join(box.root, ".git/objects/05");
    mkdirSync(folder);
    writeFileSync(join(folder, "0".repeat(38)), Buffer.alloc(1024 * 1024));
    expect(isCluttered(box.root, NOW)).toBe(true);
    writeFileSync(join(folder, "0".repeat(38)), "");
    expect(isCluttered(box.root, NOW)).toBe(false);
    for (let n = 0; n < 32; n++) writeFileSync(join(box.root, `.git/objects/pack/pack-${n}.pack`), "");
    expect(isCluttered(box.root, NOW)).toBe(true);
  });

  test("all of them are in one pack afterwards, whether a ref reaches them or not", async () => {
    const repository = await box.open();
    const head = await commitOf(repository, { "memories/a.md": "one" });
    await repository.move(undefined, head);
    scatter(1500);
    const before = sorted(objects());
    expect(await packObjects(box.root, box.env)).toBe("packed");
    expect([counted("count"), counted("packs"), counted("garbage")]).toEqual([0, 1, 0]);
    expect(sorted(objects())).toEqual(before);
    expect(box.git("fsck", "--strict", "--no-dangling")).toBe("");
    expect(box.git("status", "--porcelain")).toBe("");
    expect(isCluttered(box.root, LATER)).toBe(false);
  });

  test("the packs of many runs become few", async () => {
    for (let run = 0; run < 40; run++) {
      scatter(20, `run ${run}`);
      box.git("repack", "-d", "-l", "-q", "--geometric=1000000", "--no-write-bitmap-index");
      const names = readdirSync(join(box.root, ".git/objects/pack")).filter((name) => name.endsWith(".pack"));
      for (const name of names) writeFileSync(join(box.root, ".git/objects/pack", name.replace(/pack$/, "keep")), "");
    }
    for (const name of readdirSync(join(box.root, ".git/objects/pack")).filter((each) => each.endsWith(".keep")))
      execFileSync("rm", [join(box.root, ".git/objects/pack", name)]);
    expect(counted("packs")).toBe(40);
    expect(isCluttered(box.root, NOW)).toBe(true);
    await packObjects(box.root, box.env);
    expect(counted("packs")).toBeLessThan(10);
    expect(counted("in-pack")).toBe(800);
  });

  test("one try in an hour: what can't be packed is not tried at every sync", async () => {
    scatter(900);
    await packObjects(box.root, box.env);
    scatter(900, "more");
    utimesSync(join(box.root, ".git/holdfast-packed"), NOW / 1000, NOW / 1000);
    expect(isCluttered(box.root, NOW + 3_500_000)).toBe(false);
    expect(isCluttered(box.root, NOW + 3_700_000)).toBe(true);
    // A clock that was set back by a year.
    expect(isCluttered(box.root, NOW - 31_536_000_000)).toBe(true);
  });
});

/** A git that does something before, around or instead of `repack`. */
function through(script: string): Record<string, string> {
  const folder = join(box.base, "programs");
  mkdirSync(folder, { recursive: true });
  const real = execFileSync("which", ["git"], { encoding: "utf8" }).trim();
  const body = `#!/bin/bash\nreal=${real}\ncase " $* " in\n*" repack "*) ${script} ;;\n*) exec $real "$@" ;;\nesac\n`;
  writeFileSync(join(folder, "git"), body);
  chmodSync(join(folder, "git"), 0o755);
  return { ...box.env, PATH: `${folder}:${box.env["PATH"]}` };
}

describe("SYN-18: never two at once", () => {
  test("nor beside a gc of a person's; one that has died is no hindrance", async () => {
    const gc = join(box.root, ".git/gc.pid");
    writeFileSync(gc, `${process.ppid} ${hostname()}`);
    expect(await packObjects(box.root, box.env)).toBe("busy");
    writeFileSync(gc, "1 another-machine");
    expect(await packObjects(box.root, box.env)).toBe("busy");
    writeFileSync(gc, `4194305 ${hostname()}`);
    expect(await packObjects(box.root, box.env)).toBe("packed");
    expect(readdirSync(join(box.root, ".git"))).not.toContain("gc.pid");
  });

  test("the second of two gives up", async () => {
    const folder = openDirectory(join(box.root, ".git"), { writers: "group" });
    if (folder === undefined) throw new Error("no repository");
    const release = await takeLock(folder, "holdfast-pack-lock", 0);
    expect(await packObjects(box.root, box.env)).toBe("busy");
    if (release !== "timeout") release();
    expect(await packObjects(box.root, box.env)).toBe("packed");
    folder.close();
  });

  test("a gc that a person starts meanwhile is refused by git, so that nothing it purges is copied", async () => {
    scatter(900);
    const log = join(box.base, "gc-said");
    const env = through(`$real -C ${box.root} gc --quiet --prune=now 2> ${log}; exec $real "$@"`);
    expect(await packObjects(box.root, env)).toBe("packed");
    expect(readFileSync(log, "utf8")).toContain("gc is already running");
    expect(counted("in-pack")).toBe(900);
    box.git("gc", "--quiet", "--prune=now");
    expect(objects()).toBe("");
  });

  test("with a git that knows no geometric row, nothing is lost either", async () => {
    const repository = await box.open();
    await repository.move(undefined, await commitOf(repository, { "memories/a.md": "one" }));
    box.git("repack", "-d", "-l", "-q");
    scatter(900);
    const before = sorted(objects());
    const env = through(
      'case "$*" in *--geometric*) echo "error: unknown option \\`geometric=2\'" >&2; exit 129 ;; *) exec $real "$@" ;; esac',
    );
    expect(await packObjects(box.root, env)).toBe("packed");
    expect([counted("count"), counted("packs")]).toEqual([0, 1]);
    expect(sorted(objects())).toEqual(before);
  });
});

describe("SYN-18: a kill costs nothing", () => {
  test.each([0.005, 0.03, 0.1])("after %s s", async (seconds) => {
    const repository = await box.open();
    await repository.move(undefined, await commitOf(repository, { "memories/a.md": "one" }));
    scatter(1500);
    const before = sorted(objects());
    const env = through(`timeout -s KILL ${seconds} $real "$@"; kill -9 $$`);
    await expect(packObjects(box.root, env)).rejects.toThrow();
    expect(sorted(objects())).toEqual(before);
    expect(box.git("fsck", "--no-dangling")).toBe("");
    const packs = join(box.root, ".git/objects/pack");
    for (const name of readdirSync(packs)) utimesSync(join(packs, name), 1, 1);
    await repository.recover(NOW);
    expect(counted("garbage")).toBe(0);
    expect(await packObjects(box.root, box.env)).toBe("packed");
    expect([counted("count"), counted("garbage")]).toEqual([0, 0]);
    expect(sorted(objects())).toEqual(before);
  });
});
