// Kiro's hook protocol (AGT-5), of its program for the terminal and of its editor: Claude's fields; the names of events with a
// small first letter where a hook stands in an agent's own file, and Claude's where it stands in a file of hooks. What a hook
// prints is added to the context as it is, without JSON, at a start and at a prompt alone. A tool is refused by ending with 2,
// the reason on stderr. It asks nobody for a hook, and shows the person nothing.
import type { Fields } from "../../disk/json-file.ts";
import { parseClaudeShaped, reasonOf, withoutNotes } from "../claude-shaped.ts";
import type { HostEvent, Intent, ToolEvent } from "../event.ts";
import { inKnownNames } from "../input-names.ts";
import { parseLine } from "../json-line.ts";

export const bare = true;

const EVENTS: Readonly<Record<string, string>> = {
  agentSpawn: "SessionStart",
  userPromptSubmit: "UserPromptSubmit",
  preToolUse: "PreToolUse",
  stop: "Stop",
};

export function parseEvent(stdin: string): HostEvent | undefined {
  const read = parseLine(stdin);
  const name = read?.["hook_event_name"];
  if (read === undefined || typeof name !== "string") return undefined;
  const hook_event_name = Object.hasOwn(EVENTS, name) ? EVENTS[name] : name;
  const isNamed = typeof read["session_id"] === "string" && read["session_id"] !== "";
  const named = isNamed ? {} : { session_id: sessionIn(read), source: "clear" };
  const event = parseClaudeShaped(JSON.stringify({ ...read, ...named, hook_event_name }));
  return event?.kind === "PreToolUse" ? asked(event) : event;
}

/** An older program names no session: then a folder has one at a time, which begins anew with each start. */
function sessionIn({ cwd }: Fields): string {
  return `kiro-${String(cwd)
    .replace(/[^A-Za-z0-9]/g, "-")
    .slice(-100)}`;
}

/** A server's tool is `@server/tool`. */
const OF_SERVER = /^@([^/]+)\/(.+)$/;
const NAMES = { oldStr: "old_string", newStr: "new_string", text: "content" };

function asked(event: ToolEvent): ToolEvent {
  const { tool, input } = event;
  const [, server, name] = OF_SERVER.exec(tool) ?? [];
  const mcp = server === undefined ? {} : { mcp: `${server}__${name}` };
  return { ...withoutNotes(event), takesReminders: false, input: inKnownNames(input, NAMES), ...mcp };
}

export function renderIntent(intent: Intent): string {
  const isHeard = intent.kind === "context" && intent.event !== "PreToolUse" && intent.event !== "SubagentStart";
  return isHeard ? intent.text : "";
}

export function refusalOf(intent: Intent): string | undefined {
  switch (intent.kind) {
    case "nothing":
    case "context":
      return undefined;
    case "ask":
      return reasonOf({ reason: intent.refusal });
    case "deny":
    // Only for another agent's own memory folder; a refusal is always safe.
    case "rewrite":
      return reasonOf(intent);
  }
}
