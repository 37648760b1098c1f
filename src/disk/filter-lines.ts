// Taking lines out of a record that others append to without a lock: written anew beside it and put in its place, and
// only if nobody appended meanwhile.

import { Fault } from "../text/errors.ts";
import type { Directory } from "./directory.ts";
import { removeFile, replaceGuarded } from "./durable-write.ts";
import { readIn } from "./read-file.ts";

const LARGEST = 512 * 1024 * 1024;
const ATTEMPTS = 20;

/** What becomes of each line: itself, another text, or nothing. Gives how many changed. */
export function filterLines(directory: Directory, name: string, change: (line: string) => string | undefined): number {
  for (let attempt = 1; ; attempt++) {
    const read = readIn(directory, name, LARGEST);
    if (read === undefined) return 0;
    if (read.kind === "unreadable")
      throw read.passing ?? new Fault("unsafe-path", `${directory.path}/${name} is refused: ${read.reason}.`);
    const text = Buffer.from(read.bytes).toString("utf8");
    const { lines, changed } = filtered(text, change);
    if (changed === 0) return 0;
    const left = lines.join("\n");
    const grown = (): "grown" | undefined =>
      directory.look(name)?.size === BigInt(read.bytes.length) ? undefined : "grown";
    if (left.trim() === "") {
      if (grown() === undefined) {
        removeFile(directory, name);
        return changed;
      }
    } else {
      const file = { name, bytes: Buffer.from(left), mode: read.mode };
      if (replaceGuarded(directory, file, grown) === undefined) return changed;
    }
    if (attempt === ATTEMPTS) throw new Fault("locked", `${directory.path}/${name} is being written to.`, "Try again.");
  }
}

function filtered(
  text: string,
  change: (line: string) => string | undefined,
): { readonly lines: readonly string[]; readonly changed: number } {
  let changed = 0;
  const lines = text.split("\n").flatMap((line) => {
    const after = line === "" ? line : change(line);
    if (after !== line) changed += 1;
    return after === undefined ? [] : [after];
  });
  return { lines, changed };
}
