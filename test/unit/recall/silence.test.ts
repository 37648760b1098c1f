// CTX-3: silence is the default.
import { describe, expect, test } from "vitest";
import { rarityOf } from "../../../src/recall/evidence.ts";
import { type Ranked, rank } from "../../../src/recall/rank.ts";
import { BARS, LINE_BARS, levelOf, passes, worthSaying, worthTelling } from "../../../src/recall/silence.ts";
import { queryOf } from "../../../src/text/query.ts";
import { factsOf, proposalOf, type Written } from "./proposals.ts";

const SIZE = 100_000;
const COMMON = new Map(
  "run test fix code file error chang function add build work look import clean updat"
    .split(" ")
    .map((term) => [term, 20_000]),
);

const NOTES: readonly Written[] = [
  {
    id: "a",
    name: "Invoice rounding is half-even",
    body: "Totals use half-even rounding; the tax office asked for it.",
  },
  { id: "b", name: "Run the tests with pnpm", body: "Tests run with pnpm test; fix the code first, then the files." },
  { id: "c", name: "SHIPCTL_TOKEN precedence", body: "SHIPCTL_TOKEN comes before SHIP_TOKEN." },
];

function best(prompt: string, written: readonly Written[] = NOTES): Ranked | undefined {
  const proposals = written.map(proposalOf);
  return rank(queryOf(prompt), factsOf(proposals, COMMON, SIZE), proposals)[0];
}

const speaks = (prompt: string, written?: readonly Written[]): boolean => {
  const hit = best(prompt, written);
  return hit !== undefined && passes(hit);
};

describe("CTX-3: the two absolute conditions", () => {
  test.each([
    "run the tests",
    "fix the code",
    "looks good, add the file",
    "ok",
    "continue",
    "why is this test so slow?",
  ])("%s: nothing is said", (prompt) => {
    expect(speaks(prompt)).toBe(false);
  });

  test.each(["why is invoice rounding half-even?", "what is the precedence of SHIPCTL_TOKEN?", "invoice rounding"])(
    "%s: the memory is shown",
    (prompt) => {
      expect(speaks(prompt)).toBe(true);
    },
  );

  test("one rare word out of many is not enough", () => {
    expect(speaks("plan the holiday party, invite grandmother, order a cake and send the invoice to Lisbon")).toBe(
      false,
    );
  });

  test("a question within a long prompt still opens", () => {
    const around = Array.from({ length: 60 }, (_, at) => `holiday${at}`).join(" ");
    expect(speaks(`why is invoice rounding half-even for the tax office? ${around}`)).toBe(true);
  });

  describe("an error that a program printed", () => {
    const held: Written = { id: "e", body: "On upload we saw QuotaError: bucket ledger exhausted after retry." };
    const again = "QuotaError: bucket ledger exhausted after retry";
    const other = "QuotaError: bucket ledger rejected tenant frobnicator payload";

    test("the same one opens, asked with it or typed", () => {
      expect(speaks(`what is this?\n${again}`, [held])).toBe(true);
      expect(best(`what is this?\n${again}`, [held])?.mass).toBe(best(`what is this? ${again}`, [held])?.mass);
    });

    test("of another one the words in common count by their share", () => {
      const [printed, typed] = [best(`\n${other}`, [held]), best(`why ${other}`, [held])];
      expect(printed?.coverage).toBe(typed?.coverage);
      expect(printed?.mass).toBeCloseTo((typed?.mass ?? 0) * (typed?.coverage ?? 0), 9);
    });

    test("it takes nothing from what was typed", () => {
      const question = "why is invoice rounding half-even?";
      expect(best(`${question}\n${other}`)?.mass).toBe(best(question)?.mass);
    });
  });

  test("rare words scattered over a long text are no evidence", () => {
    const gap = "filler words of no use ".repeat(30);
    const far: Written = { id: "far", body: `zircon ${gap} umbra ${gap} quokka ${gap} sextant` };
    const near: Written = { id: "near", body: `${gap}${gap}${gap} zircon umbra quokka sextant` };
    expect(best("zircon umbra quokka sextant", [far])?.mass).toBeLessThan(
      0.5 * (best("zircon umbra quokka sextant", [near])?.mass ?? 0),
    );
  });

  test.each([3, 10, 100, 1000])("a store of %i needs no special case", (size) => {
    const others = Array.from({ length: size - 1 }, (_, at) => ({
      id: `o${at}`,
      body: `Note ${at} about cooking rice.`,
    }));
    const written = [NOTES[0] as Written, ...others];
    expect(speaks("why is invoice rounding half-even?", written)).toBe(true);
    expect(speaks("run the tests", written)).toBe(false);
    expect(speaks("paint the garden fence", written)).toBe(false);
  });
});

describe("what is said after the best", () => {
  const hit = (score: number, mass = 2, coverage = 1): Ranked => ({
    proposal: proposalOf({ id: `s${score}` }),
    score,
    matched: [],
    mass,
    coverage,
    density: 0,
    named: false,
    lead: 0,
  });

  test("what comes near it, at most as many as asked", () => {
    const all = [hit(10), hit(7), hit(6.5), hit(6.4)];
    expect(worthSaying(all, 5).map(({ score }) => score)).toEqual([10, 7, 6.5]);
    expect(worthSaying(all, 2)).toHaveLength(2);
    expect(worthSaying(all, 0)).toEqual([]);
    expect(worthSaying([], 5)).toEqual([]);
  });

  test("nothing, when the best does not pass, whatever comes behind it", () => {
    expect(worthSaying([hit(10, 0.1), hit(9)], 5)).toEqual([]);
  });

  test("each bar alone closes", () => {
    expect(passes(hit(1, BARS.mass, 1))).toBe(true);
    expect(passes(hit(1, BARS.mass - 0.01, 1))).toBe(false);
    expect(passes(hit(1, 9, BARS.coverage))).toBe(true);
    expect(passes(hit(1, 9, BARS.coverage - 0.01))).toBe(false);
    expect(passes(hit(1, 1, BARS.both ** (2 / 3) - 0.01))).toBe(false);
    expect(passes(hit(1, 1, BARS.both ** (2 / 3) + 0.01))).toBe(true);
  });

  test("ARR-5: each bar of a line alone closes, and a strong match is no line", () => {
    const line = { ...hit(1, 0.5, 0.6), density: 0.2, lead: 0.5 };
    expect(levelOf(line)).toBe("line");
    expect(levelOf({ ...line, mass: LINE_BARS.mass - 0.01, density: 1, lead: 1 })).toBeUndefined();
    expect(levelOf({ ...line, coverage: LINE_BARS.coverage - 0.01, density: 1, lead: 1 })).toBeUndefined();
    expect(levelOf({ ...line, density: 0 })).toBeUndefined();
    expect(levelOf({ ...line, density: 0.05, lead: 0 })).toBeUndefined();
    expect(levelOf({ ...line, mass: 2, coverage: 1 })).toBe("text");
  });

  test("ARR-5: a name is strong where no other memory comes near", () => {
    const name = { ...hit(1, 1, 0.05), named: true, lead: 0.5 };
    expect([levelOf(name), levelOf({ ...name, lead: 0.1 }), levelOf({ ...name, named: false })]).toEqual([
      "text",
      undefined,
      undefined,
    ]);
  });

  test("ARR-5: beside a middling best only what comes very near, and nothing where none is middling", () => {
    const line = (score: number): Ranked => ({ ...hit(score, 0.5, 0.6), density: 0.2, lead: 0.5 });
    expect(worthTelling([line(10), line(8), line(7)], 5).map(({ score }) => score)).toEqual([10, 8]);
    expect(worthTelling([hit(10, 0.1), line(9)], 5)).toEqual([]);
    expect(worthTelling([hit(10), hit(7), hit(6)], 5).map(({ score }) => score)).toEqual([10, 7]);
  });
});

test("CTX-3: rarity falls with the paragraphs that hold a term, from 1 to almost nothing", () => {
  const of = (seen: number | undefined): number =>
    rarityOf("x", {
      ...factsOf([]),
      background: new Map(seen === undefined ? [] : [["x", seen]]),
      backgroundSize: SIZE,
    });
  expect([of(undefined), of(0), of(3)]).toEqual([1, 1, 1]);
  expect(of(100)).toBeGreaterThan(of(1000));
  expect(of(SIZE)).toBeCloseTo(0.0025, 6);
  expect(rarityOf("x", { ...factsOf([]), backgroundSize: 0 })).toBe(1);
});
