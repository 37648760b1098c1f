import { describe, expect, it } from "vitest";
import { digestLine } from "../../../src/health/digest.ts";
import type { Receipt } from "../../../src/recall/receipts.ts";
import type { LedgerLine } from "../../../src/store/ledger.ts";

const line = (id: string, action: string, channel: string): LedgerLine => ({ id, action, channel }) as LedgerLine;
const item = (id: string, form = "full", rule = "kind"): Receipt["shown"][number] => ({
  id,
  form,
  rule,
  file: "f.md",
  name: id,
  tier: "verified",
  scope: "personal",
  tokens: 1,
});
const receipt = (session: string, ...shown: Receipt["shown"]): Receipt => ({
  at: "2026-11-01T10:00:00Z",
  session,
  host: "claude",
  event: "SessionStart:startup",
  tokens: 1,
  shown,
  withheld: [],
});

describe("SUR-14 the week in one line", () => {
  it("counts memories and sessions once, and tells agents' notes from a person's acts", () => {
    const lines = [
      line("a", "create", "terminal"),
      line("b", "create", "hook"),
      line("b", "promote", "terminal"),
      line("c", "create", "mcp"),
      line("c", "promote", "cli"),
    ];
    const receipts = [receipt("s1", item("a"), item("b")), receipt("s1", item("a")), receipt("s2", item("a"))];
    expect(digestLine(lines, receipts)).toBe(
      "Holdfast, your last 7 days: 2 memories given in 2 sessions, 2 noted, 2 confirmed.",
    );
  });

  it("counts what a rule stopped or asked about, not what it let through", () => {
    const fired = (form: string): Receipt["shown"][number] => item("a", form, "rule: deny command npm");
    const told = digestLine([], [receipt("s1", fired("deny"), fired("ask"), fired("allowed"), fired("remind"))]);
    expect(told).toBe("Holdfast, your last 7 days: 1 memory given in 1 session, 2 stopped by a rule.");
  });

  it("says nothing of a week without anything", () => expect(digestLine([], [])).toBeUndefined());
});
