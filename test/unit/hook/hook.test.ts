// The hook as its host runs it: a process of its own, an event on stdin, at most one JSON object on stdout.
// check:all: processes of the built hook that are killed after a while.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { blockIn } from "../../support/block.ts";
import { buildHook, type HookBundle } from "../../support/hook-bundle.ts";
import { runHook } from "../../support/hook-run.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, removeBox, rootOf } from "../../support/store-box.ts";

const EVENT = { session_id: "s1", cwd: "/", hook_event_name: "SessionStart", source: "startup" };
const SECRET = "sk-not-a-real-key-0123456789";

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

function hook(input: string, env: Record<string, string> = {}): { status: number | null; out: string; err: string } {
  return runHook(bundle.path, input, { base, env: { ANTHROPIC_API_KEY: SECRET, ...env } });
}

const event = (about: object = {}): string => JSON.stringify({ ...EVENT, ...about });
const notices = (): string => `${base}/state/holdfast/notices.jsonl`;

describe("the hook", () => {
  test("AGT-2 AGT-5: one JSON object, exactly as the host wants it", () => {
    const today = new Date().toISOString().slice(0, 10);
    plant(base, "user_a", { tier: "verified", id: idOf(1), verified: today });
    const { status, out, err } = hook(event());
    expect([status, err]).toEqual([0, ""]);
    const answer = JSON.parse(out) as { hookSpecificOutput: Record<string, string> };
    expect(Object.keys(answer)).toEqual(["hookSpecificOutput"]);
    expect(Object.keys(answer.hookSpecificOutput)).toEqual(["hookEventName", "additionalContext"]);
    expect(answer.hookSpecificOutput.additionalContext).toMatch(/^m001 user a\./m);
  });

  test("CTX-6: the same store gives the same bytes", () => {
    for (let n = 1; n <= 8; n++)
      plant(base, `user_m${n}`, { tier: n % 2 === 0 ? "verified" : "inferred", id: idOf(n) });
    const [first, second] = [hook(event()).out, hook(event({ session_id: "s2" })).out];
    expect(first.length).toBeGreaterThan(100);
    expect(second).toBe(first);
  });

  test("CTX-8: a memory whose files have left the session's project is marked", () => {
    const root = `${base}/shop`;
    mkdirSync(`${root}/.git/objects`, { recursive: true });
    mkdirSync(`${root}/src`);
    writeFileSync(`${root}/.git/HEAD`, "ref: refs/heads/main\n");
    writeFileSync(`${root}/src/main.ts`, "");
    const more = (path: string): readonly string[] => [`project: local:${root}/.git`, `paths: [${path}]`];
    plant(base, "project_gone", { tier: "verified", id: idOf(1), more: more("src/gone.ts") });
    plant(base, "project_here", { tier: "verified", id: idOf(2), more: more("src/main.ts") });
    const { out } = hook(event({ cwd: `${root}/src` }));
    const { additionalContext } = (JSON.parse(out) as { hookSpecificOutput: Record<string, string> })
      .hookSpecificOutput;
    const marks = blockIn(additionalContext ?? "")?.map(({ handle, outdated }) => [handle, outdated]);
    expect(marks).toEqual([
      ["m002", false],
      ["m001", true],
    ]);
  });

  test("AGT-3: nothing that comes in, and nothing missing, breaks the session", () => {
    const inputs = [
      "",
      "{",
      "[]",
      "null",
      '{"hook_event_name":"Other"}',
      event({ cwd: 7 }),
      event({ cwd: "/no/such/place" }),
    ];
    for (const input of inputs) expect([input, hook(input).status, hook(input).err]).toEqual([input, 0, ""]);
    rmSync(rootOf(base), { recursive: true });
    const { status, out, err } = hook(event());
    expect([status, err]).toEqual([0, ""]);
    // A store that was there and is not is told, and nothing else is (STO-35).
    expect(JSON.parse(out)).toEqual({ systemMessage: expect.stringMatching(/^Your store is gone/) });
  });

  test.each([["SIGTERM"], [undefined]] as const)(
    "AGT-3: a stdin that never ends does not hold the hook (%s)",
    async (signal) => {
      const child = spawn(process.execPath, [bundle.path, "--host", "claude", "--home", base], {
        env: { HOME: base },
        stdio: "pipe",
      });
      const given = setTimeout(() => child.kill("SIGKILL"), 5000);
      // More than a pipe holds: once it is through, the hook reads, and before that it has asked to hear of the signal.
      const begun = `${event().slice(0, 20)}${" ".repeat(300_000)}`;
      child.stdin.write(begun, () => signal !== undefined && child.kill(signal));
      expect(await once(child, "exit")).toEqual([0, null]);
      clearTimeout(given);
    },
  );

  test("AGT-3 AGT-7: a fault is silent, and the next session is told without a word of the environment", () => {
    plant(base, "user_a", { tier: "verified", id: idOf(1) });
    chmodSync(rootOf(base), 0o777);
    expect(hook(event())).toEqual({ status: 0, out: "", err: "" });
    expect(readFileSync(notices(), "utf8")).toContain("Holdfast stayed silent");
    expect(readFileSync(notices(), "utf8")).not.toContain(SECRET);
    chmodSync(rootOf(base), 0o700);
    const answer = JSON.parse(hook(event()).out) as { systemMessage: string };
    expect(answer.systemMessage).toContain("Holdfast stayed silent");
    expect(existsSync(notices())).toBe(false);
  });

  test("AGT-6: never more than 9,000 characters, whatever the store holds", () => {
    for (let n = 1; n <= 400; n++)
      plant(base, `feedback_rule_${n}`, { tier: "verified", id: idOf(n), body: `Rule ${n}. `.repeat(60) });
    const answer = JSON.parse(hook(event()).out) as { hookSpecificOutput: { additionalContext: string } };
    expect(answer.hookSpecificOutput.additionalContext.length).toBeLessThanOrEqual(9000);
  });
});
