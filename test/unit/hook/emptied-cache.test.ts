// SEA-1: whoever emptied the cache, or brought a new version, in the middle of a session: prompts don't stay silent.
// check:all: processes of the built hook and its worker.
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { workerOptions } from "../../../scripts/bundles.ts";
import { buildHook, type HookBundle } from "../../support/hook-bundle.ts";
import { contextIn, runHook } from "../../support/hook-run.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, placesOf, removeBox } from "../../support/store-box.ts";

let bundle: HookBundle;
beforeAll(async () => {
  bundle = await buildHook();
  await build({ ...workerOptions(), outfile: join(dirname(bundle.path), "worker.cjs") });
}, 60_000);
afterAll(() => bundle.remove());

let base: string;
beforeEach(() => {
  base = makeBox("memory");
  plant(base, "feedback_pelican", {
    tier: "verified",
    id: idOf(1),
    body: "The pelican service restarts with `make pelican-restart`, never by hand.",
  });
  send("SessionStart", "s0", { source: "startup" });
});
afterEach(() => removeBox(base));

const send = (hook_event_name: string, session_id: string, more: object): string =>
  contextIn(runHook(bundle.path, { hook_event_name, session_id, cwd: base, ...more }, { base }));
const asked = (session: string): string =>
  send("UserPromptSubmit", session, { prompt: "how do I restart the pelican service?" });

test("of a small store the very prompt that finds no index is answered", () => {
  rmSync(placesOf(base).cache, { recursive: true });
  expect(asked("s1")).toContain("make pelican-restart");
  expect(asked("s2")).toContain("make pelican-restart");
});

test("of a larger one it starts the worker, and the prompts after it are answered", async () => {
  for (let n = 2; n < 400; n++) plant(base, `user_note_${n}`, { tier: "inferred", id: idOf(n), body: `Note ${n}.` });
  rmSync(placesOf(base).cache, { recursive: true });
  expect(asked("s1")).toBe("");
  const answers: string[] = [];
  for (let n = 2; n < 60 && !answers.at(-1)?.includes("pelican"); n++) {
    await pause(500);
    answers.push(asked(`s${n}`));
  }
  expect(answers.at(-1)).toContain("make pelican-restart");
}, 60_000);
