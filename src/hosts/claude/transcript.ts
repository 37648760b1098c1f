// One line of Claude Code's session record. Taken: what the user typed and what the assistant said in words. Left out:
// everything the harness wrote (attachments, requests, hooks' context: our own block would come back, AGT-11), helpers'
// side conversations, tool results, and the summary that a compaction puts in the user's name.

import type { Fields } from "../../disk/json-file.ts";
import { callText, isFields, parseLine, textAt, textParts, timeOf } from "../json-line.ts";
import type { Called, Turn, Work } from "../turn.ts";

const NOT_SAID = ["isMeta", "isSidechain", "isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage"];

export function readTurn(line: string): Turn | undefined {
  const record = parseLine(line);
  const speaker = record?.["type"];
  if (record === undefined || (speaker !== "user" && speaker !== "assistant")) return undefined;
  if (NOT_SAID.some((key) => record[key] !== undefined && record[key] !== false)) return undefined;
  const { message } = record;
  if (!isFields(message) || message["role"] !== speaker || holdsToolResult(record, message)) return undefined;
  const text = textParts(message["content"], ["text"]);
  return text.trim() === "" ? undefined : { speaker, text, ...timeOf(record["timestamp"]) };
}

function holdsToolResult(record: Fields, { content }: Fields): boolean {
  if (record["toolUseResult"] !== undefined || record["sourceToolUseID"] !== undefined) return true;
  return Array.isArray(content) && content.some((part: unknown) => isFields(part) && part["type"] === "tool_result");
}

export function readPlace(line: string): { readonly session?: string; readonly cwd?: string } {
  if (!line.includes('"cwd"')) return {};
  const record = parseLine(line);
  return { ...textAt(record, "sessionId", "session"), ...textAt(record, "cwd", "cwd") };
}

/** Calls of tools and their results; helpers' own are left out. */
export function readWork(line: string): readonly Work[] {
  const record = parseLine(line);
  if (record === undefined || record["isSidechain"] === true || !isFields(record["message"])) return [];
  const { content } = record["message"];
  return Array.isArray(content) ? content.flatMap((part: unknown) => (isFields(part) ? workOf(part) : [])) : [];
}

function workOf(part: Fields): readonly Work[] {
  if (part["type"] === "tool_use" && typeof part["id"] === "string") {
    return [{ kind: "call", id: part["id"], what: callText(part["name"], part["input"]) }];
  }
  if (part["type"] !== "tool_result" || typeof part["tool_use_id"] !== "string") return [];
  const text = textParts(part["content"], ["text"]);
  return [{ kind: "result", id: part["tool_use_id"], text, failed: part["is_error"] === true }];
}

export function readCalls(line: string): readonly Called[] {
  const record = line.includes('"tool_use"') ? parseLine(line) : undefined;
  const message = record?.["message"];
  const content = isFields(message) ? message["content"] : undefined;
  if (record === undefined || !Array.isArray(content)) return [];
  return content.flatMap((part: unknown) => {
    if (!isFields(part) || part["type"] !== "tool_use") return [];
    const { name, input } = part;
    return typeof name === "string" && isFields(input) ? [{ tool: name, input, ...timeOf(record["timestamp"]) }] : [];
  });
}
