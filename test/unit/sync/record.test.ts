// The record of the last sync, and who may start one.
// check:all: waits for a moment at which several processes write.
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSyncRecord, takeSyncStart, writeSyncRecord } from "../../../src/sync/io/record.ts";

let state: string;
beforeEach(() => {
  state = mkdtempSync(`${tmpdir()}/holdfast-state-`);
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const stamps = (): readonly string[] => readdirSync(`${state}/sync`).filter((name) => name.startsWith("start-"));
const age = (minutes: number): void => {
  const then = Date.now() / 1000 - minutes * 60;
  utimesSync(`${state}/sync/${stamps()[0]}`, then, then);
};

test("SYN-15: a start is given once in 15 minutes, and a wrong clock does not stop it for good", () => {
  expect(takeSyncStart(state, new Date())).toBe(true);
  expect(takeSyncStart(state, new Date())).toBe(false);
  age(14);
  expect(takeSyncStart(state, new Date())).toBe(false);
  age(16);
  expect([takeSyncStart(state, new Date()), takeSyncStart(state, new Date())]).toEqual([true, false]);
  expect(stamps()).toEqual(["start-2"]);
  age(-24 * 60);
  expect(takeSyncStart(state, new Date())).toBe(true);
});

test("SYN-15: of several processes at once, one gets it", async () => {
  const module = new URL("../../../src/sync/io/record.ts", import.meta.url).href;
  const at = Date.now() + 1500;
  const code = `const { takeSyncStart } = await import(${JSON.stringify(module)});
    while (Date.now() < ${at});
    process.stdout.write(String(takeSyncStart(${JSON.stringify(state)}, new Date())));`;
  const run = promisify(execFile);
  const runs = Array.from({ length: 5 }, () => run(process.execPath, ["--input-type=module", "-e", code]));
  const answers = (await Promise.all(runs)).map(({ stdout }) => stdout);
  expect(answers.toSorted()).toEqual(["false", "false", "false", "false", "true"]);
});

test("SYN-15: what was kept is read again; what is damaged or foreign in it is left out", () => {
  expect(readSyncRecord(state)).toBeUndefined();
  const record = {
    worked: "2026-06-01T10:00:00.000Z",
    failing: { since: "2026-06-02T10:00:00.000Z", why: "no route" },
    leftOut: 1,
    proposals: [{ place: "memories", file: "a__123456.md", sha256: "12" }],
    remote: "34",
  } as const;
  writeSyncRecord(state, record);
  expect(readSyncRecord(state)).toEqual(record);
  const put = (value: unknown): void => writeFileSync(`${state}/sync/last.json`, JSON.stringify(value));
  put({
    worked: "soon",
    failing: 7,
    leftOut: "x",
    proposals: [{ place: "../..", file: "a", sha256: "1" }, 5],
    remote: 9,
  });
  expect(readSyncRecord(state)).toEqual({ proposals: [] });
  writeFileSync(`${state}/sync/last.json`, "{");
  expect(readSyncRecord(state)).toBeUndefined();
});
