// System calls that fail, at each place of the write path (STO-20): the old text or the new, never neither.
// check:all: a program under strace for each call that fails.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { initStore, openStore } from "../../src/store/io/open-store.ts";
import { hasStrace, STORE_ID, scratch } from "../support/disk.ts";
import { straced } from "../support/strace.ts";

const WRITE_ONCE = new URL("children/write-once.ts", import.meta.url);
const TEXTS = ["one", "two", "three"];
const ACKS = ["ACK create", "ACK rewrite", "ACK move"];

if (!hasStrace) process.stderr.write("\nNOT RUN: strace is missing, so failing system calls are not tried.\n\n");

describe.runIf(hasStrace)("failing system calls", () => {
  test.each([
    ["fsync", "EIO", 8],
    ["fchmod", "EPERM", 3],
    ["rename", "ENOSPC", 1],
    ["link", "ENOSPC", 2],
    ["link", "EPERM", 2],
    ["unlink", "EIO", 4],
  ] as const)("STO-20: %s fails with %s", async (call, error, times) => {
    const hit: number[] = [];
    for (let when = 1; when <= times; when++) {
      const base = scratch();
      const root = `${base}/.holdfast`;
      initStore(root, { scope: "personal", storeId: STORE_ID });
      const store = openStore(root, { scope: "personal", keep: () => undefined });
      await store.withLock(() => undefined);
      const { stdout } = await straced(
        `${base}/trace`,
        WRITE_ONCE,
        [root],
        ["-e", `inject=${call}:error=${error}:when=${when}`],
      );
      if (readFileSync(`${base}/trace`, "utf8").includes("(INJECTED)")) hit.push(when);
      const acknowledged = ACKS.filter((line) => stdout.includes(line)).length;
      await store.withLock(() => undefined);
      const found = store.list().spots.map((spot) => store.read(spot));
      const texts = found.map((file) => (file?.kind === "file" ? Buffer.from(file.bytes).toString() : "unreadable"));
      expect(texts.length).toBeLessThanOrEqual(1);
      const state = texts.length === 0 ? 0 : TEXTS.indexOf(texts[0] ?? "") + 1;
      expect(texts.length === 0 || state > 0).toBe(true);
      expect([acknowledged, acknowledged + 1]).toContain(state);
      expect(store.list().leftovers).toEqual([]);
    }
    expect(hit.length).toBe(times);
  });
});
