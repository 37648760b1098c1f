// Copilot CLI's hook protocol (AGT-5). Under the event names of Claude Code it sends Claude's fields, with arguments of its
// own; its answers stand at the top level, and what stands elsewhere is passed over without a word. It shows the person
// nothing of an answer, so what we would say to them stays unsaid (AGT-12). VS Code runs the same entry and listens
// elsewhere, so a refusal stands in both places, whoever asked (AGT-8).
import { isTypedInto, parseClaudeShaped, reasonOf, toldAnew } from "../claude-shaped.ts";
import type { HostEvent, Intent, ToolEvent } from "../event.ts";

export function parseEvent(stdin: string): HostEvent | undefined {
  const event = parseClaudeShaped(stdin);
  switch (event?.kind) {
    case "SessionStart":
      // Of an earlier run it keeps what prompts and tools brought.
      return event.source === "resume" ? { ...toldAnew(event), hasPrompts: true } : event;
    case "PreToolUse":
      return isBareText(event) ? { ...event, tool: "apply_patch" } : ofServer(event);
    default:
      return event;
  }
}

/** Server and tool stand behind one another; no tool of its own has a hyphen. */
function ofServer(event: ToolEvent): ToolEvent {
  return event.tool.includes("-") ? { ...event, mcp: event.tool } : event;
}

/** A patch comes so, under the name of another tool; what comes so to a shell is typed into it. */
function isBareText({ tool, input }: ToolEvent): boolean {
  return Object.keys(input).join() === "input" && !isTypedInto(tool);
}

export function renderIntent(intent: Intent): string {
  switch (intent.kind) {
    case "nothing":
      return "";
    case "context":
      return intent.text === "" ? "" : JSON.stringify({ additionalContext: intent.text });
    // Where nobody can be asked, it refuses by itself.
    case "ask":
      return decision("ask", intent);
    case "deny":
    // Only for another agent's own memory folder; there is no such thing here, and a refusal is always safe.
    case "rewrite":
      return decision("deny", intent);
  }
}

function decision(permissionDecision: "deny" | "ask", said: { readonly reason: string }): string {
  const decided = { permissionDecision, permissionDecisionReason: reasonOf(said) };
  return JSON.stringify({ ...decided, hookSpecificOutput: { hookEventName: "PreToolUse", ...decided } });
}
