// A hostile model on loopback: it speaks Anthropic Messages and OpenAI chat completions, and answers with whatever a case
// scripts for it. Each case has a path of its own, so that many can run at once and every request is known by its case.
// Bounded: body size, requests per case, and how much an endless answer sends.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { anthropicStream, anthropicWhole } from "./speak-anthropic.ts";
import { openaiStream, openaiWhole } from "./speak-openai.ts";
import type { Block, Usage } from "./words.ts";

export type Reply =
  | { readonly kind: "speak"; readonly blocks: readonly Block[]; readonly usage?: Usage; readonly unended?: boolean }
  | { readonly kind: "status"; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly kind: "raw"; readonly type: string; readonly body: string }
  | { readonly kind: "endless"; readonly block: Block }
  | { readonly kind: "hang" };

export interface Seen {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
  readonly body: { readonly stream?: boolean; readonly tools?: unknown; readonly model?: string };
}

export interface HostileModel {
  readonly port: number;
  /** The n-th request is answered with the n-th reply; the last stands for all that follow. */
  script(name: string, replies: readonly Reply[]): string;
  seen(name: string): readonly Seen[];
  close(): Promise<void>;
}

const MAX_BODY = 30 * 1024 * 1024;
const MAX_REQUESTS = 40;
const DEFAULT_USAGE: Usage = { input: 100, output: 12 };

export async function startHostileModel(): Promise<HostileModel> {
  const scripts = new Map<string, readonly Reply[]>();
  const seen = new Map<string, Seen[]>();
  const server = createServer((request, response) => {
    const [, name = ""] = (request.url ?? "").split("/");
    const requests = seen.get(name);
    const replies = scripts.get(name);
    if (requests === undefined || replies === undefined || requests.length >= MAX_REQUESTS) {
      return void response.writeHead(404).end();
    }
    receive(request, (text) => {
      const asked = { path: request.url ?? "", headers: request.headers, text, body: parsed(text) };
      requests.push(asked);
      answer(response, asked, replies[Math.min(requests.length, replies.length) - 1] ?? { kind: "hang" });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    script: (name, replies) => {
      scripts.set(name, replies);
      seen.set(name, []);
      return `http://127.0.0.1:${port}/${name}`;
    },
    seen: (name) => seen.get(name) ?? [],
    close: () => closed(server),
  };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });
}

function receive(request: IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_BODY) request.destroy();
    else chunks.push(chunk);
  });
  request.on("end", () => done(Buffer.concat(chunks).toString("utf8")));
}

function parsed(text: string): Seen["body"] {
  try {
    return JSON.parse(text) as Seen["body"];
  } catch {
    return {}; // a request without a body, such as what follows a redirect
  }
}

function answer(response: ServerResponse, asked: Seen, reply: Reply): void {
  response.on("error", () => {}); // the other side may leave at any moment: that is what many cases want
  if (reply.kind === "hang") return;
  if (reply.kind === "raw") return void response.writeHead(200, { "content-type": reply.type }).end(reply.body);
  if (reply.kind === "status") {
    const type = reply.status === 529 ? "overloaded_error" : "api_error";
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    return void response.end(JSON.stringify({ type: "error", error: { type, message: "scripted" } }));
  }
  speak(response, asked, reply);
}

function speak(response: ServerResponse, asked: Seen, reply: Reply & { readonly kind: "speak" | "endless" }): void {
  const openai = asked.path.includes("/chat/completions");
  const blocks = reply.kind === "speak" ? reply.blocks : [reply.block];
  const usage = (reply.kind === "speak" ? reply.usage : undefined) ?? DEFAULT_USAGE;
  if (asked.body.stream !== true && reply.kind === "speak") {
    const whole = openai ? openaiWhole(blocks, usage) : anthropicWhole(blocks, usage);
    return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(whole));
  }
  const { head, piece, tail } = (openai ? openaiStream : anthropicStream)(blocks, usage);
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  response.write(head);
  if (reply.kind === "speak") return void (reply.unended === true ? undefined : response.end(tail));
  const more = setInterval(() => response.write(piece), 5);
  response.on("close", () => clearInterval(more));
}
