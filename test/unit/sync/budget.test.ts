// The network's budget is spent on the network alone: a large store takes what it takes on its own disk.
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { openForSync } from "../../../src/compose/syncing.ts";
import { writeSyncRecord } from "../../../src/sync/io/record.ts";
import { recordAfter } from "../../../src/sync/note.ts";
import { sync } from "../../../src/sync/run.ts";
import { scratch } from "../../support/disk.ts";
import { type Machine, machine, placesOfMachine } from "../../support/sync-machines.ts";

let a: Machine;
beforeEach(async () => {
  a = machine(scratch(), "a");
  const run = {
    outcome: await a.sync(),
    now: new Date("2026-05-01T10:00:00Z"),
    remote: a.git("config", "remote.origin.url"),
  };
  writeSyncRecord(placesOfMachine(a).state, recordAfter(undefined, run, a.open()));
});

function environment(): Record<string, string> {
  const at = (part: string): string => join(dirname(a.root), part);
  const env = { PATH: process.env["PATH"] ?? "", HOME: dirname(a.root), HOLDFAST_HOME: a.root };
  return {
    ...env,
    XDG_CONFIG_HOME: at("config"),
    XDG_STATE_HOME: at("state"),
    XDG_DATA_HOME: at("data"),
    XDG_CACHE_HOME: at("cache"),
  };
}

describe("SYN-12: the budget of the network", () => {
  test("nothing that happens on this disk is counted, and each call to the remote is", async () => {
    const opened = await openForSync(environment());
    if (opened === undefined) throw new Error("no run was opened");
    const { git, left } = opened.ports;
    const { head = "" } = await git.status();
    expect((await git.entries(head)).length).toBeGreaterThan(0);
    expect(left()).toBe(3000);
    await git.fetchRemote(left());
    const afterFetch = left();
    expect(afterFetch).toBeLessThan(3000);
    await git.status();
    expect(left()).toBe(afterFetch);
    await git.push(head, left());
    expect(left()).toBeLessThan(afterFetch);
  });

  test("a budget that is spent stops the next call, and its failure is counted too", async () => {
    const opened = await openForSync(environment());
    if (opened === undefined) throw new Error("no run was opened");
    const { ports } = opened;
    const outcome = await sync({ ...ports, left: () => 0 }, "both");
    expect(outcome).toMatchObject({ kind: "failed", reason: "timeout" });
    await expect(ports.git.setRemote(join(dirname(a.root), "nowhere.git"))).resolves.toBeUndefined();
    await expect(ports.git.fetchRemote(ports.left())).rejects.toThrow();
    expect(ports.left()).toBeLessThan(3000);
  });
});
