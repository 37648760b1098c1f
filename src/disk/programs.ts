// Is a program on the PATH? Looked up without running it.
import { accessSync, constants, statSync } from "node:fs";
import { delimiter } from "node:path";
import { absolute, child } from "./paths.ts";

export function findProgram(name: string, path: string | undefined): string | undefined {
  for (const folder of (path ?? "").split(delimiter)) {
    const base = absolute(folder);
    if (base === undefined) continue;
    const candidate = child(base, name);
    try {
      accessSync(candidate, constants.X_OK);
      if (statSync(candidate).isFile()) return candidate;
    } catch {
      // Not here; the next folder may have it.
    }
  }
  return undefined;
}
