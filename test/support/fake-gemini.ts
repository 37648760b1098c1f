// Google's Gemini protocol for the fake model: the model stands in the address, a tool's result in the user's turn, and one
// step is answered as one piece.
import type { ServerResponse } from "node:http";
import type { Block, ModelRequest, Step } from "./model-request.ts";

interface Part {
  readonly text?: string;
  readonly functionResponse?: unknown;
}

interface Content {
  readonly role?: string;
  readonly parts?: readonly Part[];
}

export interface GeminiBody {
  readonly systemInstruction?: Content;
  readonly contents: readonly Content[];
}

const USAGE = { promptTokenCount: 100, candidatesTokenCount: 12, totalTokenCount: 112 };

/** The body stays in it, so that a search for a trace of ours also sees tools and whatever else was sent. */
export function fromGemini(url: string, body: GeminiBody): ModelRequest {
  const model = /models\/([^:/?]+)/.exec(url)?.[1] ?? "";
  const system = blocksOf(body.systemInstruction ?? {});
  return { ...body, model, system, messages: body.contents.map(turnOf) };
}

function turnOf(content: Content): ModelRequest["messages"][number] {
  const isResult = content.parts?.some(({ functionResponse }) => functionResponse !== undefined) === true;
  const role = content.role === "model" ? "assistant" : isResult ? "tool" : (content.role ?? "user");
  return { role, content: blocksOf(content) };
}

function blocksOf({ parts = [] }: Content): readonly Block[] {
  return parts.map(({ text, functionResponse }) => ({
    type: "text",
    text: functionResponse === undefined ? (text ?? "") : JSON.stringify(functionResponse),
  }));
}

export function answerGemini(response: ServerResponse, url: string, step: Step): void {
  const part =
    step.tool === undefined
      ? { text: step.text ?? "" }
      : { functionCall: { name: step.tool, args: step.input ?? {} }, thoughtSignature: "ZmFrZQ==" };
  const candidate = { index: 0, content: { role: "model", parts: [part] }, finishReason: "STOP" };
  const body = JSON.stringify({ candidates: [candidate], usageMetadata: USAGE });
  const streams = url.includes(":streamGenerateContent");
  response.writeHead(200, { "content-type": streams ? "text/event-stream; charset=utf-8" : "application/json" });
  response.end(streams ? `data: ${body}\n\n` : body);
}
