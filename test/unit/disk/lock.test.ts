// check:all: several processes that wait for one lock.
import { once } from "node:events";
import { linkSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Directory, ensureDirectory } from "../../../src/disk/directory.ts";
import { pause, takeLock } from "../../../src/disk/lock.ts";
import { isNetworkType, onNetwork } from "../../../src/disk/shared-lock.ts";
import { scratch, startChild } from "../../support/disk.ts";

const CHILD = new URL("../../support/lock-child.ts", import.meta.url);

async function taken(path: string, waitMs?: number): Promise<() => void> {
  const release = await takeLock(ensureDirectory(path), "lock.db", waitMs);
  if (release === "timeout") throw new Error("timeout");
  return release;
}

describe("the kernel's lock", () => {
  test("STO-21: two in one process exclude each other; the second waits, then gives up", async () => {
    const path = scratch();
    const release = await taken(path);
    expect(await takeLock(ensureDirectory(path), "lock.db", 100)).toBe("timeout");
    const waiting = taken(path, 1000);
    await pause(30);
    release();
    release();
    (await waiting)();
  });

  test("STO-21: the lock file is ours, 0600, stays empty, and gets no companion but the line", async () => {
    const path = scratch();
    const release = await taken(path);
    expect(readdirSync(path)).toEqual(["lock.db", "lock.db-line"]);
    expect(await takeLock(ensureDirectory(path), "lock.db", 10)).toBe("timeout");
    release();
    for (const name of readdirSync(path)) {
      expect(statSync(`${path}/${name}`).size).toBe(0);
      expect(statSync(`${path}/${name}`).mode & 0o777).toBe(0o600);
    }
    expect(readdirSync(path)).toEqual(["lock.db", "lock.db-line"]);
  });

  test("STO-21: who lets go does not come in again before the one that waits", async () => {
    const path = scratch();
    const entered: string[] = [];
    const first = await taken(path);
    const waiting = taken(path).then((release) => {
      entered.push("waited");
      release();
    });
    await pause(20);
    first();
    // Asked for at once, before the one that waits had a turn.
    const again = await taken(path);
    entered.push("again");
    again();
    await waiting;
    expect(entered).toEqual(["waited", "again"]);
  });

  test("STO-21: a dead one at the head of the line stands in nobody's way", async () => {
    const path = scratch();
    const holder = startChild(CHILD, ["hold", path]);
    await once(holder.stdout ?? holder, "data");
    const head = startChild(CHILD, ["line", path]);
    await once(head.stdout ?? head, "data");
    head.kill("SIGKILL");
    holder.kill("SIGKILL");
    (await taken(path, 5000))();
  });

  test("STO-21: after kill -9 of the holder the next writer goes on", async () => {
    const path = scratch();
    const child = startChild(CHILD, ["hold", path]);
    await once(child.stdout ?? child, "data");
    expect(await takeLock(ensureDirectory(path), "lock.db", 50)).toBe("timeout");
    const waiting = taken(path, 5000);
    await pause(50);
    child.kill("SIGKILL");
    const release = await waiting;
    release();
  });

  test("STO-21: counts made under it by four processes are not lost", async () => {
    const path = scratch();
    const file = `${path}/count`;
    writeFileSync(file, "0");
    const children = Array.from({ length: 4 }, () => startChild(CHILD, ["count", path, file, "25"]));
    const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0]));
    expect(codes).toEqual([0, 0, 0, 0]);
    expect(readFileSync(file, "utf8")).toBe("100");
  });

  test("STO-22: a link, a hard link or a file with content in its place is refused", async () => {
    for (const plant of [
      (path: string) => symlinkSync(`${path}/other`, `${path}/lock.db`),
      (path: string) => linkSync(`${path}/other`, `${path}/lock.db`),
      (path: string) => writeFileSync(`${path}/lock.db`, "content"),
    ]) {
      const path = scratch();
      writeFileSync(`${path}/other`, "");
      plant(path);
      await expect(takeLock(ensureDirectory(path), "lock.db", 50)).rejects.toMatchObject({ code: "unsafe-path" });
      expect(readFileSync(`${path}/other`, "utf8")).toBe("");
    }
  });

  test("STO-21: a lock file swapped away is noticed: the next one locks the new file", async () => {
    const path = scratch();
    const release = await taken(path);
    renameSync(`${path}/lock.db`, `${path}/old.db`);
    const other = await taken(path, 200);
    other();
    release();
  });

  test("STO-22: a lock on another file than the one looked at counts for nothing", async () => {
    const ours = ensureDirectory(scratch());
    const theirs = ensureDirectory(scratch());
    for (const directory of [ours, theirs]) {
      const release = await takeLock(directory, "lock.db");
      if (release !== "timeout") release();
    }
    const misled = { path: ours.path, look: (name: string) => ours.look(name), at: (name: string) => theirs.at(name) };
    expect(await takeLock(misled as Directory, "lock.db", 40)).toBe("timeout");
  });

  test("STO-21: network file systems are known by number", () => {
    for (const type of [0x6969, 0xff534d42, 0xfe534d42 | 0, 0x01021997]) expect(isNetworkType(type)).toBe(true);
    for (const type of [0xef53, 0x9123683e, 0x01021994]) expect(isNetworkType(type)).toBe(false);
    expect(onNetwork(scratch())).toBe(false);
  });
});
