// git's own HTTP server program behind a small loopback server: what a forge does, without its network.
import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

const BACKEND = join(execFileSync("git", ["--exec-path"], { encoding: "utf8" }).trim(), "git-http-backend");

export interface Served {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export function hasBackend(): boolean {
  return existsSync(BACKEND);
}

/** Every repository below `base`, to read and to push to. */
export async function serve(base: string): Promise<Served> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const cgi = spawn(BACKEND, [], {
      stdio: ["pipe", "pipe", "ignore"],
      env: {
        PATH: process.env["PATH"],
        HOME: base,
        GIT_PROJECT_ROOT: base,
        GIT_HTTP_EXPORT_ALL: "1",
        REMOTE_USER: "bench",
        PATH_INFO: url.pathname,
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method ?? "GET",
        CONTENT_TYPE: request.headers["content-type"] ?? "",
        ...(request.headers["content-length"] === undefined
          ? {}
          : { CONTENT_LENGTH: request.headers["content-length"] }),
        HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
        GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      },
    });
    request.pipe(cgi.stdin);
    cgi.stdin.on("error", () => undefined); // it ended before it read everything: its answer tells
    let head = Buffer.alloc(0);
    const onHead = (piece: Buffer): void => {
      head = Buffer.concat([head, piece]);
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      cgi.stdout.off("data", onHead);
      const headers = head
        .subarray(0, end)
        .toString("latin1")
        .split("\r\n")
        .map((line) => line.split(/: */, 2));
      const status = headers.find(([name]) => name?.toLowerCase() === "status")?.[1];
      for (const [name = "", value = ""] of headers)
        if (name.toLowerCase() !== "status") response.setHeader(name, value);
      response.writeHead(Number.parseInt(status ?? "200", 10));
      response.write(head.subarray(end + 4));
      cgi.stdout.pipe(response);
    };
    cgi.stdout.on("data", onHead);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
