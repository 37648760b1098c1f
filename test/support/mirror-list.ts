// The list of what a machine has joined, as a test wants it.
import { changeMirrors } from "../../src/sync/io/mirrors.ts";
import type { Mirror } from "../../src/sync/mirrors.ts";

/** In the place of those of the same hub. */
export function writeMirrors(dataDir: string, url: string, mirrors: readonly Omit<Mirror, "url">[]): void {
  changeMirrors(dataDir, url, () => mirrors);
}
