// The socket (REV-2): this machine alone, a port that the system chooses, bounded in time and size, one request after the
// other. It lives as long as the command.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Handle } from "./handle.ts";
import { HEADERS, MAX_BODY, type WebAnswer } from "./message.ts";

const LOOPBACK = "127.0.0.1";
const LIMITS = {
  headersTimeout: 5000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16 * 1024,
} as const;

export interface Listening {
  readonly host: string;
  close(): void;
}

/** `make` is told its own address, and gives what answers. */
export async function listen(make: (host: string) => Handle): Promise<Listening> {
  let handle: Handle | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    if (handle === undefined) throw new Error("not ready");
    if (body === undefined) response.setHeader("connection", "close");
    const { method = "", url: target = "" } = request;
    const mine = handle;
    const next = turn.then(() => mine({ method, target, headers: request.headersDistinct, body }));
    turn = next.catch(() => undefined);
    send(response, await next);
  };
  const server = createServer(LIMITS, (request, response) => {
    // A request that ended early, or a fault that the handler did not turn into words: nothing can be said to it.
    answer(request, response).catch(() => response.destroy());
  });
  server.maxConnections = 64;
  // None of these is ours: no tunnel, no other protocol, no half request.
  server.on("connect", (_, socket) => socket.destroy());
  server.on("upgrade", (_, socket) => socket.destroy());
  server.on("clientError", (_, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: LOOPBACK, port: 0, exclusive: true }, resolve);
  });
  const host = `${LOOPBACK}:${(server.address() as AddressInfo).port}`;
  handle = make(host);
  return {
    host,
    close: () => {
      server.close();
      // What is being sent still arrives; what only waits does not hold the command.
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), 500).unref();
    },
  };
}

function send(response: ServerResponse, { status, type, body, allow }: WebAnswer): void {
  response.writeHead(status, {
    ...HEADERS,
    "content-type": `${type}; charset=utf-8`,
    "content-length": Buffer.byteLength(body),
    ...(allow === undefined ? {} : { allow }),
  });
  response.end(body);
}

/** Undefined: larger than allowed; the rest is not read. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BODY) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
