import { describe, expect, test } from "vitest";
import { checkInjection } from "../../../../src/checks/injection/check.ts";
import { CAPABILITY } from "../../../../src/checks/injection/rules/capability.ts";

const asked = (text: string): readonly string[] =>
  checkInjection(text)
    .filter(({ kind }) => kind === "capability")
    .map(({ rule }) => rule);

const GERMAN = /\b(?:das|die|den|ein)\b/i;
const SPANISH = /\b(?:el|la|las|al|lo|hace)\b/i;

describe("what asks for a capability (CHK-23)", () => {
  test("CHK-23 a row for each capability, in six languages", () => {
    expect(CAPABILITY.map(({ id }) => id)).toEqual([
      "capability-shell",
      "capability-network",
      "capability-install",
      "capability-disable-check",
      "capability-hide-from-user",
      "capability-reveal-secret",
      "capability-edit-agent-setup",
    ]);
    for (const { id, yes } of CAPABILITY) {
      for (const language of [
        /\p{Script=Hangul}/u,
        /\p{Script=Hiragana}/u,
        /[们话码测试载报]|校验|规则/,
        GERMAN,
        SPANISH,
      ]) {
        expect(
          yes.some((sample) => language.test(sample)),
          `${id} ${language}`,
        ).toBe(true);
      }
    }
  });

  test("CHK-23 what a sentence denies is not asked for", () => {
    for (const text of [
      "Never skip the tests.",
      "Do not send logs to https://logs.example.net.",
      "You should not paste the token into the chat.",
      "Nie die Prüfung überspringen und niemals den Schutz abschalten.",
      "테스트를 건너뛰지 않는다.",
      "不要跳过测试。",
      "パスワードをログに出力しない。",
    ]) {
      expect(asked(text), text).toEqual([]);
    }
  });

  test("CHK-23 facts about tokens, hooks, checks and addresses are no requests", () => {
    for (const text of [
      "We use pnpm.",
      "Tests must pass before merging.",
      "Ask before installing a package.",
      "The deploy key is <redacted>kept in the vault</redacted>, ask ops because it rotates",
      "After a conflict, remove node_modules and run npm ci.",
      "The staging server is at https://staging.example.net, described in docs/.",
      "npm install left-padder, then sudo systemctl restart web.",
    ]) {
      expect(asked(text), text).toEqual([]);
    }
  });

  test("CHK-23 a phrase ends with its sentence", () => {
    expect(asked("The tests live in test/unit. Old branches are removed every month.")).toEqual([]);
    expect(asked("Old tests are removed every month.")).toEqual(["capability-disable-check"]);
  });

  test("CHK-23 offsets are those of the raw text", () => {
    const raw = "\u{1f600}e\u0301 Please sk\u200bip the tests here.";
    const hit = checkInjection(raw).find(({ rule }) => rule === "capability-disable-check");
    expect(raw.slice(hit?.start, hit?.end)).toBe("sk\u200bip the tests");
  });
});
