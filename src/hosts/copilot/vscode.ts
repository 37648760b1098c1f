// VS Code's local agent sessions (AGT-8). They load ~/.copilot/hooks and, where a person switched that on, Claude Code's
// settings, without matchers, and send a form of their own: the names of session and event in camel case, the rest as
// others have it; tools take camel case too. Answers are Claude's. Its record has the form of Copilot CLI's.
import { contextAnswer, parseClaudeShaped, reasonOf, toldAnew } from "../claude-shaped.ts";
import type { HostEvent, Intent, ToolEvent } from "../event.ts";
import type { Guest } from "../host.ts";
import { asPatch, CAMEL_CASE, inKnownNames } from "../input-names.ts";
import { parseLine } from "../json-line.ts";

/** Server and tool stand behind one another in one name. */
const OF_SERVER = /^mcp_/;

function parseEvent(stdin: string): HostEvent | undefined {
  const read = parseLine(stdin);
  if (typeof read?.["hookEventName"] !== "string") return undefined;
  const { hookEventName, sessionId, toolName, toolInput, ...rest } = read;
  const named = { tool_name: toolName, tool_input: toolInput, ...rest };
  const event = parseClaudeShaped(JSON.stringify({ session_id: sessionId, ...named, hook_event_name: hookEventName }));
  if (event?.kind === "SessionStart") return toldAnew(event);
  return event?.kind === "PreToolUse" ? asOthers(event) : event;
}

function asOthers(event: ToolEvent): ToolEvent {
  const { tool, input } = event;
  const many = [input["replacements"], input["files"]].find(Array.isArray) ?? [];
  const known = { ...inKnownNames(input, CAMEL_CASE), ...asPatch(many, CAMEL_CASE) };
  return { ...event, input: known, ...(OF_SERVER.test(tool) ? { mcp: tool } : {}) };
}

function renderIntent(intent: Intent): string {
  switch (intent.kind) {
    case "nothing":
      return "";
    case "context":
      return contextAnswer(intent.event, intent.text, intent.userMessage);
    case "ask":
      return decision("ask", intent);
    case "deny":
    // Only for another agent's own memory folder; a refusal is always safe.
    case "rewrite":
      return decision("deny", intent);
  }
}

function decision(permissionDecision: "deny" | "ask", said: { readonly reason: string }): string {
  const answer = { hookEventName: "PreToolUse", permissionDecision, permissionDecisionReason: reasonOf(said) };
  return JSON.stringify({ hookSpecificOutput: answer });
}

export const vscode: Guest = {
  name: "vscode",
  title: "VS Code",
  wire: { parseEvent, renderIntent, own: ["hookEventName"] },
};
