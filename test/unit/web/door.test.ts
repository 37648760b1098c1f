// Who is let in (REV-2, TRU-20): each of these is the request of the page itself, with one thing wrong.
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MAX_BODY } from "../../../src/web/message.ts";
import { idOf, plant } from "../../support/memories.ts";
import { ledgerOf, makeBox, removeBox, rootOf } from "../../support/store-box.ts";
import { HOST, NOW, type Served, serve } from "./support.ts";

let base: string;
let served: Served;
let key: string;
let version: string;

beforeEach(async () => {
  base = makeBox();
  plant(base, "user_a", { tier: "inferred", id: idOf(1), created: "2026-11-01T00:00:00Z" });
  served = serve(base);
  await served.connect();
  key = (await served.ask("/api/queue", { view: "waiting" })).body.rows[0].key;
  version = (await served.ask("/api/card", { key })).body.version;
});
afterEach(() => removeBox(base));

function stored(): string {
  return readFileSync(`${rootOf(base)}/memories/user_a.md`, "utf8");
}

function ledgerLines(): number {
  try {
    return readFileSync(ledgerOf(base), "utf8").split("\n").length;
  } catch {
    return 0; // nothing was ever written
  }
}

const headers = (name: string, ...values: string[]): { headers: Record<string, readonly string[]> } => ({
  headers: { [name]: values },
});

describe("a decision is refused, and nothing is written", () => {
  test.each([
    ["a foreign Host (DNS rebinding)", 421, headers("host", "evil.example:4567")],
    ["the name of this machine as Host", 421, headers("host", "localhost:4567")],
    ["another port as Host", 421, headers("host", "127.0.0.1:4568")],
    ["no Host", 421, headers("host")],
    ["two Hosts", 400, headers("host", HOST, "evil.example")],
    ["a foreign Origin", 403, headers("origin", "https://evil.example")],
    ["a page on another port of this machine", 403, headers("origin", "http://127.0.0.1:4568")],
    ["the same port by another name", 403, headers("origin", "http://localhost:4567")],
    ["https", 403, headers("origin", `https://${HOST}`)],
    ["an opaque Origin", 403, headers("origin", "null")],
    ["no Origin", 403, headers("origin")],
    ["two Origins", 400, headers("origin", `http://${HOST}`, `http://${HOST}`)],
    ["a browser that says: cross-site", 403, headers("sec-fetch-site", "cross-site")],
    ["a browser that says: same-site, as between ports", 403, headers("sec-fetch-site", "same-site")],
    ["a browser that says: none", 403, headers("sec-fetch-site", "none")],
    ["no session", 401, headers("x-holdfast-session")],
    ["an empty session", 401, headers("x-holdfast-session", "")],
    ["another session", 401, headers("x-holdfast-session", "A".repeat(43))],
    ["a form's content type", 415, headers("content-type", "application/x-www-form-urlencoded")],
    ["a content type that needs no preflight", 415, headers("content-type", "text/plain")],
    ["no content type", 415, headers("content-type")],
    ["GET", 405, { method: "GET" }],
    ["HEAD", 405, { method: "HEAD" }],
    ["PUT", 405, { method: "PUT" }],
    ["a preflight", 405, { method: "OPTIONS" }],
    ["a body that is too large", 413, { body: undefined }],
    ["a body that is one byte too large", 413, { body: Buffer.alloc(MAX_BODY + 1, 0x20) }],
    ["no JSON", 400, { body: Buffer.from("{") }],
    ["no UTF-8", 400, { body: Buffer.from([0x22, 0xff, 0x22]) }],
    ["a list", 400, { body: Buffer.from("[]") }],
    ["null", 400, { body: Buffer.from("null") }],
    ["a query behind the path", 404, { target: "/api/decide?x" }],
    ["the path with a dot segment", 404, { target: "/api/../api/decide" }],
    ["the path with an escape", 404, { target: "/api/%64ecide" }],
    ["the whole address as target", 404, { target: `http://${HOST}/api/decide` }],
  ])("REV-2: %s", async (_, status, change) => {
    const before = [stored(), ledgerLines()];
    const told = await served.ask("/api/decide", { key, version, kind: "confirm" }, change);
    expect(told.status).toBe(status);
    expect([stored(), ledgerLines()]).toEqual(before);
    // The same without the fault is let in, so each case above is about its fault alone.
    expect((await served.ask("/api/decide", { key, version, kind: "confirm" })).status).toBe(200);
    expect(stored()).toContain("trust-level: verified");
  });

  test.each([
    ["a missing key", { version: "v", kind: "confirm" }],
    ["a key too many", { key: "k", version: "v", kind: "confirm", channel: "terminal" }],
    ["a number", { key: 1, version: "v", kind: "confirm" }],
    ["an act that there is not", { key: "k", version: "v", kind: "forget" }],
    ["edit, which has a call of its own", { key: "k", version: "v", kind: "edit" }],
    ["a name of every object", { key: "k", version: "v", kind: "constructor" }],
  ])("REV-2: %s is not understood", async (_, fields) => {
    expect((await served.ask("/api/decide", fields)).status).toBe(400);
  });

  test.each([
    "../../etc/passwd",
    "/etc/passwd",
    "personal:../x",
    "__proto__",
    "constructor",
    "user_a.md",
    "%2e%2e",
    "",
  ])("STO-22: a key names a memory of the queue and no path: %s", async (name) => {
    expect((await served.ask("/api/card", { key: name })).body.problem.code).toBe("not-found");
    const told = await served.ask("/api/decide", { key: name, version, kind: "demote" });
    expect([told.status, told.body.problem.code]).toEqual([409, "changed-meanwhile"]);
  });
});

describe("files", () => {
  const get = (target: string, change = {}) => served.ask(target, {}, { method: "GET", ...change });

  test("REV-2: the page is given to whoever opens or types its address, and to no other page", async () => {
    expect((await get("/", headers("sec-fetch-site", "none"))).status).toBe(200);
    expect((await get("/", headers("origin"))).status).toBe(200);
    expect((await get("/", headers("sec-fetch-site", "cross-site"))).status).toBe(403);
    expect((await get("/", headers("sec-fetch-site", "same-site"))).status).toBe(403);
    expect((await get("/", headers("origin", "http://127.0.0.1:4568"))).status).toBe(403);
    expect((await get("/", headers("host", "evil.example"))).status).toBe(421);
    expect((await served.ask("/", {})).answer).toMatchObject({ status: 405, allow: "GET" });
  });

  test.each(["/index.html", "/page.js.map", "/../cli.mjs", "//", "/?", "/%2e%2e/cli.mjs", "*", "", "/toString"])(
    "REV-2: there is nothing at %s",
    async (target) => {
      expect((await get(target)).status).toBe(404);
    },
  );
});

describe("the link", () => {
  test("REV-2: a wrong token gives nothing, and the right one still works", async () => {
    const fresh = serve(base);
    const wrong = await fresh.ask("/api/session", { token: "A".repeat(43) });
    expect([wrong.status, wrong.body.secret]).toEqual([401, undefined]);
    expect((await fresh.ask("/api/session", { token: fresh.token })).status).toBe(200);
    expect(fresh.told).toEqual(["wrong", "session"]);
  });

  test("REV-2: a token works once; used again it ends the session that it gave", async () => {
    expect((await served.ask("/api/queue", { view: "waiting" })).status).toBe(200);
    const again = await served.ask("/api/session", { token: served.token });
    expect([again.status, again.body.secret]).toEqual([401, undefined]);
    expect((await served.ask("/api/queue", { view: "waiting" })).status).toBe(401);
    expect((await served.ask("/api/decide", { key, version, kind: "confirm" })).status).toBe(401);
    expect(served.told).toEqual(["session", "used-twice"]);
  });

  test("REV-2: a token is dead after five minutes, to the second", async () => {
    const late = serve(base);
    late.at(new Date(NOW.getTime() + 5 * 60_000 + 1));
    expect((await late.ask("/api/session", { token: late.token })).status).toBe(401);
    late.at(NOW);
    expect((await late.ask("/api/session", { token: late.token })).status).toBe(401);
    const inTime = serve(base);
    inTime.at(new Date(NOW.getTime() + 5 * 60_000));
    expect((await inTime.ask("/api/session", { token: inTime.token })).status).toBe(200);
  });

  test("REV-2: a new link ends the one before it, and the session before it once it is used", async () => {
    const fresh = serve(base);
    const next = fresh.pass.renew(NOW);
    expect((await fresh.ask("/api/session", { token: fresh.token })).status).toBe(401);
    const first = (await fresh.ask("/api/session", { token: next })).body.secret;
    const later = fresh.pass.renew(NOW);
    expect(fresh.pass.holds(first)).toBe(true);
    const second = (await fresh.ask("/api/session", { token: later })).body.secret;
    expect([fresh.pass.holds(first), fresh.pass.holds(second)]).toEqual([false, true]);
    expect(new Set([next, later, first, second]).size).toBe(4);
    for (const each of [next, first]) expect(Buffer.from(each, "base64url")).toHaveLength(32);
  });

  test("REV-2: the exchange itself passes the same door", async () => {
    const fresh = serve(base);
    const ask = (change: object) => fresh.ask("/api/session", { token: fresh.token }, change);
    expect((await ask(headers("origin", "http://127.0.0.1:3000"))).status).toBe(403);
    expect((await ask(headers("host", "evil.example"))).status).toBe(421);
    expect((await ask({ method: "GET" })).status).toBe(405);
    expect(fresh.told).toEqual([]);
    expect((await ask({})).status).toBe(200);
  });
});

test("REV-2: nothing but the stores was written", () => {
  expect(readdirSync(base).sort()).toEqual(["data", "store"]);
});
