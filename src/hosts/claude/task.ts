// What a helper was asked to do: the input of the call that started it, in the session's own record.
import { isFields, parseLine } from "../json-line.ts";

const CALLS = new Set(["Agent", "Task"]);
/** The kind of helper that a call starts which names none. */
const USUAL = "general-purpose";

/** The tasks of the last message that starts such helpers: of several that begin at once the record does not say which is which. */
export function taskIn(record: readonly string[], agentType: string): string {
  for (const line of record.toReversed()) {
    if (!line.includes('"tool_use"')) continue;
    const message = parseLine(line)?.["message"];
    const content = isFields(message) && Array.isArray(message["content"]) ? message["content"] : [];
    const tasks = content.flatMap((part: unknown) => taskOf(part, agentType));
    if (tasks.length > 0) return tasks.join("\n");
  }
  return "";
}

function taskOf(part: unknown, agentType: string): readonly string[] {
  if (!isFields(part) || part["type"] !== "tool_use" || !CALLS.has(String(part["name"]))) return [];
  const { input } = part;
  if (!isFields(input) || (input["subagent_type"] ?? USUAL) !== agentType) return [];
  return [input["description"], input["prompt"]].filter((text) => typeof text === "string");
}
