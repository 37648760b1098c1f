import { describe, expect, test } from "vitest";
import type { SecretHit } from "../../../../src/checks/secrets/find.ts";
import { maskSecrets } from "../../../../src/checks/secrets/mask.ts";
import { findPersonalData } from "../../../../src/checks/secrets/personal.ts";

const on = { owners: ["mara@corp.dev", "mara"], off: [] };
const PRINT = `SHA256:${"aB3d".repeat(10)}xYz`;
const rules = (text: string, settings: Parameters<typeof findPersonalData>[1] = on): string[] =>
  findPersonalData(text, settings).map((hit) => hit.rule);

describe("personal data", () => {
  test.each([
    ["write to jo.doe+x@corp.dev today", ["email"]],
    ["write to MARA@corp.dev today", []],
    ["write to somebody@example.com or git@github.com", []],
    ["the box is 10.1.2.3, or 192.168.0.7, or 172.20.1.1", ["private-ipv4", "private-ipv4", "private-ipv4"]],
    ["public 8.8.8.8, 172.32.0.1, version 10.1.2.3.4, 10.999.1.1", []],
    [
      "logs are in /home/jo/logs and /Users/kim/x and C:\\Users\\lee\\y",
      ["home-directory", "home-directory", "home-directory"],
    ],
    ["logs are in /home/mara/logs, /home/user/x, ~/x", []],
    [`the key is ${PRINT}`, ["key-fingerprint"]],
    ["<redacted>jo.doe@corp.dev</redacted>", []],
  ])("CHK-11: %s", (text, expected) => {
    expect(rules(text)).toEqual(expected);
  });

  test("CHK-11: without a list of owners the two rules that need it are off, and say so", () => {
    const unset = { owners: undefined, off: [] };
    const text = "jo@corp.dev in /home/jo on 10.1.2.3";
    expect(rules(text, unset)).toEqual(["private-ipv4"]);
    expect(rules(`the key is ${PRINT}`, unset)).toEqual(["key-fingerprint"]);
  });

  test.each(["email", "private-ipv4", "home-directory", "key-fingerprint"])(
    "CHK-11: %s can be switched off",
    (rule) => {
      const text = `jo@corp.dev in /home/jo on 10.1.2.3 with ${PRINT}`;
      expect(rules(text)).toContain(rule);
      expect(rules(text, { ...on, off: [rule] })).not.toContain(rule);
    },
  );
});

describe("masks", () => {
  const hit = (start: number, end: number, rule = "r"): SecretHit => ({ layer: "rules", rule, start, end, value: "" });

  test("CHK-12: overlapping and touching spans become one mask", () => {
    expect(maskSecrets("0123456789", [hit(2, 4, "a"), hit(3, 6), hit(6, 7), hit(9, 10, "b")])).toBe(
      '01<redacted rule="a" length="5"/>78<redacted rule="b" length="1"/>',
    );
  });

  test("CHK-12: a span inside another changes nothing, and no hit leaves the text", () => {
    expect(maskSecrets("0123456789", [hit(3, 4), hit(1, 8, "wide")])).toBe('0<redacted rule="wide" length="7"/>89');
    expect(maskSecrets("text", [])).toBe("text");
  });
});
