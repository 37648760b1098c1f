// What the rules did, from receipts (RUL-6), and what is said of a rule that was tried (RUL-4).
import { describe, expect, test } from "vitest";
import type { Receipt } from "../../../src/recall/receipts.ts";
import { countOf, type Fired, firingsIn, isAlwaysAllowed, ruleWord } from "../../../src/rules/told.ts";
import { isMany, type Tried, triedWords, type WouldMeet } from "../../../src/rules/tried.ts";
import { receiptOf } from "../../support/receipts.ts";

/** Newest first, as they are read. */
function fired(...forms: readonly (readonly [session: string, form: Fired])[]): readonly Receipt[] {
  return forms.map(([session, form], at) => {
    const receipt = receiptOf(`2026-05-01T10:00:${String(59 - at).padStart(2, "0")}Z`, ["a"], session);
    const shown = receipt.shown.map((item) => ({ ...item, form, rule: ruleWord("deny command npm") }));
    return { ...receipt, event: "PreToolUse:Bash", shown };
  });
}

describe("what fired", () => {
  test("is counted by what came of it; what was only told is none of it", () => {
    const receipts = [...fired(["s", "allowed"], ["s", "deny"], ["t", "ask"], ["t", "remind"]), receiptOf("x", ["a"])];
    const firings = firingsIn(receipts);
    expect(firings).toHaveLength(4);
    expect(firings[0]).toMatchObject({ line: "deny command npm", tool: "Bash", session: "s", form: "allowed" });
    const last = "2026-05-01T10:00:59Z";
    expect(countOf(firings)).toEqual({ fired: 4, stopped: 1, asked: 1, reminded: 1, allowed: 1, last });
    expect(countOf([])).toEqual({ fired: 0, stopped: 0, asked: 0, reminded: 0, allowed: 0 });
  });

  test("often and always allowed is worth another look", () => {
    const often = ["a", "b", "c"].flatMap((session) => [[session, "allowed"] as const, [session, "deny"] as const]);
    expect(isAlwaysAllowed(firingsIn(fired(...often)))).toBe(true);
    expect(isAlwaysAllowed(firingsIn(fired(...often.slice(2))))).toBe(false);
    expect(isAlwaysAllowed(firingsIn(fired(...often, ["d", "deny"])))).toBe(false);
    expect(isAlwaysAllowed(firingsIn(fired(...often, ["d", "remind"])))).toBe(true);
  });
});

describe("what would have happened is said in one sentence", () => {
  const of = (effect: WouldMeet["effect"], times: number): readonly WouldMeet[] =>
    Array.from({ length: times }, () => ({ effect, said: "x", host: "claude", session: "s", tool: "Bash", what: "y" }));
  const tried = (met: readonly WouldMeet[], sessions = 40): Tried => ({ kind: "tried", sessions, calls: 812, met });
  test.each([
    [tried(of("deny", 3)), "In your last 40 sessions this would have stopped 3 of 812 calls:"],
    [tried(of("remind", 1), 1), "In your last session this would have reminded of 1 of 812 calls:"],
    [
      tried([...of("deny", 1), ...of("ask", 2)]),
      "In your last 40 sessions this would have stopped 1, asked about 2 of 812 calls:",
    ],
    [tried([]), "In your last 40 sessions this would have stopped none of 812 calls."],
  ])("%#", (each, words) => {
    expect(triedWords(each)).toBe(words);
  });

  test("more than a few is many; a reminder never is", () => {
    expect(isMany(tried(of("deny", 5)))).toBe(false);
    expect(isMany(tried([...of("deny", 5), ...of("ask", 1)]))).toBe(true);
    expect(isMany(tried(of("remind", 50)))).toBe(false);
  });
});
