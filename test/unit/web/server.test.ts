// The socket itself (REV-2): where it listens, and what it does with requests that no browser would send.
// check:all: waits for sockets that say nothing.
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HEADERS, MAX_BODY, type WebRequest } from "../../../src/web/message.ts";
import { type Listening, listen } from "../../../src/web/server.ts";

let server: Listening;
let seen: WebRequest[];
let running: number;
let most: number;

beforeEach(async () => {
  seen = [];
  running = 0;
  most = 0;
  server = await listen(() => async (request) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running--;
    seen.push(request);
    return { status: 200, type: "application/json", body: '{"a":"ö"}' };
  });
});
afterEach(() => server.close());

function port(): number {
  return Number(server.host.split(":")[1]);
}

/** What comes back until the other side closes, or nothing came for a while. */
function raw(text: string, host = "127.0.0.1"): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host, port: port() });
    let got = "";
    const done = (): void => {
      socket.destroy();
      resolve(got);
    };
    socket.setTimeout(2500, done);
    socket.on("data", (chunk) => {
      got += chunk.toString("utf8");
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      got ||= String(error.code);
      done();
    });
    socket.on("close", done);
    socket.write(text);
  });
}

const post = (size: number, body: string): string =>
  `POST /x HTTP/1.1\r\nHost: ${server.host}\r\nContent-Length: ${size}\r\n\r\n${body}`;

describe("the socket", () => {
  test("REV-2: it listens on 127.0.0.1 and on no other address of this machine", async () => {
    expect(server.host).toMatch(/^127\.0\.0\.1:\d{4,5}$/);
    const others = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter(({ address }) => address !== "127.0.0.1" && !address.startsWith("fe80"))
      .map(({ address }) => address);
    for (const host of ["127.0.0.2", "::1", ...others]) {
      expect([host, await raw("GET / HTTP/1.0\r\n\r\n", host)]).toEqual([host, expect.stringMatching(/^E[A-Z]+$/)]);
    }
    expect(seen).toEqual([]);
  });

  test("REV-2: every answer has the headers, its length in bytes, and nothing that lets another page read it", async () => {
    const answer = await raw(`GET /x HTTP/1.1\r\nHost: ${server.host}\r\nConnection: close\r\n\r\n`);
    for (const [name, value] of Object.entries(HEADERS)) expect(answer).toContain(`\r\n${name}: ${value}\r\n`);
    expect(answer).toContain("\r\ncontent-length: 10\r\n");
    expect(answer).not.toMatch(/access-control|set-cookie|x-powered|server:/i);
  });

  test("REV-2: the policy lets nothing in but the page's own script, style and icon", () => {
    expect(HEADERS["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
  });

  test("REV-2: a body up to the limit arrives whole; a larger one does not arrive, and the connection ends", async () => {
    await raw(post(MAX_BODY, "x".repeat(MAX_BODY)));
    expect(seen.at(-1)?.body).toHaveLength(MAX_BODY);
    const answer = await raw(post(MAX_BODY + 1, "x".repeat(MAX_BODY + 1)));
    expect(seen.at(-1)?.body).toBeUndefined();
    expect(answer).toMatch(/connection: close/i);
  });

  test.each([
    ["an upgrade", "GET / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"],
    ["a tunnel", "CONNECT evil.example:443 HTTP/1.1\r\nHost: h\r\n\r\n"],
    ["no HTTP", "\x16\x03\x01\x02\x00\x01\x00\x01"],
    ["two lengths", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
    [
      "length and chunks",
      "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["a header of 64 kB", `GET / HTTP/1.1\r\nHost: h\r\nX: ${"x".repeat(65_536)}\r\n\r\n`],
  ])("REV-2: %s is cut off and reaches nobody", async (_, text) => {
    expect(await raw(text)).not.toContain("200 OK");
    expect(seen).toEqual([]);
  });

  test("REV-2: a header that came twice reaches the door twice", async () => {
    await raw(`GET /x HTTP/1.1\r\nHost: ${server.host}\r\nOrigin: a\r\nOrigin: b\r\n\r\n`);
    expect(seen[0]?.headers["origin"]).toEqual(["a", "b"]);
  });

  test("REV-2: one request after the other, and one that never ends holds up nobody", async () => {
    const slow = raw(post(100, "only a part"));
    const all = await Promise.all(Array.from({ length: 8 }, () => raw(post(1, "x"))));
    expect(all.every((each) => each.includes("200 OK"))).toBe(true);
    expect([most, seen.length]).toEqual([1, 8]);
    await slow;
  });

  test("REV-2: when it is closed nothing listens any more", async () => {
    server.close();
    expect(await raw("GET / HTTP/1.0\r\n\r\n")).toBe("ECONNREFUSED");
  });
});
