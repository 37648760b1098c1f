// The built site over loopback, as a host of static files would serve it: bytes by path, and nothing else.
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, normalize } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".txt": "text/plain; charset=utf-8",
};

export interface Served {
  readonly origin: string;
  /** Bytes of a path, uncompressed; none for what is not there. */
  sizeOf(url: string): number;
  close(): Promise<void>;
}

export async function serve(site: string): Promise<Served> {
  const fileOf = (url: string): string => `${site}${normalize(decodeURIComponent(new URL(url, "http://x").pathname))}`;
  const server = createServer((request, response) => {
    const file = fileOf(request.url ?? "/");
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sizeOf: (url) => statSync(fileOf(url), { throwIfNoEntry: false })?.size ?? 0,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
