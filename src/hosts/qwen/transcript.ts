// One line of Qwen Code's record of a session. Each line says where its words come from, and only a real user's are the user's:
// neither tools' results nor the notices of a task that ended, which stand there in the user's role. Of several parts only the
// first was typed; what hooks said stands in a part of its own, and is no part of what is read (AGT-11).
import type { Fields } from "../../disk/json-file.ts";
import { callText, isFields, parseLine, textAt, timeOf } from "../json-line.ts";
import type { Turn, Work } from "../turn.ts";

export function readTurn(line: string): Turn | undefined {
  const record = parseLine(line);
  const speaker = record === undefined ? undefined : speakerOf(record);
  if (record === undefined || speaker === undefined) return undefined;
  const texts = partsOf(record).map(({ text }) => (typeof text === "string" ? text : ""));
  const text = speaker === "user" ? (texts[0] ?? "") : texts.filter((each) => each !== "").join("\n");
  if (text.trim() === "" || /^\s*<qwen:/.test(text)) return undefined;
  return { speaker, text, ...timeOf(record["timestamp"]) };
}

function speakerOf({ type, provenance, subtype, isSidechain }: Fields): Turn["speaker"] | undefined {
  if (subtype !== undefined || isSidechain === true) return undefined;
  if (type === "user" && provenance === "real_user") return "user";
  return type === "assistant" && provenance === "assistant_output" ? "assistant" : undefined;
}

function partsOf({ message }: Fields): readonly Fields[] {
  const parts = isFields(message) ? message["parts"] : undefined;
  return Array.isArray(parts) ? parts.filter(isFields).filter(({ thought }) => thought !== true) : [];
}

export function readPlace(line: string): { readonly session?: string; readonly cwd?: string } {
  if (!line.includes('"sessionId"')) return {};
  const record = parseLine(line);
  return { ...textAt(record, "sessionId", "session"), ...textAt(record, "cwd", "cwd") };
}

export function readWork(line: string): readonly Work[] {
  const record = parseLine(line);
  return record === undefined ? [] : partsOf(record).flatMap((part) => [...callIn(part), ...resultIn(part)]);
}

function callIn({ functionCall: call }: Fields): readonly Work[] {
  if (!isFields(call) || typeof call["id"] !== "string") return [];
  return [{ kind: "call", id: call["id"], what: callText(call["name"], call["args"]) }];
}

function resultIn({ functionResponse: result }: Fields): readonly Work[] {
  if (!isFields(result) || typeof result["id"] !== "string" || !isFields(result["response"])) return [];
  const { output, error } = result["response"];
  const told = error ?? output;
  const text = typeof told === "string" ? told : JSON.stringify(told ?? "");
  return [{ kind: "result", id: result["id"], text, failed: error !== undefined }];
}
