// One line of Gemini CLI's record of a session. A user's message is what was sent: the words of a file or of a command of
// the project may stand in it. Where that differs from what was typed, the record has both, and the typed one counts; of
// several parts only the first is the user's. Left out: tool results, and what a `$set` line repeats.

import type { Fields } from "../../disk/json-file.ts";
import { callText, isFields, parseLine, textAt, textParts, timeOf } from "../json-line.ts";
import type { Turn, Work } from "../turn.ts";
import { withoutEcho } from "./wire.ts";

export function readTurn(line: string): Turn | undefined {
  const record = parseLine(line);
  if (record?.["type"] !== "user" && record?.["type"] !== "gemini") return undefined;
  const speaker = record["type"] === "user" ? "user" : "assistant";
  const text = speaker === "user" ? typedIn(record) : saidIn(record["content"]);
  return text.trim() === "" ? undefined : { speaker, text, ...timeOf(record["timestamp"]) };
}

function typedIn({ content, displayContent }: Fields): string {
  const sent = displayContent ?? content;
  const first: unknown = Array.isArray(sent) ? sent[0] : sent;
  const text = isFields(first) ? first["text"] : first;
  return typeof text === "string" && !text.startsWith("<session_context>") ? withoutEcho(text) : "";
}

/** Parts of a message have no type here. */
function saidIn(content: unknown): string {
  const parts = Array.isArray(content)
    ? content.map((part) => (isFields(part) ? { type: "text", ...part } : part))
    : content;
  return textParts(parts, ["text"]);
}

/** It names its session, and its project by a digest alone. */
export function readPlace(line: string): { readonly session?: string; readonly cwd?: string } {
  return line.includes('"projectHash"') ? textAt(parseLine(line), "sessionId", "session") : {};
}

/** A message is written again once its tools are done; only then has it calls. */
export function readWork(line: string): readonly Work[] {
  const record = parseLine(line);
  const calls = record?.["type"] === "gemini" ? record["toolCalls"] : undefined;
  return Array.isArray(calls) ? calls.flatMap((call: unknown) => (isFields(call) ? workOf(call) : [])) : [];
}

function workOf(call: Fields): readonly Work[] {
  const { id, name, args, status, result } = call;
  if (typeof id !== "string") return [];
  const text = result === undefined ? "" : JSON.stringify(result);
  return [
    { kind: "call", id, what: callText(name, args) },
    { kind: "result", id, text, failed: status === "error" || status === "cancelled" },
  ];
}
