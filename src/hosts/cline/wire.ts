// Cline CLI's hook protocol (AGT-5), of which one event is answered: a tool is about to act. Context goes to the model as it is.
// A refusal ends the run: of its two ways to stop a call that is the sure one, for an input put in its place could act as well.
import type { Fields } from "../../disk/json-file.ts";
import { isSessionId, reasonOf } from "../claude-shaped.ts";
import type { HostEvent, Intent, ToolEvent } from "../event.ts";
import { isFields, parseLine } from "../json-line.ts";

export const own: readonly string[] = ["clineVersion"];

export function parseEvent(stdin: string): HostEvent | undefined {
  const read = parseLine(stdin);
  const call = read?.["tool_call"];
  if (read?.["hookName"] !== "tool_call" || !isFields(call)) return undefined;
  const { name, input } = call;
  if (typeof name !== "string" || !isFields(input)) return undefined;
  const { taskId, agent_id: agent, parent_agent_id: parent } = read;
  return {
    kind: "PreToolUse",
    session: isSessionId(taskId) ? taskId : "",
    cwd: folderOf(read),
    tool: name.replace(/^(.+?)__/, "mcp__$1__"),
    input: asOthers(name, input),
    ...(isSessionId(parent) && isSessionId(agent) ? { agent } : {}),
  };
}

/** The guard asks for none: a host that changes its form must not switch it off (AGT-4). */
function folderOf({ workspaceRoots: roots }: Fields): string {
  const first: unknown = Array.isArray(roots) ? roots[0] : undefined;
  return typeof first === "string" && first !== "" && !first.includes("\0") ? first : "/";
}

/** What other hosts call it. Its shell tool takes several lines, each by itself. */
function asOthers(tool: string, input: Fields): ToolEvent["input"] {
  const { commands, old_text: old, new_text: fresh, ...rest } = input;
  if (tool === "run_commands") return { ...rest, command: [commands].flat().map(lineOf).join("\n") };
  if (typeof fresh !== "string" || tool !== "editor") return input;
  return typeof old === "string" ? { ...rest, old_string: old, new_string: fresh } : { ...rest, content: fresh };
}

function lineOf(command: unknown): string {
  if (typeof command === "string") return command;
  if (!isFields(command) || !Array.isArray(command["args"])) return JSON.stringify(command ?? "");
  const words = [command["command"], ...command["args"]];
  return words.map((word) => `'${String(word).replaceAll("'", "'\\''")}'`).join(" ");
}

export function renderIntent(intent: Intent): string {
  switch (intent.kind) {
    case "nothing":
      return "";
    case "context":
      return intent.event !== "PreToolUse" || intent.text === "" ? "" : JSON.stringify({ context: intent.text });
    // It can't ask.
    case "ask":
      return refusal({ reason: intent.refusal });
    case "deny":
    // Only for another agent's own memory folder; a refusal is always safe.
    case "rewrite":
      return refusal(intent);
  }
}

function refusal(said: { readonly reason: string }): string {
  return JSON.stringify({ cancel: true, errorMessage: reasonOf(said) });
}
