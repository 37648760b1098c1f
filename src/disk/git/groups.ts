// Process groups that are running now. A git starts helpers of its own (ssh, git-remote-https), so it gets a group, and
// the group is ended as a whole (SYN-12); also when this process is told to end, because a terminal no longer reaches it.
import { signalGroup } from "../programs.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const running = new Set<number>();

export function enterGroup(pid: number): void {
  if (running.size === 0) {
    for (const signal of SIGNALS) process.on(signal, onSignal);
    process.on("exit", endAll);
  }
  running.add(pid);
}

export function leaveGroup(pid: number): void {
  if (!running.delete(pid) || running.size > 0) return;
  for (const signal of SIGNALS) process.off(signal, onSignal);
  process.off("exit", endAll);
}

function endAll(): void {
  for (const pid of running) signalGroup(pid, "SIGKILL");
}

/** As if nobody had listened: where we are the only ones, the signal ends this process. */
function onSignal(signal: NodeJS.Signals): void {
  for (const pid of running) signalGroup(pid, "SIGTERM");
  if (process.listenerCount(signal) > 1) return;
  endAll();
  process.off(signal, onSignal);
  process.kill(process.pid, signal);
}
