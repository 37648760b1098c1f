// check:all: starts the command line many times, as a person at a terminal
// HUB-1, HUB-6, HUB-8: a person sets a store up on a hub, moves it to git and back, and hears of a hub whose history changed.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sessionAt } from "../../../../src/compose/hub.ts";
import { readCatalogue } from "../../../../src/store/catalogue.ts";
import { hubsSeen } from "../../../../src/sync/io/hub/record.ts";
import { readSyncRecord } from "../../../../src/sync/io/record.ts";
import { changes, type HubStub, headOf, hubStub, MEMBER, type Said } from "../../../support/hub-stub.ts";
import { writeMirrors } from "../../../support/mirror-list.ts";
import { canRunAsPerson, type PersonRun, runAsPerson } from "../../../support/person.ts";
import { scrubbed } from "../../../support/scrubbed.ts";
import { remember } from "../../../support/sync-acts.ts";
import { type Machine, placesOfMachine, treeOf, twoMachines } from "../../../support/sync-machines.ts";

const CLI = fileURLToPath(new URL("../../../../src/cli/main.ts", import.meta.url));
const WORKER = fileURLToPath(new URL("../../../../src/worker/main.ts", import.meta.url));

let base: string;
let stub: HubStub;
let a: Machine;
let b: Machine;

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-hub-setup-")));
  stub = await hubStub();
  [a, b] = twoMachines(base) as [Machine, Machine];
  for (const each of [a, b]) each.git("config", "--unset", "remote.origin.url");
  await remember(a, "Deploys run on Mondays", "Deploys");
});
afterEach(async () => {
  await stub.end();
  rmSync(base, { recursive: true, force: true });
});

function environment(on: Machine): Record<string, string> {
  const home = dirname(on.root);
  const at = (part: string): string => join(home, part);
  return scrubbed({
    PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    NO_COLOR: "1",
    HOLDFAST_HOME: on.root,
    XDG_CONFIG_HOME: at("config"),
    XDG_STATE_HOME: at("state"),
    XDG_DATA_HOME: at("data"),
    XDG_CACHE_HOME: at("cache"),
  });
}

async function typed(on: Machine, ...args: readonly string[]): Promise<PersonRun> {
  const options = { cwd: dirname(on.root), env: environment(on), timeoutMs: 60_000, enters: true };
  const { code, transcript } = await runAsPerson([process.execPath, CLI, ...args], options);
  // Where a line is broken is the terminal's.
  return { code, transcript: transcript.replace(/\s+/g, " ") };
}

async function answered(on: Machine, input: readonly string[], ...args: readonly string[]): Promise<PersonRun> {
  const options = { cwd: dirname(on.root), env: environment(on), timeoutMs: 60_000, input };
  const { code, transcript } = await runAsPerson([process.execPath, CLI, ...args], options);
  return { code, transcript: transcript.replace(/\s+/g, " ") };
}

function verified(on: Machine): number {
  return readCatalogue(on.open().store).memories.filter(({ tier }) => tier === "verified").length;
}

function putBack(): void {
  const store = stub.stores.get(`personal/${MEMBER}`);
  if (store === undefined) throw new Error("nobody has sent anything");
  store.log.length -= 1;
  stub.between = ({ path }, act): Said => {
    const query = new URLSearchParams(path.split("?")[1]);
    query.delete("seen");
    if (!path.includes("/changes?")) return act();
    const since = Number(query.get("since"));
    const { seq } = headOf(store);
    return since > seq
      ? { status: 200, body: { changes: [], leaves: [], next: since, head: headOf(store) } }
      : changes(store, query);
  };
}

test("the terminal of a person can be had here", () => expect(canRunAsPerson()).toBe(true));

test("HUB-2: where an organisation was joined, one's own memories go there after a yes and not before", async () => {
  writeMirrors(placesOfMachine(a).data, stub.url, [{ store: "org", role: "reader", you: "Ann" }]);
  const no = await answered(a, ["n"], "sync", "--setup", stub.url);
  expect(no).toMatchObject({
    code: 0,
    transcript: expect.stringMatching(/Whoever runs it can read them.*Nothing was sent/),
  });
  expect(stub.stores.has(`personal/${MEMBER}`)).toBe(false);
  const yes = await answered(a, ["y", "", ""], "sync", "--setup", stub.url);
  expect(yes.transcript).toContain("Sent what was new here.");
  // It was said; a second time it is the hub that it has.
  const again = await typed(a, "sync", "--setup", stub.url);
  expect(again.transcript).not.toContain("Whoever runs it");
});

test("HUB-8: a device that a hub knows no more is led back to what it had there, and sends nothing of its own for it", async () => {
  const places = placesOfMachine(a);
  const [mirrored, own] = [sessionAt(stub.url, places), sessionAt(stub.url, places, false)];
  for (const [session, hint] of [
    [mirrored, `holdfast join ${stub.url}`],
    [own, `holdfast sync --setup ${stub.url}`],
  ] as const) {
    if ("code" in session) throw new Error(session.message);
    expect(await session.ask({ path: "/stores", budgetMs: 10_000 })).toMatchObject({ kind: "refusal", hint });
  }
});

test("HUB-8: a person signs in once per device; the next sync asks nothing", async () => {
  const first = await typed(a, "sync", "--setup", stub.url);
  expect(first.transcript).toContain("ABCD-1234");
  expect(first.transcript).toContain(`${stub.hub}/sign-in`);
  expect([first.code, first.transcript]).toEqual([0, expect.stringContaining("Sent what was new here.")]);
  const second = await typed(a, "sync");
  expect(second.transcript).not.toContain("ABCD");
  expect(second.transcript).toContain("Everything is the same on both sides.");
  const other = await typed(b, "sync", "--setup", stub.url);
  expect(other.code).toBe(0);
  expect(verified(b)).toBe(1);
});

test("HUB-8: an agent sets nothing up, and asks nobody", () => {
  const run = spawnSync(process.execPath, [CLI, "sync", "--setup", stub.url], {
    env: environment(a),
    encoding: "utf8",
  });
  expect(run.status).toBe(2);
  expect(stub.stores.size).toBe(0);
});

test("HUB-6: a hub that was put back is told by sync, log --verify and doctor, until a person takes it as it is", async () => {
  await typed(a, "sync", "--setup", stub.url);
  expect((await typed(a, "log", "--verify")).transcript).toContain("its chain is whole");
  putBack();
  const stopped = await typed(a, "sync");
  expect([stopped.code, stopped.transcript]).toEqual([
    6,
    expect.stringContaining("it has less than this machine has seen"),
  ]);
  const verify = await typed(a, "log", "--verify");
  expect([verify.code, verify.transcript]).toEqual([1, expect.stringContaining("broken hub")]);
  expect((await typed(a, "doctor", "--all")).transcript).toContain("it has less than this machine has seen");
  expect(await typed(a, "sync", "--setup", stub.url)).toMatchObject({ code: 0 });
  expect((await typed(a, "log", "--verify")).code).toBe(0);
  expect(verified(a)).toBe(1);
});

test("HUB-1: a store goes from git to a hub and back with the same files and the same verdicts", async () => {
  const bare = join(base, "remote.git");
  await typed(a, "sync", "--setup", bare);
  await typed(b, "sync", "--setup", bare);
  await typed(a, "sync");
  const tree = treeOf(a);
  expect([treeOf(b), verified(b)]).toEqual([tree, 1]);
  for (const each of [a, b, a, b]) expect(await typed(each, "sync", "--setup", stub.url)).toMatchObject({ code: 0 });
  expect([treeOf(a), treeOf(b), verified(a), verified(b)]).toEqual([tree, tree, 1, 1]);
  // A third machine that has only the hub gets the same bytes.
  await remember(a, "Backups run on Fridays", "Backups");
  for (const each of [a, b]) expect(await typed(each, "sync")).toMatchObject({ code: 0 });
  const later = treeOf(a);
  expect([treeOf(b), verified(b)]).toEqual([later, 2]);
  for (const each of [a, b]) expect(await typed(each, "sync", "--setup", bare)).toMatchObject({ code: 0 });
  expect([treeOf(a), treeOf(b), verified(a), verified(b)]).toEqual([later, later, 2, 2]);
  const there = join(base, "there");
  mkdirSync(there);
  expect(execFileSync("git", ["-C", bare, "rev-parse", "main^{tree}"], { encoding: "utf8" }).trim()).toBe(later);
});

test("an address where no hub answers is a git remote's, and one that fails takes no other's place", async () => {
  await typed(a, "sync", "--setup", stub.url);
  const failed = await typed(a, "sync", "--setup", `${stub.hub}/nothing/here.git`);
  expect(failed.code).toBe(6);
  expect((await typed(a, "sync")).transcript).toContain("Everything is the same on both sides.");
});

test("HUB-4: without the network everything else works as before, and the next sync sends it", async () => {
  await typed(a, "sync", "--setup", stub.url);
  await remember(a, "Backups run on Fridays", "Backups");
  stub.between = () => "lost";
  const away = await typed(a, "sync");
  expect([away.code, away.transcript]).toEqual([6, expect.stringContaining("can't be reached")]);
  expect((await typed(a, "list")).transcript).toContain("Backups");
  stub.between = (_, act) => act();
  expect((await typed(a, "sync")).transcript).toContain("Sent what was new here.");
});

test("SYN-15: the run that a session start leaves behind goes through the hub as well, and notes what it noticed", async () => {
  await typed(a, "sync", "--setup", stub.url);
  await typed(b, "sync", "--setup", stub.url);
  await remember(b, "Backups run on Fridays", "Backups");
  await typed(b, "sync");
  const worker = async (): Promise<void> => {
    const child = spawn(process.execPath, [WORKER, "sync"], { env: environment(a), stdio: "ignore" });
    await once(child, "exit");
  };
  await worker();
  expect(verified(a)).toBe(2);
  putBack();
  await worker();
  const { state } = placesOfMachine(a);
  expect(readSyncRecord(state)?.failing?.why).toContain("it has less than this machine has seen");
  expect(hubsSeen(state)).toMatchObject([{ noticed: { how: "older" } }]);
});

test("SYN-15: where somebody wrote another hub into the settings, nothing goes there by itself", async () => {
  await typed(a, "sync", "--setup", stub.url);
  const other = await hubStub();
  a.git("config", "remote.holdfast-hub.url", other.url);
  let asked = 0;
  other.between = (_, act) => {
    asked++;
    return act();
  };
  const child = spawn(process.execPath, [WORKER, "sync"], { env: environment(a), stdio: "ignore" });
  await once(child, "exit");
  await other.end();
  expect(asked).toBe(0);
  expect(readSyncRecord(placesOfMachine(a).state)?.failing?.why).toContain("not the one that you synced with");
});
