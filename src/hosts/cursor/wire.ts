// Cursor's hook protocol (AGT-5): its own names of events around fields that others have too, and a shell line or a
// server's tool as events of their own. The session's folder may be missing or empty: then it is the first of the workspace.
// It runs Claude Code's entries as well, with this payload and under either name (AGT-8). Answers are flat. A question is
// asked of nobody before a tool, so it is a refusal; what is said there reaches nobody, nor does a word to the person.
import type { Fields } from "../../disk/json-file.ts";
import { parseClaudeShaped, reasonOf, withoutNotes } from "../claude-shaped.ts";
import type { HostEvent, Intent, ToolEvent } from "../event.ts";
import { inKnownNames } from "../input-names.ts";
import { isFields, jsonIn, parseLine } from "../json-line.ts";

export const own: readonly string[] = ["cursor_version", "generation_id"];

const EVENTS: Readonly<Record<string, string>> = {
  sessionStart: "SessionStart",
  beforeSubmitPrompt: "UserPromptSubmit",
  preToolUse: "PreToolUse",
  beforeShellExecution: "PreToolUse",
  beforeMCPExecution: "PreToolUse",
  beforeReadFile: "PreToolUse",
  subagentStop: "SubagentStop",
  preCompact: "PreCompact",
  stop: "Stop",
  sessionEnd: "SessionEnd",
};

export function parseEvent(stdin: string): HostEvent | undefined {
  const read = parseLine(stdin);
  const name = read?.["hook_event_name"];
  if (read === undefined || typeof name !== "string") return undefined;
  const isOwn = [...own, "conversation_id"].some((member) => member in read);
  // Others have an event of this name too, and are refused in another way.
  if (!isOwn && !name.startsWith("before")) return undefined;
  const kind = Object.hasOwn(EVENTS, name) ? EVENTS[name] : name;
  const event = parseClaudeShaped(
    JSON.stringify({ ...read, ...placed(read), ...called(name, read), hook_event_name: kind }),
  );
  return event?.kind === "PreToolUse" ? asked(event) : event;
}

/** Its conversation is a session. Helpers have no kind there, and an empty one would be an inner step. */
function placed({ session_id, conversation_id, cwd, workspace_roots: roots }: Fields): Fields {
  const first: unknown = Array.isArray(roots) ? roots[0] : undefined;
  return { session_id: session_id ?? conversation_id, cwd: typeof cwd === "string" && cwd !== "" ? cwd : first };
}

/** What the events have that are about one kind of tool. */
function called(name: string, { command, tool_input, file_path }: Fields): Fields {
  switch (name) {
    case "beforeShellExecution":
      return { tool_name: "Shell", tool_input: { command } };
    case "beforeMCPExecution":
      return {
        tool_input: typeof tool_input === "string" ? (jsonIn(tool_input) ?? { input: tool_input }) : tool_input,
      };
    case "beforeReadFile":
      return { tool_name: "Read", tool_input: { file_path } };
    default:
      return isFields(tool_input) || typeof tool_input === "string" ? {} : { tool_input: {} };
  }
}

/** A server's tool has its name behind this, without the server. */
const OF_SERVER = /^MCP:/;
const NAMES = { contents: "content", target_file: "file_path" };

function asked(event: ToolEvent): ToolEvent {
  const { tool, input } = event;
  const mcp = OF_SERVER.test(tool) ? { mcp: tool.replace(OF_SERVER, "") } : {};
  return { ...withoutNotes(event), takesReminders: false, input: inKnownNames(input, NAMES), ...mcp };
}

export function renderIntent(intent: Intent): string {
  switch (intent.kind) {
    case "nothing":
      return "";
    case "context":
      return contextFor(intent);
    case "ask":
      return refusal({ reason: intent.refusal });
    case "deny":
    // Only for another agent's own memory folder; a refusal is always safe.
    case "rewrite":
      return refusal(intent);
  }
}

function refusal(said: { readonly reason: string }): string {
  const reason = reasonOf(said);
  return JSON.stringify({ permission: "deny", user_message: reason, agent_message: reason });
}

function contextFor({ event, text }: Extract<Intent, { kind: "context" }>): string {
  if (text === "" || event === "PreToolUse" || event === "SubagentStart") return "";
  const goesOn = event === "UserPromptSubmit" ? { continue: true } : {};
  return JSON.stringify({ ...goesOn, additional_context: text });
}
