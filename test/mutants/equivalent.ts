// Mutants that change nothing anyone can observe, each with the reason. They count neither as killed nor as alive.
import type { Equivalent } from "./score.ts";

export const EQUIVALENT: readonly Equivalent[] = [
  {
    file: "src/core/trust/authority.ts",
    original: '{ agent: "none", observer: "none", file: "none" }',
    replacement: "{}",
    why: "A party without an entry is refused by default, which is what the row says.",
  },
  {
    file: "src/core/trust/lifecycle.ts",
    original: "createdAt > now",
    replacement: "createdAt >= now",
    why: "At the very instant both sides of the choice are the same time.",
  },
  {
    file: "src/core/trust/lifecycle.ts",
    original: "text === undefined",
    replacement: "false",
    why: "The pattern reads undefined as the word, which is no date either.",
  },
  {
    file: "src/core/trust/lifecycle.ts",
    original: "text.length === 10",
    replacement: "false",
    why: "The first 19 characters of a text of 10 are the text.",
  },
];
