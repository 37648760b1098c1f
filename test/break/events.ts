// The events as the hosts send them, small and without anybody's paths: what each fault is tried with, and what the
// fuzzer starts from.
import { rootOf } from "../support/store-box.ts";

export const HOSTS = ["claude", "codex"] as const;
export type Host = (typeof HOSTS)[number];

export type Fields = Readonly<Record<string, unknown>>;

/** In the one memory of every world; a run without a fault brings it. */
export const MARKER = "make pelican-restart";
export const ASKED = "How do I restart the pelican service after a crash?";

export const EVENT_NAMES = [
  "SessionStart",
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
    hook_event_name: name,
    ...OWN[name],
  };
}

/** The host's own way to write a file. */
export function writeTo(host: Host, base: string, path: string): Fields {
  const event = eventFor(host, "PreToolUse", base);
  if (host === "claude") return { ...event, tool_name: "Write", tool_input: { file_path: path, content: "x" } };
  const command = `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch\n`;
  return { ...event, tool_name: "apply_patch", tool_input: { command } };
}

export function insideStore(base: string): string {
  return `${rootOf(base)}/memories/project_pelican_service.md`;
}
