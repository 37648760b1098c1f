// A file that a person named on the command line: read whole, regular files only, bounded. It is outside of every
// store, so it is read as the person's own and nothing else is derived from its path.
import { constants, fstatSync, openSync, readFileSync } from "node:fs";
import { closeRead } from "../../disk/close.ts";
import { errnoOf } from "../../disk/errno.ts";
import { fromHere, shown } from "../../disk/paths.ts";
import { MAX_FILE_BYTES } from "../../memory/frontmatter.ts";
import { type Refusal, refuse } from "../../text/errors.ts";

export function readGiven(path: string): Uint8Array | Refusal {
  let fd: number;
  try {
    fd = openSync(fromHere(path), constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = errnoOf(error);
    return refuse(
      code === "ENOENT" ? "not-found" : "unreadable",
      `${shown(path)} can't be read (${code}).`,
      "Give the path of a readable file.",
    );
  }
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) return refuse("unreadable", `${shown(path)} is not a regular file.`);
    if (stats.size > MAX_FILE_BYTES)
      return refuse("too-large", `${shown(path)} is larger than 256 KiB.`, "Split it into several memories.");
    return new Uint8Array(readFileSync(fd));
  } finally {
    closeRead(fd);
  }
}
