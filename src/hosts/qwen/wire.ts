// Qwen Code's hook protocol (AGT-5): Claude's event names, fields and answers. Like Gemini CLI, from which it comes, it turns
// every `<` and `>` of a hook's context into an entity and leaves `&` alone; hence `&` is escaped here, so that the words of a
// memory don't read like the fence around them (CHK-30).
import { contextAnswer, parseClaudeShaped, reasonOf, toldAnew, withoutNotes } from "../claude-shaped.ts";
import type { HostEvent, Intent, PromptEvent } from "../event.ts";
import { parseLine } from "../json-line.ts";

export function parseEvent(stdin: string): HostEvent | undefined {
  const event = parseClaudeShaped(stdin);
  switch (event?.kind) {
    case "SessionStart":
      // Of an earlier run it keeps what prompts brought, and not what the start told.
      return event.source === "resume" ? { ...toldAnew(event), hasPrompts: true } : event;
    case "UserPromptSubmit":
      return asTyped(event, stdin);
    case "PreToolUse":
      return { ...withoutNotes(event), takesReminders: false };
    default:
      return event;
  }
}

/**
 * The event also comes before each answer to a tool, with no words in it: nobody said anything then. Where it tells what was
 * typed, that counts: the prompt beside it has the words of the files that were named.
 */
function asTyped(event: PromptEvent, stdin: string): PromptEvent | undefined {
  const typed = parseLine(stdin)?.["submitted_prompt"];
  const prompt = typeof typed === "string" && typed.trim() !== "" ? typed : event.prompt;
  return prompt.trim() === "" ? undefined : { ...event, prompt };
}

export function renderIntent(intent: Intent): string {
  switch (intent.kind) {
    case "nothing":
      return "";
    case "context":
      return contextFor(intent);
    // Where nobody can be asked, it refuses by itself, with these words.
    case "ask":
      return decision("ask", intent);
    case "deny":
    // Only for another agent's own memory folder; there is no such thing here, and a refusal is always safe.
    case "rewrite":
      return decision("deny", intent);
  }
}

function decision(permissionDecision: "ask" | "deny", said: { readonly reason: string }): string {
  const hookSpecificOutput = {
    hookEventName: "PreToolUse",
    permissionDecision,
    permissionDecisionReason: reasonOf(said),
  };
  return JSON.stringify({ hookSpecificOutput });
}

/** What is said before a tool acts, or as a helper starts, reaches no model. */
function contextFor({ event, text, userMessage }: Extract<Intent, { kind: "context" }>): string {
  if (event === "PreToolUse" || event === "SubagentStart") return contextAnswer("", "", userMessage);
  return contextAnswer(event, text.replaceAll("&", "&amp;"), userMessage);
}
