// Hubs as an organisation runs them, two processes on one database, behind a network that delays, repeats and loses what is said,
// and in which now and then the process that is being asked is killed. Who stands behind this address, its clients never see.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type HubProcess, startProcess } from "../../hub/test/process.ts";
import { weather } from "../hub-sync/network.ts";
import { below, type Chance } from "../support/acts.ts";

export interface Fleet {
  /** What clients are told. */
  readonly url: string;
  readonly counted: { killed: number; faults: number } & Readonly<Record<string, number>>;
  /** Nobody reaches it. */
  isAway: boolean;
  end(): Promise<void>;
}

/** How the product asks. Whoever asks otherwise is the test, which makes the world in which the others act, and is spared. */
const PRODUCT = "identity";

const HUBS = 2;
const KILLED_OF_100 = 3;
const LONGEST_LIFE_MS = 25;

interface Said {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export async function startFleet(databaseUrl: string, next: Chance): Promise<Fleet> {
  const { blow, counted: blown } = weather(next);
  const counted = Object.assign(blown, { killed: 0, faults: 0 });
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const serving: HubProcess[] = [];
  const starting = new Set<Promise<void>>();
  const start = (): void => {
    const env = { HOLDFAST_HUB_DATABASE: databaseUrl, HOLDFAST_HUB_URL: url, ...PLAIN };
    const started = startProcess(env).then((made) => void serving.push(made));
    starting.add(started);
    void started.finally(() => starting.delete(started));
  };
  for (let n = 0; n < HUBS; n++) start();
  await Promise.all(starting);
  const fleet: Fleet = {
    url,
    counted,
    isAway: false,
    end: async () => {
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
      await Promise.all(starting);
      await Promise.all(serving.map((each) => each.end("SIGTERM")));
    },
  };
  return fleet;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    const isCalm = request.headers["accept-encoding"] !== PRODUCT;
    const act = async (): Promise<Said | "lost"> => {
      // Who is spared is not to meet a hub that was killed for another's sake.
      for (let said = await asked(request, body, isCalm); ; said = await asked(request, body, isCalm))
        if (said !== "lost" || !isCalm) return said;
    };
    const said = fleet.isAway ? "lost" : isCalm ? await act() : await blow(act);
    if (said === "lost") response.destroy();
    else response.writeHead(said.status, said.headers).end(said.body);
  }

  async function asked(request: IncomingMessage, body: Buffer, isCalm: boolean): Promise<Said | "lost"> {
    while (serving.length === 0) await Promise.race(starting);
    const hub = serving[below(serving.length, next)];
    if (hub === undefined) return "lost";
    if (!isCalm && below(100, next) < KILLED_OF_100) setTimeout(() => kill(hub), below(LONGEST_LIFE_MS, next));
    return await passed(hub.url, request, body);
  }

  function kill(hub: HubProcess): void {
    const at = serving.indexOf(hub);
    if (at < 0) return;
    counted.killed++;
    serving.splice(at, 1);
    void hub.end("SIGKILL");
    start();
  }

  async function passed(hub: string, { method = "", url: path = "", headers }: IncomingMessage, body: Buffer) {
    const given = ["authorization", "content-type", "idempotency-key", "if-none-match"].flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value] as const] : [];
    });
    try {
      const said = await fetch(`${hub}${path}`, {
        method,
        headers: Object.fromEntries(given),
        ...(body.length > 0 && { body: new Uint8Array(body) }),
      });
      if (said.status >= 500) counted.faults++;
      const kept = ["content-type", "retry-after", "etag"].flatMap((name) => {
        const value = said.headers.get(name);
        return value === null ? [] : [[name, value] as const];
      });
      return { status: said.status, headers: Object.fromEntries(kept), body: Buffer.from(await said.arrayBuffer()) };
    } catch {
      return "lost" as const; // it was killed while it was asked
    }
  }
}

const PLAIN = { HOLDFAST_HUB_LOG: "silent", HOLDFAST_HUB_RATE: "1000000" };
