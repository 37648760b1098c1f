// The sync that a session start leaves behind: the built hook and worker as processes, on two machines with one real remote.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { workerOptions } from "../../../scripts/bundles.ts";
import { syncEnvironment } from "../../../src/compose/hook/worker.ts";
import { writePauses } from "../../../src/config/io/pause.ts";
import { takeNotices } from "../../../src/recall/io/notices.ts";
import { add } from "../../../src/store/add.ts";
import { readCatalogue } from "../../../src/store/catalogue.ts";
import { planEdit } from "../../../src/store/confirm.ts";
import { planTierChange } from "../../../src/store/plan-transition.ts";
import { write } from "../../../src/store/write.ts";
import { readSyncRecord, writeSyncRecord } from "../../../src/sync/io/record.ts";
import { recordAfter } from "../../../src/sync/note.ts";
import type { SyncRecord } from "../../../src/sync/ports.ts";
import { buildHook, type HookBundle } from "../../support/hook-bundle.ts";
import { entryArguments } from "../../support/hook-run.ts";
import { type Machine, placesOfMachine, twoMachines } from "../../support/sync-machines.ts";

let bundle: HookBundle;
let base: string;
let a: Machine;
let b: Machine;

beforeAll(async () => {
  bundle = await buildHook();
  await build({ ...workerOptions(), outfile: join(dirname(bundle.path), "worker.cjs") });
});
afterAll(() => bundle.remove());
beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-sync-start-")));
  [a, b] = twoMachines(base) as [Machine, Machine];
  await add(a.open(), { text: "Deploys run on Mondays", name: "Deploys" }, a.act());
  await a.sync();
  await byHand(b);
  await add(a.open(), { text: "Releases are cut on Fridays", name: "Releases" }, a.act());
  await a.sync();
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const stateOf = (on: Machine): string => placesOfMachine(on).state;
const record = (on: Machine): SyncRecord | undefined => readSyncRecord(stateOf(on));

/** As the command does. */
async function byHand(on: Machine): Promise<void> {
  const outcome = await on.sync();
  const run = { outcome, now: new Date("2026-05-01T10:00:00Z"), remote: on.git("config", "remote.origin.url") };
  writeSyncRecord(stateOf(on), recordAfter(record(on), run, on.open()));
}

function start(on: Machine, source = "startup", cwd = "/"): string {
  const home = dirname(on.root);
  const at = (part: string): string => join(home, part);
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    HOLDFAST_HOME: on.root,
    XDG_CONFIG_HOME: at("config"),
    XDG_STATE_HOME: at("state"),
    XDG_DATA_HOME: at("data"),
    XDG_CACHE_HOME: at("cache"),
  };
  const run = spawnSync(process.execPath, [bundle.path, ...entryArguments(env)], {
    input: JSON.stringify({ session_id: "s", cwd, hook_event_name: "SessionStart", source }),
    encoding: "utf8",
    env,
  });
  expect([run.status, run.stderr]).toEqual([0, ""]);
  return run.stdout === "" ? "" : ((JSON.parse(run.stdout) as { systemMessage?: string }).systemMessage ?? "");
}

async function until(good: () => boolean, tries = 200): Promise<boolean> {
  for (let n = 0; n < tries && !good(); n++) await sleep(50);
  return good();
}
const ran = (on: Machine): Promise<boolean> =>
  until(() => record(on)?.failing !== undefined || (record(on)?.worked ?? "") > "2026-05-02");
/** Long enough for a run that was not to be. */
const quiet = (on: Machine): Promise<boolean> => until(() => (record(on)?.worked ?? "") > "2026-05-02", 30);
const config = (on: Machine, value: object): void => {
  mkdirSync(placesOfMachine(on).config, { recursive: true });
  writeFileSync(join(placesOfMachine(on).config, "config.json"), JSON.stringify(value));
};

describe("SYN-15: at session start", () => {
  test("a run is left behind, once in 15 minutes, and takes what came", async () => {
    start(b);
    expect(await ran(b)).toBe(true);
    expect(b.files("memories")).toContain("reference_releases.md");
    expect(record(b)).toMatchObject({ proposals: [], remote: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const { worked } = record(b) as SyncRecord;
    start(b);
    await sleep(800);
    expect(record(b)?.worked).toBe(worked);
    expect(takeNotices(stateOf(b))).toEqual([]);
  });

  test("no run without a person's own before, while paused, or where it is switched off", async () => {
    writePauses(stateOf(b), [{}]);
    start(b);
    expect(await quiet(b)).toBe(false);
    writePauses(stateOf(b), []);
    config(b, { "sync-at-start": false });
    start(b);
    expect(await quiet(b)).toBe(false);
    config(b, {});
    const project = join(base, "shop");
    mkdirSync(join(project, ".holdfast"), { recursive: true });
    execFileSync("git", ["init", "-q", project]);
    writeFileSync(join(project, ".holdfast/config.json"), '{"sync-at-start": false}');
    start(b, "startup", project);
    expect(await quiet(b)).toBe(false);
    expect(existsSync(join(stateOf(b), "sync/start-1"))).toBe(false);
    rmSync(join(stateOf(b), "sync"), { recursive: true });
    start(b);
    expect(await quiet(b)).toBe(false);
    expect(existsSync(join(stateOf(b), "sync"))).toBe(false);
  });

  test("SYN-15 TRU-20: nothing is sent to an address that no person's run had", async () => {
    const other = join(base, "elsewhere.git");
    execFileSync("git", ["init", "-q", "--bare", "--initial-branch=main", other]);
    b.git("config", "remote.origin.url", other);
    start(b);
    expect(await ran(b)).toBe(true);
    expect(record(b)?.failing?.why).toContain("not the one that you synced with");
    expect(execFileSync("git", ["-C", other, "for-each-ref"], { encoding: "utf8" })).toBe("");
  });

  test("SYN-11 SYN-15: what calls itself verified and nobody signed is not; what fails a check is told once", async () => {
    a.put(
      "memories/reference_forged.md",
      "---\nname: Forged\ndescription: d\ntype: reference\ntrust-level: verified\n---\nx\n",
    );
    const token = ["ghp", "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5"].join("_");
    a.put("memories/reference_key.md", `---\nname: Key\ndescription: d\ntype: reference\n---\nIt is ${token}.\n`);
    a.git("add", "-A");
    a.git("commit", "-q", "-m", "by hand");
    a.git("push", "-q", "origin", "main");
    const tiers = (): readonly string[] =>
      readCatalogue(b.open().store).memories.map(({ stored, tier }) => `${stored.file} ${tier}`);
    start(b);
    expect(await ran(b)).toBe(true);
    expect(tiers()).toContain("reference_forged.md unattested");
    expect(tiers()).toContain("reference_key.md quarantined");
    expect(start(b)).toContain("Sync put 1 memory into quarantine: run `holdfast review`.");
    expect(start(b)).not.toContain("Sync put");
    expect(tiers().filter((each) => each.endsWith(" verified"))).toEqual([
      "reference_deploys.md verified",
      "reference_releases.md verified",
    ]);
  });

  test("the line tells age and proposals until somebody decides, and a failure after a day", async () => {
    await byHand(b);
    const edited = async (on: Machine, to: string): Promise<void> => {
      const memory = readCatalogue(on.open().store).memories.find(({ stored }) => stored.file.includes("deploys"));
      if (memory === undefined) throw new Error("there is none");
      const plan = planEdit(
        on.open(),
        memory,
        on.read("memories/reference_deploys.md").replace("Mondays", to),
        on.act(),
      );
      if (plan.kind !== "plan") throw new Error(JSON.stringify(plan));
      expect(await write(on.open(), plan, on.act())).toMatchObject({ kind: "written" });
    };
    await edited(a, "Tuesdays");
    await edited(b, "Thursdays");
    await a.sync();
    await byHand(b);
    expect(record(b)?.proposals).toHaveLength(1);
    expect(start(b)).toMatch(/^Synced \d+ days ago, 1 proposal waits: run `holdfast review`\.$/m);
    // The run that this start left behind writes the record too; none follows it for 15 minutes.
    expect(await ran(b)).toBe(true);
    expect(start(b, "resume")).not.toContain("Synced");
    config(b, { "review-prompt": false });
    expect(start(b)).not.toContain("Synced");
    config(b, {});
    const sibling = readCatalogue(b.open().store).memories.find(({ stored }) => /__/.test(stored.file));
    if (sibling === undefined) throw new Error("there is none");
    const plan = planTierChange(sibling, { verb: "demote" }, b.act());
    if (plan.kind !== "plan") throw new Error(JSON.stringify(plan));
    await write(b.open(), plan, b.act());
    expect(start(b)).not.toContain("proposal");
    await byHand(b);
    expect(record(b)?.proposals).toEqual([]);
    const failing = { since: "2026-05-01T10:00:00Z", why: "no route" };
    writeSyncRecord(stateOf(b), { ...(record(b) as SyncRecord), failing });
    expect(start(b)).toMatch(/^Sync has failed for \d+ days: run `holdfast sync`\.$/m);
    config(b, { "sync-at-start": false });
    expect(start(b)).not.toContain("Sync has");
  });

  test("a remote that is gone is a failure with its first date, and the next good run ends it", async () => {
    const bare = join(base, "remote.git");
    rmSync(bare, { recursive: true });
    start(b);
    expect(await ran(b)).toBe(true);
    const first = record(b)?.failing?.since;
    expect(record(b)).toMatchObject({ worked: "2026-05-01T10:00:00.000Z", failing: { why: expect.any(String) } });
    rmSync(join(stateOf(b), "sync/start-1"));
    start(b);
    await sleep(1500);
    expect(record(b)?.failing?.since).toBe(first);
    execFileSync("git", ["init", "-q", "--bare", "--initial-branch=main", bare]);
    await byHand(b);
    expect(record(b)?.failing).toBeUndefined();
  });
});

test("SYN-18 SYN-15: the next run leaves a packed store behind, and the session did not wait for it", async () => {
  const blobs = Array.from({ length: 1500 }, (_, at) => `left by sync ${at}\n`);
  const input = blobs.map((blob) => `blob\ndata ${blob.length}\n${blob}\n`).join("");
  const args = ["-C", b.root, "-c", "fastimport.unpackLimit=2000", "fast-import", "--quiet"];
  execFileSync("git", args, { input });
  const loose = (): number => Number(b.git("count-objects").split(" ")[0]);
  expect(loose()).toBeGreaterThan(1500);
  start(b);
  expect(await ran(b)).toBe(true);
  expect(await until(() => loose() === 0 && !existsSync(join(b.root, ".git/gc.pid")))).toBe(true);
  expect(b.git("fsck", "--no-dangling")).toBe("");
  expect(await b.sync()).toMatchObject({ kind: "synced", outcome: "equal" });
});

test("SYN-15 AGT-7: the run gets the places and what git may see, and nobody's keys", () => {
  const env = { HOME: "/h", PATH: "/p", SSH_AUTH_SOCK: "/s", https_proxy: "x", XDG_STATE_HOME: "/x" };
  const more = {
    ANTHROPIC_API_KEY: "a",
    GIT_SSH_COMMAND: "c",
    CLAUDECODE: "1",
    NODE_OPTIONS: "o",
    HOLDFAST_HOME: "/i",
  };
  expect(syncEnvironment({ ...env, ...more })).toEqual({ ...env, HOLDFAST_HOME: "/i" });
});
