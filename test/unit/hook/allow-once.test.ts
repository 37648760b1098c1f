// What a person lets through once (RUL-5, SUR-12), as the built hook answers, and every way in which an agent might give it to itself.
// check:all: a process of the built hook for each call.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allowOnce } from "../../../src/compose/allowed-once.ts";
import { hereFrom, type Whereabouts } from "../../../src/compose/here.ts";
import type { MemoryId } from "../../../src/memory/ids.ts";
import { onceFor, onceText, type Stopped } from "../../../src/rules/once.ts";
import type { Refusal } from "../../../src/text/errors.ts";
import type { Channel } from "../../../src/trust/channels.ts";
import { actOf, chance, DEVICE } from "../../support/acts.ts";
import { buildHook, type HookBundle } from "../../support/hook-bundle.ts";
import { type HookAnswer, hookEnvironment, runHook } from "../../support/hook-run.ts";
import { idOf, plant } from "../../support/memories.ts";
import { dataOf, ledgerOf, makeBox, openBox, placesOf, removeBox } from "../../support/store-box.ts";

let bundle: HookBundle;
beforeAll(async () => {
  bundle = await buildHook();
}, 60_000);
afterAll(() => bundle.remove());

let base: string;
let project: string;
beforeEach(() => {
  base = makeBox("memory");
  project = `${base}/shop`;
  mkdirSync(project, { recursive: true });
  execFileSync("git", ["init", "-q", project]);
  rule(["deny command npm install", "deny edit migrations/**", "ask command git push"]);
  send("SessionStart", { source: "startup" });
});
afterEach(() => removeBox(base));

function rule(lines: readonly string[], n = 1): void {
  plant(base, `feedback_rule_${n}`, {
    tier: "verified",
    id: idOf(n),
    more: ["kind: constraint", `rule: [${lines.join(", ")}]`],
    body: "Use pnpm here, not npm.",
  });
}

function send(event: string, more: object, host = "claude"): HookAnswer {
  const stdin = { session_id: "s1", cwd: project, hook_event_name: event, ...more };
  return runHook(bundle.path, stdin, { base, host });
}
function isStopped(command: string, session = "s1", host = "claude"): boolean {
  const event = host === "gemini" ? "BeforeTool" : "PreToolUse";
  const tool = host === "gemini" ? "run_shell_command" : "Bash";
  const call = { session_id: session, tool_name: tool, tool_input: { command } };
  return /deny|"ask"/.test(send(event, call, host).out);
}

function here(): Whereabouts {
  return hereFrom({ env: hookEnvironment(base), cwd: project });
}
const STOPPED: Stopped = { id: idOf(1) as MemoryId, line: "deny command npm install", host: "claude", session: "s1" };
const allow = (more: Partial<Stopped> = {}, at = new Date(), channel: Channel = "terminal") =>
  allowOnce(here(), openBox(base), { ...STOPPED, ...more }, actOf(channel, at, chance(1))) as Promise<
    Refusal | undefined
  >;
const folder = (): string => `${placesOf(base).state}/allowed-once`;
const kept = (): string => `${folder()}/${readdirSync(folder())[0]}`;
const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

describe("a person lets one line of a rule through", () => {
  test("for that session, and for nothing else", async () => {
    expect(isStopped("npm install")).toBe(true);
    expect(await allow()).toBeUndefined();
    expect(isStopped("npm install")).toBe(false);
    expect(isStopped("npm install", "s2")).toBe(true);
    expect(isStopped("npm install", "s1", "codex")).toBe(true);
    expect(isStopped("echo x > migrations/1.sql")).toBe(true);
    expect(isStopped("npm install && git push")).toBe(true);
  });

  test("while another rule that stops the same goes on stopping it", async () => {
    rule(["deny command npm"], 2);
    send("SessionStart", { source: "startup" });
    await allow();
    expect(isStopped("npm install")).toBe(true);
    await allow({ id: idOf(2) as MemoryId, line: "deny command npm" });
    expect(isStopped("npm install")).toBe(false);
  });

  test.each(["codex", "copilot", "gemini", "opencode"])("in %s, which is told how", async (host) => {
    const event = host === "gemini" ? "BeforeTool" : "PreToolUse";
    const tool = host === "gemini" ? "run_shell_command" : "Bash";
    // Copilot CLI asks the person itself.
    for (const command of host === "copilot" ? ["npm install"] : ["npm install", "git push"]) {
      const { out } = send(event, { tool_name: tool, tool_input: { command } }, host);
      expect(out).toContain(`holdfast allow once ${idOf(1)}`);
    }
    await allow({ host });
    expect(isStopped("npm install", "s1", host)).toBe(false);
    expect(isStopped("npm install", "s2", host)).toBe(true);
  });

  test("is told in the ledger and in a receipt", async () => {
    await allow();
    isStopped("npm install");
    const line = readFileSync(ledgerOf(base), "utf8").trimEnd().split("\n").at(-1) ?? "";
    expect(JSON.parse(line)).toMatchObject({ action: "allow", channel: "terminal", actor: "user", id: idOf(1) });
    const [day] = readdirSync(`${placesOf(base).state}/receipts`);
    expect(readFileSync(`${placesOf(base).state}/receipts/${day}`, "utf8")).toContain('"form":"allowed"');
  });

  test("for five minutes", async () => {
    await allow({}, minutesAgo(4));
    expect(isStopped("npm install")).toBe(false);
    await allow({}, minutesAgo(5.1));
    expect(isStopped("npm install")).toBe(true);
  });

  test("what is over is cleared away with the next", async () => {
    await allow();
    const old = minutesAgo(9);
    utimesSync(kept(), old, old);
    await allow({ session: "s2" });
    expect(readdirSync(folder())).toHaveLength(1);
  });
});

describe("an agent does not", () => {
  test("through any way in of its own", async () => {
    for (const channel of ["cli", "mcp", "hook", "library", "observer", "import", "sync"] as const)
      expect(await allow({}, new Date(), channel), channel).toMatchObject({ kind: "refusal", code: "needs-person" });
    expect(isStopped("npm install")).toBe(true);
  });

  test("by writing the file itself, unsigned or signed by a key of its own", async () => {
    await allow();
    const path = kept();
    const signed = JSON.parse(readFileSync(path, "utf8"));
    rmSync(path);
    const text = onceText(onceFor(STOPPED, DEVICE.id, new Date()));
    const other = makeBox("memory");
    rmSync(`${dataOf(other)}/device-key.pem`);
    const strange = hereFrom({ env: hookEnvironment(other), cwd: project }).writer;
    const forged = [
      { text, signature: "" },
      { text, signature: signed.signature },
      { text, signature: strange.keys.sign?.(text) },
      { text: text.replace(DEVICE.id, strange.device.id), signature: strange.keys.sign?.(text) },
      { text },
      "{",
    ];
    for (const each of forged) {
      writeFileSync(path, typeof each === "string" ? each : JSON.stringify(each), { mode: 0o600 });
      expect(isStopped("npm install"), JSON.stringify(each)).toBe(true);
    }
    writeFileSync(path, JSON.stringify(signed), { mode: 0o600 });
    expect(isStopped("npm install")).toBe(false);
    removeBox(other);
  });

  test("by an old one that it kept, put back or made to look new", async () => {
    await allow({}, minutesAgo(30));
    const path = kept();
    const bytes = readFileSync(path, "utf8");
    writeFileSync(path, bytes);
    expect(isStopped("npm install")).toBe(true);
    writeFileSync(path, bytes.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, new Date().toISOString()));
    expect(isStopped("npm install")).toBe(true);
  });

  test("by one from the future", async () => {
    await allow({}, new Date(Date.now() + 60_000));
    expect(isStopped("npm install")).toBe(true);
  });

  test("by one of another session, line or rule under the right name", async () => {
    await allow();
    const path = kept();
    for (const more of [{ session: "s9" }, { line: "deny edit migrations/**" }, { id: idOf(7) as MemoryId }]) {
      rmSync(folder(), { recursive: true });
      await allow(more);
      const bytes = readFileSync(kept());
      rmSync(kept());
      writeFileSync(path, bytes);
      expect(isStopped("npm install"), JSON.stringify(more)).toBe(true);
    }
  });

  test("by a folder that can't be read: the session goes on, and the rule holds", async () => {
    mkdirSync(placesOf(base).state, { recursive: true });
    writeFileSync(folder(), "x");
    expect(isStopped("npm install")).toBe(true);
  });
});

test("a session without a name is told of no way", () => {
  const call = { session_id: "../x", tool_name: "Bash", tool_input: { command: "npm install" } };
  const { out } = send("PreToolUse", call);
  expect(out).toContain("deny");
  expect(out).not.toContain("allow once");
});
