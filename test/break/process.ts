// The built hook as a process, with a host that may misbehave: how it feeds stdin, how it reads stdout, when it gives up.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { entryArguments } from "../support/hook-run.ts";
import { projectOf } from "./events.ts";
import { environmentOf } from "./world.ts";

export interface Setting {
  readonly hook: string;
  readonly node?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Words before the command: another user, another file system. */
  readonly prefix?: readonly string[];
  readonly stdin?: "ends" | "stays open";
  readonly stdout?: "read" | "closed" | "gone" | "full";
  /** Milliseconds after the start. */
  readonly terminate?: number;
}

export interface Outcome {
  readonly status: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
  readonly ms: number;
}

/** Long after everything we expect; a hook that is still there has failed. */
const GIVE_UP_MS = 10_000;
/** A pipe with both its ends in the hook's own hands and no byte of room, so that a write waits for ever. */
const FILL =
  'at="$TMPDIR/full"; mkfifo "$at" && exec 3<>"$at" && rm "$at" && timeout 1 head -c 65536 /dev/zero >&3; exec "$@" >&3';

export async function runHook(base: string, host: string, input: string | Buffer, setting: Setting): Promise<Outcome> {
  const command = [
    ...(setting.prefix ?? []),
    ...(setting.stdout === "full" ? ["sh", "-c", FILL, "sh"] : []),
    ...(setting.stdout === "closed" ? ["sh", "-c", 'exec "$@" >&-', "sh"] : []),
    setting.node ?? process.execPath,
    setting.hook,
    ...entryArguments({ ...environmentOf(base), ...setting.env }, host),
    ...(setting.args ?? []),
  ];
  const start = performance.now();
  const child = spawn(command[0] ?? "", command.slice(1), {
    cwd: projectOf(base),
    env: { ...environmentOf(base), ...setting.env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  // A hook that ends without reading breaks the pipe, which is its right.
  child.stdin.on("error", () => undefined);
  child.stdin.write(input);
  if (setting.stdin !== "stays open") child.stdin.end();
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  if (setting.stdout === "gone") child.stdout.destroy();
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  const timers = [setTimeout(() => child.kill("SIGKILL"), GIVE_UP_MS)];
  if (setting.terminate !== undefined) timers.push(setTimeout(() => child.kill("SIGTERM"), setting.terminate));
  const [status, signal] = (await once(child, "exit")) as [number | null, string | null];
  const ms = performance.now() - start;
  for (const timer of timers) clearTimeout(timer);
  child.stdin.destroy();
  if (!child.stdout.closed) await once(child.stdout, "close");
  const text = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString("utf8");
  return { status, signal, out: text(out), err: text(err), ms };
}
