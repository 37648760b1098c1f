// What our plugin inside opencode (src/in-opencode) and the hook say to each other (AGT-5). opencode has no hook protocol,
// only functions, so both ends are ours: Claude's fields in, at most three texts out.

import { guardOnly, parseClaudeShaped, reasonOf, toldAnew } from "../claude-shaped.ts";
import type { HostEvent, Intent } from "../event.ts";

export function parseEvent(stdin: string): HostEvent | undefined {
  const event = parseClaudeShaped(stdin);
  switch (event?.kind) {
    case "SessionStart":
      return toldAnew(event);
    case "PreToolUse":
      return guardOnly(event);
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
      return answer({ deny: reasonOf(intent) });
  }
}

function answer(texts: Readonly<Record<string, string>>): string {
  const said = Object.entries(texts).filter(([, text]) => text !== "");
  return said.length === 0 ? "" : JSON.stringify(Object.fromEntries(said));
}
