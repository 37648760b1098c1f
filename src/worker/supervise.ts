// The observer's own process, with a limit (OBS-10): a group of its own, so that it and whatever it started end together.
// SIGTERM lets it put back what it claimed; SIGKILL follows, and costs nothing but a call.
import { spawn } from "node:child_process";
import { OWN_GROUP, signalGroup as signalTo } from "../compose/ending.ts";

export interface RunLimit {
  readonly milliseconds: number;
  /** Between SIGTERM and SIGKILL. */
  readonly grace: number;
}

export const OBSERVER_LIMIT: RunLimit = { milliseconds: 120_000, grace: 5000 };

/** Resolves when the whole group has ended. */
export function supervise(program: string, args: readonly string[], { milliseconds, grace }: RunLimit): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { detached: OWN_GROUP, stdio: "ignore", windowsHide: true });
    const timers = [
      setTimeout(() => signalGroup(child.pid, "SIGTERM"), milliseconds),
      setTimeout(() => signalGroup(child.pid, "SIGKILL"), milliseconds + grace),
    ];
    const end = (): void => {
      for (const timer of timers) clearTimeout(timer);
      // What it left behind: nothing of it outlives the run. Windows forgets who started whom with the starter's end.
      if (OWN_GROUP) signalGroup(child.pid, "SIGKILL");
      resolve();
    };
    child.on("error", end);
    child.on("exit", end);
  });
}

export function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid !== undefined) signalTo(pid, signal);
}
