// Every rule of docs/spec is cited by a test or stands in docs/spec/planned.md, and never both: the list of what
// is not built can only shrink. An id that no rule carries is a slip of the pen and fails too.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const SPEC = new URL("../docs/spec/", import.meta.url);
const TESTS = new URL("./", import.meta.url);
const SELF = "requirements.test.ts";

function ids(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? "");
}

/** Rules are list items that open with their id. */
function rulesIn(text: string): readonly string[] {
  return ids(text, /^- ([A-Z]{3}-\d+[a-z]?) /gm);
}

function citationsIn(text: string, areas: ReadonlySet<string>): readonly string[] {
  return ids(text, /\b([A-Z]{3}-\d+[a-z]?)\b/g).filter((id) => areas.has(id.slice(0, 3)));
}

function section(text: string, heading: string): string {
  const start = text.indexOf(`## ${heading}\n`);
  if (start < 0) throw new Error(`planned.md has no section "${heading}"`);
  const end = text.indexOf("\n## ", start);
  return text.slice(start, end < 0 ? undefined : end);
}

const rules = readdirSync(SPEC)
  .filter((file) => /^\d\d-.*\.md$/.test(file))
  .flatMap((file) => rulesIn(readFileSync(new URL(file, SPEC), "utf8")));
const known: ReadonlySet<string> = new Set(rules);
const areas: ReadonlySet<string> = new Set(rules.map((id) => id.slice(0, 3)));
const plan = readFileSync(new URL("planned.md", SPEC), "utf8");
const planned = rulesIn(section(plan, "Not built yet"));
const partly = rulesIn(section(plan, "Built in part"));

const cited = new Map<string, string>();
for (const file of readdirSync(TESTS, { recursive: true, encoding: "utf8" })) {
  if (!/\.(ts|txt)$/.test(file) || file === SELF) continue;
  for (const id of citationsIn(readFileSync(new URL(file, TESTS), "utf8"), areas)) cited.set(id, file);
}

describe("requirements", () => {
  test("the specification was read: its rules are many and each id stands once", () => {
    expect(rules.length).toBeGreaterThanOrEqual(167);
    expect(rules.filter((id, index) => rules.indexOf(id) !== index)).toEqual([]);
  });

  test("the reader of ids sees what it must", () => {
    expect(rulesIn("- ABC-1a A rule.\n- ABC-2 Another, not ABC-3.\nABC-4 is prose.")).toEqual(["ABC-1a", "ABC-2"]);
    expect(citationsIn('test("ABC-1a, ABC-00: UTF-8")', new Set(["ABC"]))).toEqual(["ABC-1a", "ABC-00"]);
  });

  test("every rule is cited by a test or planned", () => {
    expect(rules.filter((id) => !cited.has(id) && !planned.includes(id))).toEqual([]);
  });

  test("a planned rule that a test cites leaves the list", () => {
    expect(planned.filter((id) => cited.has(id)).map((id) => `${id} in test/${cited.get(id)}`)).toEqual([]);
  });

  test("a rule that is built in part is cited, and is not planned as a whole", () => {
    expect(partly.filter((id) => !cited.has(id) || planned.includes(id))).toEqual([]);
  });

  test("a cited or planned id exists", () => {
    const strangers = [...cited].filter(([id]) => !known.has(id)).map(([id, file]) => `${id} in test/${file}`);
    expect(strangers).toEqual([]);
    expect([...planned, ...partly].filter((id) => !known.has(id))).toEqual([]);
  });
});
