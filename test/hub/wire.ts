// What stands between clients and one hub, and lets a test cut a request off before the hub has it or after it has acted.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Line } from "../sync-kills/program.ts";

export interface Wire extends Line {
  /** What clients are told, and the hub. */
  readonly url: string;
  /** The hub itself. */
  to: string;
  end(): Promise<void>;
}

const GIVEN = ["authorization", "content-type", "idempotency-key", "if-none-match"];
const KEPT = ["content-type", "retry-after", "etag"];

export async function startWire(): Promise<Wire> {
  const server = createServer((request, response) => {
    const what = `${request.method} ${request.url?.split("?")[0]?.split("/").at(-1)}`;
    const answered = async (): Promise<void> => {
      const body = await bodyOf(request);
      if (wire.heard?.("before", what) === "cut") return void response.destroy();
      const said = await fetch(`${wire.to}${request.url}`, {
        method: request.method ?? "",
        headers: GIVEN.flatMap((name): [string, string][] => {
          const value = request.headers[name];
          return typeof value === "string" ? [[name, value]] : [];
        }),
        ...(body.length > 0 && { body }),
      });
      const bytes = Buffer.from(await said.arrayBuffer());
      if (wire.heard?.("after", what) === "cut") return void response.destroy();
      const headers = KEPT.flatMap((name) => {
        const value = said.headers.get(name);
        return value === null ? [] : [[name, value] as const];
      });
      response.writeHead(said.status, Object.fromEntries(headers)).end(bytes);
    };
    answered().catch(() => response.destroy()); // whoever asked was killed
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const wire: Wire = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    to: "",
    heard: undefined,
    end: async () => {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
  return wire;
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return new Uint8Array(Buffer.concat(pieces));
}
