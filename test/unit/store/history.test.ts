import { readdirSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type MemoryId, makeId } from "../../../src/memory/ids.ts";
import { openHistory } from "../../../src/store/io/history.ts";
import type { HistoryRecord } from "../../../src/store/records.ts";
import { sha256Hex } from "../../../src/text/digest.ts";
import { FILE, ID, scratch, thrown } from "../../support/disk.ts";

const KEY = "01JCQ0Z8M4X5T6V7W8Y9ZABCDE-0123456789abcdef";

function change(body: string, over: Partial<HistoryRecord> = {}): [HistoryRecord, Uint8Array] {
  const before = { place: "memories", file: FILE, sha256: sha256Hex(body) } as const;
  const record = {
    id: ID,
    group: "g",
    at: "2026-11-14T10:11:12Z",
    action: "edit",
    channel: "terminal",
    before,
  } as const;
  return [{ ...record, ...over }, Buffer.from(body)];
}

function otherId(n: number): MemoryId {
  return makeId(n, new Uint8Array(10));
}

describe("the history", () => {
  test("STO-25: bytes and record come back exactly, newest first, in files for the owner alone", () => {
    const state = scratch();
    const history = openHistory(state, KEY);
    const changes = [change("one"), change("two", { byCheck: true }), change("one")];
    for (const [record, bytes] of changes) history.record(record, bytes);
    expect(history.ofMemory(ID)).toEqual(changes.map(([record]) => record).toReversed());
    expect(Buffer.from(history.bytes(ID, sha256Hex("one")) ?? []).toString()).toBe("one");
    expect(history.bytes(ID, sha256Hex("three"))).toBeUndefined();
    const folder = `${state}/history/${KEY}/${ID}`;
    expect(readdirSync(folder).length).toBe(5);
    for (const name of readdirSync(folder)) expect(statSync(`${folder}/${name}`).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test("STO-25: at most 20 per memory and 180 days, and bytes no record names go with them", () => {
    const state = scratch();
    const history = openHistory(state, KEY);
    for (let n = 1; n <= 23; n++) history.record(...change(`text ${n}`, { group: String(n) }));
    expect(history.ofMemory(ID).map((record) => record.group)).toEqual(
      Array.from({ length: 20 }, (_, n) => String(23 - n)),
    );
    expect(history.bytes(ID, sha256Hex("text 3"))).toBeUndefined();
    expect(history.bytes(ID, sha256Hex("text 4"))).toBeDefined();
    history.record(...change("half a year on", { at: "2027-05-13T10:11:12Z", group: "180 days" }));
    expect(history.ofMemory(ID).length).toBe(20);
    history.record(...change("a second later", { at: "2027-05-13T10:11:13Z", group: "later" }));
    expect(history.ofMemory(ID).map((record) => record.group)).toEqual(["later", "180 days"]);
    expect(readdirSync(`${state}/history/${KEY}/${ID}`).length).toBe(4);
  });

  test("STO-25, TRU-9: the newest over all memories, in the order they were made", () => {
    const history = openHistory(scratch(), KEY);
    const ids = [3, 1, 2, 3, 1].map(otherId);
    for (const [n, id] of ids.entries()) history.record(...change("x", { id, group: String(n) }));
    expect(history.newest(3).map((record) => record.group)).toEqual(["4", "3", "2"]);
    expect(history.newest(50).length).toBe(5);
    expect(openHistory(scratch(), KEY).newest(5)).toEqual([]);
  });

  test("STO-25: stores don't share a history", () => {
    const state = scratch();
    openHistory(state, KEY).record(...change("x"));
    expect(openHistory(state, "another").ofMemory(ID)).toEqual([]);
  });

  test("STO-3: damaged records and bytes are skipped, not believed", () => {
    const state = scratch();
    const history = openHistory(state, KEY);
    history.record(...change("one"));
    const folder = `${state}/history/${KEY}/${ID}`;
    writeFileSync(`${folder}/000009-1700000000000.json`, "{");
    writeFileSync(`${folder}/${sha256Hex("one")}.md`, "altered");
    expect(history.ofMemory(ID).length).toBe(1);
    expect(history.bytes(ID, sha256Hex("one"))).toBeUndefined();
    history.record(...change("one"));
    expect(Buffer.from(history.bytes(ID, sha256Hex("one")) ?? []).toString()).toBe("one");
  });

  test("STO-22: ids and hashes are no paths; bytes must be those the record names", () => {
    const history = openHistory(scratch(), KEY);
    const [record] = change("one");
    expect(thrown(() => history.record({ ...record, id: "../x" as MemoryId }, undefined)).code).toBe("unsafe-path");
    expect(thrown(() => history.record(record, Buffer.from("two"))).code).toBe("io");
    expect(history.ofMemory("../x" as MemoryId)).toEqual([]);
    expect(history.bytes(ID, "../../x")).toBeUndefined();
  });
});
