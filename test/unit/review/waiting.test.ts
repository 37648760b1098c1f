// What waits is one thing: whoever lists or counts it says what the review shows (REV-3).
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { audit } from "../../../src/health/audit/index.ts";
import { openReports } from "../../../src/health/io/reports.ts";
import { list, reviewQueue } from "../../../src/review/list.ts";
import { survey } from "../../../src/review/survey.ts";
import { alikeInPassing, type Beside } from "../../../src/review/waiting.ts";
import { readCatalogue } from "../../../src/store/catalogue.ts";
import { actOf, chance } from "../../support/acts.ts";
import { idOf, plant } from "../../support/memories.ts";
import { receiptOf } from "../../support/receipts.ts";
import { makeBox, openBox, removeBox, rootOf } from "../../support/store-box.ts";

const NOW = new Date("2026-06-01T10:00:00Z");
let base: string;

beforeEach(() => {
  base = makeBox("memory");
});
afterEach(() => removeBox(base));

let n = 0;
function verified(stem: string, body: string): void {
  plant(base, stem, { id: idOf(++n), tier: "verified", verified: "2026-05-30", description: body, body });
}

/** Three pairs that say the opposite, and one memory that nothing is like. */
function pairs(): void {
  verified("feedback_squash", "Always squash the commits of a branch before merging it.");
  verified("feedback_no_squash", "Never squash the commits of a branch before merging it.");
  verified("feedback_mock", "Mock the payment database in the checkout tests.");
  verified("feedback_no_mock", "Do not mock the payment database in the checkout tests.");
  verified("project_port", "The staging gateway listens on port 8080.");
  verified("project_other_port", "The staging gateway listens on port 9090.");
  verified("user_tea", "Release notes are read aloud over a cup of tea.");
}

interface Told {
  readonly review: readonly string[];
  readonly list: readonly string[];
  readonly agent: readonly string[];
  readonly audit: number;
}

/** Names and reasons, as each entrance says them. */
async function told(beside: Required<Beside> & { readonly receipts: NonNullable<Beside["receipts"]> }): Promise<Told> {
  const stores = [openBox(base)] as const;
  const words = (rows: readonly { readonly stem: string; readonly due: readonly string[] }[]): readonly string[] =>
    rows.map(({ stem, due }) => `${stem}: ${due.join(", ")}`).sort();
  const act = actOf("terminal", NOW, chance(1));
  const done = await audit({
    stores,
    act,
    reports: openReports(rootOf(base)),
    project: undefined,
    dryRun: true,
    json: false,
    step: async () => true,
    agree: async () => true,
    ...beside,
  });
  return {
    review: words(survey(stores, {}, { now: NOW, ...beside }).items.map(({ row }) => row)),
    list: words(list(stores, { due: true }, act, beside).rows),
    agent: words(reviewQueue(stores, actOf("mcp", NOW, chance(1)), beside).rows),
    audit: done.kind === "audited" ? done.report.queue : -1,
  };
}

describe("REV-3: one queue", () => {
  test("of memories that say the opposite", async () => {
    pairs();
    const { review, ...others } = await told({ receipts: [], isOutdated: undefined });
    expect(review).toHaveLength(6);
    expect(review.every((each) => each.endsWith(": contradiction"))).toBe(true);
    expect(others).toEqual({ list: review, agent: review, audit: 6 });
  });

  test("of memories that are unused or whose files are gone, for the same reasons", async () => {
    const old = { tier: "inferred", created: "2026-01-01T10:00:00Z" };
    plant(base, "project_idle", { ...old, id: idOf(1), body: "The queue is drained by one worker." });
    plant(base, "project_shown", { ...old, id: idOf(2), body: "Invoices are numbered by the year." });
    verified("reference_gone", "The mapping lies in a file of the old importer.");
    const receipts = [receiptOf("2026-05-20T10:00:00Z", [idOf(2)], "s", 9)];
    const isOutdated: Beside["isOutdated"] = ({ stored }) => stored.file === "reference_gone.md";
    const { review, ...others } = await told({ receipts, isOutdated });
    expect(review).toEqual(["project_idle: observed, unused", "project_shown: observed", "reference_gone: outdated"]);
    expect(others).toEqual({ list: review, agent: review, audit: 3 });
  });

  test("a plain list compares a small store, and says where it did not compare", () => {
    pairs();
    const act = actOf("terminal", NOW, chance(1));
    const stores = [openBox(base)] as const;
    const { rows, compared } = list(stores, {}, act);
    expect([compared, rows.filter(({ due }) => due.length > 0).length]).toEqual([true, 6]);
    const [one] = readCatalogue(stores[0].store).memories;
    if (one === undefined) throw new Error("nothing was planted");
    expect(alikeInPassing(Array.from({ length: 500 }, () => one))).toBeDefined();
    expect(alikeInPassing(Array.from({ length: 501 }, () => one))).toBeUndefined();
  });
});
