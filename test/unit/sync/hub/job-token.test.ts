// HUB-8: whoever stands in the place of a CI's provider gets nothing but the question, and gives a token or none.
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { hubAddress } from "../../../../src/sync/hub/address.ts";
import { jobToken } from "../../../../src/sync/io/hub/job-token.ts";
import { isRefusal } from "../../../../src/text/errors.ts";

const TOKEN = "aaaa.bbbb.cccc";
let servers: Server[] = [];
afterEach(() => {
  for (const each of servers) each.close();
  servers = [];
});

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function asked(url: string): ReturnType<typeof jobToken> {
  const address = hubAddress("https://hub.example.org/acme");
  if (address === undefined || isRefusal(address)) throw new Error("it is a hub's address");
  return jobToken({ url, bearer: "word" }, address);
}

test("HUB-8: it is asked for one organisation's token, beside what the address says already", async () => {
  const heard: unknown[] = [];
  const at = await serving(({ url, headers: { authorization } }, answer) => {
    heard.push(url, authorization);
    answer.end(JSON.stringify({ value: TOKEN }));
  });
  expect(await asked(`${at}/token?api-version=2.0`)).toBe(TOKEN);
  expect(heard).toEqual([
    `/token?api-version=2.0&audience=${encodeURIComponent("https://hub.example.org/acme")}`,
    "Bearer word",
  ]);
});

test("HUB-8: a redirect is not followed, and the word goes nowhere without encryption", async () => {
  const heard: unknown[] = [];
  const elsewhere = await serving((request, answer) => answer.end(String(heard.push(request.headers))));
  const at = await serving((_, answer) => answer.writeHead(302, { location: elsewhere }).end());
  expect(await asked(at)).toMatchObject({ kind: "refusal", code: "hub" });
  for (const url of ["http://ci.example.org/token", "file:///etc/passwd", "no address"])
    expect(await asked(url)).toMatchObject({ kind: "refusal", code: "usage" });
  expect(heard).toEqual([]);
});

test.each([
  ["no JSON", "<html>"],
  ["no token", JSON.stringify({ value: "\u001b[31mred" })],
  ["more than a token", JSON.stringify({ value: TOKEN, more: "x".repeat(100_000) })],
])("HUB-8: %s is none, and nothing of it is said", async (_, body) => {
  const at = await serving((_request, answer) => answer.end(body));
  const found = await asked(at);
  expect(found).toMatchObject({ kind: "refusal", message: expect.stringContaining("HTTP 200 without a token") });
});

test("HUB-8: who is busy is asked again, and who says no is not", async () => {
  let n = 0;
  const busy = await serving((_, answer) => {
    n += 1;
    answer.writeHead(n < 3 ? 503 : 200).end(JSON.stringify({ value: TOKEN }));
  });
  expect([await asked(busy), n]).toEqual([TOKEN, 3]);
  n = 0;
  const no = await serving((_, answer) => {
    n += 1;
    answer.writeHead(403).end();
  });
  expect([isRefusal(await asked(no)), n]).toEqual([true, 1]);
});
