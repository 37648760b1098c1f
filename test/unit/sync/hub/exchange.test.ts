// HUB-8: a hub takes a provider's token once. Whoever gets no answer shows another one, where it can have one.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { hubAddress } from "../../../../src/sync/hub/address.ts";
import { exchanged } from "../../../../src/sync/io/hub/session.ts";
import { isRefusal, refuse } from "../../../../src/text/errors.ts";

const OWN = `hfj_${"a".repeat(43)}`;
let server: Server | undefined;
afterEach(() => server?.close());

/** What it was shown. `answers`: what it says to each; it hangs up where that is nothing. */
async function hub(answers: readonly (number | undefined)[]): Promise<{ shown: string[]; url: string }> {
  const shown: string[] = [];
  server = createServer(async (request, answer) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    shown.push(JSON.parse(Buffer.concat(pieces).toString()).token);
    const status = answers[shown.length - 1];
    if (status === undefined) request.socket.destroy();
    else if (status === 200) answer.end(JSON.stringify({ token: OWN, ends: new Date().toISOString() }));
    else answer.writeHead(status).end(JSON.stringify({ code: "not-allowed", message: "It was exchanged already." }));
  });
  await new Promise<void>((done) => server?.listen(0, "127.0.0.1", done));
  return { shown, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/acme` };
}

function exchange(url: string, next: () => Promise<string>): ReturnType<typeof exchanged> {
  const address = hubAddress(url);
  if (address === undefined || isRefusal(address)) throw new Error("it is a hub's address");
  return exchanged(address, next);
}

test("HUB-8: behind an answer that was lost, the job shows a token that nobody was shown", async () => {
  const { shown, url } = await hub([undefined, 503, 200]);
  let n = 0;
  expect(await exchange(url, () => Promise.resolve(`token-${++n}`))).toBe(OWN);
  expect(shown).toEqual(["token-1", "token-2", "token-3"]);
});

test("HUB-8: one that was exchanged already is told in the hub's own words, and not shown again", async () => {
  const { shown, url } = await hub([403, 200]);
  const told = await exchange(url, () => Promise.resolve("token"));
  expect(told).toMatchObject({ kind: "refusal", message: expect.stringContaining("It was exchanged already.") });
  expect(shown).toEqual(["token"]);
});

test("HUB-8: where the provider gives none, the hub is shown none", async () => {
  const { shown, url } = await hub([200]);
  const none = refuse("hub", "The job's provider gives it no token.");
  expect(await exchange(url, () => Promise.resolve(none as never))).toBe(none);
  expect(shown).toEqual([]);
});
