// The judge of the random sequences, itself judged: what it lets pass of an early yes, and what it never does (TRU-3, ARR-4).
import { describe, expect, test } from "vitest";
import type { Channel } from "../../src/trust/channels.ts";
import { type Snapshot, TrustModel } from "../support/trust-model.ts";
import { type ActName, EVIDENCE, type Operation } from "../support/trust-operations.ts";

const NOW = new Date("2026-06-03T12:00:00Z");
const HASH = "h1";

interface Case {
  readonly name: ActName;
  readonly channel?: Channel;
  readonly scope?: "personal" | "shared";
  readonly created?: string;
  readonly evidence?: string;
  /** The reasons that the ledger gives for this memory, then for another. */
  readonly told?: readonly string[];
  readonly toldOther?: readonly string[];
}

const snapshotOf = (tier: string, each: Case, told: Snapshot["ledger"]): Snapshot => {
  const keys = new Map([
    ["created-at", each.created ?? "2026-06-02T12:00:00Z"],
    ["source", "agent"],
    ...(tier === "verified" ? ([["last-verified", "2026-06-03"]] as const) : []),
    ...(each.evidence === undefined ? [] : ([["evidence", each.evidence]] as const)),
  ]);
  const at = "memories/project_a.md";
  const seen = { at, text: `${tier} text`, id: "A", tier, hash: HASH, keys };
  return { byPath: new Map([[at, seen]]), archived: "", ledger: told };
};

function judged(each: Case): readonly string[] {
  const { name, channel = "terminal", scope = "personal", told = ["own-words"], toldOther = [] } = each;
  const operation: Operation = { name, channel, day: 0, which: 0, other: 0, payload: 0, smuggled: false };
  const lines = [
    ...told.map((reason) => ({ action: "promote", id: "A", channel, reason })),
    ...toldOther.map((reason) => ({ action: "promote", id: "B", channel, reason })),
  ];
  const done = { written: true, hash: HASH, claims: [] };
  const [before, found] = [snapshotOf("inferred", each, []), snapshotOf("verified", each, lines)];
  return new TrustModel(scope).after(operation, done, NOW, before, found);
}

describe("inferred to verified within seven days", () => {
  test.each<[string, Case]>([
    ["a person confirms it as their own words", { name: "confirm" }],
    ["a person edits it", { name: "edit", channel: "editor" }],
    ["in the browser", { name: "confirm", channel: "web" }],
    ["it was promoted after a week", { name: "promote", created: "2026-05-27T12:00:00Z", told: ["asked"] }],
  ])("passes: %s", (_, each) => expect(judged(each)).toEqual([]));

  test.each<[string, Case]>([
    ["promoted", { name: "promote", told: ["asked"] }],
    ["promoted, whatever its evidence says", { name: "promote", evidence: EVIDENCE, told: ["asked"] }],
    ["promoted, and called own words", { name: "promote", evidence: EVIDENCE }],
    ["a second less than a week", { name: "promote", created: "2026-05-27T12:00:01Z", told: ["asked"] }],
    ["confirmed for another reason", { name: "confirm", evidence: EVIDENCE, told: ["asked"] }],
    ["confirmed, and the ledger does not say so", { name: "confirm", told: [] }],
    ["confirmed, and the ledger speaks of another", { name: "confirm", told: [], toldOther: ["own-words"] }],
    ["several at once", { name: "confirm", toldOther: ["own-words"] }],
    ["in a shared store", { name: "confirm", scope: "shared", evidence: EVIDENCE }],
    ["an edit in a shared store", { name: "edit", scope: "shared" }],
    ["by a restore", { name: "restore" }],
    ["by an undo of nothing", { name: "reaffirm" }],
  ])("is caught: %s", (_, each) => expect(judged(each).join()).toMatch(/TRU-3|TRU-1/));

  test.each<Channel>(["cli", "mcp", "hook", "library", "observer", "import", "sync"])("is caught: by %s", (channel) => {
    for (const name of ["confirm", "edit", "promote", "add", "say"] as const)
      expect(judged({ name, channel, evidence: EVIDENCE }).join()).toContain("TRU-20");
  });
});
