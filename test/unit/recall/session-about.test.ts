// A start knows what the session is about, with a real store and its index (ARR-2, ARR-3).
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { effectiveConfig, parseConfig } from "../../../src/config/config.ts";
import { DEVELOPER_TEXT } from "../../../src/recall/io/index/developer-text.ts";
import { openSearchIndex } from "../../../src/recall/io/index/open-index.ts";
import type { IndexedStore } from "../../../src/recall/judged.ts";
import { readAlreadyIn } from "../../../src/recall/read-already.ts";
import { type SessionContext, type SessionStart, sessionStart } from "../../../src/recall/session-start.ts";
import type { Work } from "../../../src/recall/topic.ts";
import { suspectsBy } from "../../../src/store/withheld.ts";
import { CHECKS } from "../../support/acts.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, openBox, placesOf, removeBox } from "../../support/store-box.ts";

const { config } = effectiveConfig(parseConfig(undefined, "user"));
const START: SessionStart = {
  session: "s",
  host: "claude",
  source: "startup",
  now: new Date("2026-06-08T10:00:00Z"),
  config,
  judge: { name: "test", suspects: async () => suspectsBy(CHECKS) },
  notices: [],
};
const WORK: Work = {
  branch: "feature/ABC-12-refunds",
  subjects: ["Refund through Stripe"],
  changed: ["src/checkout/stripe.ts"],
  names: ["express", "vitest"],
};
const WORDS = ["harbour", "lantern", "meadow", "copper", "saddle", "orchard", "tunnel", "velvet", "barley", "canyon"];

let base: string;
let store: IndexedStore;
beforeEach(() => {
  base = makeBox("memory");
  for (let n = 1; n <= 160; n++) {
    const text = `The ${WORDS[n % 10]} number ${n} keeps its ${WORDS[(n * 7) % 10]} beside the door`;
    said(n, "project_fact", text);
  }
  said(301, "project_refund", "A refund is booked on the day of the payment");
  said(302, "project_stripe", "Stripe events come twice and are stored once");
  said(303, "project_vitest", "Plain vitest starts the browser too");
  said(304, "feedback_brief", "Keep answers brief", ["kind: preference"]);
  const opened = openSearchIndex({
    cacheDir: placesOf(base).cache,
    storeKey: "key",
    store: openBox(base).store,
    background: DEVELOPER_TEXT,
  });
  if (opened.kind !== "index") throw new Error(opened.reason);
  store = { store: openBox(base).store, index: opened.index };
});
afterEach(() => {
  store.index?.close();
  removeBox(base);
});

function said(n: number, stem: string, text: string, more: readonly string[] = []): void {
  plant(base, `${stem}_${n}`, {
    id: idOf(n),
    tier: "verified",
    verified: "2026-06-01",
    name: text,
    description: text,
    body: text,
    more,
  });
}

const start = (about: Partial<SessionStart> = {}): Promise<SessionContext> =>
  sessionStart([store], { ...START, ...about });
const linesOf = ({ intent }: SessionContext): readonly string[] =>
  intent.kind === "context" ? intent.text.split("\n") : [];

describe("a store that does not fit", () => {
  test("ARR-2 CTX-7: rules first, then what is near, and `why` is told by what", async () => {
    const { receipt } = await start({ work: WORK });
    const shown = receipt?.shown.map(({ file, rule }) => `${file} ${rule}`) ?? [];
    expect(shown[0]).toBe("feedback_brief_304.md applies everywhere");
    expect(new Set(shown.slice(1, 4))).toEqual(
      new Set([
        "project_refund_301.md applies everywhere, near this session's branch",
        "project_stripe_302.md applies everywhere, near this session's commits",
        "project_vitest_303.md applies everywhere, near this session's manifest",
      ]),
    );
    expect(receipt?.shown.length).toBeGreaterThan(60);
    const without = await start();
    expect(without.receipt?.shown.map(({ file }) => file)).toContain("feedback_brief_304.md");
    expect(without.receipt?.shown.length).toBeGreaterThan(60);
  });

  test("ARR-2: then what was useful lately", async () => {
    const useful = [{ scope: "personal" as const, file: "project_fact_3.md" }];
    const { receipt } = await start({ work: WORK, useful });
    const at = receipt?.shown.findIndex(({ file }) => file === "project_fact_3.md") ?? -1;
    expect(receipt?.shown[at]?.rule).toBe("applies everywhere, was useful lately");
    expect(at).toBeLessThan(6);
  });

  test("ARR-3: what the agent reads by itself is not given, and `why` says so", async () => {
    const readAlready = readAlreadyIn(["- Keep answers brief.\n- Stripe events come twice, and are stored once!\n"]);
    const context = await start({ work: WORK, readAlready });
    expect(linesOf(context).join("\n")).not.toMatch(/Keep answers brief|Stripe events/);
    const reasons = context.receipt?.withheld.filter(({ reason }) => reason === "read-already").map(({ id }) => id);
    expect(reasons?.toSorted()).toEqual([idOf(302), idOf(304)]);
  });

  test("ARR-2 CTX-6: one more memory, near or not, changes at most three lines beside the count", async () => {
    const texts = [
      "The refund of a partial order waits for the warehouse",
      "Stripe keys are rotated in spring",
      "The meadow has a second gate by the river",
      "Express stays at four until the summer",
    ];
    let before = linesOf(await start({ work: WORK }));
    for (const [at, text] of texts.entries()) {
      said(400 + at, "project_more", text);
      const after = linesOf(await start({ work: WORK }));
      const isCount = (line: string): boolean => /^\d+ more/.test(line);
      expect(after.filter((line) => !before.includes(line) && !isCount(line)).length).toBeLessThanOrEqual(3);
      expect(before.filter((line) => !after.includes(line) && !isCount(line)).length).toBeLessThanOrEqual(3);
      before = after;
    }
  });
});
