// Two moments of one session at once (CTX-2), as Copilot CLI starts its hooks for the start and the first prompt: real
// processes of the built hook, in both orders, at the same time and with one of them late; and what is noted of it.
// check:all: several processes of the built hook at once, one of them late.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { setTimeout as after } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildHook, type HookBundle } from "../../support/hook-bundle.ts";
import { hookArguments, hookEnvironment, runHook } from "../../support/hook-run.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, removeBox } from "../../support/store-box.ts";

let bundle: HookBundle;
beforeAll(async () => {
  bundle = await buildHook();
}, 60_000);
afterAll(() => bundle.remove());

let base: string;
beforeEach(() => {
  base = makeBox("memory");
  plant(base, "feedback_pelican", {
    tier: "verified",
    id: idOf(1),
    created: "2026-05-01T10:00:00Z",
    more: ["kind: constraint"],
    body: "The pelican service restarts with `make pelican-restart`, never by hand.",
  });
  send("SessionStart", { source: "startup", session_id: "earlier" });
});
afterEach(() => removeBox(base));

const WORDS = "make pelican-restart";
const ASKED = { prompt: "how do I restart the pelican service?" };
/** As Copilot says when each event happened: the start came first, whichever process is the faster. */
const BEGAN = Date.parse("2026-11-15T20:01:09.382Z");
const EARLIER = "2026-11-15T19:00:00.000Z";
const LATER = "2026-11-15T21:00:00.000Z";
const timeOf = (event: string): string => new Date(BEGAN + (event === "SessionStart" ? 0 : 135)).toISOString();

const eventOf = (hook_event_name: string, more: object): string =>
  JSON.stringify({ hook_event_name, cwd: base, session_id: "s1", timestamp: timeOf(hook_event_name), ...more });
const send = (event: string, more: object): string =>
  runHook(bundle.path, eventOf(event, more), { base, host: "copilot" }).out;

/** The process is there at once; its event reaches it after so many milliseconds. */
async function sendLate(ms: number, event: string, more: object): Promise<string> {
  const hook = spawn(process.execPath, [bundle.path, ...hookArguments(base, "copilot")], {
    env: hookEnvironment(base),
  });
  const said = text(hook.stdout);
  const ended = once(hook, "close");
  await after(ms);
  hook.stdin.end(eventOf(event, more));
  await ended;
  return said;
}

const told = (answers: readonly string[]): number => answers.filter((answer) => answer.includes(WORDS)).length;
/** How late the start and the prompt are. */
const LATE = [
  [0, 0],
  [0, 15],
  [15, 0],
  [0, 30],
  [30, 0],
  [250, 0],
  [0, 250],
] as const;

describe("what a session was told before (AGT-10)", () => {
  const again = (host: string): readonly string[] => {
    const ask = (event: string, more: object): string =>
      runHook(bundle.path, eventOf(event, { session_id: host, ...more }), { base, host }).out;
    const prompt = host === "gemini" ? "BeforeAgent" : "UserPromptSubmit";
    return [
      ask(prompt, { ...ASKED, timestamp: EARLIER }),
      ask("SessionStart", { source: "resume" }),
      ask(prompt, { ...ASKED, timestamp: LATER }),
    ];
  };

  test("CTX-2: Copilot keeps what a prompt brought, so a resumed session is not told it again", () => {
    expect(again("copilot").map((answer) => answer.includes(WORDS))).toEqual([true, false, false]);
  });

  test("AGT-10: Gemini keeps nothing of it, so a resumed session is told anew", () => {
    expect(again("gemini").map((answer) => answer.includes(WORDS))).toEqual([true, true, false]);
  });
});

describe("a start and a prompt at once (CTX-2)", () => {
  for (const source of ["startup", "resume"]) {
    test(`CTX-2 AGT-10: ${source}: exactly one of them tells what both would`, { timeout: 60_000 }, async () => {
      for (const [n, [start, prompt]] of LATE.entries()) {
        const session_id = `s${n}`;
        if (source === "resume") send("SessionStart", { source: "new", session_id, timestamp: EARLIER });
        const answers = await Promise.all([
          sendLate(start, "SessionStart", { source, session_id }),
          sendLate(prompt, "UserPromptSubmit", { ...ASKED, session_id }),
        ]);
        expect({ start, prompt, told: told(answers) }).toEqual({ start, prompt, told: 1 });
        expect(send("UserPromptSubmit", { ...ASKED, session_id, timestamp: LATER })).toBe("");
      }
    });
  }
});

/** The line that claims a memory takes longer than the time box, and then the way out takes a moment, too. */
const BUSY = `
  const fs = require("node:fs");
  const { write, writeSync } = fs;
  const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  fs.writeSync = (fd, bytes, ...more) => {
    if (String(bytes).includes('"moment":"start"')) wait(1100);
    return writeSync(fd, bytes, ...more);
  };
  fs.write = (...given) => void setTimeout(write, 50, ...given);
`;

test("CTX-2 AGT-3: on a busy machine what counts as told is told", () => {
  const preload = `${base}/busy.cjs`;
  writeFileSync(preload, BUSY);
  const env = { NODE_OPTIONS: `--require=${preload}` };
  const { out } = runHook(bundle.path, eventOf("SessionStart", { source: "new" }), { base, host: "copilot", env });
  expect([out, send("UserPromptSubmit", ASKED)].map((answer) => answer.includes(WORDS))).toEqual([true, false]);
});
