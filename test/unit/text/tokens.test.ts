import { describe, expect, test } from "vitest";
import { estimateTokens } from "../../../src/text/tokens.ts";

describe("estimateTokens", () => {
  test("CTX-4: never below a quarter of the characters, and higher where tokenizers split finer", () => {
    expect(estimateTokens("")).toBe(0);
    expect(estimateTokens("use pnpm here")).toBe(4);
    expect(estimateTokens("01J8XAMPLEID")).toBe(6);
    expect(estimateTokens("한국어")).toBe(3);
    expect(estimateTokens("привет")).toBe(3);
    expect(estimateTokens("😀")).toBe(2);
  });

  test("CTX-4: the parts never cost less than the whole, so budgets add up", () => {
    const text = 'One <b>two</b> 三 четыре "five" 6';
    for (let at = 0; at <= text.length; at++)
      expect(estimateTokens(text.slice(0, at)) + estimateTokens(text.slice(at))).toBeGreaterThanOrEqual(
        estimateTokens(text),
      );
  });
});
