// An organisation's hub as a machine's session hears it: a log of paths with a chain that fits, and which stores it tells of. What a hostile
// one makes of either is the test's.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { hereFrom, type Whereabouts } from "../../src/compose/here.ts";
import type { Environment } from "../../src/hosts/setup.ts";
import { initStore } from "../../src/store/io/open-store.ts";
import { hubAddress } from "../../src/sync/hub/address.ts";
import { EMPTY_HEAD, leafOf, linkOf } from "../../src/sync/hub/protocol.ts";
import type { Session } from "../../src/sync/io/hub/session.ts";
import { sha256Hex } from "../../src/text/digest.ts";

interface Entry {
  readonly path: string;
  readonly bytes: Uint8Array | undefined;
  readonly erased: boolean;
}

export interface OrgHub {
  readonly session: Session;
  /** Every change, the first one is number 1. */
  log: Entry[];
  stores: readonly { readonly store: string; readonly role: string }[];
  /** Called before each page is made. */
  asked: (since: number) => void;
  put(path: string, bytes: Uint8Array): void;
  gone(path: string, erased: boolean): void;
}

export function orgHub(url: string): OrgHub {
  const address = hubAddress(url);
  if (address === undefined || "kind" in address) throw new Error(`${url} is no hub's address`);
  const hub: Omit<OrgHub, "session"> = {
    log: [],
    stores: [{ store: "org", role: "contributor" }],
    asked: () => undefined,
    put: (path, bytes) => void hub.log.push({ path, bytes, erased: false }),
    gone: (path, erased) => void hub.log.push({ path, bytes: undefined, erased }),
  };
  const ask: Session["ask"] = async ({ path, method }) => {
    const answer = (status: number, body: unknown): Awaited<ReturnType<Session["ask"]>> =>
      ({ kind: "answer", status, body }) as Awaited<ReturnType<Session["ask"]>>;
    if (path === "/stores") return answer(200, { stores: hub.stores });
    const since = /\/changes\?since=(\d+)/.exec(path)?.[1];
    if (method === "POST" || since === undefined) return answer(404, { code: "not-found", message: path });
    hub.asked(Number(since));
    return answer(200, pageOf(hub.log, Number(since)));
  };
  const session = { address, ask, reachedMs: () => 0 } as unknown as Session;
  return Object.assign(hub, { session });
}

function pageOf(log: readonly Entry[], since: number): object {
  const hashOf = ({ bytes }: Entry): string | null => (bytes === undefined ? null : sha256Hex(bytes));
  const leaves = log.map((entry, at) => leafOf(at + 1, entry.path, hashOf(entry)));
  const last = new Map(log.map(({ path }, at) => [path, at]));
  const changes = log.flatMap((entry, at): readonly object[] => {
    if (at < since || last.get(entry.path) !== at) return [];
    const { path, bytes, erased } = entry;
    const said = { path, seq: at + 1 };
    if (bytes === undefined) return [{ ...said, gone: true, ...(erased && { erased }) }];
    return [{ ...said, hash: hashOf(entry), bytes: Buffer.from(bytes).toString("base64") }];
  });
  const chain = leaves.reduce((before, leaf) => linkOf(before, leaf), EMPTY_HEAD.chain);
  return { changes, leaves: leaves.slice(since), next: log.length, head: { seq: log.length, chain } };
}

/** A person's machine below this folder, with a store of their own. */
export function machineIn(base: string, name: string): Whereabouts {
  const home = join(base, name);
  const folders = { CONFIG: "config", STATE: "state", DATA: "data", CACHE: "cache" };
  const xdg = Object.entries(folders).map(([word, folder]) => [`XDG_${word}_HOME`, join(home, folder)]);
  const env = { HOME: home, HOLDFAST_HOME: join(home, "store"), PATH: process.env["PATH"] };
  const here = hereFrom({ env: { ...env, ...Object.fromEntries(xdg) } as Environment });
  mkdirSync(here.places.data, { recursive: true, mode: 0o700 });
  initStore(here.places.store, { scope: "personal", storeId: "01JCQ0Z8M4X5T6V7W8Y9ZABCDE" });
  return here;
}
