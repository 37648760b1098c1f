// A real HAProxy with the configuration that operators are given (hub/deploy/haproxy.cfg), before two hubs.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const CONFIG = fileURLToPath(new URL("../../hub/deploy/haproxy.cfg", import.meta.url));

export interface Balancer {
  readonly url: string;
  end(): Promise<void>;
}

/** It answers when this is done; `hubs` are host:port and need not be there yet. */
export async function startBalancer(port: number, hubs: readonly [string, string]): Promise<Balancer> {
  const [one, two] = hubs;
  const env = { PATH: process.env["PATH"], HUB_BIND: `127.0.0.1:${port}`, HUB_ONE: one, HUB_TWO: two };
  let log = "";
  const child: ChildProcess = spawn("haproxy", ["-db", "-f", CONFIG], { env, stdio: ["ignore", "ignore", "pipe"] });
  child.stderr?.on("data", (piece: Buffer) => (log += piece));
  const ended = Promise.race([once(child, "exit"), once(child, "error")]);
  const url = `http://127.0.0.1:${port}`;
  for (let left = 100; !(await answers(url)); left--) {
    if (left === 0 || child.exitCode !== null) throw new Error(`HAProxy does not answer: ${log}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    end: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/ready`)).ok;
  } catch {
    return false; // not yet
  }
}
