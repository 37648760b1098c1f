// A store of a person with a past moves from git to the hub and back (HUB-1), by what `sync --setup` calls: the same files byte for
// byte on each machine, the same verdict on each memory, git's history gone on from, every ledger whole.
import { strict as assert } from "node:assert";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { openGitRepository } from "../../src/disk/git/repository.ts";
import { forget } from "../../src/forget/apply.ts";
import { openForgetJournal } from "../../src/forget/io/journal.ts";
import { openTraces } from "../../src/forget/io/traces.ts";
import { planForget } from "../../src/forget/plan.ts";
import { type Memory, readCatalogue } from "../../src/store/catalogue.ts";
import { rename, revoke } from "../../src/store/devices.ts";
import { verifyLedgers } from "../../src/store/log.ts";
import { planTierChange, type TierVerb } from "../../src/store/plan-transition.ts";
import { planArchive, planRetire } from "../../src/store/retire.ts";
import { LIMITS } from "../../src/sync/hub/protocol.ts";
import { hubsSeen } from "../../src/sync/io/hub/record.ts";
import { isRefusal } from "../../src/text/errors.ts";
import { apply, remember } from "../support/sync-acts.ts";
import { type Machine, machine, placesOfMachine, treeOf } from "../support/sync-machines.ts";
import { plantMany } from "../sync-bench/boxes.ts";
import { type Case, nameIn } from "./case.ts";
import { lookAtLog } from "./log.ts";
import { personAt, toHub } from "./person.ts";
import { filesBelow } from "./stores.ts";

const MEMORIES = 150;
const LONG_MEMORIES = 1000;
const LINES = 1200;
/** Of each kind of act. */
const EACH = 4;

export const MOVING: readonly Case[] = [
  [
    "HUB-1: a store with a past goes from git to the hub and back: the same files, the same verdicts",
    async ({ hub, databaseUrl, postgres, folder, isLong, note }) => {
      const base = folder();
      const person = await personAt(hub);
      const [a, b, lost] = await withPast(base, isLong ? LONG_MEMORIES : MEMORIES);
      const [tree, verdicts] = [treeOf(a), verdictsOn(a)];
      const files = filesBelow(a.root);
      const ledger = files.get(`ledger/${a.device.id}.jsonl`)?.length ?? 0;
      assert.equal(ledger > LIMITS.fileBytes, true, `${ledger} bytes`);
      const tiers = Map.groupBy(verdicts.values(), (tier) => tier);
      const kinds = [...tiers].map(([tier, all]) => `${tier}=${all.length}`).join(" ");
      note(`files=${files.size} ${kinds} ledger=${ledger} bytes`);
      for (const tier of ["verified", "inferred", "quarantined"] as const) assert.equal(tiers.has(tier), true, tier);
      for (const at of ["tombstones/", "devices/", "attest/", "ledger/", "allowed_signers"])
        assert.equal(
          [...files.keys()].some((path) => path.startsWith(at)),
          true,
          at,
        );
      const same = (each: Machine): void => {
        assert.deepEqual([treeOf(each), verdictsOn(each)], [tree, verdicts]);
        for (const [path, bytes] of filesBelow(each.root)) assert.equal(files.get(path)?.equals(bytes), true, path);
        allWhole(each);
      };
      same(b);
      for (const each of [a, b]) await toHub(each, person);
      for (const each of [a, b, a, b]) await synced(each);
      for (const each of [a, b]) same(each);
      // One that never saw the git remote has the same from the hub alone.
      const third = machine(base, "d", [a, b, lost]);
      await toHub(third, person);
      await synced(third);
      same(third);
      const looked = await lookAtLog(postgres, nameIn(databaseUrl), person.tenant.name, person.store);
      assert.deepEqual(looked.wrong, []);
      for (const each of [a, b, third])
        assert.deepEqual(
          hubsSeen(placesOfMachine(each).state).map(({ chain, noticed }) => [chain, noticed]),
          [[looked.head.chain, undefined]],
        );
      // What is done while it is there goes back with it.
      const later = await remember(b, "The pelican service is restarted with make.", "Pelican");
      for (const each of [b, a]) await synced(each);
      const before = remote(base, "rev-parse", "main");
      for (const each of [a, b]) await toGit(each, base);
      for (const each of [a, b, a]) await synced(each);
      assert.equal(remote(base, "rev-parse", "main^{tree}"), treeOf(a));
      remote(base, "merge-base", "--is-ancestor", before, "main");
      const added = readCatalogue(a.open().store).memories.find(({ stored }) => stored.file === later);
      const expected = new Map([...verdicts, [added?.id ?? "", "verified"]]);
      const grown = `ledger/${b.device.id}.jsonl`;
      for (const each of [a, b]) {
        const last = filesBelow(each.root);
        assert.deepEqual([treeOf(each), verdictsOn(each)], [treeOf(a), expected]);
        allWhole(each);
        // Of what was there before, one ledger has lines behind its others; all else is what it was.
        for (const [path, bytes] of files)
          assert.equal(last.get(path)?.subarray(0, bytes.length).equals(bytes), true, path);
        assert.deepEqual(
          [...files].filter(([path, bytes]) => last.get(path)?.length !== bytes.length).map(([path]) => path),
          [grown],
        );
        assert.deepEqual(
          [...last.keys()]
            .filter((path) => !files.has(path))
            .map((path) => path.split("/")[0])
            .toSorted(),
          ["attest", "memories"],
        );
        assert.equal(last.has(`memories/${later}`), true);
      }
    },
  ],
];

/** Two machines that believe each other, a third that was lost, and everything that a store comes to in its years. */
async function withPast(base: string, memories: number): Promise<readonly [Machine, Machine, Machine]> {
  const first = machine(base, "a");
  const lost = machine(base, "c", [first]);
  const b = machine(base, "b", [first, lost]);
  const a = machine(base, "a", [b, lost]);
  plantMany({ machine: a, env: {} }, memories);
  for (const each of [a, lost, b]) await synced(each);
  assert.equal(rename(lost.open(), "the lost one", lost.act()), "the lost one");
  await remember(lost, "The heron queue is drained by night.", "Heron");
  for (const each of [lost, a]) await synced(each);
  const all = readCatalogue(a.open().store).memories;
  const [verified, inferred] = [all.filter(isAt("verified")), all.filter(isAt("inferred"))];
  const some = (from: readonly Memory[], nth: number): readonly Memory[] => from.slice(nth * EACH, (nth + 1) * EACH);
  await each(a, some(verified, 0), "demote");
  await each(a, some(inferred, 0), "promote");
  for (const one of some(inferred, 1)) await apply(a, planRetire(one, a.act()));
  await each(a, some(inferred, 2), "demote");
  const held = readCatalogue(a.open().store).memories.filter(isAt("quarantined"));
  for (const one of held.slice(0, 2)) await apply(a, planArchive(one, a.act()));
  await each(a, held.slice(2, 4), "restore");
  await forgets(a, some(inferred, 3));
  await remember(a, "The stork index is rebuilt on Sundays.", "Stork", "mcp");
  await remember(b, "The crane is greased in spring.", "Crane");
  assert.equal(isRefusal(revoke(a.open(), lost.device.id, a.act())), false);
  yearsOf(a);
  for (const each of [a, b, a, b]) await synced(each);
  return [a, b, lost];
}

/** More lines than a hub takes in one file. */
function yearsOf(on: Machine): void {
  const { ledger, store } = on.open();
  const [{ id } = { id: undefined }] = readCatalogue(store).memories;
  if (id === undefined) throw new Error("there is no memory");
  const event = {
    actor: "user",
    channel: "terminal",
    action: "reaffirm",
    id,
    from: "verified",
    to: "verified",
  } as const;
  const entries = Array.from({ length: LINES }, () => ({ event: { ...event, reason: "asked" as const } }));
  ledger.appendEach(entries, on.act().now);
}

function isAt(tier: Memory["tier"]): (memory: Memory) => boolean {
  return (memory) => memory.tier === tier;
}

async function each(on: Machine, memories: readonly Memory[], verb: TierVerb): Promise<void> {
  for (const one of memories) await apply(on, planTierChange(one, { verb }, on.act()));
}

async function forgets(on: Machine, memories: readonly Memory[]): Promise<void> {
  const places = placesOfMachine(on);
  const [open, traces, act] = [on.open(), openTraces(places), on.act()];
  const plan = planForget(
    [open],
    memories.map(({ id }) => id ?? ""),
    traces,
    act,
  );
  if (plan.kind !== "forget-plan") throw new Error(JSON.stringify(plan));
  const done = await forget({ stores: [open], traces, journal: openForgetJournal(places.state), act }, plan.job);
  assert.equal(done.kind, "forgotten");
}

/** Each of them there, and none with a mark or a break. */
function allWhole(on: Machine): void {
  const reports = verifyLedgers([on.open()]);
  assert.equal(reports.length, 3, JSON.stringify(reports));
  assert.deepEqual(
    reports.filter(({ state }) => state !== "whole"),
    [],
  );
}

function verdictsOn(on: Machine): ReadonlyMap<string, Memory["tier"]> {
  return new Map(readCatalogue(on.open().store).memories.map(({ id = "", tier }) => [id, tier]));
}

async function synced(on: Machine): Promise<void> {
  const outcome = await on.sync("both", "2026-05-02");
  if (outcome.kind !== "synced" || outcome.refused.length > 0) throw new Error(JSON.stringify(outcome).slice(0, 2000));
}

/** As `holdfast sync --setup git@...` does. */
async function toGit(on: Machine, base: string): Promise<void> {
  const git = await openGitRepository(on.root);
  await git.setRemote(join(base, "remote.git"));
  await git.setHub(undefined);
  git.rest();
  on.carrier = undefined;
}

function remote(base: string, ...args: readonly string[]): string {
  return execFileSync("git", ["-C", join(base, "remote.git"), ...args], { encoding: "utf8" }).trim();
}
