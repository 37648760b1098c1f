// The events as the hosts send them, small and without anybody's paths: what each fault is tried with, and what the
// fuzzer starts from.
import { rootOf } from "../support/store-box.ts";

/** Those that every fault is tried with. */
export const HOSTS = ["claude", "codex"] as const;
/** Those that send hostile events. */
export const SENDERS = ["claude", "codex", "copilot", "gemini"] as const;
export type Host = (typeof SENDERS)[number];

export type Fields = Readonly<Record<string, unknown>>;

/** In the one memory of every world; a run without a fault brings it. */
export const MARKER = "make pelican-restart";
export const ASKED = "How do I restart the pelican service after a crash?";

export const EVENT_NAMES = [
  "SessionStart",
  "SubagentStart",
  "UserPromptSubmit",
  "PreToolUse",
  "Stop",
  "SubagentStop",
  "PreCompact",
  "SessionEnd",
] as const;
export type EventName = (typeof EVENT_NAMES)[number];

const OWN: Readonly<Record<EventName, Fields>> = {
  SessionStart: { source: "startup" },
  SubagentStart: { agent_id: "a1", agent_type: "helper" },
  UserPromptSubmit: { prompt: ASKED },
  PreToolUse: { tool_name: "Bash", tool_input: { command: "npm test" }, tool_use_id: "toolu_01" },
  Stop: { stop_hook_active: false, last_assistant_message: "Done." },
  SubagentStop: { stop_hook_active: false, agent_id: "a1", agent_type: "helper", last_assistant_message: "Done." },
  PreCompact: { trigger: "manual", custom_instructions: "keep it short" },
  SessionEnd: { reason: "other" },
};

const OF_HOST: Readonly<Record<Host, Fields>> = {
  claude: { prompt_id: "p1", permission_mode: "acceptEdits", effort: { level: "medium" } },
  codex: { turn_id: "t1", model: "some-model", permission_mode: "bypassPermissions" },
  copilot: { timestamp: "2026-11-14T23:28:35.228Z", initial_prompt: ASKED },
  gemini: { timestamp: "2026-11-14T23:28:46.548Z" },
};

/** Gemini's own names, where it has such an event. */
export const IN_GEMINI: Readonly<Partial<Record<EventName, string>>> = {
  UserPromptSubmit: "BeforeAgent",
  PreToolUse: "BeforeTool",
  Stop: "AfterAgent",
  PreCompact: "PreCompress",
};

export function projectOf(base: string): string {
  return `${base}/project`;
}

export function eventFor(host: Host, name: EventName, base: string, session = `s-${host}`): Fields {
  return {
    session_id: session,
    transcript_path: `${base}/transcript.jsonl`,
    cwd: projectOf(base),
    ...OF_HOST[host],
    hook_event_name: host === "gemini" ? (IN_GEMINI[name] ?? name) : name,
    ...OWN[name],
  };
}

/** The host's own way to write a file. */
export function writeTo(host: Host, base: string, path: string): Fields {
  const event = eventFor(host, "PreToolUse", base);
  const command = `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch\n`;
  switch (host) {
    case "claude":
      return { ...event, tool_name: "Write", tool_input: { file_path: path, content: "x" } };
    case "codex":
      return { ...event, tool_name: "apply_patch", tool_input: { command } };
    case "copilot":
      return { ...event, tool_name: "Edit", tool_input: command };
    case "gemini":
      return { ...event, tool_name: "write_file", tool_input: { file_path: path, content: "x" } };
  }
}

export function insideStore(base: string): string {
  return `${rootOf(base)}/memories/project_pelican_service.md`;
}
