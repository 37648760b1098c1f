// The hook on a Node below the floor, with no other one recorded: what is plainly a write into the store is refused in the
// words of each host (AGT-4, AGT-5), and everything else goes on (AGT-3). The old Node is this one under an old number.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, describe, expect, test } from "vitest";
import { hookPreamble } from "../../../scripts/bundles.ts";
import { hostNamed } from "../../../src/hosts/index.ts";

const base = mkdtempSync(`${tmpdir()}/holdfast-preamble-`);
afterAll(() => rmSync(base, { recursive: true }));
const OLD = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "16.20.0" } });`;
writeFileSync(`${base}/old.cjs`, OLD);
writeFileSync(`${base}/hook.cjs`, `${hookPreamble()}\nthrow new Error("went on");\n`);

const store = `${base}/.holdfast`;
const patch = `*** Begin Patch\n*** Add File:${store}/memories/a.md\n+x\n*** End Patch`;
const REASON = expect.stringContaining("needs Node 22.18");
const claudes = {
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: REASON },
};
const copilots = { permissionDecision: "deny", permissionDecisionReason: REASON, ...claudes };
const cursors = { permission: "deny", user_message: REASON, agent_message: REASON };
const geminis = { decision: "deny", reason: REASON };

function asked(host: string, event: object): unknown {
  const env = { PATH: "/usr/bin:/bin", HOME: base };
  const args = ["--require", `${base}/old.cjs`, `${base}/hook.cjs`, "--host", host, "--home", base];
  const out = execFileSync(process.execPath, args, { env, input: JSON.stringify({ cwd: base, ...event }) }).toString();
  return out === "" ? undefined : JSON.parse(out);
}

describe("below the floor", () => {
  const path = `${store}/memories/a.md`;
  test.each<[string, string, string, unknown, unknown]>([
    ["claude", "PreToolUse", "Write", { file_path: path }, claudes],
    ["codex", "PreToolUse", "apply_patch", { command: patch.replace(":/", ": /") }, claudes],
    ["copilot", "PreToolUse", "Write", { path }, copilots],
    ["copilot", "PreToolUse", "create", { path }, copilots],
    ["copilot", "PreToolUse", "Edit", patch, copilots],
    ["gemini", "BeforeTool", "write_file", { file_path: path }, geminis],
    ["gemini", "BeforeTool", "replace", { file_path: ".holdfast/memories/a.md" }, geminis],
    ["cursor", "preToolUse", "Write", { path }, cursors],
    ["opencode", "PreToolUse", "write", { filePath: path }, { deny: REASON }],
    ["opencode", "PreToolUse", "apply_patch", { patchText: patch }, { deny: REASON }],
  ])("AGT-4, AGT-5: %s: %s of %s into the store is refused", (host, hook_event_name, tool_name, tool_input, wanted) => {
    expect(hostNamed(host)).toBeDefined();
    expect(asked(host, { hook_event_name, tool_name, tool_input })).toEqual(wanted);
  });

  test("AGT-8: Kiro takes a refusal by how the hook ends, its reason on stderr; VS Code finds its own in Copilot's", () => {
    const call = { cwd: base, hook_event_name: "preToolUse", tool_name: "fs_write", tool_input: { path } };
    const args = ["--require", `${base}/old.cjs`, `${base}/hook.cjs`, "--host", "kiro", "--home", base];
    const env = { PATH: "/usr/bin:/bin", HOME: base };
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, input: JSON.stringify(call) });
    expect([status, String(stdout), String(stderr)]).toEqual([2, "", REASON]);
    const asks = { hookEventName: "PreToolUse", tool_name: "create_file", tool_input: { filePath: path } };
    expect(asked("copilot", asks)).toEqual(copilots);
  });

  test.each<[string, string, string, unknown]>([
    ["copilot", "PreToolUse", "create", { path: `${base}/src/a.md` }],
    ["gemini", "BeforeTool", "write_file", { file_path: `${base}/src/a.md` }],
    ["gemini", "BeforeTool", "read_file", { file_path: path }],
    ["opencode", "PreToolUse", "write", { filePath: `${base}/src/a.md` }],
    ["opencode", "PreToolUse", "write", null],
  ])("AGT-3: %s: %s of %s %o goes on", (host, hook_event_name, tool_name, tool_input) => {
    expect(asked(host, { hook_event_name, tool_name, tool_input })).toBeUndefined();
  });

  test("AGT-4: Cline's call has other names", () => {
    const call = (file: string) => ({
      hookName: "tool_call",
      workspaceRoots: [base],
      tool_call: { name: "editor", input: { path: file, new_text: "x" } },
    });
    expect(asked("cline", call(path))).toEqual({ cancel: true, errorMessage: REASON });
    expect(asked("cline", call(`${base}/src/a.md`))).toBeUndefined();
  });

  test("AGT-12: the person is told at the start, where the host has a way", () => {
    const start = { hook_event_name: "SessionStart" };
    expect(asked("claude", start)).toEqual({ systemMessage: REASON });
    expect(asked("gemini", start)).toEqual({ systemMessage: REASON });
    expect(asked("opencode", start)).toEqual({ message: REASON });
    expect(asked("copilot", start)).toBeUndefined();
  });
});
