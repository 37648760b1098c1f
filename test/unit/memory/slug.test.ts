import { describe, expect, test } from "vitest";
import { FILE_NAME, fileNameFor } from "../../../src/memory/slug.ts";

describe("STO-11: file names", () => {
  test.each([
    ["Use pnpm, not npm!", "user_use_pnpm_not_npm.md"],
    ["Straße Æon é", "user_strasse_aeon_e.md"],
    ["  --x--  ", "user_x.md"],
    ["Checkout uses Stripe PaymentIntents, never call the legacy API", "user_checkout_uses_stripe.md"],
    ["x".repeat(300), `user_${"x".repeat(32)}.md`],
  ])("%j becomes %s", (name, file) => {
    expect(fileNameFor("user", name)).toBe(file);
  });

  test.each([
    "한국어 이름",
    "数据库",
    "🎉",
    "---",
    "Ωmega",
    "x".repeat(300),
    "ü".repeat(300),
    "Ж".repeat(300),
    "a\u0000b",
    "",
    "\ud800",
  ])("%j gives a valid name, numbered or not, with room for a sibling", (name) => {
    const file = fileNameFor("reference", name);
    expect(file).toMatch(FILE_NAME);
    expect(file.length).toBeLessThanOrEqual(40);
    expect(fileNameFor("reference", name, 99).length).toBeLessThanOrEqual(40);
    expect(fileNameFor("reference", name, 99)).toMatch(FILE_NAME);
    expect(fileNameFor("reference", name, 99).replace(".md", "__abcdef.md")).toMatch(FILE_NAME);
  });

  test("names in one script never share a file because their letters were dropped", () => {
    expect(fileNameFor("user", "한국어 2")).not.toBe(fileNameFor("user", "日本語 2"));
    expect(fileNameFor("user", "é")).toBe(fileNameFor("user", "e\u0301"));
  });

  test("a second file of a name is numbered", () => {
    expect(fileNameFor("user", "x", 2)).toBe("user_x_2.md");
  });

  test.each([
    "user_.md",
    "user_X.md",
    "other_x.md",
    "user_x.txt",
    "user_x.md\n",
    "user_x-y.md",
    "../user_x.md",
    `user_${"x".repeat(93)}.md`,
  ])("%j is no memory file name", (file) => {
    expect(FILE_NAME.test(file)).toBe(false);
  });

  test("100 characters are allowed", () => {
    expect(FILE_NAME.test(`user_${"x".repeat(92)}.md`)).toBe(true);
  });
});
