// SEA-5, SEA-7, SEA-10: the order of what the index proposed.
import { describe, expect, test } from "vitest";
import { isOneSlip } from "../../../src/recall/matches.ts";
import { idfOf, type Ranked, rank } from "../../../src/recall/rank.ts";
import type { Proposal } from "../../../src/recall/search-index.ts";
import { WEIGHTS } from "../../../src/recall/weights.ts";
import { queryOf } from "../../../src/text/query.ts";
import { factsOf, proposalOf, type Written } from "./proposals.ts";

const OTHERS: readonly Written[] = Array.from({ length: 20 }, (_, at) => ({
  id: `other-${at}`,
  body: `Something about topic${at} and its neighbours, nothing that matters in this test.`,
}));

function ranked(prompt: string, written: readonly Written[], others: readonly Written[] = OTHERS): readonly Ranked[] {
  const proposals = [...written, ...others].map(proposalOf);
  return rank(queryOf(prompt), factsOf(proposals), proposals);
}

const ids = (all: readonly Ranked[]): readonly string[] => all.map(({ proposal }) => proposal.id);

describe("SEA-7: scores", () => {
  test("idf stays above zero when every memory holds the term", () => {
    const facts = { ...factsOf([]), documents: 2, frequency: new Map([["x", 2]]) };
    expect(idfOf({ term: "x", forms: ["x"], position: 0 }, facts)).toBeCloseTo(Math.log(1 + 0.5 / 2.5), 10);
    expect(ids(ranked("deploy", [{ id: "a", body: "deploy" }], []))).toEqual(["a"]);
  });

  test("the rarer term decides", () => {
    const common = OTHERS.map((each) => ({ ...each, body: `${each.body} database` }));
    const two = [
      { id: "rare", body: "the vacuum of it" },
      { id: "common", body: "the database of it" },
    ];
    expect(ids(ranked("database vacuum", two, common))[0]).toBe("rare");
  });

  test("a match in the name beats one in the body", () => {
    const two: readonly Written[] = [
      { id: "body", name: "Notes", body: "rotate keys" },
      { id: "name", name: "Keys", body: "some notes" },
    ];
    expect(ids(ranked("keys", two))[0]).toBe("name");
  });

  test("the exact form, neighbours and a common passage each decide between equals", () => {
    const first = (prompt: string, a: string, b: string): string | undefined =>
      ids(
        ranked(prompt, [
          { id: "a", body: a },
          { id: "b", body: b },
        ]),
      )[0];
    expect(first("caching", "we saw caches here", "we saw caching here")).toBe("b");
    expect(first("retry policy", "policy for us is to always retry", "we keep our retry policy in mind")).toBe("b");
    const gap = "word ".repeat(40);
    expect(first("invoice voucher", `invoice ${gap} voucher`, `${gap} invoice and so a voucher`)).toBe("b");
  });

  test("identifiers meet in every spelling, and count once", () => {
    const two = [
      { id: "whole", body: "the column userId is text" },
      { id: "parts", body: "a user has some id of text" },
    ];
    for (const asked of ["user_id", "user-id", "UserID"]) expect(ids(ranked(asked, two))[0]).toBe("whole");
    const [best] = ranked("user_id", two);
    const of = (term: string): number => best?.matched.find((each) => each.term === term)?.contribution ?? 0;
    expect(of("userid")).toBeGreaterThan(0);
    expect(of("userid")).toBeLessThan(0.5 * Math.min(of("user"), of("id")));
  });

  test("two words in one, a beginning, and a slip of the fingers are found", () => {
    expect(ids(ranked("data frame", [{ id: "a", body: "the dataframe grows" }]))).toEqual(["a"]);
    expect(ids(ranked("fetch", [{ id: "a", body: "fetchvalue returns one" }]))).toEqual(["a"]);
    expect(ids(ranked("deploymnet", [{ id: "a", body: "the deployment is slow" }]))).toEqual(["a"]);
    expect(ids(ranked("depolymnet", [{ id: "a", body: "the deployment is slow" }]))).toEqual([]);
  });

  test("what matched is said: term, fields, contribution (SEA-8)", () => {
    const [best] = ranked("keys", [{ id: "a", name: "Keys", tags: "keys", body: "none" }]);
    expect(best?.matched).toEqual([{ term: "kei", fields: ["name", "tags"], contribution: expect.any(Number) }]);
    expect(best?.matched[0]?.contribution).toBeGreaterThan(0);
  });

  test("words all over a long prompt do not outweigh two of its question", () => {
    const noise = Array.from(
      { length: 70 },
      (_, at) => `q${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}zox`,
    );
    const loud = { id: "loud", body: noise.filter((_, at) => at % 14 === 0).join(" ") };
    const prompt = `why does invoice rounding differ ${noise.join(" ")}`;
    expect(ids(ranked(prompt, [{ id: "answer", body: "the invoice needs rounding" }, loud]))[0]).toBe("answer");
  });

  test("SEA-7: words far apart in a long prompt make no passage, near ones do", () => {
    const words = Array.from({ length: 60 }, (_, at) => `q${"abcdefghij"[at % 10]}${"klmnop"[Math.floor(at / 10)]}zox`);
    const spread = words.filter((_, at) => at % 15 === 0);
    const filler = Array(90).fill("rice");
    const close = { id: "close", body: [...spread, ...filler].join(" ") };
    const loose = {
      id: "loose",
      body: [...filler].map((each, at) => (at % 30 === 0 ? `${spread[at / 30]} ${each}` : each)),
    };
    const both = [close, { ...loose, body: `${loose.body.join(" ")} ${spread[3]}` }];
    const scores = (prompt: string): readonly (number | undefined)[] =>
      ["close", "loose"].map((id) => ranked(prompt, both).find(({ proposal }) => proposal.id === id)?.score);
    const [far, apart] = scores(words.join(" "));
    expect(far).toBe(apart);
    const [near, scattered] = scores(spread.join(" rice rice rice rice "));
    expect(near).toBeGreaterThan(scattered ?? 0);
  });
});

describe("SEA-10: asks help, within bounds", () => {
  const question = "shoppers see an emptied basket";

  test("a memory is found by a question that its text does not hold", () => {
    expect(
      ids(ranked(question, [{ id: "a", asks: "Why is the basket of shoppers emptied?", body: "SameSite" }]))[0],
    ).toBe("a");
  });

  test("they add at most a share, however often they repeat the question", () => {
    const [once] = ranked(question, [{ id: "a", asks: question, body: "x" }]);
    const [often] = ranked(question, [{ id: "a", asks: `${question}\n`.repeat(50), body: "x" }]);
    const proposals = [{ id: "a", asks: question, body: "x" }, ...OTHERS].map(proposalOf);
    const facts = factsOf(proposals);
    const all = queryOf(question).terms.reduce((sum, term) => sum + idfOf(term, facts), 0);
    for (const each of [once, often]) expect(each?.score).toBeLessThanOrEqual(WEIGHTS.asksMost * all + 1e-6);
  });

  test("the memory that holds the answer comes before one that only claims it", () => {
    const two = [
      { id: "claims", asks: question, body: "buy from us" },
      { id: "holds", name: "Emptied basket", body: "shoppers see an emptied basket after the bank's page" },
    ];
    expect(ids(ranked(question, two))[0]).toBe("holds");
  });
});

describe("SEA-5: ties", () => {
  const tied = (kind: string, id: string): Written => ({ id, kind, body: "deploy" });

  test("by kind, then newest, whatever the order of the proposals", () => {
    const written = [
      tied("session-summary", "01J0000009A"),
      tied("tech-debt", "01J0000008A"),
      tied("runbook", "01J0000007A"),
      tied("preference", "01J0000006A"),
      tied("constraint", "01J0000005A"),
      tied("decision", "01J0000001A"),
      tied("decision", "01J0000003A"),
    ];
    const expected = [
      "01J0000003A",
      "01J0000001A",
      "01J0000005A",
      "01J0000006A",
      "01J0000007A",
      "01J0000008A",
      "01J0000009A",
    ];
    expect(ids(ranked("deploy", written))).toEqual(expected);
    expect(ids(ranked("deploy", written.toReversed()))).toEqual(expected);
  });

  test("what matches nothing is left out", () => {
    expect(ranked("zebra", [])).toEqual([]);
    expect(rank({ terms: [] }, factsOf([]), OTHERS.map(proposalOf))).toEqual([]);
  });
});

test("CTX-6: the same question gives the same answer", () => {
  const proposals: readonly Proposal[] = OTHERS.map(proposalOf);
  const ask = (): readonly Ranked[] => rank(queryOf("topic3 neighbours"), factsOf(proposals), proposals);
  expect(ask()).toEqual(ask());
});

test.each([
  ["deployment", "deploymnet", true],
  ["deployment", "deploymet", true],
  ["deployment", "deploymment", true],
  ["deployment", "deploymemt", true],
  ["deployment", "deployment", false],
  ["deployment", "xeployment", false],
  ["deployment", "deploymnte", false],
  ["deployment", "deploy", false],
])("one slip between %s and %s: %s", (a, b, expected) => {
  expect(isOneSlip(a, b)).toBe(expected);
  expect(isOneSlip(b, a)).toBe(expected);
});
