// Codex's hook protocol (AGT-5). Its events have Claude's shape; its answers are read strictly: one key it does not
// know, or a refusal without a reason, and the hook counts as failed, and then the guarded command runs. So an answer is
// put together from the table of keys below and from nothing else, and a refusal always has a reason.

import type { Fields } from "../../disk/json-file.ts";
import { reasonOf } from "../claude-shaped.ts";
import type { Intent } from "../event.ts";

export { parseClaudeShaped as parseEvent } from "../claude-shaped.ts";

/** A helper's start is not asked about: no entry of ours names that event here. */
type Answering = Exclude<Extract<Intent, { kind: "context" }>["event"], "SubagentStart">;

interface Keys {
  readonly answer: readonly string[];
  /** Those of `hookSpecificOutput`. */
  readonly specific: readonly string[];
}

/** What Codex 0.166 takes, of what we have to say. There is more; it is not ours to use. */
export const ANSWER_KEYS: Readonly<Record<Answering, Keys>> = {
  SessionStart: { answer: ["hookSpecificOutput", "systemMessage"], specific: ["hookEventName", "additionalContext"] },
  UserPromptSubmit: {
    answer: ["hookSpecificOutput", "systemMessage"],
    specific: ["hookEventName", "additionalContext"],
  },
  PreToolUse: {
    answer: ["hookSpecificOutput", "systemMessage"],
    specific: ["hookEventName", "additionalContext", "permissionDecision", "permissionDecisionReason"],
  },
};

export function renderIntent(intent: Intent): string {
  switch (intent.kind) {
    case "nothing":
      return "";
    case "context":
      if (intent.event === "SubagentStart") return "";
      return answerTo(intent.event, { additionalContext: intent.text }, intent.userMessage);
    // To a hook that asks Codex does not listen, and the tool runs.
    case "ask":
      return refusal({ reason: intent.refusal });
    case "deny":
    // Codex takes another input for its shell only; for the rest it would run what was asked. Hence a refusal.
    case "rewrite":
      return refusal(intent);
  }
}

function refusal(said: { readonly reason: string }): string {
  return answerTo("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: reasonOf(said) });
}

function answerTo(event: Answering, said: Fields, userMessage = ""): string {
  const keys = ANSWER_KEYS[event];
  const specific = only(keys.specific, said);
  const hookSpecificOutput = isEmpty(specific) ? "" : { hookEventName: event, ...specific };
  const answer = only(keys.answer, { hookSpecificOutput, systemMessage: userMessage });
  return isEmpty(answer) ? "" : JSON.stringify(answer);
}

/** The fields that are in the table and say something. */
function only(keys: readonly string[], fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key, value]) => keys.includes(key) && value !== ""));
}

function isEmpty(fields: Fields): boolean {
  return Object.keys(fields).length === 0;
}
