// A model API on loopback for tests with the real agents: it speaks Anthropic Messages as Claude Code does, OpenAI Responses
// as Codex, OpenAI Chat as Copilot CLI, and Gemini's own protocol, and records every request. The answer is scripted in the prompt: the newest user text that
// holds @@[{...}, ...]@@ gives the steps, and step n answers the n-th call after it, so it needs no state and survives
// side requests.
//   {"text": "..."}  or  {"tool": "Write", "input": {...}}
// Bounded: body size, number of requests, time to live.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerChat, type ChatBody, fromChat } from "./fake-chat.ts";
import { answerGemini, fromGemini, type GeminiBody } from "./fake-gemini.ts";
import { answerResponses, fromResponses, type ResponsesBody } from "./fake-responses.ts";
import type { Block, ModelRequest, Step } from "./model-request.ts";

const MAX_BODY = 30 * 1024 * 1024;
const MAX_REQUESTS = 2000;

export interface FakeModel {
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  clear(): void;
  close(): Promise<void>;
}

export async function startFakeModel(ttlMs = 600_000): Promise<FakeModel> {
  const requests: ModelRequest[] = [];
  let served = 0;
  const server = createServer((request, response) => {
    served += 1;
    if (served > MAX_REQUESTS) return void response.writeHead(429).end();
    receive(request, response, (body) => {
      const url = request.url ?? "";
      if (url.startsWith("/v1/responses")) {
        const asked = fromResponses(JSON.parse(body) as ResponsesBody);
        requests.push(asked);
        return answerResponses(response, asked, stepFor(asked), nextId);
      }
      if (url.startsWith("/v1/chat/completions")) {
        const asked = fromChat(JSON.parse(body) as ChatBody);
        requests.push(asked);
        return answerChat(response, asked, stepFor(asked), nextId);
      }
      if (url.includes("enerateContent")) {
        const asked = fromGemini(url, JSON.parse(body) as GeminiBody);
        requests.push(asked);
        return answerGemini(response, url, stepFor(asked));
      }
      if (!url.startsWith("/v1/messages") || url.includes("count_tokens")) {
        return sendJson(response, { input_tokens: 100, totalTokens: 100, data: [], has_more: false });
      }
      const asked = JSON.parse(body) as ModelRequest;
      requests.push(asked);
      answer(response, asked);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  setTimeout(() => void close(), ttlMs).unref();
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, clear: () => void requests.splice(0), close };
}

/** Every text of a request that the model would read: system, messages, tool results. */
export function textsOf(request: ModelRequest): readonly string[] {
  return [request.system ?? "", ...request.messages.map((message) => message.content)].flatMap(textsIn);
}

function textsIn(content: string | readonly Block[]): readonly string[] {
  if (typeof content === "string") return [content];
  return content.flatMap((block) => [
    ...(block.text === undefined ? [] : [block.text]),
    ...textsIn(block.content ?? []),
  ]);
}

function receive(request: IncomingMessage, response: ServerResponse, done: (body: string) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_BODY) request.destroy();
    else chunks.push(chunk);
  });
  request.on("end", () => {
    try {
      done(Buffer.concat(chunks).toString("utf8"));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
}

/** Tool results and system turns are no prompts: a script in them is only found where a user's text holds it. */
function stepFor({ messages }: ModelRequest): Step {
  const scripts = messages.map((message) =>
    message.role === "user" ? scriptIn(textsIn(message.content).join("\n")) : undefined,
  );
  const at = scripts.findLastIndex((script) => script !== undefined);
  const steps = scripts[at];
  if (steps === undefined) return { text: "FAKE-OK" };
  const turns = messages.slice(at + 1).filter((message) => message.role === "assistant").length;
  return steps[Math.min(turns, steps.length - 1)] ?? { text: "FAKE-OK" };
}

function scriptIn(text: string): readonly Step[] | undefined {
  const found = [...text.matchAll(/@@(\[[\s\S]*?\])\s*@@/g)].at(-1)?.[1];
  return found === undefined ? undefined : JSON.parse(found);
}

let serial = 0;
const nextId = (prefix: string): string => `${prefix}_fake${String(++serial).padStart(12, "0")}`;

function answer(response: ServerResponse, asked: ModelRequest): void {
  const step = stepFor(asked);
  const block =
    step.tool === undefined
      ? { type: "text", text: step.text ?? "" }
      : { type: "tool_use", id: nextId("toolu"), name: step.tool, input: step.input ?? {} };
  const stop_reason = step.tool === undefined ? "end_turn" : "tool_use";
  const usage = { input_tokens: 100, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 12 };
  const head = {
    id: nextId("msg"),
    type: "message",
    role: "assistant",
    model: asked.model,
    stop_sequence: null,
    usage,
  };
  if (asked.stream !== true) {
    sendJson(response, { ...head, content: [block], stop_reason });
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
  const send = (type: string, more: object): void =>
    void response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`);
  send("message_start", { message: { ...head, content: [], stop_reason: null } });
  send("content_block_start", {
    index: 0,
    content_block: block.type === "text" ? { type: "text", text: "" } : { ...block, input: {} },
  });
  const delta =
    block.type === "text"
      ? { type: "text_delta", text: block.text }
      : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
  send("content_block_delta", { index: 0, delta });
  send("content_block_stop", { index: 0 });
  send("message_delta", { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 12 } });
  send("message_stop", {});
  response.end();
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}
