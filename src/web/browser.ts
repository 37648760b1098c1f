// Starts the person's browser on a link, when they asked for it at the terminal. The link stands in that program's
// arguments for a moment, where other programs of the same user can read it; so it is never done unasked.
import { spawn } from "node:child_process";

const PROGRAMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { linux: "xdg-open", darwin: "open" };

/** `failed` when there is no such program here. */
export function openBrowser(url: string, failed: () => void): void {
  const program = PROGRAMS[process.platform];
  const child = program === undefined ? undefined : spawn(program, [url], { stdio: "ignore", detached: true });
  if (child === undefined) failed();
  child?.once("error", failed);
  child?.unref();
}
