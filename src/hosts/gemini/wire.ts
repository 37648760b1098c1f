// Gemini CLI's hook protocol (AGT-5): event names of its own around the fields that others have, too. It turns every `<`
// and `>` of a hook's context into an entity and leaves `&` alone, so that the words of a memory, which are escaped
// already, would read like the fence around them (CHK-30). Hence `&` is escaped here: what the model gets is our block,
// escaped once as a whole.

import { contextAnswer, guardOnly, parseClaudeShaped, reasonOf, toldAnew } from "../claude-shaped.ts";
import type { HostEvent, Intent } from "../event.ts";

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
      return { ...guardOnly(event), foundByEnd: "file_path" };
    default:
      return event;
  }
}

export function renderIntent(intent: Intent): string {
  switch (intent.kind) {
    case "nothing":
      return "";
    case "context":
      return contextFor(intent);
    case "deny":
    // Only for another agent's own memory folder; there is no such thing here, and a refusal is always safe.
    case "rewrite":
      return JSON.stringify({ decision: "deny", reason: reasonOf(intent) });
  }
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
