// AUD-3: which memories earn their place, over a real store with its ledger.
import { afterEach, beforeEach, expect, test } from "vitest";
import { stats } from "../../../src/health/stats.ts";
import type { MemoryId } from "../../../src/memory/ids.ts";
import type { Feedback } from "../../../src/store/records.ts";
import { sourceOf } from "../../../src/trust/channels.ts";
import { idOf, plant } from "../../support/memories.ts";
import { receiptOf } from "../../support/receipts.ts";
import { makeBox, openBox, removeBox } from "../../support/store-box.ts";

const NOW = new Date("2026-06-01T10:00:00Z");

let base: string;
beforeEach(() => {
  base = makeBox("memory");
});
afterEach(() => removeBox(base));

const say = (n: number, verdict: Feedback["verdict"]): void =>
  openBox(base).feedback.append({ at: "2026-05-02T10:00:00Z", memory: idOf(n), sha256: "x", verdict });

test("AUD-3: used earns, corrected and shown in vain do not, and silence proves nothing", () => {
  for (const [n, word] of ["helps", "wrong", "vain", "nearly", "quiet", "idle", "held", "retired"].entries()) {
    const place = word === "held" ? ("quarantine" as const) : ("memories" as const);
    const tier = word === "held" ? "quarantined" : "inferred";
    const more = word === "retired" ? ["status: retired"] : word === "held" ? ["quarantined-at: 2026-05-01"] : [];
    plant(base, `project_${word}`, { id: idOf(n), tier, place, more });
  }
  say(0, "used");
  say(1, "used");
  say(1, "wrong");
  const receipts = [
    ...Array.from({ length: 10 }, (_, n) => receiptOf(`2026-05-01T10:00:${10 + n}Z`, [idOf(2)], `s${n % 3}`)),
    ...Array.from({ length: 9 }, (_, n) => receiptOf(`2026-05-01T11:00:${10 + n}Z`, [idOf(3)], "s1")),
    receiptOf("2026-05-01T09:00:00Z", [idOf(0), idOf(1), idOf(4)], "s9"),
  ];
  const found = stats([openBox(base)], receipts, NOW);
  expect(Object.fromEntries(found.rows.map(({ stem, standing }) => [stem, standing]))).toEqual({
    project_helps: "earns",
    project_wrong: "costs",
    project_vain: "costs",
    project_nearly: "quiet",
    project_quiet: "quiet",
    project_idle: "idle",
  });
  expect(found).toMatchObject({ shown: 22, tokens: 440, sessions: 4, since: "2026-05-01T09:00:00Z" });
  expect(found.rows[0]?.stem).toBe("project_helps");
});

test("AUD-3: where no agent ever said anything, none was shown in vain", () => {
  plant(base, "project_rule", { id: idOf(1), tier: "verified" });
  const receipts = Array.from({ length: 20 }, (_, n) => receiptOf(`2026-05-01T10:00:${10 + n}Z`, [idOf(1)], `s${n}`));
  expect(stats([openBox(base)], receipts, NOW).rows[0]?.standing).toBe("quiet");
});

test("AUD-3 TRU-22b: one that a verified memory has replaced has no standing", () => {
  plant(base, "project_old", { id: idOf(1), tier: "verified" });
  plant(base, "project_new", { id: idOf(2), tier: "verified", more: [`supersedes: [${idOf(1)}]`] });
  expect(stats([openBox(base)], [], NOW).rows.map(({ stem }) => stem)).toEqual(["project_new"]);
});

test("AUD-3: a change counts as a correction when the memory had been shown before it", () => {
  plant(base, "project_edited", { id: idOf(1), tier: "inferred" });
  const open = openBox(base);
  const append = (at: string): void => {
    const event = { actor: sourceOf("terminal"), channel: "terminal", action: "edit", reason: "asked" } as const;
    const id = idOf(1) as MemoryId;
    open.ledger.append({ ...event, id, from: "inferred", to: "inferred" }, new Date(at));
  };
  append("2026-05-01T08:00:00Z");
  append("2026-05-01T12:00:00Z");
  const corrected = (at: string): number | undefined =>
    stats([openBox(base)], [receiptOf(at, [idOf(1)])], NOW).rows[0]?.corrected;
  expect(corrected("2026-05-01T09:00:00Z")).toBe(1);
  expect(corrected("2026-05-01T07:00:00Z")).toBe(2);
  expect(corrected("2026-05-01T13:00:00Z")).toBe(0);
});
