// Lines of bounded size (SYN-4): however many hand edits, and whatever a context is full of.
import { describe, expect, test } from "vitest";
import { actOn } from "../../../src/replica/act.ts";
import { adopt, adopterOf, holdAgain, holdFor, settled } from "../../../src/replica/derived.ts";
import { fitted } from "../../../src/replica/fit.ts";
import { admit, join } from "../../../src/replica/join.ts";
import { MOST, renderLine } from "../../../src/replica/line.ts";
import { makeState, type State } from "../../../src/replica/state.ts";
import { viewOf } from "../../../src/replica/view.ts";
import { sha256Hex } from "../../../src/text/digest.ts";

const device = "d".repeat(16);
const other = "e".repeat(16);
const at = "2026-05-03T10:00:00Z";
const text = (n: number): string => sha256Hex(`text ${n}`);
const crowd = (length: number, letter: string, from = 0): Record<string, number> =>
  Object.fromEntries(Array.from({ length }, (_, n) => [letter + (n + from).toString(16).padStart(16, "0"), 1]));
const lineOf = (state: State): number => renderLine(state)?.sync.length ?? Number.NaN;

describe("SYN-4: adopted texts", () => {
  test("ten thousand hand edits make the line no longer than two", () => {
    const first = adopt(makeState({}), text(0));
    const edited = (times: number): State =>
      Array.from({ length: times }).reduce<State>(
        (state, _, n) => adopt(state, text(n + 1), undefined, { device }),
        first,
      );
    const many = edited(10_000);
    expect(Object.keys(many.context)).toHaveLength(2);
    // The digits of two numbers, and the origins that the second edit has not yet.
    expect(lineOf(many) - lineOf(edited(2))).toBeLessThan(2 * 17 + 2 * 5);
    // Who was away for all of it replaces nothing and brings nothing back.
    expect(join(first, many)).toEqual(many);
    expect(join(edited(77), many)).toEqual(many);
  });

  test("the same text adopted by two devices is one head, and either successor replaces what it saw", () => {
    const base = adopt(makeState({}), text(0));
    const both = join(adopt(base, text(1), undefined, { device }), adopt(base, text(1), undefined, { device: other }));
    expect(both.versions).toHaveLength(2);
    expect(viewOf(both)).toMatchObject({ head: text(1), siblings: [] });
    expect(viewOf(join(adopt(both, text(2), undefined, { device }), both))).toMatchObject({
      head: text(2),
      siblings: [],
    });
  });

  test("what was only read is renamed, and what lines told before stays seen", () => {
    const base = makeState({ context: { [device]: 4, [adopterOf(device)]: 7 } });
    const read = adopt(base, text(1));
    const [version] = read.versions;
    const mine = settled(read, version === undefined ? [] : [version.dot], { device, after: 9 });
    expect(mine.context).toEqual({ [device]: 4, [adopterOf(device)]: 10 });
    expect(mine.versions).toMatchObject([{ dot: { device: adopterOf(device), n: 10 }, hash: text(1) }]);
    expect(settled(mine, [], { device })).toBe(mine);
  });

  test("a machine that was set back adopts under a number that others know: it is behind, and loses no text", () => {
    const base = adopt(makeState({}), text(0));
    const theirs = [1, 2, 3].reduce((state, n) => adopt(state, text(n), undefined, { device }), base);
    const mine = adopt(base, text(9), undefined, { device });
    const admitted = admit(mine, theirs, {
      device,
      fresh: "f".repeat(16),
      restored: () => false,
      removed: () => false,
      unretired: () => false,
    });
    expect(admitted.behind).toBe(true);
    expect(admitted.state.versions.map(({ hash }) => hash)).toContain(text(9));
  });
});

describe("SYN-11: holds that are found", () => {
  test("one that is taken away again and again counts on under one id", () => {
    const base = adopt(makeState({}), text(0));
    let state = actOn(base, { kind: "demote", reason: "demoted", at }, { device });
    for (let n = 0; n < 300; n++) {
      const [hold] = state.holds;
      if (hold === undefined) throw new Error("nothing holds");
      state = holdAgain(makeState({ ...state, holds: [] }), hold.dot, hold.reason, at);
    }
    expect(state.holds).toHaveLength(1);
    expect(Object.keys(state.context).filter((each) => each.startsWith("g"))).toHaveLength(1);
  });

  test("no more stand than a line can tell", () => {
    let state = adopt(makeState({}), text(0));
    for (let n = 0; n < 100; n++) state = holdFor(state, { check: "secrets", rule: `r${n}`, hash: text(0) }, at);
    expect(state.holds).toHaveLength(MOST.holds);
    expect(renderLine(state)).toBeDefined();
  });
});

describe("SYN-4: what does not fit", () => {
  const base = adopt(makeState({}), text(0));

  test("nothing is left out of a line that fits", () => {
    const full = makeState({ ...base, context: { ...base.context, ...crowd(100, ""), ...crowd(150, "x") } });
    expect(fitted(full, device)).toBe(full);
  });

  test.each([
    ["devices", crowd(400, "")],
    ["adopted texts", crowd(400, "x")],
    ["findings", crowd(400, "g")],
    ["all of them", { ...crowd(128, ""), ...crowd(128, "x"), ...crowd(128, "g") }],
  ])("%s: what stands, stood, and this device's counts stay", (_, context) => {
    const own = { [device]: 5, [adopterOf(device)]: 6 };
    const stood = adopt(base, text(1), undefined, { device: other });
    const after = actOn(
      makeState({ ...stood, context: { ...context, ...stood.context, ...own } }),
      { kind: "edit", hash: text(2), attested: null },
      { device },
    );
    const state = fitted(after, device, [stood]);
    expect(renderLine(state)).toBeDefined();
    expect(state.versions).toEqual(after.versions);
    expect(state.context).toMatchObject({ [device]: 6, [adopterOf(device)]: 6, [adopterOf(other)]: 1 });
    expect(join(state, stood).versions).toEqual(after.versions);
    expect(fitted(state, device)).toBe(state);
  });

  test("however much stands, it is held and retired", () => {
    const dots = Array.from({ length: 60 }, (_, n) => ({ device: sha256Hex(`${n}`), n: 1 }));
    const state = makeState({
      versions: dots.map((dot, n) => ({ dot, hash: text(n), attested: null, under: "inferred", from: [] })),
      holds: dots.map((dot) => ({ dot, reason: "demoted", at })),
      retirements: dots,
    });
    const least = fitted(state, device);
    expect(renderLine(least)).toBeDefined();
    expect(viewOf(least)).toMatchObject({ kind: "live", tier: "quarantined", retired: true });
  });
});
