import { describe, expect, test } from "vitest";
import { checkStructure } from "../../../src/checks/structure.ts";
import { type Finding, verdictOf } from "../../../src/memory/findings.ts";
import { KIND_TABLE, KINDS } from "../../../src/memory/kinds.ts";
import type { Place } from "../../../src/trust/tiers.ts";

const HEAD: Readonly<Record<string, string>> = {
  name: "Use pnpm",
  description: "pnpm, not npm",
  type: "user",
  id: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
  "trust-level": "inferred",
  "created-at": "2026-01-31T09:00:00Z",
  "source-machine": "dev",
};
const BODY = "This project uses pnpm for installing packages.\n";

function check(
  changes: Record<string, string | undefined> = {},
  body = BODY,
  place?: Place,
  file?: string,
): readonly Finding[] {
  const lines = Object.entries({ ...HEAD, ...changes }).filter(([, value]) => value !== undefined);
  const text = `---\n${lines.map(([key, value]) => `${key}: ${value}\n`).join("")}---\n${body}`;
  return checkStructure({ text, place, file });
}

const rules = (findings: readonly Finding[]): string[] =>
  findings.map((finding) => `${finding.severity} ${finding.rule}`);

test("CHK-1: a whole memory passes", () => {
  expect(check({}, BODY, "memories", "user_use_pnpm.md")).toEqual([]);
});

describe("CHK-1: FAIL-STRUCT", () => {
  test.each(["name", "description", "type"])("%s is required; empty counts as missing", (key) => {
    for (const value of [undefined, "", "''", "~"]) {
      const findings = check({ [key]: value });
      expect(rules(findings)).toContain("struct missing-required-key");
      expect(verdictOf(findings)).toBe("FAIL-STRUCT");
    }
  });

  test("STO-12: an empty body fails", () => {
    for (const body of ["", " \r\n\t"]) expect(rules(check({}, body))).toEqual(["struct empty-body"]);
  });

  test("SYN-11: what a merge of git left behind fails; speaking of it does not", () => {
    const left = `${BODY}\n<<<<<<< HEAD\nOne.\n=======\nTwo.\n>>>>>>> theirs\n`;
    expect(rules(check({}, left))).toContain("struct conflict-markers");
    expect(rules(check({}, left.replaceAll("\n", "\r\n")))).toContain("struct conflict-markers");
    expect(rules(check({}, `${BODY}\nTitle\n=======\n`))).not.toContain("struct conflict-markers");
    expect(rules(check({}, left.replaceAll(/^/gm, "    ")))).not.toContain("struct conflict-markers");
  });

  test("unreadable delimiters fail", () => {
    expect(verdictOf(checkStructure({ text: "no frontmatter" }))).toBe("FAIL-STRUCT");
    expect(verdictOf(checkStructure({ text: "---\nname: x\n" }))).toBe("FAIL-STRUCT");
  });

  test("CHK-2: structural beats format beats warning", () => {
    expect(verdictOf(check({ name: undefined, type: "Users", other: "x" }))).toBe("FAIL-STRUCT");
    expect(verdictOf(check({ type: "Users", other: "x" }))).toBe("FAIL-FORMAT");
    expect(verdictOf(check({ other: "x" }))).toBe("WARN-SEMANTIC");
  });
});

describe("CHK-1: FAIL-FORMAT", () => {
  test.each([
    ["name", "x", "invalid-name"],
    ["name", "한".repeat(101), "invalid-name"],
    ["name", '"two\\nlines"', "invalid-name"],
    ["name", "[a, b]", "not-a-text"],
    ["description", "d".repeat(257), "invalid-description"],
    ["type", "User", "invalid-type"],
    ["kind", "rumour", "invalid-kind"],
    ["trust-level", "trusted", "invalid-trust-level"],
    ["created-at", "2026-01-31", "invalid-date"],
    ["created-at", "2026-02-30T09:00:00Z", "invalid-date"],
    ["last-verified", "2026-02-29", "invalid-date"],
    ["last-verified", "2026-01-31T09:00:00Z", "invalid-date"],
    ["expires", "tomorrow", "invalid-date"],
    ["quarantined-at", "2026-13-01", "invalid-date"],
  ])("%s: %s", (key, value, rule) => {
    expect(rules(check({ [key]: value }))).toEqual([`format ${rule}`]);
  });

  test.each([
    ["name", "한국"],
    ["name", "🎉".repeat(100)],
    ["description", "d".repeat(256)],
    ["last-verified", "2028-02-29"],
  ])("%s: %s is at the limit and passes", (key, value) => {
    expect(check({ [key]: value })).toEqual([]);
  });

  test("STO-14: YAML outside the subset is a format failure", () => {
    expect(rules(check({ description: "a: b" }))).toEqual(["format nested-value"]);
  });

  test.each([
    ["verified", "quarantine"],
    ["inferred", "quarantine"],
    ["quarantined", "memories"],
  ] as const)("STO-5: %s in %s/ disagrees", (tier, place) => {
    expect(rules(check({ "trust-level": tier, "last-verified": "2026-01-31" }, BODY, place))).toEqual([
      "format tier-and-directory",
    ]);
  });
});

describe("CHK-1: WARN-SEMANTIC", () => {
  test.each(["id", "trust-level", "created-at", "source-machine"])("a missing %s", (key) => {
    expect(rules(check({ [key]: undefined }))).toEqual(["warn missing-recommended-key"]);
  });

  test("last-verified is recommended where a person verified, and only there", () => {
    expect(rules(check({ "trust-level": "verified" }))).toEqual(["warn missing-recommended-key"]);
  });

  test("STO-11: a file name outside the pattern", () => {
    expect(rules(check({}, BODY, "memories", "Notes.md"))).toEqual(["warn file-name"]);
  });

  test("STO-10: an unknown key", () => {
    expect(rules(check({ "x-mine": "1" }))).toEqual(["warn unknown-key"]);
  });

  test("STO-12: a body under 30 or above 5,000 characters", () => {
    expect(rules(check({}, "한".repeat(29)))).toEqual(["warn short-body"]);
    expect(check({}, "한".repeat(30))).toEqual([]);
    expect(check({}, "x".repeat(5000))).toEqual([]);
    expect(rules(check({}, "x".repeat(5001)))).toEqual(["warn long-body"]);
  });

  test.each(["feedback", "project"])("%s wants a Why and a How to apply line", (type) => {
    expect(rules(check({ type }))).toEqual(["warn missing-reason-line", "warn missing-reason-line"]);
    expect(rules(check({ type }, `${BODY}**Why:** it is faster\n`))).toEqual(["warn missing-reason-line"]);
    expect(check({ type }, `${BODY}**Why:** it is faster\n- how to apply: everywhere\n`)).toEqual([]);
    expect(check({ type }, `${BODY}## Why\nx\n\n## How to apply\ny\n`)).toEqual([]);
  });

  test.each(["always", "Never", "from now on", "must always", "must never"])(
    "an absolute word (%s) without a reason",
    (word) => {
      expect(rules(check({}, `You ${word} do this thing in this project.`))).toEqual(["warn absolute-without-reason"]);
      for (const reason of ["because", "reason", "why", "due to", "incident"]) {
        expect(check({}, `You ${word} do this thing here, ${reason} x.`)).toEqual([]);
      }
    },
  );

  test.each(KINDS)("STO-13: %s has its own sections", (kind) => {
    const { type, sections } = KIND_TABLE[kind];
    const missing = check({ type, kind });
    expect(missing.map((finding) => finding.excerpt)).toEqual(sections);
    expect(missing.every((finding) => finding.rule === "missing-section")).toBe(true);
    expect(check({ type, kind }, `${BODY}${sections.map((section) => `## ${section}\n\ntext\n\n`).join("")}`)).toEqual(
      [],
    );
  });

  test.each([
    ["tags", "[b, a]"],
    ["tags", "[a, a]"],
    ["tags", "[A]"],
    ["tags", "['a b']"],
    ["tags", `[${"x".repeat(41)}]`],
    ["tags", `[${Array.from({ length: 13 }, (_, i) => `t${String(i).padStart(2, "0")}`).join(", ")}]`],
    ["tags", "one"],
    ["asks", `[${"x".repeat(121)}]`],
    ["paths", "[~]"],
    ["confidence", "2"],
    ["id", "42"],
    ["status", "gone"],
    ["source", "me"],
  ])("%s: %s", (key, value) => {
    expect(rules(check({ [key]: value }))).toEqual([`warn invalid-${key}`]);
  });

  test("tags of any script pass", () => {
    expect(check({ tags: "[c_1.2-x, ci, 数据, 데이터]" })).toEqual([]);
  });
});

test("CHK-31: no excerpt carries a value that may be a secret or hidden", () => {
  const secret = ["ghp", "Zq8".repeat(12)].join("_");
  const texts = ["name", "type", "kind", "created-at", "trust-level"].flatMap((key) =>
    check({ [key]: `"${secret}\\u202e"` }),
  );
  expect(texts.length).toBeGreaterThan(3);
  for (const finding of texts) expect(finding.excerpt).toMatch(/^[\x20-\x7e]{1,40}$/);
  expect(JSON.stringify(texts)).not.toContain("Zq8");
});
