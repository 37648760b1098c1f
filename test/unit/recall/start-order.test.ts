// The right ones at the start (ARR-2): rules whole and first, then what the session is about, then what was useful.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Candidate } from "../../../src/recall/candidate.ts";
import { renderContext } from "../../../src/recall/render.ts";
import { type Pulled, selectForSessionStart as select } from "../../../src/recall/select.ts";
import { blockIn } from "../../support/block.ts";
import { candidate } from "./candidates.ts";

const BUDGET = { tokens: 1500, characters: 9000 };

/** A sentence of about sixty characters, as `holdfast add` keeps it. */
function sentence(over: Partial<Candidate> = {}, length = 60): Candidate {
  const made = candidate(over);
  const number = made.name.replace(/\D/g, "");
  const text = `Number ${number} is said with words such as these and some more of the same`.slice(0, length - 1);
  return { ...made, name: text, description: `${text}.`, body: `${text}.\n` };
}

const many = (count: number, over: Partial<Candidate> = {}): readonly Candidate[] =>
  Array.from({ length: count }, () => sentence(over));

function pulling(near: readonly Candidate[]): (each: Candidate) => Pulled | undefined {
  const places = new Map(near.map((each, at) => [each.id, { at, rule: "near this session's branch" }]));
  return ({ id }) => places.get(id);
}

const told = (list: readonly Candidate[], near: readonly Candidate[] = []): string =>
  renderContext(select(list, { pull: pulling(near) }, BUDGET));

describe("ARR-2: what stands at the start", () => {
  test("a store whose memories fit as lines is shown whole, whatever is near", () => {
    const list = [...many(40), ...many(34, { tier: "inferred" })];
    expect(blockIn(told(list, list.slice(70)))).toHaveLength(74);
  });

  test("else rules come first and whole, then what is near, nearest first, then the rest", () => {
    const rules = ["user", "feedback", "project", "project"].map((type, at) =>
      candidate({
        type,
        kind: ["fact", "fact", "constraint", "preference"][at] ?? "",
        body: `How to apply rule ${at}.\n`,
      }),
    );
    const facts = many(300);
    const near = [facts[250], facts[3], facts[120]].filter((each) => each !== undefined);
    const { shown } = select([...facts, ...rules], { pull: pulling(near) }, BUDGET);
    expect(new Set(shown.slice(0, 4).map((each) => each.candidate))).toEqual(new Set(rules));
    expect(shown.slice(0, 4).every(({ form }) => form === "full")).toBe(true);
    expect(shown.slice(4, 7).map((each) => each.candidate)).toEqual(near);
    expect(shown.slice(4, 8).map(({ rule }) => rule)).toEqual([
      ...near.map(() => "applies everywhere, near this session's branch"),
      "applies everywhere",
    ]);
    expect(shown.length).toBeGreaterThan(60);
  });

  test("long texts of rules leave room for what the session is about", () => {
    const body = `${"A rule that is explained at some length. ".repeat(20)}\n`;
    const rules = Array.from({ length: 10 }, () => candidate({ kind: "constraint", body }));
    const facts = many(200);
    const { shown } = select([...facts, ...rules], { pull: pulling(facts.slice(100)) }, BUDGET);
    expect(rules.every((rule) => shown.some((each) => each.candidate === rule))).toBe(true);
    expect(
      shown.filter(({ form, candidate: { kind } }) => kind === "constraint" && form === "full").length,
    ).toBeGreaterThan(2);
    expect(shown.filter(({ candidate: { kind } }) => kind === "fact").length).toBeGreaterThan(5);
  });

  test("CTX-9: of what nobody confirmed only what is near, at most a fifth of the lines, and no more than is left out anyway", () => {
    const verified = many(300);
    const unsure = many(100, { tier: "inferred" });
    const share = (list: readonly Candidate[], near: readonly Candidate[]): number => {
      const { shown } = select(list, { pull: pulling(near) }, BUDGET);
      return shown.filter(({ candidate: { tier } }) => tier !== "verified").length / shown.length;
    };
    expect(share([...verified, ...unsure], [])).toBe(0);
    expect(share([...verified, ...unsure], unsure)).toBeGreaterThan(0.1);
    expect(share([...verified, ...unsure], unsure)).toBeLessThanOrEqual(0.21);
    const fitting = verified.slice(0, select(verified, {}, BUDGET).shown.length);
    const brink = select([...fitting, sentence(), ...unsure], { pull: pulling(unsure) }, BUDGET);
    expect(brink.shown.filter(({ candidate: { tier } }) => tier !== "verified").length).toBeLessThanOrEqual(1);
  });

  test("at equal footing what somebody confirmed comes first", () => {
    const list = [...many(2, { tier: "inferred" }), ...many(2)];
    const tiers = select(list, {}, BUDGET).shown.map(({ candidate: { tier } }) => tier);
    expect(tiers).toEqual(["verified", "verified", "inferred", "inferred"]);
  });

  test("ARR-3: what the agent reads by itself is withheld, with its reason", () => {
    const [one, two] = [sentence(), sentence()];
    const { shown, withheld } = select([one, two], { isRead: ({ id }) => id === one.id }, BUDGET);
    expect(shown.map((each) => each.candidate)).toEqual([two]);
    expect(withheld).toEqual([{ id: one.id, name: one.name, reason: "read-already" }]);
  });

  test.each([
    ["verified", "verified", "inferred"],
    ["verified", "inferred", "inferred", "inferred", "inferred"],
  ] as const)(
    "CTX-6: one more memory brings at most three lines and takes at most three away: %s, %s, ...",
    (...mix) => {
      const lengths = fc.integer({ min: 50, max: 75 });
      const tiers = fc.constantFrom(...mix);
      const kinds = fc.constantFrom("fact", "fact", "fact", "preference");
      const one = fc.record({
        length: lengths,
        tier: tiers,
        kind: kinds,
        near: fc.option(fc.integer({ min: 0, max: 1e6 })),
      });
      const stores = fc.array(one, { minLength: 40, maxLength: 160 });
      fc.assert(
        fc.property(stores, one, (made, more) => {
          const all = [...made, more].map((each) => ({
            ...each,
            of: sentence({ tier: each.tier, kind: each.kind }, each.length),
          }));
          const near = all
            .filter((each) => each.near !== null)
            .sort((a, b) => Number(a.near) - Number(b.near))
            .map((each) => each.of);
          const before = linesOf(
            told(
              all.slice(0, -1).map((each) => each.of),
              near,
            ),
          );
          const after = linesOf(
            told(
              all.map((each) => each.of),
              near,
            ),
          );
          expect(after.filter((line) => !before.includes(line)).length).toBeLessThanOrEqual(3);
          expect(before.filter((line) => !after.includes(line)).length).toBeLessThanOrEqual(3);
        }),
        { numRuns: 300 },
      );
    },
  );
});

/** Without the count of what was left out. */
function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => !/^\d+ more/.test(line));
}
