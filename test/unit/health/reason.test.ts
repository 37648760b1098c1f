// TRU-6, TRU-5: why a check put a memory into quarantine stays: in the file, in the ledger, in the report of every day.
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { failureOf, isFailure } from "../../../src/checks/failure.ts";
import { CONTEXT_RULES } from "../../../src/checks/secrets/contextual.ts";
import { findSecrets } from "../../../src/checks/secrets/find.ts";
import { maskSecrets } from "../../../src/checks/secrets/mask.ts";
import { type Audited, audit } from "../../../src/health/audit/index.ts";
import { enforce } from "../../../src/health/enforce.ts";
import { openReports } from "../../../src/health/io/reports.ts";
import { CHECK_NAMES, type Finding } from "../../../src/memory/findings.ts";
import { actOf, CHECKS, chance } from "../../support/acts.ts";
import { idOf, plant } from "../../support/memories.ts";
import { fakeToken } from "../../support/secrets.ts";
import { ledgerOf, makeBox, openBox, removeBox, rootOf } from "../../support/store-box.ts";

const START = new Date("2026-06-01T10:00:00Z");
const onDay = (day: number): Date => new Date(START.getTime() + day * 86_400_000);

let base: string;
beforeEach(() => {
  base = makeBox("memory");
});
afterEach(() => removeBox(base));

async function report(day: number): Promise<Audited> {
  const done = await audit({
    stores: [openBox(base)],
    act: actOf("terminal", onDay(day), chance(day)),
    reports: openReports(rootOf(base)),
    receipts: [],
    isOutdated: undefined,
    project: undefined,
    dryRun: false,
    json: false,
    step: async () => true,
    agree: async () => true,
  });
  if (done.kind === "refusal") throw new Error(done.message);
  return done;
}

const held = (stem: string): string => readFileSync(`${rootOf(base)}/quarantine/${stem}.md`, "utf8");

test("TRU-6: rule, moment and version are in the file and in the ledger's line", async () => {
  plant(base, "project_two", { tier: "inferred", id: idOf(1), name: "x", body: `The token is ${fakeToken()}.` });
  await enforce({ open: openBox(base), act: actOf("cli", START, chance(1)), lenient: CHECKS, dryRun: false });
  expect(held("project_two")).toMatch(
    /^quarantine-reason: "?structure\/invalid-name, secrets\/[a-z-]+ \(checks source\)"?$/m,
  );
  expect(held("project_two")).toContain("quarantined-at: 2026-06-01T10:00:00Z");
  const lines = readFileSync(ledgerOf(base), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const [failed] = lines.filter(({ action }) => action === "demote").map((line) => line.failed);
  expect(failed).toMatch(/^structure\/invalid-name, secrets\/[a-z-]+ \(checks source\)$/);
  expect(lines.at(-1).ts).toContain("2026-06-01");
});

test("SYN-14: where a secret was masked, the rule and the length stay, and the mask is no finding", async () => {
  const token = fakeToken();
  plant(base, "project_token", { tier: "inferred", id: idOf(1), body: `The token is ${token} for the mirror.` });
  await report(0);
  expect(held("project_token")).not.toContain(token);
  expect(held("project_token")).toMatch(new RegExp(`<redacted rule="[a-z-]+" length="${token.length}"/>`));
  expect(findSecrets(held("project_token"), {})).toEqual([]);
});

test("CHK-12: the mask of an earlier version is one too", () => {
  const token = fakeToken();
  const text = `a ${token} b`;
  const masked = maskSecrets(text, findSecrets(text, {}));
  expect(masked).toMatch(/^a <redacted rule="[a-z-]+" length="40"\/> b$/);
  expect(findSecrets(`key: <redacted rule="generic-api-key"/> ${masked}`, {})).toEqual([]);
});

describe("TRU-5: the report of every day has it", () => {
  test.each([0, 1, 30, 31, 40, 90, 91, 400])("day %i", async (day) => {
    plant(base, "project_token", {
      tier: "inferred",
      id: idOf(1),
      body: `The token is ${fakeToken()} for the mirror.`,
    });
    await enforce({ open: openBox(base), act: actOf("cli", START, chance(1)), lenient: CHECKS, dryRun: false });
    const { markdown, report: found } = await report(day);
    const rows = found.sections
      .filter(({ id }) => id === "quarantine" || id === "archive")
      .flatMap((each) => each.rows);
    expect(rows.map(({ saying }) => saying)).toEqual([expect.stringMatching(/^secrets\/[a-z-]+ \(checks source\)$/)]);
    expect(markdown).toMatch(/secrets\/[a-z-]+ \\?\(checks source/);
  });
});

describe("the line of a failure", () => {
  const finding = (check: Finding["check"], rule: string): Finding => ({
    ...{ check, rule, severity: "format", line: 1, column: 1, excerpt: "", hint: "" },
  });

  test("STO-34: is made of rule names alone, however many and whatever they are called", () => {
    const many = Array.from({ length: 9 }, (_, at) => finding("secrets", `rule-${at}`));
    expect(failureOf(many)).toBe(
      "secrets/rule-0, secrets/rule-1, secrets/rule-2, secrets/rule-3, secrets/rule-4 and 4 more (checks source)",
    );
    for (const findings of [
      many,
      [finding("structure", "Odd_Rule: x\n")],
      ...CONTEXT_RULES.map(({ id }) => [finding("secrets", id)]),
    ])
      expect(isFailure(failureOf(findings))).toBe(true);
    for (const check of CHECK_NAMES) expect(isFailure(failureOf([finding(check, "a-rule")]))).toBe(true);
  });

  test.each([
    "",
    "a check failed",
    "structure/x",
    "structure/x (checks 1)\nmore",
    `structure/${"x".repeat(90)} (checks 1)`,
    undefined,
  ])("STO-34: %j is none", (text) => expect(isFailure(text)).toBe(false));
});
