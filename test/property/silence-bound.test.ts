// CTX-3: a prompt is left alone before any memory is looked at only where no memory could have passed the bar.
import fc from "fast-check";
import { expect, test } from "vitest";
import { rank } from "../../src/recall/rank.ts";
import type { TermFacts } from "../../src/recall/search-index.ts";
import { BARS, couldPass, couldTell, isNamed, levelOf, passes } from "../../src/recall/silence.ts";
import { queryOf } from "../../src/text/query.ts";
import { analyse, matchText } from "../../src/text/terms.ts";

const WORDS =
  "deploy pelican restart service go on ok test user_id getHTTPResponse make auth-service fix the build run";
const words = fc.array(fc.constantFrom(...WORDS.split(" ")), { minLength: 1, maxLength: 14 });
const store = fc.record({
  documents: fc.integer({ min: 1, max: 20_000 }),
  seen: fc.array(fc.integer({ min: 1, max: 250_000 }), { minLength: 20, maxLength: 20 }),
});

function factsFor(
  terms: readonly string[],
  { documents, seen }: { documents: number; seen: readonly number[] },
): TermFacts {
  return {
    documents,
    averageLength: { name: 4, tags: 1, asks: 0, description: 8, body: 40 },
    frequency: new Map(terms.map((term) => [term, 1])),
    background: new Map(terms.map((term, at) => [term, seen[at % seen.length] ?? 1])),
    backgroundSize: 284_016,
  };
}

test("CTX-3: whatever passes the bar could have passed it", () => {
  let passed = 0;
  let left = 0;
  fc.assert(
    fc.property(words, words, words, store, (prompt, name, body, about) => {
      const query = queryOf(prompt.join(" "));
      const streams = {
        name: analyse(name.join(" ")),
        tags: "",
        asks: "",
        description: "",
        body: analyse(body.join(" ")),
      };
      const proposal = { place: "memories" as const, file: "a.md", id: "a", kind: "runbook", streams };
      const facts = factsFor([...new Set(matchText(analyse(WORDS)).split(" "))], about);
      const [best] = rank(query, facts, [proposal]);
      const could = couldPass(query, facts);
      if (!could) left++;
      if (best !== undefined && levelOf(best) !== undefined) expect(couldTell(query, facts)).toBe(true);
      if (best === undefined || !passes(best)) return;
      passed++;
      if (!isNamed(best)) expect([could, best.mass >= BARS.mass]).toEqual([true, true]);
    }),
    { numRuns: Number(process.env.HOLDFAST_RUNS ?? 3000) },
  );
  // Both happen, or the property says nothing.
  expect([passed > 50, left > 50]).toEqual([true, true]);
});
