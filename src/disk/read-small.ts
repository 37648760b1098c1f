// A small file that is not ours, read on the hook path (AGT-1): a regular file of bounded size, or nothing.
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** O_NONBLOCK: a FIFO in its place must not stop a session. Links are followed only where that is asked for. */
export function readSmall(path: string, limit: number, links?: "follow"): string | undefined {
  let file: number | undefined;
  try {
    const noLink = links === "follow" ? 0 : (constants.O_NOFOLLOW ?? 0);
    file = openSync(path, constants.O_RDONLY | noLink | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > limit) return undefined;
    const bytes = Buffer.alloc(stats.size);
    let filled = 0;
    while (filled < stats.size) {
      const got = readSync(file, bytes, filled, stats.size - filled, filled);
      if (got === 0) break;
      filled += got;
    }
    return bytes.toString("utf8", 0, filled);
  } catch {
    return undefined; // absent or refused: the caller goes on without it
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
