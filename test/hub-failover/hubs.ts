// Two hubs behind the operator's HAProxy, on the cluster's pooler. One that was killed is started again until it runs, as an operator's
// supervisor does; what each says of its readiness is written down as it changes.
import type { Cluster } from "../../hub/test/cluster.ts";
import { freePort } from "../../hub/test/port.ts";
import { type HubProcess, startProcess } from "../../hub/test/process.ts";
import { type Balancer, startBalancer } from "../hub/balancer.ts";
import { sleep } from "../hub/load.ts";

const RESTART_MS = 1000;
const BACK_MS = 120_000;
const LOOK_MS = 250;

export interface Hubs {
  readonly url: string;
  /** Rejects when one ends that nobody ended. */
  readonly fell: Promise<never>;
  /** SIGKILL; done when it runs again. */
  kill(which: number): Promise<void>;
  /** Of all hubs, since it was last asked: whether one said that it is not ready. */
  wasUnready(): boolean;
  areReady(): Promise<boolean>;
  end(): Promise<void>;
}

export async function startHubs({ url }: Cluster): Promise<Hubs> {
  const port = await freePort();
  const ports = [await freePort(), await freePort()] as const;
  const env = (at: number): Readonly<Record<string, string>> => ({
    HOLDFAST_HUB_DATABASE: url,
    HOLDFAST_HUB_URL: `http://127.0.0.1:${port}`,
    HOLDFAST_HUB_PORT: String(at),
    HOLDFAST_HUB_PROXY: "1",
    HOLDFAST_HUB_RATE: "1000000",
    HOLDFAST_HUB_LOG: "silent",
  });
  let fall: (error: Error) => void;
  const fell = new Promise<never>((_, reject) => {
    fall = reject;
  });
  fell.catch(() => undefined);
  const hubs: HubProcess[] = [];
  const starts = async (which: number): Promise<void> => {
    const hub = await startProcess(env(ports[which] ?? 0));
    hub.child.once("exit", (code) => code !== null && fall(new Error(`a hub ended: ${hub.log()}`)));
    hubs[which] = hub;
  };
  for (const which of ports.keys()) await starts(which);
  const balancer: Balancer = await startBalancer(port, [`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`]);
  let isOver = false;
  let sawUnready = false;
  const looking = (async () => {
    for (; !isOver; await sleep(LOOK_MS)) for (const at of ports) if ((await ready(at)) === false) sawUnready = true;
  })();
  return {
    url: balancer.url,
    fell,
    kill: async (which) => {
      await hubs[which]?.end("SIGKILL");
      for (const end = performance.now() + BACK_MS; ; await sleep(RESTART_MS)) {
        try {
          await starts(which);
          return;
        } catch (error) {
          // Nobody leads yet.
          if (performance.now() > end) throw error;
        }
      }
    },
    wasUnready: () => {
      const was = sawUnready;
      sawUnready = false;
      return was;
    },
    areReady: async () => (await Promise.all(ports.map(ready))).every((each) => each === true),
    end: async () => {
      isOver = true;
      await looking;
      await balancer.end();
      for (const hub of hubs) await hub.end("SIGTERM");
    },
  };
}

/** Undefined: nobody said anything. */
async function ready(port: number): Promise<boolean | undefined> {
  return fetch(`http://127.0.0.1:${port}/ready`)
    .then(({ ok }) => ok)
    .catch(() => undefined);
}
