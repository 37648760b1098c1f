// What a signature covers, byte by byte, and whose word is the latest: each condition by itself, so that none of them
// can be lost unnoticed.
import { describe, expect, test } from "vitest";
import { canonical, parseStatement, STATED, type Statement } from "../../../src/attest/statement.ts";
import { latestWord, nextDot, vouchedFor } from "../../../src/attest/vouch.ts";
import type { MemoryId } from "../../../src/memory/ids.ts";

const ID = "01ARZ3NDEKTSV4RRFFQ69G5FAV" as MemoryId;
const OTHER = "01BX5ZZKBKACTAV9WEVGEMMVRZ";
const [A, B] = ["a".repeat(16), "b".repeat(64)];
const [HASH, NEWER] = ["0".repeat(64), "f".repeat(64)];

const FACTS = { content: HASH, status: "active" } as const;

function statement(more: Partial<Statement> = {}): Statement {
  return {
    version: 1,
    scope: "personal",
    id: ID,
    action: "promote",
    date: "2026-03-01",
    dot: { device: A, n: 3 },
    seen: { [A]: 2 },
    vouches: { ...FACTS, supersedes: [] },
    ...more,
  };
}

describe("SYN-20: the bytes that are signed", () => {
  test("every key in its place, lists and contexts in one order", () => {
    const seen = { [B]: 7, [A]: 2 };
    const vouches = { supersedes: [OTHER, ID], status: "retired", content: HASH } as const;
    expect(canonical(statement({ seen, vouches }))).toBe(
      `{"version":1,"scope":"personal","id":"${ID}","action":"promote","date":"2026-03-01",` +
        `"dot":{"device":"${A}","n":3},"seen":{"${A}":2,"${B}":7},` +
        `"vouches":{"content":"${HASH}","status":"retired","supersedes":["${ID}","${OTHER}"]}}`,
    );
    expect(canonical(statement({ vouches: null }))).toMatch(/,"vouches":null\}$/);
  });

  test.each(STATED)("a statement of %s reads back as it was written", (action) => {
    const one = statement({ action, scope: "01J9ZQ0000000000000000000B", seen: {}, vouches: null });
    expect(parseStatement(canonical(one))).toEqual(one);
  });

  test.each([
    ["no seen devices", { seen: {} }],
    ["SYN-4: adopted texts and findings among those seen", { seen: { g0123456789abcdef: 1, x0123456789abcdef: 2 } }],
    ["another status", { vouches: { content: NEWER, status: "retired", supersedes: [OTHER] } }],
    ["the longest device", { dot: { device: B, n: 1 }, seen: { [A]: 1, [B]: Number.MAX_SAFE_INTEGER } }],
  ] as const)("read back: %s", (_, more) => {
    expect(parseStatement(canonical(statement(more)))).toEqual(statement(more));
  });

  test.each([
    ["another version", { version: 2 }],
    ["another scope", { scope: "team" }],
    ["a shared store without its id", { scope: "shared" }],
    ["a scope that is no text", { scope: ["personal"] }],
    ["no id", { id: "x" }],
    ["an unknown action", { action: "create2" }],
    ["a timestamp", { date: "2026-03-01T00:00:00Z" }],
    ["a date with something before it", { date: "x2026-03-01" }],
    ["a short year", { date: "226-03-01" }],
    ["a short month", { date: "2026-3-01" }],
    ["a short day", { date: "2026-03-1" }],
    ["letters for a date", { date: "yyyy-mm-dd" }],
    ["a short device", { dot: { device: A.slice(1), n: 1 } }],
    ["a long device", { dot: { device: `${B}b`, n: 1 } }],
    ["a device in capitals", { dot: { device: A.toUpperCase(), n: 1 } }],
    ["number 0", { dot: { device: A, n: 0 } }],
    ["number -1", { dot: { device: A, n: -1 } }],
    ["number 1.5", { dot: { device: A, n: 1.5 } }],
    ["one bad device among those seen", { seen: { [A]: 2, x: 1 } }],
    ["an adopted text with a digit too many", { seen: { x0123456789abcdef0: 1 } }],
    ["an adopted text with something before it", { seen: { ax0123456789abcdef: 1 } }],
    ["an adopted text with a digit too few", { seen: { g0123456789abcde: 1 } }],
    ["another letter before what was found", { seen: { y0123456789abcdef: 1 } }],
    ["the dot of an adopted text", { dot: { device: "x0123456789abcdef", n: 1 } }],
    ["one bad number among those seen", { seen: { [A]: 0, [B]: 1 } }],
    ["a short content hash", { vouches: { ...FACTS, content: HASH.slice(1), supersedes: [] } }],
    ["a long content hash", { vouches: { ...FACTS, content: `${HASH}0`, supersedes: [] } }],
    ["an unknown status", { vouches: { ...FACTS, status: "asleep", supersedes: [] } }],
    ["a superseded name that is no id", { vouches: { ...FACTS, supersedes: [OTHER, "x"] } }],
  ])("%s is no statement", (_, more) => {
    expect(parseStatement(canonical(statement(more as Partial<Statement>)))).toBeUndefined();
  });

  test("another spelling of the same values is none: spaces, order, further keys", () => {
    const text = canonical(statement());
    expect(parseStatement(`${text}\n`)).toBeUndefined();
    expect(parseStatement(` ${text}`)).toBeUndefined();
    expect(parseStatement(text.replace("{", '{"more":1,'))).toBeUndefined();
    expect(parseStatement(text.replace('"version":1', '"version":1.0'))).toBeUndefined();
    for (const other of ["", "null", "[]", "{}", "1", text.slice(1), '{"dot":null}'])
      expect([other, parseStatement(other)]).toEqual([other, undefined]);
  });

  test("16,384 characters are read and no more", () => {
    const withSeen = (count: number): string =>
      canonical(statement({ seen: Object.fromEntries(Array.from({ length: count }, (_, n) => [device(n), 1])) }));
    const device = (n: number): string => n.toString(16).padStart(16, "0");
    const each = withSeen(2).length - withSeen(1).length;
    const count = Math.floor((16_384 - withSeen(0).length) / each);
    const lacking = 16_384 - withSeen(count).length;
    const longer = (by: number): string => withSeen(count).replace(device(0), device(0).padStart(16 + by, "0"));
    expect(longer(lacking)).toHaveLength(16_384);
    expect(parseStatement(longer(lacking))).toBeDefined();
    expect(parseStatement(longer(lacking + 1))).toBeUndefined();
  });
});

describe("STO-32: the latest word", () => {
  const first = statement({ dot: { device: A, n: 1 }, seen: {} });
  const second = statement({
    dot: { device: A, n: 2 },
    seen: { [A]: 1 },
    vouches: { content: NEWER, status: "active", supersedes: [OTHER] },
  });
  const withdrawal = statement({ dot: { device: B, n: 1 }, seen: { [A]: 2 }, action: "demote", vouches: null });
  const blind = statement({ dot: { device: B, n: 1 }, seen: { [A]: 1 }, action: "demote", vouches: null });
  const restored = statement({ dot: { device: A, n: 3 }, seen: { [A]: 2, [B]: 1 } });

  test("of nothing is nothing", () => {
    expect(latestWord([])).toEqual({ heads: [], withdrawn: false });
    expect(vouchedFor([], FACTS)).toBeUndefined();
  });

  test("an older statement vouches for nothing, in any order of the files", () => {
    for (const all of [
      [first, second],
      [second, first],
    ]) {
      expect(latestWord(all)).toEqual({ heads: [second], withdrawn: false });
      expect(vouchedFor(all, FACTS)).toBeUndefined();
      expect(vouchedFor(all, { content: NEWER, status: "active" })).toEqual(second.vouches);
    }
    expect(vouchedFor([first], FACTS)).toEqual(first.vouches);
  });

  test("exactly this content and this status", () => {
    expect(vouchedFor([first], { content: HASH, status: "retired" })).toBeUndefined();
    expect(vouchedFor([first], { content: NEWER, status: "active" })).toBeUndefined();
  });

  test("a demotion that no restore saw outweighs what was said beside it", () => {
    expect(latestWord([first, second, withdrawal])).toEqual({ heads: [withdrawal], withdrawn: true });
    expect(latestWord([first, second, blind])).toEqual({ heads: [second, blind], withdrawn: true });
    expect(vouchedFor([first, second, blind], { content: NEWER, status: "active" })).toBeUndefined();
    expect(vouchedFor([first, second, blind, restored], FACTS)).toEqual(restored.vouches);
  });

  test("two that did not see each other both count", () => {
    const beside = statement({ dot: { device: B, n: 1 }, seen: {} });
    expect(latestWord([second, beside]).heads).toEqual([second, beside]);
    expect(vouchedFor([second, beside], FACTS)).toEqual(beside.vouches);
    expect(vouchedFor([second, beside], { content: NEWER, status: "active" })).toEqual(second.vouches);
  });

  test("the same statement twice, or one that claims to have seen itself, is still a word", () => {
    const own = statement({ dot: { device: A, n: 3 }, seen: { [A]: 3 } });
    expect(latestWord([own]).heads).toEqual([own]);
  });

  test("the next statement of a device comes after all it has seen", () => {
    expect(nextDot([], A)).toEqual({ dot: { device: A, n: 1 }, seen: {} });
    expect(nextDot([second, withdrawal, first], A)).toEqual({ dot: { device: A, n: 3 }, seen: { [A]: 2, [B]: 1 } });
    expect(nextDot([second], B)).toEqual({ dot: { device: B, n: 1 }, seen: { [A]: 2 } });
    const told = statement({ dot: { device: B, n: 2 }, seen: { [A]: 9, [B]: 1 } });
    expect(nextDot([told, first], A)).toEqual({ dot: { device: A, n: 10 }, seen: { [A]: 9, [B]: 2 } });
  });
});
