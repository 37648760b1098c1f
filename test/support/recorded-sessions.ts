// Records of sessions as Claude Code and Codex leave them, made up: the same forms as recorded ones have, with calls of tools,
// what came of them, and what was said about them.
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";

export interface MadeSession {
  readonly host: "claude" | "codex";
  /** Counted from 1; the higher, the newer. */
  readonly n: number;
  readonly cwd: string;
  readonly calls: readonly MadeCall[];
}

export type MadeCall =
  | { readonly command: string }
  | { readonly write: string }
  /** Claude: a tool of a server. Codex: its namespace and name. */
  | { readonly mcp: readonly [server: string, tool: string] };

const FIRST = Date.parse("2026-05-01T10:00:00Z");

/** Below a home folder, where both agents look. */
export function recordSession(home: string, session: MadeSession): string {
  const { host, n, cwd } = session;
  const id = `${String(n).padStart(8, "0")}-1118-4130-8495-df2a10fbe298`;
  const folder =
    host === "claude"
      ? `${home}/.claude/projects/${cwd.replace(/[^a-zA-Z0-9]/g, "-")}`
      : `${home}/.codex/sessions/2026/05/01`;
  const path = `${folder}/${host === "claude" ? id : `rollout-2026-05-01T10-00-00-${id}`}.jsonl`;
  const lines = host === "claude" ? claudeLines(session, id) : codexLines(session, id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
  const at = new Date(FIRST + n * 3_600_000);
  utimesSync(path, at, at);
  return path;
}

function timeOf({ n }: MadeSession, step: number): string {
  return new Date(FIRST + n * 3_600_000 + step * 1000).toISOString();
}

function claudeLines(session: MadeSession, sessionId: string): readonly object[] {
  const { cwd, calls } = session;
  const line = (type: string, step: number, content: unknown, more: object = {}): object => ({
    parentUuid: null,
    isSidechain: false,
    userType: "external",
    cwd,
    sessionId,
    version: "2.1.0",
    gitBranch: "main",
    type,
    message: { role: type, content },
    uuid: `${sessionId}-${step}`,
    timestamp: timeOf(session, step),
    ...more,
  });
  const made = calls.flatMap((call, at) => {
    const id = `toolu_${at}`;
    return [
      line("assistant", 2 * at + 1, [{ type: "tool_use", id, ...claudeCall(call, cwd) }]),
      line("user", 2 * at + 2, [{ type: "tool_result", tool_use_id: id, content: RESULT, is_error: false }], {
        toolUseResult: RESULT,
      }),
    ];
  });
  return [line("user", 0, SAID), ...made, line("assistant", 900, [{ type: "text", text: SAID }])];
}

function claudeCall(call: MadeCall, cwd: string): object {
  if ("command" in call) return { name: "Bash", input: { command: call.command, description: SAID } };
  if ("write" in call) return { name: "Write", input: { file_path: `${cwd}/${call.write}`, content: "x" } };
  return { name: `mcp__${call.mcp.join("__")}`, input: { query: SAID } };
}

function codexLines(session: MadeSession, id: string): readonly object[] {
  const { cwd, calls } = session;
  const item = (step: number, payload: object): object => ({
    timestamp: timeOf(session, step),
    ordinal: step,
    type: "response_item",
    payload,
  });
  const text = (role: string, type: string): object => ({ type: "message", role, content: [{ type, text: SAID }] });
  const made = calls.flatMap((call, at) => [
    item(2 * at + 2, { ...codexCall(call), call_id: `call_${at}` }),
    item(2 * at + 3, { type: "function_call_output", call_id: `call_${at}`, output: RESULT }),
  ]);
  return [
    { timestamp: timeOf(session, 0), type: "session_meta", payload: { id, cwd, originator: "codex_cli_rs" } },
    item(1, text("user", "input_text")),
    ...made,
    item(900, text("assistant", "output_text")),
  ];
}

function codexCall(call: MadeCall): object {
  if ("command" in call)
    return { type: "function_call", name: "exec_command", arguments: JSON.stringify({ cmd: call.command }) };
  if ("write" in call) {
    const input = `*** Begin Patch\n*** Add File: ${call.write}\n+x\n*** End Patch`;
    return { type: "custom_tool_call", name: "apply_patch", input };
  }
  const [server, name] = call.mcp;
  return { type: "function_call", name, namespace: `mcp__${server}`, arguments: JSON.stringify({ query: SAID }) };
}

/** Not done, only said and read: nothing of it is a call. */
const SAID = "Use pnpm here; npm install and migrations/001.sql are not for you.";
const RESULT = "run `npm install` first\nnpm install\n> migrations/002.sql\n";
