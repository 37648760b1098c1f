// A real terminal: a tmux pane of 80 columns with a person's process in it (scrubbed environment, new PID namespace).
import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

const READING_MS = 350;

export interface Pane {
  press(key: string): void;
  /** What the pane shows, and what has left it. */
  shown(): string;
  waitFor(pattern: RegExp, seconds?: number): Promise<string>;
  close(): void;
}

const NAMESPACE = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"];

export function openPane(socket: string, cwd: string, env: Readonly<Record<string, string>>, command: string): Pane {
  const tmux = (...args: readonly string[]): string =>
    execFileSync("tmux", ["-L", socket, ...args], { encoding: "utf8" });
  const words = [...NAMESPACE, "env", "-i", ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  tmux(
    "-f",
    "/dev/null",
    "new-session",
    "-d",
    "-x",
    "80",
    "-y",
    "50",
    "-c",
    cwd,
    [...words, "bash", "--norc"].join(" "),
  );
  tmux("set-option", "-g", "history-limit", "20000");
  const shown = (): string => tmux("capture-pane", "-p", "-J", "-S", "-", "-t", ":0");
  const pane: Pane = {
    press: (key) => void tmux("send-keys", "-t", ":0", ...(key.length === 1 ? ["-l", key] : [key])),
    shown,
    waitFor: async (pattern, seconds = 30) => {
      for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
        const text = shown();
        if (pattern.test(text)) {
          // A yes counts once the card has stood there for a moment.
          await sleep(READING_MS);
          return text;
        }
        await sleep(15);
      }
      throw new Error(`The pane never showed ${pattern}:\n${shown()}`);
    },
    close: () => void tmux("kill-server"),
  };
  tmux("send-keys", "-t", ":0", "-l", command);
  tmux("send-keys", "-t", ":0", "Enter");
  return pane;
}
