// check:all: processes that wait for one another.
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ensureDirectory } from "../../../src/disk/directory.ts";
import { pause } from "../../../src/disk/lock.ts";
import { type SharedLock, type SharedLockOptions, takeSharedLock } from "../../../src/disk/shared-lock.ts";
import { scratch } from "../../support/disk.ts";

async function taken(path: string, options: SharedLockOptions = {}): Promise<SharedLock> {
  const lock = await takeSharedLock(ensureDirectory(path), options);
  if (lock === "timeout") throw new Error("timeout");
  return lock;
}

function plant(path: string, ageSeconds: number, nonce = "another"): void {
  mkdirSync(`${path}/shared-lock`, 0o700);
  writeFileSync(`${path}/shared-lock/owner.json`, JSON.stringify({ host: "other", pid: 1, started: 1, nonce }));
  const then = Date.now() / 1000 - ageSeconds;
  for (const name of ["shared-lock/owner.json", "shared-lock"]) utimesSync(`${path}/${name}`, then, then);
}

describe("the lock directory for network file systems", () => {
  test("STO-21: one holder; the owner is host, pid, start and a nonce; release leaves nothing", async () => {
    const path = scratch();
    const lock = await taken(path);
    const owner = JSON.parse(readFileSync(`${path}/shared-lock/owner.json`, "utf8"));
    expect(Object.keys(owner)).toEqual(["host", "pid", "started", "nonce"]);
    expect(owner.pid).toBe(process.pid);
    expect(await takeSharedLock(ensureDirectory(path), { waitMs: 50 })).toBe("timeout");
    expect(lock.mine()).toBe(true);
    lock.release();
    expect(readdirSync(path)).toEqual([]);
  });

  test("STO-21: not broken at 50 s without a heartbeat, broken after 60 s", async () => {
    const path = scratch();
    plant(path, 50);
    expect(await takeSharedLock(ensureDirectory(path), { waitMs: 50 })).toBe("timeout");
    rmSync(`${path}/shared-lock`, { recursive: true });
    plant(path, 61);
    (await taken(path, { waitMs: 50 })).release();
    expect(readdirSync(path)).toEqual([]);
  });

  test("STO-21: a claim whose owner died before signing is broken too, by its own age", async () => {
    const path = scratch();
    mkdirSync(`${path}/shared-lock`, 0o700);
    expect(await takeSharedLock(ensureDirectory(path), { waitMs: 50 })).toBe("timeout");
    utimesSync(`${path}/shared-lock`, 1, 1);
    (await taken(path, { waitMs: 50 })).release();
  });

  test("STO-21: the heartbeat keeps a long holder's lock", async () => {
    const path = scratch();
    const lock = await taken(path, { staleMs: 400, beatMs: 50 });
    expect(await takeSharedLock(ensureDirectory(path), { waitMs: 900, staleMs: 400 })).toBe("timeout");
    expect(lock.mine()).toBe(true);
    lock.release();
  });

  test("STO-21: a holder that stood still knows that its lock is gone, and leaves the new one alone", async () => {
    const path = scratch();
    const lock = await taken(path, { staleMs: 60, beatMs: 10_000 });
    await pause(100);
    expect(lock.mine()).toBe(false);
    const next = await taken(path, { staleMs: 60, beatMs: 10 });
    lock.release();
    expect(next.mine()).toBe(true);
    next.release();
  });
});
