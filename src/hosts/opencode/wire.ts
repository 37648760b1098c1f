// What our plugin inside opencode (src/in-opencode) and the hook say to each other (AGT-5). opencode has no hook protocol,
// only functions, so both ends are ours: Claude's fields in, at most three texts out.
import type { HostEvent, Intent } from "../../core/intent.ts";
import { parseClaudeShaped } from "../claude-shaped.ts";

export function parseEvent(stdin: string): HostEvent | undefined {
  const event = parseClaudeShaped(stdin);
  switch (event?.kind) {
    case "SessionStart":
      // What was said at the start is no part of what opencode keeps of a session: it is told anew, as after a clear (AGT-10).
      return event.source === "resume" ? { ...event, source: "clear" } : event;
    case "PreToolUse":
      // Outside of any session the guard alone is asked; notes about a file would count as told and never arrive.
      return { ...event, session: "" };
    default:
      return event;
  }
}

export function renderIntent(intent: Intent): string {
  switch (intent.kind) {
    case "nothing":
      return "";
    case "context":
      return answer({ context: intent.text, message: intent.userMessage ?? "" });
    case "deny":
    // Only for another agent's own memory folder; a refusal is always safe.
    case "rewrite":
      return answer({ deny: intent.reason.trim() === "" ? NO_REASON : intent.reason });
  }
}

const NO_REASON = "Holdfast refuses this tool call.";

function answer(texts: Readonly<Record<string, string>>): string {
  const said = Object.entries(texts).filter(([, text]) => text !== "");
  return said.length === 0 ? "" : JSON.stringify(Object.fromEntries(said));
}
