// A secret rule is one row with samples: every rule of every table finds its own, and leaves what looks nearly like it.
// Samples are recipes that become texts here, so that no token stands in a file.
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { secretSamplesSource } from "../../../../scripts/generate-secret-samples.ts";
import { shorterByOne, standInOf, textOf } from "../../../../scripts/secret-recipes.ts";
import { CONTEXT_RULES } from "../../../../src/checks/secrets/contextual.ts";
import { findSecrets } from "../../../../src/checks/secrets/find.ts";
import { findPersonalData, PERSONAL_DATA_RULES } from "../../../../src/checks/secrets/personal.ts";
import type { OwnRule, Samples } from "../../../../src/checks/secrets/rule.ts";
import { RULES } from "../../../../src/checks/secrets/rules.generated.ts";
import { vendorRules } from "../../../../src/checks/secrets/vendor.ts";
import { RULE_SAMPLES } from "./rule-samples.generated.ts";

type Sampled = Samples & { readonly id: string };
type Finder = (text: string) => readonly { readonly rule: string }[];

/** A rule that counts characters brings its shortest sample: one character fewer is none, nor is a manual's stand-in. */
function counted(id: string, sample: string): Sampled {
  return { id, found: [sample], harmless: shorterByOne(sample) };
}

/** So long that a stand-in can be told from a token, and not so long that it could be part of one. */
const isStandIn = (text: string): boolean => /x{6}/.test(text) && text.length < 64;

function ofVendor(rows: readonly OwnRule[]): readonly Sampled[] {
  return rows.map(({ id, sample }) => {
    const { found, harmless } = counted(id, sample);
    return { id, found, harmless: [...harmless, ...[standInOf(sample)].filter(isStandIn)] };
  });
}

/** What is wrong with the samples of these rules, in words. */
function complaints(rules: readonly Sampled[], find: Finder): readonly string[] {
  const finds = (id: string, recipe: string): boolean => find(textOf(recipe)).some(({ rule }) => rule === id);
  return rules.flatMap(({ id, found, harmless }) => [
    ...(found.some((recipe) => recipe !== "") ? [] : [`${id} has no sample`]),
    ...found.filter((recipe) => !finds(id, recipe)).map((recipe) => `${id} does not find ${recipe}`),
    ...harmless.filter((recipe) => finds(id, recipe)).map((recipe) => `${id} finds ${recipe}`),
  ]);
}

describe("samples of every rule", () => {
  test("CHK-10: gitleaks' rules find theirs, which the generator worked out", () => {
    const samples = new Map(RULE_SAMPLES.map((row) => row.split("\t") as [string, string]));
    const rules = RULES.map((row) => row.split("\t")[0] as string).map((id) => counted(id, samples.get(id) ?? ""));
    expect(rules.length).toBe(208);
    expect([...samples.keys()]).toEqual(rules.map(({ id }) => id));
    expect(complaints(rules, findSecrets)).toEqual([]);
  });

  test("CHK-10: the generated samples are what the generator makes of the rules", () => {
    expect(readFileSync(new URL("./rule-samples.generated.ts", import.meta.url), "utf8")).toBe(secretSamplesSource());
  });

  test("CHK-10: the makers' rules find theirs, and leave a shorter one and a stand-in", () => {
    expect(vendorRules().length).toBeGreaterThanOrEqual(210);
    expect(complaints(ofVendor(vendorRules()), findSecrets)).toEqual([]);
  });

  test("CHK-10: labels, addresses and key blocks", () => {
    expect(CONTEXT_RULES.map(({ id }) => id)).toEqual([
      "labelled-secret",
      "url-credentials",
      "private-key-block",
      "spoken-password",
      "command-password",
      "totp-seed",
      "named-hex",
    ]);
    expect(CONTEXT_RULES.filter(({ harmless }) => harmless.length === 0)).toEqual([]);
    expect(complaints(CONTEXT_RULES, findSecrets)).toEqual([]);
  });

  test("CHK-11: personal data", () => {
    const find: Finder = (text) => findPersonalData(text, { owners: ["mara@corp.dev"], off: [] });
    expect(PERSONAL_DATA_RULES.length).toBe(4);
    expect(PERSONAL_DATA_RULES.filter(({ harmless }) => harmless.length === 0)).toEqual([]);
    expect(complaints(PERSONAL_DATA_RULES, find)).toEqual([]);
  });

  test("CHK-10: a rule without a sample, one that misses its own and one that asks for less are told apart", () => {
    const row = vendorRules().find(({ id }) => id === "groq-key") as OwnRule;
    const wrong = (sample: string): readonly string[] => complaints(ofVendor([{ ...row, sample }]), findSecrets);
    expect(wrong("")).toContain("groq-key has no sample");
    expect(wrong("something else")).toEqual(["groq-key does not find something else"]);
    expect(wrong("gsk_<41 A-Za-z0-9>")).toEqual(["groq-key finds gsk_<40 A-Za-z0-9>"]);
  });
});

describe("a new rule", () => {
  const STUB: OwnRule = {
    id: "stub-maker-key",
    keywords: "stubk_",
    entropy: 3,
    flags: "",
    lead: 0,
    pattern: "stubk_[a-z0-9]{30,40}",
    sample: "stubk_<30 a-z0-9>",
  };

  afterEach(() => {
    vi.doUnmock("../../../../src/checks/secrets/vendor.ts");
    vi.resetModules();
  });

  test("CHK-10: is one row: found, named in the finding and the mask, its allowance known, its sample run", async () => {
    const token = textOf(STUB.sample);
    const settings = {
      second: "quick",
      personal: { owners: undefined, off: [] },
      allowances: () => undefined,
    } as const;
    const text = `Written on the box:\n${token}\n`;
    expect(findSecrets(text)).toEqual([]);

    vi.resetModules();
    vi.doMock(import("../../../../src/checks/secrets/vendor.ts"), async (original) => {
      const rows = (await original()).vendorRules();
      return { vendorRules: () => [...rows, STUB] };
    });
    const { checkSecrets, withoutSecrets } = await import("../../../../src/checks/secret-findings.ts");
    const engine = await import("../../../../src/checks/secrets/find.ts");

    const findings = checkSecrets(text, "personal", settings);
    expect(findings.map(({ rule, line, column }) => ({ rule, line, column }))).toEqual([
      { rule: "stub-maker-key", line: 2, column: 1 },
    ]);
    expect(findings[0]?.hint).toContain("holdfast audit --allow stub-maker-key:");
    expect(withoutSecrets(text, "personal", settings)).toContain('<redacted rule="stub-maker-key" length=');
    expect(engine.findSecrets(`holdfast audit --allow ${findings[0]?.id}`)).toEqual([]);
    expect(complaints(ofVendor([STUB]), engine.findSecrets)).toEqual([]);
  });
});
