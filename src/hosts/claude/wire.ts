// Claude Code's hook protocol: the event on stdin, the answer on stdout (AGT-5). Unknown fields are ignored, since
// every release adds some; a text that is no event of ours gives no event, and no event gives no output. The answer
// is at most one JSON object with exactly the keys Claude's schema has.

import { contextAnswer } from "../claude-shaped.ts";
import type { Intent } from "../event.ts";

export { parseClaudeShaped as parseEvent, parseStatus } from "../claude-shaped.ts";

export function renderIntent(intent: Intent): string {
  switch (intent.kind) {
    case "nothing":
      return "";
    case "context":
      return contextAnswer(intent.event, intent.text, intent.userMessage);
    case "deny":
      return toolAnswer({ permissionDecision: "deny", permissionDecisionReason: intent.reason });
    case "ask":
      return toolAnswer({ permissionDecision: "ask", permissionDecisionReason: intent.reason });
    case "rewrite":
      return toolAnswer({
        permissionDecision: "allow",
        permissionDecisionReason: intent.reason,
        updatedInput: intent.input,
      });
  }
}

function toolAnswer(decision: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", ...decision } });
}
