// SEA-4: whatever is typed, the query holds plain terms, and ranking by it ends well.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rank } from "../../src/recall/rank.ts";
import { worthSaying } from "../../src/recall/silence.ts";
import { queryOf, TERMS_MAX } from "../../src/text/query.ts";
import { analyse, lengthOf, matchText } from "../../src/text/terms.ts";
import { factsOf, proposalOf } from "../unit/recall/proposals.ts";

const RUNS = Number(process.env.HOLDFAST_PROMPTS ?? 20_000);
const PLAIN = /^[\p{L}\p{N}\p{Co}]+$/u;

const SYNTAX = [
  '"',
  "'",
  "*",
  "^",
  ":",
  "(",
  ")",
  "NEAR",
  "AND",
  "OR",
  "NOT",
  "{",
  "}",
  "+",
  "-",
  "\0",
  "\n",
  "```",
  " ",
  "_",
  ".",
  "/",
];
const WORDS = [
  "user_id",
  "getHTTPResponse",
  "東京",
  "데이터",
  "für",
  "สวัสดี",
  "हिन्दी",
  "\u0301",
  "\u200d",
  "\ud800",
  "🚀",
  "C++",
  "a",
];
const prompts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.string({ unit: "grapheme", maxLength: 80 }),
  fc.array(fc.constantFrom(...SYNTAX, ...WORDS), { maxLength: 40 }).map((parts) => parts.join("")),
);

const PROPOSALS = [
  proposalOf({
    id: "a",
    name: "user_id",
    tags: "東京",
    asks: "für?",
    description: "getHTTPResponse",
    body: "데이터 C++ a",
  }),
  proposalOf({ id: "b", body: "สวัสดี हिन्दी near and or not" }),
];
const FACTS = factsOf(PROPOSALS);

describe("SEA-4: hostile prompts", () => {
  test(`${RUNS} of them`, { timeout: 300_000 }, () => {
    fc.assert(
      fc.property(prompts, fc.boolean(), (prompt, interactive) => {
        const query = queryOf(prompt, { interactive });
        expect(query.terms.length).toBeLessThanOrEqual(TERMS_MAX);
        for (const { term, forms, position } of query.terms) {
          for (const text of [term, ...forms])
            if (!PLAIN.test(text)) throw new Error(`not plain: ${JSON.stringify(text)}`);
          if (position < 0 || forms.length === 0) throw new Error(`no place or no form: ${term}`);
        }
        const ranked = rank(query, FACTS, PROPOSALS);
        for (const { score, mass, coverage } of ranked) {
          if (!(score > 0 && Number.isFinite(score))) throw new Error(`score ${score}`);
          if (!(mass >= 0 && Number.isFinite(mass) && coverage >= 0 && coverage <= 1 + 1e-9))
            throw new Error("evidence");
        }
        worthSaying(ranked, 5);
      }),
      { numRuns: RUNS },
    );
  });

  test("a text is found by itself, and a stream keeps its length", () => {
    fc.assert(
      fc.property(prompts, (text) => {
        const stream = analyse(text);
        const tokens = matchText(stream) === "" ? [] : matchText(stream).split(" ");
        for (const token of tokens) if (!PLAIN.test(token)) throw new Error(`not plain: ${JSON.stringify(token)}`);
        if (lengthOf(stream) > tokens.length) throw new Error("length");
        const known = new Set(tokens);
        for (const { term } of queryOf(text).terms)
          if (!known.has(term)) throw new Error(`not in its own text: ${term}`);
      }),
      { numRuns: 2000 },
    );
  });
});
