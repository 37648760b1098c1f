// Renaming and removing where others look on. Windows refuses to replace or remove a file that somebody reads at that moment:
// a hook, a virus scanner, an indexer. It is tried again for about two seconds; elsewhere the first answer stands.
import { renameSync, rmSync } from "node:fs";
import { errnoOf } from "./errno.ts";

const HELD = ["EPERM", "EACCES", "EBUSY"];
const MOST_TRIES = 60;

export interface Trying {
  readonly platform: NodeJS.Platform;
  wait(milliseconds: number): void;
}

const HERE: Trying = { platform: process.platform, wait };

function wait(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

export function patiently<T>(act: () => T, { platform, wait }: Trying = HERE): T {
  for (let tries = 0; ; tries++) {
    try {
      return act();
    } catch (error) {
      if (platform !== "win32" || tries === MOST_TRIES || !HELD.includes(errnoOf(error))) throw error;
      wait(Math.min(5 + tries, 50));
    }
  }
}

export function renamePatiently(from: string, to: string): void {
  patiently(() => renameSync(from, to));
}

/** With everything in it; nothing there is well too. */
export function removePatiently(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: process.platform === "win32" ? 20 : 0, retryDelay: 20 });
}
