// `max-inject: 0` (CTX-5): no agent is given a memory, at any moment. The guard still guards, and a person still hears
// what is wrong and what waits: a notice carries no memory.
// check:all: a process of the built hook for each moment.
import { mkdirSync, writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildHook, type HookBundle } from "../../support/hook-bundle.ts";
import { contextIn, type HookAnswer, runHook } from "../../support/hook-run.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, placesOf, removeBox, rootOf } from "../../support/store-box.ts";

let bundle: HookBundle;
beforeAll(async () => {
  bundle = await buildHook();
}, 60_000);
afterAll(() => bundle.remove());

let base: string;
beforeEach(() => {
  base = makeBox("memory");
  for (let n = 1; n <= 6; n++)
    plant(base, `feedback_pelican_${n}`, {
      tier: "verified",
      id: idOf(n),
      verified: "2020-01-01",
      name: `Restart the pelican service ${n}`,
      more: ["kind: constraint"],
      body: `Run make pelican-restart-${n}.`,
    });
});
afterEach(() => removeBox(base));

function send(event: string, more: object): HookAnswer {
  return runHook(bundle.path, { session_id: "s1", cwd: base, hook_event_name: event, ...more }, { base });
}

const start = (): HookAnswer => send("SessionStart", { source: "startup" });
const prompt = (): HookAnswer => send("UserPromptSubmit", { prompt: "how do I restart the pelican service?" });
const tool = (): HookAnswer =>
  send("PreToolUse", { tool_name: "Bash", tool_input: { command: "restart pelican service" } });
const guarded = (): HookAnswer =>
  send("PreToolUse", { tool_name: "Write", tool_input: { file_path: `${rootOf(base)}/memories/x.md`, content: "x" } });

function set(value: unknown): void {
  mkdirSync(placesOf(base).config, { recursive: true, mode: 0o700 });
  writeFileSync(`${placesOf(base).config}/config.json`, JSON.stringify({ "max-inject": value }), { mode: 0o600 });
}

describe("max-inject", () => {
  test("CTX-5: 0 gives nothing at session start, with a prompt or before a tool", () => {
    expect(contextIn(start())).toContain("pelican");
    for (const off of [0, "0", -1]) {
      set(off);
      for (const moment of [start, prompt, tool]) expect(contextIn(moment())).toBe("");
    }
  });

  test("CTX-5: what is not a number is the default, and gives what the default gives", () => {
    const usual = contextIn(start());
    for (const value of [null, true, 5.7, "0x10", "many"]) {
      set(value);
      expect(contextIn(start())).toBe(usual);
    }
  });

  test("AGT-4: the guard still guards", () => {
    set(0);
    expect(JSON.parse(guarded().out).hookSpecificOutput.permissionDecision).toBe("deny");
  });

  test("TRU-4 TRU-31: the one line for the person stays, and names no memory", () => {
    set(0);
    const { out } = start();
    expect(JSON.parse(out).systemMessage).toContain("6 verified memories are stale: run `holdfast review`.");
    expect(out).not.toContain("pelican");
  });
});
