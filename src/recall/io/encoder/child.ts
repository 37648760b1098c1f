// The encoder as whoever asks it sees it: started at the first text, ended when nobody asked for a while, so that its memory is
// not held for a whole session. What is wrong with it is told once, and then the table answers.
import { type ChildProcess, fork } from "node:child_process";
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { child as fileIn, parentOf } from "../../../disk/paths.ts";
import type { Encoder } from "../../encoder.ts";
import type { Answered, Asked } from "./encode.ts";

const IDLE_MS = 5 * 60_000;
const HERE = fileURLToPath(import.meta.url);
const IS_SOURCE = HERE.endsWith(".ts");
const ENTRY = fileIn(parentOf(HERE), IS_SOURCE ? "encode.ts" : "encode.mjs");

interface Running {
  ask(text: string): Promise<Int8Array | undefined>;
}

/** `folder` has the files of the package; `failed` is told when it ended by itself. */
export function openEncoder(folder: string, failed: () => void, idleMs: number = IDLE_MS): Encoder {
  let running: Running | undefined;
  let isBroken = false;
  const ended = (how: "idle" | "failed"): void => {
    running = undefined;
    if (how === "idle" || isBroken) return;
    isBroken = true;
    failed();
  };
  return {
    vectorOf: async (text) => {
      if (isBroken) return undefined;
      try {
        // By its real name, by which the permissions go.
        running ??= start(realpathSync(folder), idleMs, ended);
        return await running.ask(text);
      } catch {
        ended("failed");
        return undefined;
      }
    },
  };
}

function start(folder: string, idleMs: number, ended: (how: "idle" | "failed") => void): Running {
  const started = startProcess(folder);
  const asked = new Map<number, (vector: Int8Array | undefined) => void>();
  let [count, isIdle] = [0, false];
  let idle: NodeJS.Timeout | undefined;
  const settle = (at: number, vector: Int8Array | undefined): void => {
    asked.get(at)?.(vector);
    asked.delete(at);
    if (asked.size > 0) return;
    idle = setTimeout(() => {
      isIdle = true;
      ended("idle");
      started.kill();
    }, idleMs).unref();
  };
  const gone = (): void => {
    clearTimeout(idle);
    if (!isIdle) ended("failed");
    isIdle = true;
    for (const at of [...asked.keys()]) settle(at, undefined);
    clearTimeout(idle);
  };
  // It holds up no process that could end: whoever waits stays by itself.
  started.unref();
  started.channel?.unref();
  // What arrives is a view of the whole message.
  started.on("message", ({ at, vector }: Answered) => settle(at, vector.slice()));
  for (const event of ["error", "exit", "disconnect"]) started.on(event, gone);
  return {
    ask: (text) => {
      clearTimeout(idle);
      const at = count++;
      return new Promise((resolve) => {
        asked.set(at, resolve);
        const question: Asked = { at, text };
        started.send(question, (error) => error !== null && settle(at, undefined));
      });
    },
  };
}

/** Nothing of our environment, nothing of our streams, and of the disk its own program and the package alone. */
function startProcess(folder: string): ChildProcess {
  const readable = [`${folder}/`, IS_SOURCE ? `${parentOf(ENTRY)}/` : ENTRY];
  return fork(ENTRY, [folder], {
    execArgv: ["--permission", ...readable.map((path) => `--allow-fs-read=${path}`)],
    env: {},
    cwd: folder,
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
  });
}
