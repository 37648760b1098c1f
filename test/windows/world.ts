// What every part is given.
import { join } from "node:path";
import { build } from "esbuild";
import type { Machine } from "./machine.ts";
import { ROOT, type Windows } from "./wine.ts";

export interface World {
  readonly windows: Windows;
  readonly one: Machine;
  readonly two: Machine;
  readonly long: boolean;
  check(title: string, good: boolean, found?: unknown): void;
  say(line: string): void;
}

/** A program of children/ as one file, for each file that is loaded costs time here. Gives its path on Windows. */
export async function bundled({ box }: Windows, name: string): Promise<string> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: [`test/windows/children/${name}.ts`],
    outfile: join(box, `${name}.mjs`),
    bundle: true,
    platform: "node",
    target: "node22",
    format: "esm",
    logLevel: "error",
    // Some packages ask for their own by `require`, which a module has not.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  return `C:\\box\\${name}.mjs`;
}
