// The `sync` and `holds` keys (SYN-4): one spelling, within bounds, nothing unknown.
import { describe, expect, test } from "vitest";
import { type Line, readLine, renderLine } from "../../../src/replica/line.ts";
import { makeState, type State, type Version } from "../../../src/replica/state.ts";

const A = "a".repeat(16);
const B = "0123456789abcdef";
const HASH = "7".repeat(64);
const FROM = "9".repeat(16);

const version = (changes: Partial<Version> = {}): Version => ({
  dot: { device: A, n: 4 },
  hash: HASH,
  attested: "2026-05-01",
  under: "verified",
  from: [FROM],
  ...changes,
});
const FULL = makeState({
  context: { [B]: 2, x0000000000000000: 1 },
  versions: [
    version(),
    version({ dot: { device: B, n: 1 }, attested: null, under: "inferred", from: [] }),
    version({ dot: { device: B, n: 2 }, attested: null, under: "quarantined", from: [FROM, A] }),
  ],
  holds: [{ dot: { device: "g0000000000000000", n: 1 }, reason: "check-failed", at: "2026-05-02T10:00:00Z" }],
  retirements: [{ device: A, n: 3 }],
});

function again(line: Line | undefined): unknown {
  return line === undefined ? undefined : readLine(line.sync, line.holds);
}

describe("SYN-4: the line", () => {
  test("is pinned", () => {
    expect(renderLine(FULL)).toEqual({
      sync:
        `1 | ${B}.1=${HASH} ${B}.2=${HASH}~quarantined<${FROM},${A} ${A}.4=${HASH}@2026-05-01<${FROM}` +
        ` | ${B}.2 ${A}.4 g0000000000000000.1 x0000000000000000.1 | ${A}.3`,
      holds: ["g0000000000000000.1|check-failed|2026-05-02T10:00:00Z"],
    });
    expect(renderLine(makeState({}))).toEqual({ sync: "1 | - | -", holds: [] });
    expect(renderLine(makeState({ context: { [A]: 1 }, forgotten: true }))?.sync).toBe(`1 | forgotten | ${A}.1`);
  });

  test.each<[string, State]>([
    ["a full state", FULL],
    ["nothing", makeState({})],
    ["an archived one", makeState({ context: { [A]: 3 }, holds: FULL.holds })],
    ["a forgotten one", makeState({ context: { [A]: 3 }, forgotten: true })],
    ["an unattested one", makeState({ versions: [version({ attested: null })] })],
    ["the highest number", makeState({ versions: [version({ dot: { device: A, n: 999_999_999 } })] })],
    ["the longest device", makeState({ context: { ["b".repeat(64)]: 1 } })],
  ])("reads back %s", (_, state) => {
    expect(again(renderLine(state))).toEqual({ kind: "state", state });
  });

  test.each<[string, Partial<State>]>([
    ["a number too high", { context: { [A]: 1_000_000_000 } }],
    ["no device", { context: { desk: 1 } }],
    ["too many devices", { context: seen(129, "") }],
    ["too many adopted texts", { context: seen(257, "x") }],
    [
      "too many versions",
      { versions: Array.from({ length: 33 }, (_, n) => version({ dot: { device: A, n: n + 1 } })) },
    ],
    ["too many holds", { holds: Array.from({ length: 33 }, (_, n) => hold(n + 1)) }],
    ["too many retirements", { retirements: Array.from({ length: 33 }, (_, n) => ({ device: A, n: n + 1 })) }],
    ["too many origins", { versions: [version({ from: [1, 2, 3, 4, 5].map((n) => String(n).repeat(16)) })] }],
    ["no day", { versions: [version({ attested: "2026-02-30" })] }],
  ])("does not write what it would not read: %s", (_, parts) => {
    expect(renderLine(makeState(parts))).toBeUndefined();
  });

  test("writes as much as it reads", () => {
    const most = makeState({
      context: { ...seen(127, ""), ...seen(128, "x") },
      holds: Array.from({ length: 32 }, (_, n) => hold(n + 1)),
    });
    expect(again(renderLine(most))).toEqual({ kind: "state", state: most });
  });

  const good = (renderLine(FULL) as Line).sync;
  test.each([
    ["another order", `1 | - | ${A}.4 ${B}.2`],
    ["the same twice", `1 | - | ${A}.4 ${A}.4`],
    ["a live dot that was not seen", `1 | ${A}.4=${HASH} | ${A}.3`],
    ["a field too many", `${good} | ${A}.3`],
    ["an empty field too many", `1 | - | - | -`],
    ["a field too few", "1 | -"],
    ["nothing", ""],
    ["an unknown mark", `1 | ${A}.4=${HASH}~trusted | ${A}.4`],
    ["the mark that is never written", `1 | ${A}.4=${HASH}~inferred | ${A}.4`],
    ["two marks", `1 | ${A}.4=${HASH}@2026-05-01~verified | ${A}.4`],
    ["a short hash", `1 | ${A}.4=${HASH.slice(1)} | ${A}.4`],
    ["a number with a nought before it", `1 | - | ${A}.04`],
    ["number nought", `1 | - | ${A}.0`],
    ["capitals", `1 | - | ${A.toUpperCase()}.4`],
    ["a day that is none", `1 | ${A}.4=${HASH}@2026-13-01 | ${A}.4`],
    ["two spaces", `1 | -  | ${A}.4`],
    ["forgotten and alive", `1 | forgotten ${A}.4=${HASH} | ${A}.4`],
    ["no format", `x | - | ${A}.4`],
    ["more than 8 KiB", `1 | - | ${"b".repeat(9000)}`],
  ])("refuses %s", (_, sync) => {
    expect(readLine(sync, [])).toEqual({ kind: "damaged" });
  });

  test.each([
    ["an unknown reason", `${A}.4|because|2026-05-01T00:00:00Z`],
    ["a day alone", `${A}.4|demoted|2026-05-01`],
    ["more", `${A}.4|demoted|2026-05-01T00:00:00Z|x`],
    ["no dot", "demoted|2026-05-01T00:00:00Z"],
    ["a dot not seen", `${A}.5|demoted|2026-05-01T00:00:00Z`],
  ])("refuses a hold with %s", (_, hold) => {
    expect(readLine(`1 | - | ${A}.4`, [hold])).toEqual({ kind: "damaged" });
  });

  test("tells a newer format from a damaged line", () => {
    expect(readLine("2 | whatever comes", ["then"])).toEqual({ kind: "newer" });
    expect(readLine("02 | - | -", [])).toEqual({ kind: "damaged" });
  });

  function seen(length: number, letter: string): Record<string, number> {
    return Object.fromEntries(Array.from({ length }, (_, n) => [letter + n.toString(16).padStart(16, "0"), 1]));
  }
  function hold(n: number) {
    return { dot: { device: A, n }, reason: "demoted", at: "2026-05-01T00:00:00Z" } as const;
  }
});
