// Gemini CLI's hook protocol (AGT-5): event names of its own around the fields that others have, too. It turns every `<`
// and `>` of a hook's context into an entity and leaves `&` alone, so that the words of a memory, which are escaped
// already, would read like the fence around them (CHK-30). Hence `&` is escaped here: what the model gets is our block,
// escaped once as a whole.

import { contextAnswer, parseClaudeShaped, reasonOf, toldAnew, withoutNotes } from "../claude-shaped.ts";
import type { HostEvent, Intent, ToolEvent } from "../event.ts";
import { isFields, parseLine } from "../json-line.ts";

const EVENTS = {
  SessionStart: "SessionStart",
  BeforeAgent: "UserPromptSubmit",
  BeforeTool: "PreToolUse",
  AfterAgent: "Stop",
  SessionEnd: "SessionEnd",
} as const;
/** PreToolUse has none: what a hook says before a tool acts reaches nobody. Helpers' starts are no event. */
const ANSWERS = { SessionStart: "SessionStart", UserPromptSubmit: "BeforeAgent" } as const;

export function parseEvent(stdin: string): HostEvent | undefined {
  const event = parseClaudeShaped(stdin, EVENTS);
  switch (event?.kind) {
    case "SessionStart":
      return toldAnew(event);
    case "UserPromptSubmit":
      return { ...event, prompt: withoutEcho(event.prompt) };
    case "PreToolUse":
      return {
        ...withoutNotes(event),
        takesReminders: false,
        ...serverIn(stdin),
        input: withUrls(event),
        foundByEnd: "file_path",
      };
    default:
      return event;
  }
}

/** It names server and tool beside the call, whose own name joins them with signs that both may hold. */
function serverIn(stdin: string): Pick<ToolEvent, "mcp"> {
  const context = parseLine(stdin)?.["mcp_context"];
  if (!isFields(context)) return {};
  const { server_name: server, tool_name: tool } = context;
  return typeof server === "string" && typeof tool === "string" ? { mcp: `${server}__${tool}` } : {};
}

/** Its fetch takes the addresses in the words of a prompt. */
function withUrls({ tool, input }: ToolEvent): ToolEvent["input"] {
  const { prompt } = input;
  if (tool !== "web_fetch" || typeof prompt !== "string") return input;
  return { ...input, urls: prompt.match(/https?:\/\/[^\s"'<>)]+/gi) ?? [] };
}

export function renderIntent(intent: Intent): string {
  switch (intent.kind) {
    case "nothing":
      return "";
    case "context":
      return contextFor(intent);
    // It could ask, but passes over that where a tool has no question of its own, and over the person's own policies.
    case "ask":
      return refusal({ reason: intent.refusal });
    case "deny":
    // Only for another agent's own memory folder; there is no such thing here, and a refusal is always safe.
    case "rewrite":
      return refusal(intent);
  }
}

function refusal(said: { readonly reason: string }): string {
  return JSON.stringify({ decision: "deny", reason: reasonOf(said) });
}

function contextFor({ event, text, userMessage }: Extract<Intent, { kind: "context" }>): string {
  if (event === "PreToolUse" || event === "SubagentStart") return contextAnswer("", "", userMessage);
  return contextAnswer(ANSWERS[event], text.replaceAll("&", "&amp;"), userMessage);
}

const ECHO = /^(?:\s*<hook_context>[\s\S]*?<\/hook_context>\s*)+/;

/** Gemini puts what hooks said at the start in front of the user's own words, in prompts and in its record (AGT-11). */
export function withoutEcho(text: string): string {
  return text.replace(ECHO, "");
}
