// The table of vectors that comes with the package, read from its file.
import { readFileSync } from "node:fs";
import { type Meaning, meaningIn } from "../../vectors.ts";

export const TABLE_FILE = "meaning.bin";

/** Undefined where there is none, or it is broken: words are searched without it (ARR-5a). */
export function meaningAt(path: string): Meaning | undefined {
  try {
    return meaningIn(readFileSync(path));
  } catch {
    return undefined;
  }
}
