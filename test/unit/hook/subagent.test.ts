// ARR-7: a helper starts with what applies to its task, and its tools are told what the session was told already.
// check:all: a process of the built hook for each moment.
import { mkdirSync, writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { onceThere } from "../../../src/compose/hook/subagent.ts";
import { estimateTokens } from "../../../src/text/tokens.ts";
import { buildHook, type HookBundle } from "../../support/hook-bundle.ts";
import { contextIn, type HookAnswer, runHook } from "../../support/hook-run.ts";
import { idOf, plant } from "../../support/memories.ts";
import { makeBox, placesOf, removeBox } from "../../support/store-box.ts";

let bundle: HookBundle;
beforeAll(async () => {
  bundle = await buildHook();
}, 60_000);
afterAll(() => bundle.remove());

let base: string;
beforeEach(() => {
  base = makeBox("memory");
  mkdirSync(`${base}/project`);
  keep(1, "Use pnpm here, not npm.", ["kind: constraint"]);
  keep(2, "wkhtmltopdf stays at 0.12.5: newer builds break the page breaks.", []);
  keep(3, "The nightly report is read by finance.", []);
});
afterEach(() => removeBox(base));

function keep(n: number, sentence: string, more: readonly string[], tier = "verified"): void {
  const text = JSON.stringify(sentence);
  plant(base, `project_kept_${n}`, { tier, id: idOf(n), name: text, description: text, body: sentence, more });
}

function send(event: string, more: object): HookAnswer {
  const common = { session_id: "s1", cwd: `${base}/project`, hook_event_name: event };
  return runHook(bundle.path, { ...common, ...more }, { base });
}
const record = (): string => `${base}/s1.jsonl`;

/** As the host writes it: one line for each part of a message. */
function recorded(...calls: readonly object[]): void {
  const lines = calls.map((input) => ({
    type: "assistant",
    message: { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "Agent", input }] },
  }));
  writeFileSync(record(), `${lines.map((line) => JSON.stringify(line)).join("\n")}\n{"type":"last-prompt"}\n`);
}

const helper = (agent_id: string, agent_type = "general-purpose"): string => {
  send("SessionStart", { source: "startup" });
  return contextIn(send("SubagentStart", { agent_id, agent_type, transcript_path: record() }));
};
const TASK = {
  description: "Images",
  prompt: "upgrade wkhtmltopdf in the Dockerfile",
  subagent_type: "general-purpose",
};

test("the rules, and what is known about the task, in one block within a prompt's tokens", () => {
  recorded({ prompt: "write the nightly report for finance", subagent_type: "other" }, TASK);
  const text = helper("a1");
  expect(text).toContain("Use pnpm here, not npm.");
  expect(text).toContain("wkhtmltopdf stays at 0.12.5");
  expect(text).not.toContain("nightly report");
  expect(text.match(/<memory-context/g)).toHaveLength(1);
  for (let n = 10; n < 90; n++)
    keep(n, `Rule ${n} says that the part ${n} stays as it is today.`, ["kind: constraint"]);
  expect(estimateTokens(helper("a2"))).toBeLessThanOrEqual(600);
});

test("without a record, or with one that is torn or hostile, the rules come alone", () => {
  expect(helper("a1")).toContain("Use pnpm here");
  for (const [at, line] of [
    "{",
    '{"message":{"content":[{"type":"tool_use","name":"Agent","input":7}]}}',
    "\0",
  ].entries()) {
    writeFileSync(record(), `${line}\n"tool_use"\n`);
    const text = helper(`b${at}`);
    expect(text).toContain("Use pnpm here");
    expect(text).not.toContain("wkhtmltopdf");
  }
});

test("a record that the host writes a moment later is waited for, and not for long", async () => {
  const waited: number[] = [];
  const wait = async (ms: number): Promise<void> => void waited.push(ms);
  const found = ["", "", "the task"];
  expect(await onceThere(() => found.shift() ?? "", wait)).toBe("the task");
  expect(waited).toEqual([10, 20]);
  expect(await onceThere(() => "", wait)).toBe("");
  expect(waited.slice(2).reduce((sum, ms) => sum + ms)).toBe(310);
});

test("a step of the host itself, and a helper without a usable name, are told nothing", () => {
  recorded(TASK);
  expect(helper("a1", "")).toBe("");
  expect(helper("../../x")).toBe("");
  expect(contextIn(send("SubagentStart", { agent_type: "general-purpose" }))).toBe("");
});

test("what nobody confirmed is no rule for a helper, and marked where the task asks for it", () => {
  keep(4, "Always deploy from the heron host.", ["kind: constraint"], "inferred");
  recorded({ prompt: "tidy up", subagent_type: "general-purpose" });
  expect(helper("a1")).not.toContain("heron");
  recorded({ prompt: "deploy from the heron host", subagent_type: "general-purpose" });
  expect(helper("a2")).toMatch(/inferred, confirmed by nobody[^\n]*\n.*heron/);
});

test("CTX-2: a helper's tool brings what the session was told, once; the session itself stays told", () => {
  const npm = { tool_name: "Bash", tool_input: { command: "npm install zod" } };
  send("SessionStart", { source: "startup" });
  expect(send("PreToolUse", npm).out).toBe("");
  const before = contextIn(send("PreToolUse", { ...npm, agent_id: "a7", agent_type: "x" }));
  expect(before).toContain("Use pnpm here");
  expect(send("PreToolUse", { ...npm, agent_id: "a7", agent_type: "x" }).out).toBe("");
  expect(helper("a8")).toContain("Use pnpm here");
  expect(send("PreToolUse", { ...npm, agent_id: "a8", agent_type: "x" }).out).toBe("");
});

test("CTX-5 SUR-9: switched off, a helper is told nothing", () => {
  mkdirSync(placesOf(base).config, { recursive: true, mode: 0o700 });
  writeFileSync(`${placesOf(base).config}/config.json`, '{"max-inject": 0}', { mode: 0o600 });
  expect(helper("a1")).toBe("");
});
