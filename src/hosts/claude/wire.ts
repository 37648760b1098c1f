// Claude Code's hook protocol: the event on stdin, the answer on stdout (AGT-5). Unknown fields are ignored, since
// every release adds some; a text that is no event of ours gives no event, and no event gives no output. The answer
// is at most one JSON object with exactly the keys Claude's schema has.
import { type HostEvent, type Intent, SESSION_SOURCES, type SessionSource } from "../../core/intent.ts";

/** Session ids name files of local state, so they are letters, digits and a few marks, or no id at all. */
const SESSION_ID = /^[A-Za-z0-9_-]{1,128}$/;

export function parseEvent(stdin: string): HostEvent | undefined {
  const event = parseObject(stdin);
  if (event === undefined || event.hook_event_name !== "SessionStart") return undefined;
  const { session_id: session, cwd } = event;
  if (typeof session !== "string" || !SESSION_ID.test(session)) return undefined;
  if (typeof cwd !== "string" || cwd === "" || cwd.includes("\0")) return undefined;
  return { kind: "SessionStart", session, cwd, source: sourceOf(event.source) };
}

/** A source we do not know yet (Claude has added `fork`) begins a session like any other. */
function sourceOf(value: unknown): SessionSource {
  return SESSION_SOURCES.find((source) => source === value) ?? "startup";
}

export function renderIntent(intent: Intent): string {
  if (intent.kind === "nothing") return "";
  const answer = {
    ...(intent.text === ""
      ? {}
      : { hookSpecificOutput: { hookEventName: intent.event, additionalContext: intent.text } }),
    ...(intent.userMessage === undefined || intent.userMessage === "" ? {} : { systemMessage: intent.userMessage }),
  };
  return Object.keys(answer).length === 0 ? "" : JSON.stringify(answer);
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined; // not JSON: not an event
  }
}
