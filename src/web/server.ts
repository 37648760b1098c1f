// The socket (REV-2): this machine alone, a port that the system chooses, bounded in time and size, one request after the
// other. It lives as long as the command.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Fault } from "../text/errors.ts";
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

/** How the page names this machine. A passkey needs a name; all else goes by the address. */
export type OwnName = "127.0.0.1" | "localhost";

/** `make` is told its own address, and gives what answers. */
export async function listen(make: (host: string) => Handle, name: OwnName = LOOPBACK): Promise<Listening> {
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
  const serve = (): Server =>
    serverFor((request, response) => {
      // A request that ended early, or a fault that the handler did not turn into words: nothing can be said to it.
      answer(request, response).catch(() => response.destroy());
    });
  const server = serve();
  await listening(server, LOOPBACK, 0);
  const { port } = server.address() as AddressInfo;
  const servers = name === "localhost" ? [server, ...(await alsoSix(serve(), port))] : [server];
  const host = `${name}:${port}`;
  handle = make(host);
  return {
    host,
    close: () => {
      for (const each of servers) {
        each.close();
        // What is being sent still arrives; what only waits does not hold the command.
        each.closeIdleConnections();
        setTimeout(() => each.closeAllConnections(), 500).unref();
      }
    },
  };
}

function serverFor(answer: (request: IncomingMessage, response: ServerResponse) => void): Server {
  const server = createServer(LIMITS, answer);
  server.maxConnections = 64;
  // None of these is ours: no tunnel, no other protocol, no half request.
  server.on("connect", (_, socket) => socket.destroy());
  server.on("upgrade", (_, socket) => socket.destroy());
  server.on("clientError", (_, socket) => socket.destroy());
  return server;
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, exclusive: true }, resolve);
  });
}

/** A browser may take the name for either address: nobody else must answer at the other one. */
async function alsoSix(server: Server, port: number): Promise<readonly Server[]> {
  try {
    await listening(server, "::1", port);
    return [server];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT") return [];
    throw new Fault("io", `Another program answers at [::1]:${port}; the page was not opened.`, "Try again.");
  }
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
