// One line of Copilot CLI's record of a session (events.jsonl). What the user typed stands apart from what was sent in
// their name, which holds hooks' context. Left out: what a skill, another agent or the autopilot said as the user, and
// everything that a helper said or did.

import type { Fields } from "../../disk/json-file.ts";
import { callText, isFields, parseLine, textAt, timeOf } from "../json-line.ts";
import type { Turn, Work } from "../turn.ts";

const SPEAKERS = { "user.message": "user", "assistant.message": "assistant" } as const;

export function readTurn(line: string): Turn | undefined {
  const record = parseLine(line);
  const data = ownData(record);
  const type = record?.["type"];
  if (data === undefined || (type !== "user.message" && type !== "assistant.message")) return undefined;
  if (type === "user.message" && !isTyped(data)) return undefined;
  const { content: text } = data;
  if (typeof text !== "string" || text.trim() === "") return undefined;
  return { speaker: SPEAKERS[type], text, ...timeOf(record?.["timestamp"]) };
}

/** A message with another origin names it. */
function isTyped({ source, isAutopilotContinuation }: Fields): boolean {
  return (source === undefined || source === "user") && isAutopilotContinuation !== true;
}

/** Of the session itself: what a helper did names its place below it. */
function ownData(record: Fields | undefined): Fields | undefined {
  const data = record?.["data"];
  if (!isFields(data) || record?.["agentId"] !== undefined || data["parentToolCallId"] !== undefined) return undefined;
  return data;
}

export function readPlace(line: string): { readonly session?: string; readonly cwd?: string } {
  if (!line.includes('"cwd"')) return {};
  const record = parseLine(line);
  const data = record?.["data"];
  if (record?.["type"] !== "session.start" || !isFields(data)) return {};
  const context = isFields(data["context"]) ? data["context"] : undefined;
  return { ...textAt(data, "sessionId", "session"), ...textAt(context, "cwd", "cwd") };
}

export function readWork(line: string): readonly Work[] {
  const record = parseLine(line);
  const data = ownData(record);
  if (data === undefined || typeof data["toolCallId"] !== "string") return [];
  const id = data["toolCallId"];
  if (record?.["type"] === "tool.execution_start") {
    return [{ kind: "call", id, what: callText(data["toolName"], data["arguments"]) }];
  }
  if (record?.["type"] !== "tool.execution_complete") return [];
  const failed = data["success"] !== true;
  const told = failed ? data["error"] : data["result"];
  const text = isFields(told) ? told[failed ? "message" : "content"] : undefined;
  return [{ kind: "result", id, text: typeof text === "string" ? text : "", failed }];
}
