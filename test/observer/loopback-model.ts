// A model on this machine that speaks OpenAI's protocol and says what a script wants. It counts what reaches it, and how
// many calls are open at once; before it answers it may do something, such as to write into the store.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface LoopbackModel {
  readonly url: string;
  readonly requests: { readonly authorization: string | undefined; readonly prompt: string }[];
  readonly most: () => number;
  /** While a call is open. */
  meanwhile: () => Promise<void>;
  status: number;
  usage: { prompt_tokens: number; completion_tokens: number };
  close(): Promise<void>;
}

interface Said {
  readonly turn: number;
  readonly speaker: string;
  readonly text: string;
}

export async function startLoopbackModel(): Promise<LoopbackModel> {
  let openCalls = 0;
  let most = 0;
  const server = createServer((request, response) => {
    most = Math.max(most, ++openCalls);
    response.on("close", () => {
      openCalls--;
    });
    void bodyOf(request).then(async (body) => {
      const prompt = (JSON.parse(body) as { messages: { content: string }[] }).messages[1]?.content ?? "";
      model.requests.push({ authorization: request.headers.authorization, prompt });
      await model.meanwhile();
      response.writeHead(model.status, { "content-type": "application/json" });
      const choices = [{ message: { content: answerTo(prompt) }, finish_reason: "stop" }];
      response.end(JSON.stringify({ choices, usage: model.usage }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const model: LoopbackModel = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    most: () => most,
    meanwhile: async () => undefined,
    status: 200,
    usage: { prompt_tokens: 900, completion_tokens: 100 },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return model;
}

/** Every sentence of a user is a fact. */
function answerTo(prompt: string): string {
  const said = prompt.includes("[") ? (JSON.parse(prompt.slice(prompt.indexOf("\n") + 1)) as Said[]) : [];
  const memories = said
    .filter(({ speaker }) => speaker === "user")
    .map(({ turn, text }) => ({ claim: text, kind: "fact", quote: text, turn }));
  return JSON.stringify({ memories });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
