// HUB-1: a ledger goes to a hub in parts and comes back byte for byte; a new line changes the last part alone.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  apart,
  byPath,
  carriedKind,
  changed,
  cut,
  ledgerIn,
  PART_BYTES,
  sizesOf,
  together,
} from "../../../../src/sync/hub/parts.ts";
import { LIMITS } from "../../../../src/sync/hub/protocol.ts";
import { kindOf } from "../../../../src/sync/paths.ts";
import { throughHub } from "../../../support/hub-machines.ts";
import { type HubStub, hubStub, MEMBER, type StubEntry, sha256 } from "../../../support/hub-stub.ts";
import { remember } from "../../../support/sync-acts.ts";
import { type Machine, treeOf, twoMachines } from "../../../support/sync-machines.ts";

const LEDGER = "ledger/0123456789abcdef.jsonl";
const PART = "ledger/0123456789abcdef.0001.jsonl";

const ledgers = fc
  .array(fc.integer({ min: 0, max: 3 * PART_BYTES }), { maxLength: 12 })
  .map((sizes) => Buffer.from(sizes.map((size, n) => `${String.fromCharCode(97 + n).repeat(size)}\n`).join("")));

describe("HUB-1: the parts of a ledger", () => {
  test("together they are what was cut, and each ends with a line", () => {
    fc.assert(
      fc.property(ledgers, (bytes) => {
        const parts = cut(bytes);
        expect(Buffer.from(together(parts) ?? []).equals(bytes)).toBe(true);
        for (const part of parts.slice(0, -1)) expect(part.at(-1)).toBe(0x0a);
        const again = apart(bytes, sizesOf(parts));
        expect(again.map((part) => part?.length)).toEqual(parts.map(({ length }) => length));
      }),
    );
  });

  test("what is written later leaves all but the last as they are", () => {
    fc.assert(
      fc.property(ledgers, ledgers, (bytes, more) => {
        const before = cut(bytes).slice(0, -1);
        const after = cut(Buffer.concat([bytes, more]));
        expect(before.map((part) => sha256(part))).toEqual(after.slice(0, before.length).map((part) => sha256(part)));
      }),
    );
  });

  test("a part has no place in a store, and nothing else is taken for one", () => {
    expect([ledgerIn(LEDGER), ledgerIn(PART)]).toEqual([
      { ledger: LEDGER, n: 0 },
      { ledger: LEDGER, n: 1 },
    ]);
    expect([kindOf(LEDGER), kindOf(PART), carriedKind(PART)]).toEqual(["lines", undefined, "lines"]);
    for (const path of ["0000", "1", "00001", "0001.0001", "x"].map((n) => `ledger/0123456789abcdef.${n}.jsonl`))
      expect(carriedKind(path), path).toBeUndefined();
    expect(carriedKind("tombstones/0123456789abcdef.0001.jsonl")).toBeUndefined();
  });

  test("one that goes or is not there leaves a hole, and no part at all is no ledger", () => {
    const parts = ["a\n", "b\n", "c\n"].map((text) => Buffer.from(text));
    const holed = changed(parts, new Map([[1, undefined]]));
    expect(sizesOf(holed)).toEqual([2, null, 2]);
    expect(Buffer.from(together(holed) ?? []).toString()).toBe("a\nc\n");
    expect([...byPath(LEDGER, apart(together(holed) ?? parts[0] ?? Buffer.of(), sizesOf(holed))).keys()]).toEqual([
      LEDGER,
      LEDGER.replace("jsonl", "0002.jsonl"),
    ]);
    expect(together(changed(parts, new Map([0, 1, 2].map((n) => [n, undefined]))))).toBeUndefined();
  });
});

describe("HUB-1: a ledger above 256 KiB", () => {
  let base: string;
  let stub: HubStub;
  let a: Machine;
  let b: Machine;
  beforeEach(async () => {
    base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-hub-parts-")));
    stub = await hubStub();
    [a, b] = twoMachines(base) as [Machine, Machine];
    for (const each of [a, b]) each.carrier = (git) => throughHub(git, stub, dirname(each.root));
  });
  afterEach(async () => {
    await stub.end();
    rmSync(base, { recursive: true, force: true });
  });

  const log = (): StubEntry[] => stub.stores.get(`personal/${MEMBER}`)?.log ?? [];
  const own = (): string => `ledger/${a.device.id}.jsonl`;
  const push = (path: string, text: string): void => {
    const bytes = Buffer.from(text);
    log().push({ path, hash: sha256(bytes), bytes: bytes.toString("base64") });
  };
  const lines = (from: number, count: number): string =>
    Array.from({ length: count }, (_, n) => `{"line":${from + n},"more":"${"x".repeat(180)}"}\n`).join("");
  const grow = (text: string): string => {
    const grown = a.read(own()) + text;
    a.put(own(), grown);
    return grown;
  };
  const quiet = async (): Promise<void> => {
    for (const each of [a, b, a, b]) expect(await each.sync()).toMatchObject({ kind: "synced", refused: [] });
    expect(treeOf(a)).toBe(treeOf(b));
    expect(await a.sync()).toMatchObject({ outcome: "equal" });
  };

  test("goes there and comes back byte for byte; a new line sends one part, and git sees none", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    const grown = grow(lines(0, 3000));
    expect(grown.length).toBeGreaterThan(2 * LIMITS.fileBytes);
    await quiet();
    expect(b.read(own())).toBe(grown);
    expect(log().filter(({ path }) => ledgerIn(path)?.ledger === own()).length).toBeGreaterThan(8);
    const before = log().length;
    const more = grow(lines(3000, 1));
    await quiet();
    expect(b.read(own())).toBe(more);
    const sent = log().slice(before);
    expect(sent.filter(({ path }) => path.startsWith("ledger/"))).toHaveLength(1);
    expect(Buffer.from(sent[0]?.bytes ?? "", "base64").length).toBeLessThanOrEqual(PART_BYTES);
    for (const each of [a, b]) expect(each.git("ls-files", "ledger")).not.toMatch(/\.\d{4}\.jsonl/);
  });

  test("one that lies there whole goes on from that, and is in parts after its next line", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await quiet();
    const whole = a.read(own()) + lines(0, 900);
    a.put(own(), whole);
    push(own(), whole);
    await quiet();
    expect(log().some(({ path }) => path !== own() && ledgerIn(path)?.ledger === own())).toBe(false);
    const grown = grow(lines(900, 400));
    await quiet();
    expect(b.read(own())).toBe(grown);
    expect(log().some(({ path }) => path !== own() && ledgerIn(path)?.ledger === own())).toBe(true);
  });

  test("one that was left out before parts were known goes", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    grow(lines(0, 2000));
    stub.refused.set(own(), "it is larger than the 256 KiB that a hub takes");
    await a.sync();
    expect(log().some(({ path }) => ledgerIn(path)?.ledger === own())).toBe(false);
    stub.refused.clear();
    await quiet();
    expect(b.read(own())).toBe(a.read(own()));
  });

  const TORN = "the two sides tell different things; all of it was kept";

  test("where somebody else changed a part, it is told, and all of both is kept, as with a whole one", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    const ledger = own();
    const grown = grow(lines(0, 2000));
    await quiet();
    push(ledger.replace("jsonl", "0002.jsonl"), "not a line of this device\n");
    expect(await a.sync()).toMatchObject({ kind: "synced", refused: [{ path: ledger, why: TORN }] });
    await quiet();
    const kept = new Set(b.read(ledger).split("\n"));
    expect([...grown.split("\n"), "not a line of this device"].filter((line) => !kept.has(line))).toEqual([]);
  });

  test("where a part came and what stands beside it is not known, all of it is read again", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await quiet();
    const ledger = own();
    stub.refused.set(ledger.replace("jsonl", "0003.jsonl"), "not now");
    const grown = grow(lines(0, 2000));
    expect(await a.sync()).toMatchObject({ refused: [expect.objectContaining({ path: ledger })] });
    const foreign = lines(5000, 1);
    push(ledger.replace("jsonl", "0001.jsonl"), foreign);
    stub.refused.clear();
    expect(await a.sync()).toMatchObject({ kind: "synced", refused: [{ path: ledger, why: TORN }] });
    await quiet();
    const kept = new Set(b.read(ledger).split("\n"));
    expect(`${grown}${foreign}`.split("\n").filter((line) => !kept.has(line))).toEqual([]);
    expect(b.read(ledger).length).toBe(grown.length + foreign.length);
  });
});
