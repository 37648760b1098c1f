// What an agent and a person are told at session start.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { effectiveConfig, parseConfig } from "../../../src/config/config.ts";
import { type SessionStart, sessionStart } from "../../../src/recall/session-start.ts";
import { suspectsBy } from "../../../src/store/withheld.ts";
import { CHECKS } from "../../support/acts.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, openBox, removeBox } from "../../support/store-box.ts";

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

let base: string;
beforeEach(() => {
  base = makeBox("memory");
});
afterEach(() => removeBox(base));

const start = (about: Partial<SessionStart> = {}): ReturnType<typeof sessionStart> =>
  sessionStart([{ store: openBox(base).store, index: undefined }], { ...START, ...about });
const message = async (about: Partial<SessionStart> = {}): Promise<string | undefined> => {
  const { intent } = await start(about);
  return intent.kind === "context" ? intent.userMessage : undefined;
};

describe("session start", () => {
  test("CTX-3: an empty store says nothing and leaves no receipt", async () => {
    expect(await start()).toEqual({ intent: { kind: "nothing" } });
  });

  test("TRU-31: one line, once something has been observed for 7 days, only at startup, and it can be switched off", async () => {
    plant(base, "user_young", { tier: "inferred", id: idOf(1), created: "2026-06-01T10:00:01Z" });
    expect(await message()).toBeUndefined();
    plant(base, "user_old", { tier: "inferred", id: idOf(2), created: "2026-06-01T10:00:00Z" });
    expect(await message()).toBe("1 inferred memory awaits your review: run `holdfast review`.");
    plant(base, "user_older", { tier: "inferred", id: idOf(3), created: "2026-05-01T10:00:00Z" });
    expect(await message()).toBe("2 inferred memories await your review: run `holdfast review`.");
    for (const source of ["resume", "clear", "compact"]) expect(await message({ source })).toBeUndefined();
    expect(await message({ config: { ...config, "review-prompt": false } })).toBeUndefined();
  });

  test("AGT-12: a notice reaches the person and never the model", async () => {
    plant(base, "user_a", { tier: "verified", id: idOf(4), verified: "2026-06-01" });
    const { intent } = await start({ notices: ["Holdfast is connected."] });
    expect(intent).toMatchObject({ kind: "context", userMessage: "Holdfast is connected." });
    expect(intent.kind === "context" && intent.text).not.toContain("connected");
  });

  test("AGT-12: what several hooks left is said once", async () => {
    const { intent } = await start({ notices: ["It failed.", "Another.", "It failed."] });
    expect(intent).toMatchObject({ userMessage: "It failed.\nAnother." });
  });

  test("CTX-7: the receipt lists what was given, with its rule, and what was withheld, with the reason", async () => {
    plant(base, "user_a", { tier: "verified", id: idOf(5) });
    plant(base, "user_q", { place: "quarantine", tier: "quarantined", id: idOf(6) });
    plant(base, "user_r", { tier: "verified", id: idOf(7), more: ["status: retired"] });
    plant(base, "user_e", { tier: "verified", id: idOf(8), more: ["expires: 2026-06-01"] });
    plant(base, "user_p", { tier: "verified", id: idOf(9), more: ["project: github.com/other/repo"] });
    const { receipt } = await start();
    expect(receipt?.shown.map(({ file, rule }) => [file, rule])).toEqual([["user_a.md", "applies everywhere"]]);
    expect(Object.fromEntries(receipt?.withheld.map(({ id, reason }) => [id, reason]) ?? [])).toEqual({
      [idOf(6)]: "quarantined",
      [idOf(7)]: "retired",
      [idOf(8)]: "expired",
      [idOf(9)]: "other-project",
    });
  });

  test("STO-20: while one id stands in both directories, the reader takes quarantine/", async () => {
    plant(base, "user_twice", { tier: "verified", id: idOf(10) });
    plant(base, "user_twice", { place: "quarantine", tier: "quarantined", id: idOf(10) });
    expect((await start()).intent.kind).toBe("nothing");
  });

  test("TRU-22b: only a verified memory supersedes", async () => {
    plant(base, "user_target", { tier: "verified", id: idOf(11) });
    plant(base, "user_agent", { tier: "inferred", id: idOf(12), more: [`supersedes: [${idOf(11)}]`] });
    expect((await start()).receipt?.shown.map(({ file }) => file)).toContain("user_target.md");
    plant(base, "user_person", { tier: "verified", id: idOf(13), more: [`supersedes: [${idOf(11)}]`] });
    expect((await start()).receipt?.withheld).toContainEqual({
      id: idOf(11),
      name: "user target",
      reason: "superseded",
    });
  });
});
