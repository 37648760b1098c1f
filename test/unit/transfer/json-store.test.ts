// IMP-1: JSON records of a plugin of Claude Code, category by category, and what stays out of use.
import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkStructure } from "../../../src/checks/structure.ts";
import { type MemoryDocument, parseDocument } from "../../../src/memory/document.ts";
import { openProjects } from "../../../src/transfer/io/files.ts";
import { gatherFrom } from "../../../src/transfer/io/sources.ts";
import { recordIn } from "../../../src/transfer/read/json-store.ts";
import { scratch } from "../../support/disk.ts";

const MTIME = Date.parse("2026-10-20T08:00:00Z");
const file = (record: unknown): Parameters<typeof recordIn>[0] => ({
  path: "/shop/.claude/memory/decisions/x.json",
  text: typeof record === "string" ? record : JSON.stringify(record),
  mtimeMs: MTIME,
});

const COMMON = {
  schema_version: "1.0",
  id: "x",
  title: "Orders are kept in Postgres",
  record_status: "active",
  created_at: "2026-02-03T04:05:06Z",
  updated_at: "2026-03-03T04:05:06Z",
  tags: ["database", "orders"],
  related_files: ["src/orders/**", "/etc/passwd", "../outside.ts"],
  confidence: 0.8,
  times_updated: 1,
  changes: [{ date: "2026-03-03T04:05:06Z", summary: "An old value that nobody needs" }],
};

const CONTENT = {
  session_summary: {
    goal: "Move the orders",
    outcome: "partial",
    completed: ["Schema written"],
    next_actions: ["Copy the rows"],
    blockers: ["No access to the old host"],
  },
  decision: {
    status: "accepted",
    context: "Reports need joins.",
    decision: "Orders are kept in Postgres.",
    rationale: ["Joins are fast", "The team knows it"],
    alternatives: [{ option: "A document store", rejected_reason: "no joins" }],
    consequences: ["Backups change"],
  },
  runbook: {
    trigger: "The queue grows past 1,000.",
    steps: ["Stop the feeder", "Restart the worker"],
    verification: "The queue shrinks.",
    root_cause: "A lost connection",
  },
  constraint: {
    kind: "technical",
    rule: "The gateway takes 100 requests a second.",
    impact: ["Imports are slow"],
    severity: "high",
    active: true,
    workarounds: ["Batch them"],
  },
  tech_debt: {
    status: "open",
    priority: "low",
    description: "The old parser is still there.",
    reason_deferred: "No time before the release.",
    suggested_fix: ["Delete it"],
  },
  preference: {
    topic: "Package manager",
    value: "Use pnpm, not npm.",
    reason: "The lock file is pnpm's.",
    strength: "strong",
    examples: { prefer: ["pnpm add"], avoid: ["npm install"] },
  },
} as const;

type Category = keyof typeof CONTENT;
const record = (category: Category, more: object = {}, content: object = {}): object => ({
  ...COMMON,
  category,
  content: { ...CONTENT[category], ...content },
  ...more,
});

function read(from: object): { readonly found: ReturnType<typeof recordIn>; readonly document: MemoryDocument } {
  const found = recordIn(file(from));
  const document = found.kind === "candidate" ? parseDocument(found.text) : undefined;
  if (document?.kind !== "document") throw new Error(JSON.stringify(found));
  return { found, document };
}

describe("a record of each category", () => {
  const KINDS: Readonly<Record<Category, readonly string[]>> = {
    session_summary: ["session-summary", "project"],
    decision: ["decision", "project"],
    runbook: ["runbook", "project"],
    constraint: ["constraint", "project"],
    tech_debt: ["tech-debt", "project"],
    preference: ["preference", "feedback"],
  };

  test.each(Object.keys(CONTENT) as Category[])("%s", (category) => {
    const { found, document } = read(record(category));
    const { fields, body } = document;
    expect([fields.get("kind"), fields.get("type")]).toEqual(KINDS[category]);
    expect(fields.get("name")).toBe("Orders are kept in Postgres");
    expect(fields.get("tags")).toEqual(["database", "orders"]);
    expect(fields.get("paths")).toEqual(["src/orders/**"]);
    expect(fields.get("confidence")).toBe(0.8);
    expect(found).toMatchObject({ kind: "candidate", atMs: Date.parse("2026-02-03T04:05:06Z"), stated: true });
    expect(found).not.toHaveProperty("standing");
    // Everything that was said, and nothing of its history.
    for (const words of JSON.stringify(CONTENT[category]).match(/"[^"]*[a-z]{3} [^"]*"/g) ?? [])
      expect(body.replace(/\s+/g, " ")).toContain(words.slice(1, -1));
    expect(body).not.toContain("nobody needs");
    const faults = checkStructure({ text: document.text, place: "memories", file: "project_x.md" });
    expect(faults.filter(({ rule }) => rule === "missing-section")).toEqual([]);
  });

  test("a decision that is not taken says so", () => {
    expect(read(record("decision", {}, { status: "proposed" })).document.body).toContain("## Status\n\nproposed\n");
    expect(read(record("decision")).document.body).not.toContain("## Status");
  });
});

describe("TRU-23: what is out of use stays so", () => {
  test.each<readonly [string, object]>([
    ["retired", record("decision", { record_status: "retired", retired_reason: "moved" })],
    ["archived", record("decision", { record_status: "archived" })],
    ["retired by its date alone", record("decision", { retired_at: "2026-04-01T00:00:00Z" })],
    ["superseded", record("decision", {}, { status: "superseded" })],
    ["deprecated", record("decision", {}, { status: "deprecated" })],
    ["resolved", record("tech_debt", {}, { status: "resolved" })],
    ["given up", record("tech_debt", {}, { status: "wont_fix" })],
    ["switched off", record("constraint", {}, { active: false })],
  ])("%s", (_, from) => {
    expect(read(from).found).toMatchObject({ standing: { kind: "retired" } });
  });

  test("a constraint that ends keeps its last day", () => {
    const { found, document } = read(record("constraint", {}, { expires: "2026-05-01T00:00:00Z" }));
    expect(document.fields.get("expires")).toBe("2026-05-01");
    expect(found).toMatchObject({ endsMs: Date.parse("2026-05-01T00:00:00Z") });
  });
});

test("what is no record is told, and no shape makes the reader throw", () => {
  for (const odd of ["", "{", "null", "[]", "{}", '{"category":"toString"}', '{"category":"decision"}'])
    expect(recordIn(file(odd)).kind).toBe("left-out");
  for (const content of [null, 7, "x", [], { decision: 7, rationale: [null, {}, { option: 1 }] }])
    expect(recordIn(file({ category: "decision", content })).kind).toBe("left-out");
  const strange = { ...record("decision"), title: 7, tags: "x", related_files: {}, confidence: 9, created_at: "soon" };
  expect(recordIn(file(strange))).toMatchObject({ kind: "candidate", atMs: MTIME });
  const huge = record("decision", {}, { context: "x".repeat(300_000) });
  expect(recordIn(file(huge)).kind).toBe("candidate");
});

test("the folder of a project is read whole; its index, its settings and drafts are not", () => {
  const base = scratch();
  const put = (path: string, text: string): void => {
    mkdirSync(`${base}/.claude/memory/${path.slice(0, path.lastIndexOf("/") + 1)}`, { recursive: true });
    writeFileSync(`${base}/.claude/memory/${path}`, text);
  };
  put("decisions/a.json", JSON.stringify(record("decision")));
  put("preferences/b.json", JSON.stringify(record("preference")));
  put("memory-config.json", '{"retrieval":{"enabled":true}}');
  put(".staging/draft.json", JSON.stringify(record("decision")));
  put("index.md", "# Index\n\n- [DECISION] Orders -> .claude/memory/decisions/a.json #tags:database\n");
  const ground = { ours: [], home: base, env: {}, project: undefined, projects: openProjects() };
  const told = (source: "claude-memory" | "claude"): readonly string[] => {
    const found = gatherFrom(source, ground, `${base}/.claude/memory`);
    if ("kind" in found) throw new Error(found.message);
    return found.map((each) => `${each.from.split("/").at(-1)} ${each.kind === "left-out" ? each.why : each.kind}`);
  };
  expect(told("claude-memory")).toEqual([
    "a.json candidate",
    "memory-config.json is no memory of that plugin",
    "b.json candidate",
  ]);
  expect(told("claude")).toEqual(["index.md is an index of other files"]);
  expect(gatherFrom("claude-memory", ground)).toMatchObject({ code: "usage" });
});
