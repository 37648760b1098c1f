// The status line (SUR-14) as Claude Code asks for it: a process of its own, whose session it is on stdin, one line on stdout.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { buildHook, type HookBundle } from "../../support/hook-bundle.ts";
import { runHook } from "../../support/hook-run.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, removeBox } from "../../support/store-box.ts";

let bundle: HookBundle;
beforeAll(async () => {
  bundle = await buildHook();
});
afterAll(() => bundle.remove());

let base: string;
beforeEach(() => {
  base = makeBox("memory");
});
afterEach(() => removeBox(base));

const AT = { session_id: "s1", cwd: "/" };
const start = (): void => {
  runHook(bundle.path, JSON.stringify({ ...AT, hook_event_name: "SessionStart", source: "startup" }), { base });
};
const status = (input: string = JSON.stringify({ ...AT, model: { id: "m" } })): string =>
  runHook(bundle.path, input, { base, args: ["--status"] }).out;

test("SUR-14: how many this session was given, and how many wait; no word of any of them", () => {
  const today = new Date().toISOString().slice(0, 10);
  plant(base, "user_a", { tier: "verified", id: idOf(1), verified: today });
  plant(base, "user_b", { tier: "inferred", id: idOf(2), created: "2026-01-01T00:00:00Z" });
  expect(status()).toBe("holdfast: 0 memories\n");
  start();
  expect(status()).toBe("holdfast: 2 memories, 1 wait\n");
  expect(status(JSON.stringify({ ...AT, session_id: "s2" }))).toBe("holdfast: 0 memories, 1 wait\n");
});

test("SUR-14: silent without a store's word, and for what is no session", () => {
  for (const input of ["", "{}", "[]", JSON.stringify({ ...AT, session_id: "../../x" })])
    expect(status(input)).toBe("");
});
