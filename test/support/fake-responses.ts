// OpenAI's Responses protocol for the fake model, as Codex speaks it: a request is read into the same turns as every
// other, and one step is answered as the events of a stream.
import type { ServerResponse } from "node:http";
import type { Block, ModelRequest, Step } from "./model-request.ts";

interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly content?: string | readonly Block[];
  readonly output?: string | readonly Block[];
  readonly arguments?: string;
  readonly input?: string;
}

export interface ResponsesBody {
  readonly model: string;
  readonly instructions?: string;
  readonly stream?: boolean;
  readonly input: string | readonly Item[];
}

const USAGE = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 12,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 112,
};

/** The body stays in it, so that a search for a trace of ours also sees tools and whatever else was sent. */
export function fromResponses(body: ResponsesBody): ModelRequest {
  const items: readonly Item[] = typeof body.input === "string" ? [{ role: "user", content: body.input }] : body.input;
  return { ...body, system: body.instructions ?? "", messages: items.map(turnOf) };
}

function turnOf(item: Item): ModelRequest["messages"][number] {
  if (item.output !== undefined) return { role: "tool", content: item.output };
  const called = item.arguments ?? item.input;
  if (called !== undefined) return { role: "assistant", content: called };
  return { role: item.role ?? "other", content: item.content ?? "" };
}

export function answerResponses(
  response: ServerResponse,
  asked: ModelRequest,
  step: Step,
  id: (prefix: string) => string,
): void {
  const item = itemOf(step, id);
  const whole = { id: id("resp"), object: "response", created_at: 0, model: asked.model, usage: USAGE };
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
  let sequence_number = 0;
  const send = (type: string, more: object): void =>
    void response.write(
      `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence_number++, ...more })}\n\n`,
    );
  send("response.created", { response: { ...whole, status: "in_progress", output: [], usage: null } });
  send("response.output_item.added", { output_index: 0, item: { ...item, status: "in_progress" } });
  send("response.output_item.done", { output_index: 0, item });
  send("response.completed", { response: { ...whole, status: "completed", output: [item] } });
  response.end();
}

/** A free-form tool such as apply_patch takes a text, any other an object. */
function itemOf(step: Step, id: (prefix: string) => string): object {
  const status = "completed";
  if (step.tool === undefined) {
    const content = [{ type: "output_text", text: step.text ?? "", annotations: [] }];
    return { type: "message", id: id("msg"), role: "assistant", status, content };
  }
  const call = { call_id: id("call"), name: step.tool, status };
  if (typeof step.input === "string") return { type: "custom_tool_call", id: id("ctc"), ...call, input: step.input };
  return {
    type: "function_call",
    id: id("fc"),
    ...call,
    ...(step.namespace === undefined ? {} : { namespace: step.namespace }),
    arguments: JSON.stringify(step.input ?? {}),
  };
}
