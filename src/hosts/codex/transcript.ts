// One line of Codex's rollout file. A message in the user's role is the user's only where its record says so: Codex puts
// AGENTS.md, the environment and hooks' context into that role too, each with its provenance.

import type { Fields } from "../../disk/json-file.ts";
import { callText, isFields, parseLine, textAt, textParts, timeOf } from "../json-line.ts";
import type { Called, Turn, Work } from "../turn.ts";

const METADATA = "internal_chat_message_metadata_passthrough";
/** Blocks that older versions put in the user's role without saying whose they are. */
const HARNESS =
  /^\s*(?:<(?:environment_context|user_instructions|permissions|turn_aborted|skills?|INSTRUCTIONS)\b|# AGENTS\.md)/i;

export function readTurn(line: string): Turn | undefined {
  const record = parseLine(line);
  const payload = record?.["payload"];
  if (record?.["type"] !== "response_item" || !isFields(payload) || payload["type"] !== "message") return undefined;
  const speaker = payload["role"];
  if (speaker !== "user" && speaker !== "assistant") return undefined;
  if (speaker === "user" && !isTyped(payload)) return undefined;
  const text = textParts(payload["content"], speaker === "user" ? ["input_text"] : ["output_text"]);
  if (text.trim() === "" || (speaker === "user" && HARNESS.test(text))) return undefined;
  return { speaker, text, ...timeOf(record["timestamp"]) };
}

/** Where the record names its parts, each of them was typed by the user. */
function isTyped(payload: Fields): boolean {
  const metadata = payload[METADATA];
  const kinds = isFields(metadata) ? metadata["content_item_kinds"] : undefined;
  return !Array.isArray(kinds) || kinds.every((kind) => kind === "user.text");
}

/** The first line of a record, and one before each turn, say where the session is. */
export function readPlace(line: string): { readonly session?: string; readonly cwd?: string } {
  if (!line.includes('"cwd"')) return {};
  const record = parseLine(line);
  const payload = record?.["payload"];
  if (!isFields(payload)) return {};
  const session = record?.["type"] === "session_meta" ? textAt(payload, "id", "session") : {};
  return { ...session, ...textAt(payload, "cwd", "cwd") };
}

export function readWork(line: string): readonly Work[] {
  const record = parseLine(line);
  const payload = record?.["payload"];
  if (record?.["type"] !== "response_item" || !isFields(payload) || typeof payload["call_id"] !== "string") return [];
  const id = payload["call_id"];
  switch (payload["type"]) {
    case "function_call":
    case "custom_tool_call":
      return [{ kind: "call", id, what: callText(payload["name"], payload["arguments"] ?? payload["input"]) }];
    case "function_call_output":
    case "custom_tool_call_output": {
      const text = outputText(payload["output"]);
      return [{ kind: "result", id, text, failed: FAILED.test(text) }];
    }
    default:
      return [];
  }
}

/** Codex says how a command ended in its output alone. */
const FAILED = /(?:exit(?:ed with)? code:? |exit_code"?:\s*)[1-9]|^Command blocked by/im;

function outputText(output: unknown): string {
  if (typeof output === "string") return output;
  return isFields(output) && typeof output["content"] === "string"
    ? output["content"]
    : textParts(output, ["input_text"]);
}

export function readCalls(line: string): readonly Called[] {
  const record = line.includes('_call"') ? parseLine(line) : undefined;
  const payload = record?.["payload"];
  if (record?.["type"] !== "response_item" || !isFields(payload) || typeof payload["name"] !== "string") return [];
  const input = inputOf(payload);
  if (input === undefined) return [];
  const { name, namespace } = payload;
  // A server's tool has its server beside it, as `mcp__github`.
  const tool = typeof namespace === "string" && namespace.startsWith("mcp__") ? `${namespace}__${name}` : name;
  return [{ tool, input, ...timeOf(record["timestamp"]) }];
}

/** A free-form tool is given a text; the others JSON in one. */
function inputOf({ type, arguments: given, input }: Fields): Fields | undefined {
  if (type === "custom_tool_call") return typeof input === "string" ? { input } : undefined;
  return type === "function_call" && typeof given === "string" ? parseLine(given) : undefined;
}
