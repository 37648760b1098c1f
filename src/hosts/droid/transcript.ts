// One line of Factory Droid's record of a session. In the user's role stand also tools' results, what hooks did, and what the
// harness says before a prompt: its id says so. Of several parts only the first that is not the harness's was typed (AGT-11).
import type { Fields } from "../../disk/json-file.ts";
import { callText, isFields, parseLine, textAt, textParts, timeOf } from "../json-line.ts";
import type { Turn, Work } from "../turn.ts";

export function readTurn(line: string): Turn | undefined {
  const record = parseLine(line);
  const message = record?.["type"] === "message" ? record["message"] : undefined;
  if (!isFields(message) || message["hookEventName"] !== undefined || message["visibility"] !== undefined)
    return undefined;
  const { role: speaker } = message;
  if (speaker !== "user" && speaker !== "assistant") return undefined;
  const text = speaker === "user" ? typedIn(record, message) : textParts(message["content"], ["text"]);
  return text.trim() === "" ? undefined : { speaker, text, ...timeOf(record?.["timestamp"]) };
}

const HARNESS = /^\s*<(?:system-reminder|system-notification|memory-context)/;

function typedIn(record: Fields | undefined, { content }: Fields): string {
  if (String(record?.["id"]).startsWith("context-") || !Array.isArray(content)) return "";
  const first = content.find(
    (part) => textParts([part], ["text"]) !== "" && !HARNESS.test(textParts([part], ["text"])),
  );
  return first === undefined ? "" : textParts([first], ["text"]);
}

export function readPlace(line: string): { readonly session?: string; readonly cwd?: string } {
  if (!line.includes('"session_start"')) return {};
  const record = parseLine(line);
  if (record?.["type"] !== "session_start") return {};
  return { ...textAt(record, "id", "session"), ...textAt(record, "cwd", "cwd") };
}

export function readWork(line: string): readonly Work[] {
  const record = parseLine(line);
  const message = record?.["type"] === "message" ? record["message"] : undefined;
  const content = isFields(message) ? message["content"] : undefined;
  return Array.isArray(content) ? content.filter(isFields).flatMap(workOf) : [];
}

function workOf(part: Fields): readonly Work[] {
  if (part["type"] === "tool_use" && typeof part["id"] === "string") {
    return [{ kind: "call", id: part["id"], what: callText(part["name"], part["input"]) }];
  }
  const { tool_use_id: id, content, is_error } = part;
  if (part["type"] !== "tool_result" || typeof id !== "string") return [];
  return [{ kind: "result", id, text: textParts(content, ["text"]), failed: is_error === true }];
}
