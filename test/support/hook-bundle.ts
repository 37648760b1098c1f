// The hook as it is shipped, built into a folder of its own: a time box of one second is no measure for sources that are
// compiled on the way.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { hookLibraryOptions, hookOptions, hookPartOptions } from "../../scripts/bundles.ts";

export interface HookBundle {
  readonly path: string;
  remove(): void;
}

export async function buildHook(): Promise<HookBundle> {
  const folder = mkdtempSync(join(tmpdir(), "hook-"));
  for (const options of [hookOptions(folder), hookPartOptions(folder), hookLibraryOptions(folder)])
    await build(options);
  return { path: join(folder, "hook.cjs"), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
