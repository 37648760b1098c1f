// CTX-3: what is answered without a store must be what no store has an answer to.
import fc from "fast-check";
import { expect, test } from "vitest";
import { mayHoldCue } from "../../../src/listen/cues/hint.ts";
import { asksNothing, RARITIES, SAY_NOTHING } from "../../../src/recall/everyday.ts";
import { couldBeDense, rarityOf } from "../../../src/recall/evidence.ts";
import { DEVELOPER_TEXT } from "../../../src/recall/io/index/developer-text.ts";
import type { TermFacts } from "../../../src/recall/search-index.ts";
import { couldTell } from "../../../src/recall/silence.ts";
import { queryOf } from "../../../src/text/query.ts";

const { size, counts } = DEVELOPER_TEXT.load();
const background = new Map(counts);

function couldBring(prompt: string, documents: number): boolean {
  const facts = { documents, background, backgroundSize: size } as unknown as TermFacts;
  return couldTell(queryOf(prompt), facts);
}

test("CTX-3: every word of the table is as common in developer text as it says, and is one term", () => {
  const facts = { background, backgroundSize: size } as unknown as TermFacts;
  for (const [thousandths, words] of RARITIES) {
    for (const word of words.split(" ")) {
      const { terms } = queryOf(word);
      expect(terms, word).toHaveLength(1);
      expect(rarityOf(terms[0]?.term ?? "", facts) * 1000, word).toBeLessThanOrEqual(thousandths);
    }
  }
  // None tells anything about a memory, however many of them match.
  expect(couldBeDense(queryOf(RARITIES.map(([, words]) => words).join(" ")).terms, facts)).toBe(false);
});

test("CTX-3: the words that say nothing are no terms", () => {
  for (const word of SAY_NOTHING.split(" ")) expect(queryOf(word).terms, word).toEqual([]);
});

test("ARR-4: no word of it and no two together are a cue for what is to be kept", () => {
  const words = `${RARITIES.map(([, each]) => each).join(" ")} ${SAY_NOTHING}`.split(" ");
  const cues = words.flatMap((first) => words.map((second) => `${first} ${second}`)).filter(mayHoldCue);
  expect(cues).toEqual([]);
});

test.each(["ok, go on", "yes please do it", "Run the tests.", "go on", "good!", "continue", "can you fix it and run"])(
  "CTX-3: %j asks nothing",
  (prompt) => {
    expect(asksNothing(prompt)).toBe(true);
    for (const documents of [0, 1, 75, 100_000]) expect(couldBring(prompt, documents)).toBe(false);
  },
);

test.each([
  "why does the deploy fail",
  "fix pelican",
  "use pnpm",
  "run Holdfast2",
  "go to goTo",
  "go.mod",
  "run the tests\nand look",
  "check and clean and commit and review and move and sort it",
  "GO",
  "",
])("CTX-3: %j may ask something", (prompt) => {
  expect(asksNothing(prompt)).toBe(false);
});

test("CTX-3: no prompt of everyday words could bring anything, whatever is stored", () => {
  const words = RARITIES.map(([, each]) => each).join(" ");
  const more = `${SAY_NOTHING} not what again, Then. yes! no? it, so.`;
  const prompt = fc
    .array(fc.oneof(fc.constantFrom(...words.split(" ")), fc.constantFrom(...more.split(" "))), {
      minLength: 1,
      maxLength: 8,
    })
    .map((list) => list.join(" "));
  let silent = 0;
  fc.assert(
    fc.property(prompt, fc.constantFrom(0, 1, 30, 10_000), (text, documents) => {
      if (!asksNothing(text)) return;
      silent++;
      expect(couldBring(text, documents)).toBe(false);
      expect(mayHoldCue(text), text).toBe(false);
    }),
    { numRuns: 5000 },
  );
  expect(silent).toBeGreaterThan(100);
});
