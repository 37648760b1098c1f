// Stale memories are told where somebody just sat down, and brought by the review (TRU-4, TRU-31).
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withIndex } from "../../../src/compose/indexed.ts";
import { effectiveConfig, parseConfig } from "../../../src/config/config.ts";
import { type SessionStart, sessionStart } from "../../../src/recall/session-start.ts";
import { survey } from "../../../src/review/survey.ts";
import { suspectsBy } from "../../../src/store/withheld.ts";
import { CHECKS } from "../../support/acts.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, openBox, placesOf, removeBox } from "../../support/store-box.ts";

const NOW = new Date("2026-06-08T10:00:00Z");
const { config } = effectiveConfig(parseConfig(undefined, "user"));
/** 90 days before, and one more. */
const FRESH = "2026-03-10";
const STALE = "2026-03-09";

let base: string;
beforeEach(() => {
  base = makeBox("memory");
});
afterEach(() => removeBox(base));

async function told(about: Partial<SessionStart> = {}): Promise<string | undefined> {
  const start = {
    session: "s",
    host: "claude",
    source: "startup",
    now: NOW,
    config,
    judge: { name: "test", suspects: async () => suspectsBy(CHECKS) },
    notices: [],
    ...about,
  };
  const { intent } = await sessionStart([withIndex(openBox(base), placesOf(base), config)], start);
  return intent.kind === "context" ? intent.userMessage : undefined;
}

const verified = (n: number, day: string | undefined, more: readonly string[] = []): string =>
  plant(base, `user_fact_${n}`, {
    tier: "verified",
    id: idOf(n),
    ...(day === undefined ? {} : { verified: day }),
    more,
  });
const inferred = (n: number): string =>
  plant(base, `project_guess_${n}`, { tier: "inferred", id: idOf(n), created: "2026-05-01T10:00:00Z" });

describe("stale", () => {
  test("TRU-4: on its 90th day nothing is said, on its 91st one line; a memory without a day is stale", async () => {
    verified(1, FRESH);
    expect(await told()).toBeUndefined();
    verified(2, STALE);
    expect(await told()).toBe("1 verified memory is stale: run `holdfast review`.");
    verified(3, undefined);
    expect(await told()).toBe("2 verified memories are stale: run `holdfast review`.");
  });

  test("TRU-4 TRU-31: three stale of twelve, and nine that were observed, are one line", async () => {
    for (const n of [1, 2, 3]) verified(n, STALE);
    for (let n = 4; n <= 12; n++) inferred(n);
    expect(await told()).toBe("3 verified memories are stale, 9 inferred await your review: run `holdfast review`.");
    for (let n = 5; n <= 12; n++) plant(base, `project_guess_${n}`, { tier: "inferred", id: idOf(n) });
    expect(await told()).toBe("3 verified memories are stale, 1 inferred awaits your review: run `holdfast review`.");
  });

  test("TRU-31: only when somebody just sat down, and it can be switched off", async () => {
    verified(1, STALE);
    for (const source of ["resume", "clear", "compact"]) expect(await told({ source })).toBeUndefined();
    expect(await told({ config: { ...config, "review-prompt": false } })).toBeUndefined();
  });

  test("TRU-4: it goes on applying, and what is retired or replaced is not counted", async () => {
    verified(1, STALE);
    verified(2, STALE, ["status: retired"]);
    verified(3, STALE);
    verified(4, FRESH, [`supersedes: [${idOf(3)}]`]);
    expect(await told()).toBe("1 verified memory is stale: run `holdfast review`.");
    const { intent } = await sessionStart([withIndex(openBox(base), placesOf(base), config)], {
      session: "s",
      host: "claude",
      source: "resume",
      now: NOW,
      config,
      judge: { name: "test", suspects: async () => suspectsBy(CHECKS) },
      notices: [],
    });
    expect(intent.kind === "context" && intent.text).toContain("user fact 1");
  });

  test("TRU-4: a store too large to be read whole counts the same by its index", async () => {
    for (let n = 1; n <= 160; n++) verified(n, n <= 4 ? STALE : FRESH);
    verified(5, undefined);
    verified(6, "2026-06-30");
    verified(7, STALE, ["status: retired"]);
    inferred(170);
    expect(await told()).toBe("6 verified memories are stale, 1 inferred awaits your review: run `holdfast review`.");
  });

  test("TRU-4 REV-3: `holdfast review` brings them, as many as were told", () => {
    verified(1, FRESH);
    for (const n of [2, 3]) verified(n, STALE);
    verified(4, undefined);
    const { items, waiting } = survey([openBox(base)], { categories: ["stale"] }, { now: NOW, receipts: [] });
    expect(waiting).toBe(3);
    expect(items.map(({ row }) => row.stem)).toEqual(["user_fact_2", "user_fact_3", "user_fact_4"]);
  });
});
