// Passwords in sentences and commands, seeds, split literals; and the talk about them that stays. The large sets are
// measured by eval:secrets. Values are put together at run time.
import { describe, expect, test } from "vitest";
import { cases, isFound } from "../../../../eval/security/secrets/in-words/cases.ts";
import { harmless } from "../../../../eval/security/secrets/in-words/harmless.ts";
import { HARMLESS } from "../../../../eval/security/secrets/in-words/measure.ts";
import { textOf } from "../../../../scripts/secret-recipes.ts";
import { findSecrets } from "../../../../src/checks/secrets/find.ts";
import { maskSecrets } from "../../../../src/checks/secrets/mask.ts";

const CHOSEN = ["Winter", "2026!"].join("");

const masked = (text: string): string => maskSecrets(text, findSecrets(text)).replaceAll(/<redacted[^>]*>/g, "#");

describe("a password as people say it", () => {
  test.each([
    ["The staging password is @", "The staging password is #"],
    ["The staging password is @ for now.", "The staging password is # for now."],
    ["Das Passwort wurde auf @ geändert.", "Das Passwort wurde auf # geändert."],
    ["Le mot de passe de la base est @.", "Le mot de passe de la base est #."],
    ["La contraseña es @ desde ayer.", "La contraseña es # desde ayer."],
    ["ステージングのパスワードは@です", "ステージングのパスワードは#です"],
    ["Use @ as the password.", "Use # as the password."],
    ["Log in with admin / @ and deploy.", "Log in with admin / # and deploy."],
  ])("CHK-10c: %s, and the whole of it is masked", (text, expected) => {
    expect(masked(text.replace("@", CHOSEN))).toBe(expected);
  });

  test.each([
    "The password is hashed with argon2id.",
    "Le mot de passe est dans 1Password.",
    "The password to web3-api is in the vault.",
    "The hash of the password is sha512crypt.",
    "パスワードの有効期限は2026-11-01です。",
    "password: aria2c",
  ])("CHK-10c: %s", (text) => {
    expect(findSecrets(text)).toEqual([]);
  });
});

describe("split literals", () => {
  const token = textOf("sk_live_<24 A-Za-z0-9>");
  const [first, rest] = [token.slice(0, 14), token.slice(14)];

  test.each([
    `key = "${first}" + "${rest}"`,
    `key = '${first}' . '${rest}';`,
    `key = "${first}" \\\n  "${rest}"`,
    `key = ["${first}", "${rest}"].join("")`,
  ])("CHK-10a: %#", (text) => {
    expect(findSecrets(text).some(({ value }) => value.startsWith(first) && value.endsWith(rest))).toBe(true);
  });

  test("CHK-10a: two values of a list are two, unless the text joins them", () => {
    expect(findSecrets(`names = ["${first}", "${rest}"]`).some(({ value }) => value.endsWith(rest))).toBe(false);
  });
});

test("CHK-10c: the sets are as large as the page says, no case is in both halves, nothing harmless in either", () => {
  const { development, heldOut } = cases();
  expect([development.length, heldOut.length]).toEqual([150, 150]);
  expect(new Set([...development, ...heldOut].map(({ text }) => text)).size).toBe(300);
  const quiet = harmless(HARMLESS);
  expect(quiet.development.length + quiet.heldOut.length).toBe(2000);
  expect(heldOut.filter((each) => isFound(each)).length).toBeGreaterThanOrEqual(138);
});
