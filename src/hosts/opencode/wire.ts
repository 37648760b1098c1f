// What our plugin inside opencode (src/in-opencode) and the hook say to each other (AGT-5). opencode has no hook protocol,
// only functions, so both ends are ours: Claude's fields in, at most three texts out.

import { parseClaudeShaped, reasonOf, toldAnew, withoutNotes } from "../claude-shaped.ts";
import type { HostEvent, Intent, ToolEvent } from "../event.ts";
import { CAMEL_CASE, inKnownNames } from "../input-names.ts";

export function parseEvent(stdin: string): HostEvent | undefined {
  const event = parseClaudeShaped(stdin);
  switch (event?.kind) {
    case "SessionStart":
      return toldAnew(event);
    case "PreToolUse":
      return asOthers(withoutNotes(event));
    default:
      return event;
  }
}

/** Its own tools; every other one is a server's, or a plugin's. */
const OWN =
  /^(bash|edit|multiedit|write|apply_?patch|read|grep|glob|list|ls|lsp\w*|task|todo(write|read)|webfetch|websearch|codesearch|skill|question|batch|plan_(enter|exit)|invalid)$/;

function asOthers(event: ToolEvent): ToolEvent {
  const { tool, input } = event;
  return { ...event, input: inKnownNames(input, CAMEL_CASE), ...(OWN.test(tool) ? {} : { mcp: tool }) };
}

export function renderIntent(intent: Intent): string {
  switch (intent.kind) {
    case "nothing":
      return "";
    case "context":
      return answer({ context: intent.text, message: intent.userMessage ?? "" });
    // A plugin can't put a question of its own.
    case "ask":
      return answer({ deny: reasonOf({ reason: intent.refusal }) });
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
