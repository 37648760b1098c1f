// A hub in this process, on loopback, that keeps the protocol honestly: stores with a gapless log and a chain, pushes that are
// all or nothing, keys that answer the same twice, tokens for a signature. It checks nothing else of what is pushed. `between`
// stands between it and whoever asks, and may lose, delay, repeat or exchange what is said.
import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { keyLineOf, signerOf } from "../../src/store/io/sshsig.ts";
import {
  deviceText,
  EMPTY_HEAD,
  type Head,
  LIMITS,
  leafOf,
  linkOf,
  PERSONAL,
  sessionText,
} from "../../src/sync/hub/protocol.ts";

export interface Said {
  readonly status: number;
  readonly body?: unknown;
}

export interface Asking {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: string;
}

/** Gives what is answered; `lost`: the connection ends without a word. `act` is the honest answer, and asks the hub for it. */
export type Between = (asking: Asking, act: () => Said) => Promise<Said | "lost"> | Said | "lost";

export interface StubEntry {
  readonly path: string;
  readonly hash: string | null;
  readonly bytes: string;
}

export interface StubStore {
  /** Every change, the first one is number 1. */
  readonly log: StubEntry[];
  readonly keys: Map<string, { readonly body: string; readonly said: Said }>;
}

export interface StubMachine {
  readonly token: string;
  readonly role: "reader" | "contributor";
  readonly keys: readonly { readonly device: string; readonly key: string }[];
}

export interface HubStub {
  readonly url: string;
  readonly hub: string;
  readonly tenant: string;
  readonly stores: Map<string, StubStore>;
  between: Between;
  /** How often somebody asked whether the sign-in is done. */
  asked: number;
  /** This key speaks for a member from now on. */
  enrol(key: { readonly key: string }): void;
  /** A machine of the organisation: its token, what it may in the store of all, and the keys that it is told. */
  machine: StubMachine | undefined;
  /** Files that a push refuses, by path, and why. */
  readonly refused: Map<string, string>;
  /** Files for whose sake another one is refused, by that other's path. */
  readonly refusedFor: Map<string, string>;
  end(): Promise<void>;
}

export const MEMBER = "0123456789abcdef";
const TENANT = "acme";

export async function hubStub(): Promise<HubStub> {
  const stores = new Map<string, StubStore>();
  const members = new Map<string, string>();
  const tokens = new Map<string, string>();
  const nonces = new Set<string>();
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const hub = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stub: HubStub = {
    url: `${hub}/${TENANT}`,
    hub,
    tenant: TENANT,
    stores,
    between: (_, act) => act(),
    asked: 0,
    enrol: ({ key }) => void members.set(key, MEMBER),
    machine: undefined,
    refused: new Map(),
    refusedFor: new Map(),
    end: async () => {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
  return stub;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url: path = "", headers } = request;
    const body = await bodyOf(request);
    const token = headers.authorization?.replace(/^Bearer /, "");
    const key = headers["idempotency-key"];
    const act = (): Said => answered({ method, path, body }, token, typeof key === "string" ? key : "");
    const said = await stub.between({ method, path, body }, act);
    if (said === "lost") response.destroy();
    else response.writeHead(said.status, { "content-type": "application/json" }).end(JSON.stringify(said.body));
  }

  function answered({ method, path, body }: Asking, token: string | undefined, key: string): Said {
    const below = path.slice(`/v1/${TENANT}`.length);
    if (!path.startsWith(`/v1/${TENANT}`)) return problem(401, "unauthenticated");
    if (method === "POST" && below === "/session") return session(JSON.parse(body) as Record<string, string>);
    if (method === "POST" && below.startsWith("/sign-in/")) return signIn(below);
    if (stub.machine !== undefined && stub.machine.token === token) return ofMachine(stub.machine, below, key, body);
    const member = tokens.get(token ?? "");
    if (method === "POST" && below === "/devices" && token?.startsWith("hfp_") === true && member !== undefined)
      return device(JSON.parse(body) as Record<string, string>, member);
    if (member === undefined) return problem(401, "unauthenticated");
    if (below === "") return { status: 200, body: { tenant: TENANT, name: "Acme", keys: [], you: youOf(member) } };
    return inStore((store) => PERSONAL.test(store) && store === `personal/${member}`, below, key, body);
  }

  function ofMachine({ keys, role }: StubMachine, below: string, key: string, body: string): Said {
    const you = { kind: "machine", id: "builder", name: "builder" };
    if (below === "") return { status: 200, body: { tenant: TENANT, name: "Acme", keys, you } };
    if (below === "/stores") return { status: 200, body: { stores: [{ store: "org", role }] } };
    return inStore((store) => store === "org", below, key, body);
  }

  function inStore(mayRead: (store: string) => boolean, below: string, key: string, body: string): Said {
    const [, name = "", act = "", query = ""] = /^\/stores\/([^/]+)\/(\w+)(?:\?(.*))?$/.exec(below) ?? [];
    const store = decodeURIComponent(name);
    if (!mayRead(store)) return problem(404, "not-found");
    const there = storeOf(store);
    if (act === "head") return { status: 200, body: headOf(there) };
    if (act === "changes") return changes(there, new URLSearchParams(query));
    return act === "push" ? push(there, key, body) : problem(404, "not-found");
  }

  function storeOf(name: string): StubStore {
    const there = stores.get(name) ?? { log: [], keys: new Map() };
    stores.set(name, there);
    return there;
  }

  function session({ key = "", at = "", nonce = "", signature = "" }: Record<string, string>): Said {
    const member = members.get(key);
    const signer = signerOf(sessionText({ hub, tenant: TENANT }, { key, at, nonce }), signature);
    if (member === undefined || signer === undefined || keyLineOf(signer) !== key || nonces.has(nonce))
      return problem(401, "unauthenticated");
    nonces.add(nonce);
    const token = `hfs_${randomBytes(24).toString("base64url")}`;
    tokens.set(token, member);
    return { status: 200, body: { token, ends: new Date(Date.now() + 900_000).toISOString() } };
  }

  /** The person is always somebody, and at the second asking they have signed in. */
  function signIn(below: string): Said {
    if (below === "/sign-in/device") {
      stub.asked = 0;
      const ends = new Date(Date.now() + 60_000).toISOString();
      const how = { verification_uri: `${hub}/sign-in`, interval: 1, ends };
      return { status: 200, body: { handle: "h", user_code: "ABCD-1234", ...how } };
    }
    if (stub.asked++ === 0) return { status: 202, body: { pending: true } };
    const token = `hfp_${randomBytes(24).toString("base64url")}`;
    tokens.set(token, MEMBER);
    return { status: 200, body: { token, ends: new Date(Date.now() + 3_600_000).toISOString() } };
  }

  function device(about: Record<string, string>, member: string): Said {
    const { device: id = "", key = "", name = "", at = "", nonce = "", signature = "" } = about;
    const text = deviceText({ hub, tenant: TENANT }, { device: id, key, name, at, nonce });
    const signer = signerOf(text, signature);
    if (signer === undefined || keyLineOf(signer) !== key || nonces.has(nonce)) return problem(400, "bad-request");
    nonces.add(nonce);
    members.set(key, member);
    return { status: 201, body: { device: id } };
  }

  function push(store: StubStore, key: string, body: string): Said {
    if (!/^[A-Za-z0-9_-]{16,128}$/.test(key)) return problem(400, "bad-request");
    const known = store.keys.get(key);
    if (known !== undefined)
      return known.body === body
        ? { ...known.said, body: { ...(known.said.body as object), replayed: true } }
        : problem(422, "key-reused");
    const said = pushed(store, body);
    if (said.status === 200) store.keys.set(key, { body, said });
    return said;
  }

  function pushed(store: StubStore, body: string): Said {
    const { changes: list } = JSON.parse(body) as {
      changes: { path: string; replaces: string | null; bytes?: string; gone?: true }[];
    };
    if (list.length > LIMITS.changesInPush || body.length > LIMITS.bodyBytes) return problem(413, "too-large");
    const now = latest(store);
    const wanted = list.map(({ path, replaces, bytes = "", gone }) => {
      const hash = gone === true ? null : sha256(Buffer.from(bytes, "base64"));
      return { path, replaces, bytes, hash, there: now.get(path) };
    });
    if (wanted.some(({ bytes }) => Buffer.from(bytes, "base64").length > LIMITS.fileBytes))
      return problem(413, "too-large");
    const findings = wanted.flatMap(({ path }) => {
      const what = stub.refused.get(path);
      const other = stub.refusedFor.get(path);
      const next = "holdfast review";
      if (other !== undefined) return [{ kind: "tier", path: other, what: "nobody signed it any more", next }];
      return what === undefined ? [] : [{ kind: "checks", path, what, next }];
    });
    if (findings.length > 0) return problem(422, "refused", { findings });
    const news = wanted.filter(({ hash, there }) => hash !== (there?.hash ?? null));
    const conflicts = news
      .filter(({ replaces, there }) => replaces !== (there?.hash ?? null))
      .map(({ path, there }) =>
        there === undefined || there.hash === null
          ? { path, gone: true }
          : { path, hash: there.hash, bytes: there.bytes },
      );
    if (conflicts.length > 0) return problem(409, "conflict", { conflicts });
    for (const { path, hash, bytes } of news) store.log.push({ path, hash, bytes: hash === null ? "" : bytes });
    return { status: 200, body: headOf(store) };
  }
}

/** As the protocol has it: the latest state of each path, and a leaf for every change. */
export function changes(store: StubStore, query: URLSearchParams): Said {
  const since = Number(query.get("since"));
  const head = headOf(store);
  const seen = query.get("seen");
  if (since > head.seq || (seen !== null && seen !== chainAt(store, since))) return problem(409, "history-changed");
  const last = new Map(store.log.map(({ path }, n) => [path, n + 1]));
  const page: unknown[] = [];
  const leaves: string[] = [];
  let [next, size] = [since, 0];
  for (; next < head.seq && page.length < LIMITS.changesInPage && leaves.length < LIMITS.leavesInPage; next++) {
    const seq = next + 1;
    const { path, hash, bytes } = store.log[next] ?? { path: "", hash: null, bytes: "" };
    leaves.push(leafOf(seq, path, hash));
    if (last.get(path) !== seq) continue;
    page.push(hash === null ? { path, seq, gone: true } : { path, seq, hash, bytes });
    size += bytes.length;
    if (size > 4 * 1024 * 1024) {
      next++;
      break;
    }
  }
  return { status: 200, body: { changes: page, leaves, next, head } };
}

export function headOf(store: StubStore): Head {
  return { seq: store.log.length, chain: chainAt(store, store.log.length) };
}

function chainAt({ log }: StubStore, seq: number): string {
  return log
    .slice(0, seq)
    .reduce((chain, { path, hash }, n) => linkOf(chain, leafOf(n + 1, path, hash)), EMPTY_HEAD.chain);
}

function latest({ log }: StubStore): ReadonlyMap<string, StubEntry> {
  return new Map(log.map((entry) => [entry.path, entry]));
}

function youOf(member: string): unknown {
  return { kind: "device", id: member, name: "Ann", personal: `personal/${member}` };
}

function problem(status: number, code: string, more: object = {}): Said {
  return { status, body: { code, message: `It is ${code}.`, ...more } };
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("utf8");
}
