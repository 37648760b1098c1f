// RUL-3: which rule a sentence means, and how it is offered. The measure is `npm run proof rules:sentences`.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isRuleProblem, parseRule } from "../../../src/memory/rule.ts";
import { offerOf } from "../../../src/rules/offer.ts";
import { asReminder, ruleMeantBy } from "../../../src/rules/sentence.ts";
import type { Tried } from "../../../src/rules/tried.ts";

describe("RUL-3: what a sentence means", () => {
  test.each([
    ["use pnpm here, not npm", "deny command npm; instead use pnpm"],
    ["Use pnpm (not npm)", "deny command npm; instead use pnpm"],
    ["Don't use npm. Use pnpm instead.", "deny command npm; instead use pnpm"],
    ["Prefer rg over grep", "remind command grep; instead use rg"],
    ["Never push to main", "deny command git push main; deny command git push *:main"],
    ["Never run `scripts/deploy.sh`, it is for the CI.", "deny command deploy.sh"],
    ["Never run npm publish unless I say so", "ask command npm publish"],
    ["Don't touch .git", "deny edit .git"],
    ["Run `make release` only on branch Release/2.x", "ask command make release; instead do it on branch Release/2.x"],
    ["Never run `npm install`. The lock file is pnpm's.", "deny command npm install"],
  ])("%s", (sentence, lines) => expect(ruleMeantBy(sentence).join("; ")).toBe(lines));

  test.each([
    ["an exception beside it", "Never run `npm install`. Except in docs/."],
    ["a place", "Use yarn, not npm, in web/"],
    ["an exception behind it", "Never run `npm install`, only on CI"],
    ["a condition", "If the tests fail, never run `npm install`"],
    ["a question", "Never run npm?"],
    ["a word in backticks that is no program", "Never use `any`"],
    ["more than the form says", "Don't use docker for tests"],
    ["a list that goes on", "no git, no folder, no time"],
    ["a path that a rule can't say", "Never edit /etc/hosts"],
    ["a deed that a rule does not know", "Never delete migrations/"],
    ["signs of ours in the text", "Never run \u{e000}"],
    ["a long text", `Never run npm. ${"It is slow. ".repeat(60)}`],
  ])("%s means none", (_, sentence) => expect(ruleMeantBy(sentence)).toEqual([]));

  test("whatever is named, the lines are a rule and hold nothing that a shell reads", () => {
    const named = fc.string({ unit: "binary-ascii", maxLength: 30 }).map((text) => text.replaceAll("`", ""));
    const around = fc.constantFrom(
      "Never run `X`",
      "Don't touch `X`",
      "Run `make x` only on branch `X`",
      "用 `X`，不要用 npm",
    );
    fc.assert(
      fc.property(named, around, (text, form) => {
        const lines = ruleMeantBy(form.replace("X", () => text));
        if (lines.length === 0) return;
        expect(isRuleProblem(parseRule(lines))).toBe(false);
        expect(lines.join("; ")).not.toMatch(/[$`"'\\!|&<>()\n]/);
      }),
    );
  });
});

describe("RUL-3, RUL-4: how it is offered", () => {
  const question = (lines: readonly string[]): string => offerOf(lines, "in this project", undefined).question;

  test("in one line of plain words", () => {
    const swap = ["deny command npm", "deny command yarn", "instead use pnpm"];
    expect(question(swap)).toBe("Stop `npm` and `yarn` in this project as well? y / remind / no:");
    expect(question(["deny edit src/gen/"])).toBe(
      "Stop changes to `src/gen/` in this project as well? y / remind / no:",
    );
    expect(question(["deny read .env"])).toBe("Stop reading `.env` in this project as well? y / remind / no:");
    expect(question(["ask command git push"])).toBe(
      "Ask you before `git push` in this project as well? y / remind / no:",
    );
    expect(question(["remind command grep"])).toBe("Remind agents at `grep` in this project as well? y / no:");
  });

  test("with what it would have met; a reminder comes first where that is more than a few", () => {
    const lines = ["deny command npm"];
    const metBy = (count: number): Tried => ({
      kind: "tried",
      ...{ sessions: 40, calls: 300 },
      met: Array.from({ length: count }, (_, n) => ({
        ...{ effect: "deny" as const, said: "deny command npm", host: "claude", session: "s", tool: "Bash" },
        what: `npm install ${n}`,
      })),
    });
    const few = offerOf(lines, "everywhere", metBy(2));
    expect(few.tried).toBe("In your last 40 sessions this would have stopped 2 of 300 calls:");
    expect(few.newest).toEqual(["npm install 0", "npm install 1"]);
    expect(few.question).toMatch(/y \/ remind \/ no:$/);
    const often = offerOf(lines, "everywhere", metBy(6));
    expect(often.question).toMatch(/remind \/ y \/ no:$/);
    expect(often.newest).toEqual(["npm install 3", "npm install 4", "npm install 5", "and 3 more"]);
    expect(offerOf(lines, "everywhere", metBy(0)).tried).toBe(
      "In your last 40 sessions this would have stopped none of 300 calls.",
    );
    expect(offerOf(lines, "everywhere", { ...metBy(0), sessions: 0 }).tried).toBeUndefined();
  });

  test("a reminder stops nothing, and keeps what to use instead", () => {
    const lines = asReminder(["deny command npm", "ask command npm", "instead use pnpm"]);
    expect(lines).toEqual(["remind command npm", "instead use pnpm"]);
  });
});
