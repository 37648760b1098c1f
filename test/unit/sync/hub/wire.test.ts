// HUB-4, HUB-5: what a hub refuses, and what stands in its place and answers otherwise: bounded, told as a value, nothing lost.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hubAddress } from "../../../../src/sync/hub/address.ts";
import { openWire } from "../../../../src/sync/io/hub/ask.ts";
import { isRefusal } from "../../../../src/text/errors.ts";
import { throughHub } from "../../../support/hub-machines.ts";
import { type HubStub, hubStub, MEMBER } from "../../../support/hub-stub.ts";
import { remember } from "../../../support/sync-acts.ts";
import { type Machine, treeOf, twoMachines } from "../../../support/sync-machines.ts";

let servers: Server[] = [];
afterEach(() => {
  for (const each of servers) {
    each.closeAllConnections();
    each.close();
  }
  servers = [];
});

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function wireTo(origin: string): ReturnType<typeof openWire> {
  const address = hubAddress(`${origin}/acme`);
  if (address === undefined || isRefusal(address)) throw new Error(`${origin} is no hub's address`);
  return openWire(address);
}

describe("HUB-4: who answers in the place of a hub", () => {
  test.each([
    ["https://hub.example.org/acme", "acme", "https://hub.example.org"],
    ["https://hub.example.org/our/hub/acme/", "acme", "https://hub.example.org/our/hub"],
    ["http://127.0.0.1:8080/acme", "acme", "http://127.0.0.1:8080"],
    ["http://[::1]:8080/acme", "acme", "http://[::1]:8080"],
    ["http://localhost/acme", "acme", "http://localhost"],
  ])("%s is a hub's address", (text, tenant, hub) => {
    expect(hubAddress(text)).toEqual({ url: `${hub}/${tenant}`, hub, tenant });
  });

  test.each([
    "git@example.org:me/memories.git",
    "https://example.org/me/memories.git",
    "https://example.org/",
    "https://example.org/acme?x=1",
    "ssh://example.org/acme",
    "/srv/acme",
  ])("%s is none", (text) => expect(hubAddress(text)).toBeUndefined());

  test.each([
    "http://hub.example.org/acme",
    "http://10.0.0.1/acme",
    "http://127.0.0.1.example.org/acme",
    "https://a:b@example.org/acme",
  ])("%s is refused: a token would go to whoever listens", (text) =>
    expect(hubAddress(text)).toMatchObject({ kind: "refusal", code: "usage" }),
  );

  test("a redirect is not followed, and takes no token along", async () => {
    const heard: string[] = [];
    const elsewhere = await serving((request, response) => {
      heard.push(String(request.headers.authorization));
      response.end("{}");
    });
    const origin = await serving((_, response) => response.writeHead(302, { location: `${elsewhere}/v1/acme` }).end());
    const answer = await wireTo(origin).ask({ path: "", token: "hfs_secret", budgetMs: 5000 });
    expect(answer).toMatchObject({ kind: "refusal", code: "hub" });
    expect(heard).toEqual([]);
  });

  test("a page of a portal is no answer of a hub", async () => {
    const origin = await serving((_, response) => response.end("<html>Sign in to the network</html>"));
    const answer = await wireTo(origin).ask({ path: "", budgetMs: 5000 });
    expect(answer).toMatchObject({ kind: "refusal", message: expect.stringContaining("did not answer as a hub") });
  });

  test("an answer without end is cut off", async () => {
    const origin = await serving((_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(256 * 1024, 0x20)));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    });
    const answer = await wireTo(origin).ask({ path: "", budgetMs: 20_000 });
    expect(answer).toMatchObject({ kind: "refusal", message: expect.stringContaining("more than it may") });
  });

  test.each([
    ["never answers", (): void => undefined],
    ["drips", (write: (text: string) => void): void => void setInterval(() => write(" "), 100).unref()],
  ])("one that %s is waited for no longer than the budget", async (_, then) => {
    const origin = await serving((__, response) => then((text) => void response.write(text)));
    const answer = await wireTo(origin).ask({ path: "", budgetMs: 700 });
    expect(answer).toMatchObject({ kind: "refusal", message: expect.stringContaining("took too long") });
  });

  test.each([
    [{ code: "unavailable", message: "The provider for signing in does not answer." }, "sign"],
    [{ code: "unavailable", message: "The hub can't answer now. Ask again." }, "too much"],
    [{}, "too much"],
  ])("why it can't, in its own words where it has some: %j", async (body, said) => {
    const origin = await serving((_, response) =>
      response.writeHead(503, { "retry-after": "0" }).end(JSON.stringify(body)),
    );
    const answer = await wireTo(origin).ask({ path: "", budgetMs: 5000 });
    expect(answer).toMatchObject({ kind: "refusal", message: expect.stringContaining(said) });
  });

  test("one that has too much to do is asked again when it says so", async () => {
    let asked = 0;
    const origin = await serving((_, response) =>
      asked++ === 0 ? response.writeHead(503, { "retry-after": "0" }).end("{}") : response.end('{"ok":true}'),
    );
    expect(await wireTo(origin).ask({ path: "", budgetMs: 5000 })).toMatchObject({ status: 200, body: { ok: true } });
  });
});

describe("HUB-5: what a hub does not take", () => {
  let base: string;
  let stub: HubStub;
  let a: Machine;
  let b: Machine;
  beforeEach(async () => {
    base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-hub-wire-")));
    stub = await hubStub();
    [a, b] = twoMachines(base) as [Machine, Machine];
    for (const each of [a, b]) each.carrier = (git) => throughHub(git, stub, dirname(each.root));
  });
  afterEach(async () => {
    await stub.end();
    rmSync(base, { recursive: true, force: true });
  });
  const there = (): readonly string[] => (stub.stores.get(`personal/${MEMBER}`)?.log ?? []).map(({ path }) => path);

  test("a file that it refuses is told, and keeps no other from being sent; once it may, it goes", async () => {
    const file = `memories/${await remember(a, "Deploys run on Mondays", "Deploys")}`;
    const other = `memories/${await remember(a, "Backups run on Fridays", "Backups")}`;
    stub.refused.set(file, "it holds a \u001b[31msecret");
    const outcome = await a.sync();
    expect(there()).toContain(other);
    expect(there()).not.toContain(file);
    expect(await a.sync()).toMatchObject({
      outcome: "equal",
      refused: expect.arrayContaining([expect.objectContaining({ path: file })]),
    });
    // Its statement would be judged without it.
    expect(there().filter((path) => path.startsWith("attest/"))).toHaveLength(1);
    stub.refused.clear();
    await remember(b, "Tests run at noon", "Tests");
    await b.sync();
    expect(await a.sync()).toMatchObject({ kind: "synced", refused: [] });
    expect(outcome).toMatchObject({
      kind: "synced",
      refused: expect.arrayContaining([{ path: file, why: expect.stringContaining("secret") }]),
    });
    expect(JSON.stringify(outcome)).not.toContain("\\u001b[31m");
    expect(there()).toContain(file);
    for (const each of [b, a, b]) await each.sync();
    expect(treeOf(a)).toBe(treeOf(b));
  });

  test("what it refuses for the sake of a file that is not sent is found, told, and keeps no other from being sent", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    await a.sync();
    const files: string[] = [];
    for (let n = 0; n < 6; n++)
      files.push(`memories/${await remember(a, `Service ${n} is on port ${n}`, `Service ${n}`)}`);
    const [, , third = ""] = files;
    stub.refusedFor.set(third, "memories/reference_deploys.md");
    expect(await a.sync()).toMatchObject({
      kind: "synced",
      refused: expect.arrayContaining([
        { path: third, why: expect.stringContaining("reference_deploys.md: nobody signed it any more") },
      ]),
    });
    expect(files.filter((file) => !there().includes(file))).toEqual([third]);
    stub.refusedFor.clear();
    expect(await a.sync()).toMatchObject({ kind: "synced", refused: [] });
    expect(there()).toContain(third);
  });

  test("a file that is larger than it takes is told, and keeps no other from being sent", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    const ledger = `ledger/${a.device.id}.jsonl`;
    a.put(ledger, `${"x".repeat(300_000)}\n`);
    await a.sync();
    expect(there()).not.toContain(ledger);
    expect(there().some((path) => path.startsWith("memories/"))).toBe(true);
    await remember(b, "Tests run at noon", "Tests");
    await b.sync();
    expect(await a.sync()).toMatchObject({
      kind: "synced",
      refused: expect.arrayContaining([{ path: ledger, why: expect.stringContaining("256 KiB") }]),
    });
  });

  test("a push of more than one body holds comes whole", async () => {
    for (let n = 0; n < 45; n++)
      await remember(a, `Service ${n} ${"x".repeat(3000)} listens on port ${n}`, `Service ${n}`);
    expect(await a.sync()).toMatchObject({ kind: "synced" });
    expect(await b.sync()).toMatchObject({ kind: "synced" });
    expect(treeOf(b)).toBe(treeOf(a));
  });

  test("an answer to a push that is lost is asked for again, and nothing is there twice", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    let lost = 0;
    stub.between = ({ path }, act) => {
      const said = act();
      return path.endsWith("/push") && lost++ === 0 ? "lost" : said;
    };
    expect(await a.sync()).toMatchObject({ kind: "synced", outcome: "pushed" });
    expect(lost).toBe(2);
    expect(new Set(there()).size).toBe(there().length);
    expect(await a.sync()).toMatchObject({ kind: "synced", outcome: "equal" });
  });

  test("where every answer to a push is lost, the next sync finds what came of it", async () => {
    await remember(a, "Deploys run on Mondays", "Deploys");
    stub.between = ({ path }, act) => {
      const said = act();
      return path.endsWith("/push") ? "lost" : said;
    };
    expect(await a.sync()).toMatchObject({ kind: "refusal", code: "hub" });
    const sent = there().length;
    stub.between = (_, act) => act();
    expect(await a.sync()).toMatchObject({ kind: "synced", outcome: "equal" });
    expect(there()).toHaveLength(sent);
  });
});
