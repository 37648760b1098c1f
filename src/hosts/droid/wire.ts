// Factory Droid's hook protocol (AGT-5): Claude's event names, fields and answers. It passes context on as it is, and shows the
// person what stands beside it. Where it may act without asking, it takes `ask` for leave, so what is to be asked is refused.
import { contextAnswer, parseClaudeShaped, reasonOf, withoutNotes } from "../claude-shaped.ts";
import type { HostEvent, Intent, ToolEvent } from "../event.ts";

export function parseEvent(stdin: string): HostEvent | undefined {
  const event = parseClaudeShaped(stdin);
  if (event?.kind !== "PreToolUse") return event;
  return { ...asOthers(withoutNotes(event)), takesReminders: false };
}

/** What other hosts call it. */
const NAMES: Readonly<Record<string, string>> = { old_str: "old_string", new_str: "new_string" };
const SERVER = /^(.+?)___(.+)$/;

/** A tool of a server has three underscores between the two. */
function asOthers(event: ToolEvent): ToolEvent {
  const [, server, tool] = SERVER.exec(event.tool) ?? [];
  if (server !== undefined) return { ...event, tool: `mcp__${server}__${tool}` };
  const renamed = Object.entries(NAMES).flatMap(([from, to]) =>
    Object.hasOwn(event.input, from) ? [[to, event.input[from]]] : [],
  );
  return { ...event, input: { ...event.input, ...Object.fromEntries(renamed) } };
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
    // Only for another agent's own memory folder; there is no such thing here, and a refusal is always safe.
    case "rewrite":
      return refusal(intent);
  }
}

function refusal(said: { readonly reason: string }): string {
  const hookSpecificOutput = {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: reasonOf(said),
  };
  return JSON.stringify({ hookSpecificOutput });
}

/** What is said before a tool acts reaches no model; helpers' starts are no event. */
function contextFor({ event, text, userMessage }: Extract<Intent, { kind: "context" }>): string {
  if (event === "PreToolUse" || event === "SubagentStart") return contextAnswer("", "", userMessage);
  return contextAnswer(event, text, userMessage);
}
