// The hub as an operator starts it: a process of its own, told what it needs by its environment.
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { scrubbed } from "../../test/support/scrubbed.ts";
import { freePort } from "./port.ts";

type Env = Readonly<Record<string, string>>;

export interface HubProcess {
  readonly child: ChildProcess;
  /** Where it listens. */
  readonly url: string;
  readonly log: () => string;
  /** Sends the signal and waits for the end. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** It answers when this is done. On the port that it is told, or on any. */
export async function startProcess(env: Env): Promise<HubProcess> {
  const port = env["HOLDFAST_HUB_PORT"] ?? String(await freePort());
  const child = spawned([], { HOLDFAST_HUB_HOST: "127.0.0.1", ...env, HOLDFAST_HUB_PORT: port });
  let log = "";
  const ended = once(child, "exit");
  child.stdout.on("data", (piece: Buffer) => (log += piece));
  await new Promise<void>((resolve, reject) => {
    child.stderr.on("data", (piece: Buffer) => {
      log += piece;
      if (log.includes("listening on")) resolve();
    });
    child.once("exit", () => reject(new Error(`it did not start: ${log}`)));
  });
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    log: () => log,
    end: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
}

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** `input`: on its standard input, which is empty without. */
export async function ran(args: readonly string[], env: Env, input?: string): Promise<Ran> {
  const child = spawned(args, env, input);
  let [out, err] = ["", ""];
  child.stdout.on("data", (piece: Buffer) => (out += piece));
  child.stderr.on("data", (piece: Buffer) => (err += piece));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out, err };
}

function spawned(args: readonly string[], env: Env, input = ""): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { ...scrubbed(), ...env } });
  // A command that reads nothing of it may have ended by then.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  return child;
}
