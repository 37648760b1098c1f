// A program in a process group of its own, which ends as a whole: SIGTERM, and SIGKILL for what is left a little later
// (OBS-10). Nothing it starts outlives the call.
import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { OWN_GROUP, signalGroup } from "../../../disk/programs.ts";

export interface Start {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface ChildGroup {
  readonly child: ChildProcess & { readonly stdin: Writable; readonly stdout: Readable };
  /** Its exit code; undefined when a signal ended it or it never started. */
  readonly exited: Promise<number | undefined>;
  /** Ends the group and waits for it: kindly, or at once. Safe to call again, and after the end. */
  end(how?: "at once"): Promise<void>;
}

const GRACE_MS = 1500;
/** Killed processes are gone in moments; one that nobody has waited for yet stays listed, and does nothing. */
const GONE_MS = 200;

export function startGroup({ command, args, cwd, env }: Start): ChildGroup {
  const child = spawn(command, args, { cwd, env: { ...env }, detached: OWN_GROUP, stdio: ["pipe", "pipe", "ignore"] });
  const exited = new Promise<number | undefined>((resolve) => {
    child.on("error", () => resolve(undefined));
    child.on("exit", (code) => resolve(code ?? undefined));
  });
  // A program that ends before it read everything is no fault of ours: what it said counts.
  child.stdin.on("error", () => undefined);
  let ending: Promise<void> | undefined;
  const end = async (how?: "at once"): Promise<void> => {
    if (how === undefined) {
      signal(child, "SIGTERM");
      await Promise.race([exited, pause(GRACE_MS)]);
    }
    signal(child, "SIGKILL");
    await exited;
    for (let waited = 0; waited < GONE_MS && signal(child, 0); waited += 5) await pause(5);
  };
  return {
    child,
    exited,
    end: (how) => {
      ending ??= end(how);
      return ending;
    },
  };
}

/** To the group, so that it also reaches what the program left behind after its own end. False: nothing of it is left. */
function signal({ pid }: ChildProcess, name: NodeJS.Signals | 0): boolean {
  return pid !== undefined && signalGroup(pid, name);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
