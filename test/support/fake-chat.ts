// OpenAI's Chat protocol for the fake model, as Copilot CLI speaks it: a request is read into the same turns as every
// other, and one step is answered as the pieces of a stream.
import type { ServerResponse } from "node:http";
import type { Block, ModelRequest, Step } from "./model-request.ts";

interface Message {
  readonly role: string;
  readonly content: string | readonly Block[] | null;
}

export interface ChatBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly Message[];
}

const USAGE = { prompt_tokens: 100, completion_tokens: 12, total_tokens: 112 };

/** The body stays in it, so that a search for a trace of ours also sees tools and whatever else was sent. */
export function fromChat(body: ChatBody): ModelRequest {
  return { ...body, messages: body.messages.map(({ role, content }) => ({ role, content: content ?? "" })) };
}

export function answerChat(
  response: ServerResponse,
  asked: ModelRequest,
  step: Step,
  id: (prefix: string) => string,
): void {
  const head = { id: id("chatcmpl"), object: "chat.completion.chunk", created: 0, model: asked.model };
  const delta = step.tool === undefined ? { content: step.text ?? "" } : { tool_calls: [callOf(step, id("call"))] };
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
  const send = (more: object): void => void response.write(`data: ${JSON.stringify({ ...head, ...more })}\n\n`);
  send({ choices: [{ index: 0, delta: { role: "assistant", content: null, ...delta }, finish_reason: null }] });
  const finish_reason = step.tool === undefined ? "stop" : "tool_calls";
  send({ choices: [{ index: 0, delta: {}, finish_reason }], usage: USAGE });
  response.end("data: [DONE]\n\n");
}

/** A free-form tool such as apply_patch takes a text, any other an object. */
function callOf({ tool: name, input }: Step, id: string): object {
  if (typeof input === "string") return { index: 0, id, type: "custom", custom: { name, input } };
  return { index: 0, id, type: "function", function: { name, arguments: JSON.stringify(input ?? {}) } };
}
