// Starts of TypeScript programs with a shared compile cache. A killed program never fills the cache, so one run to
// the end does: without its parent a worker has nothing to do and ends.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";

export interface QuickStart {
  readonly env: NodeJS.ProcessEnv;
  close(): void;
}

export function quickStart(program: URL): QuickStart {
  const folder = mkdtempSync(`${tmpdir()}/holdfast-compiled-`);
  const env = { ...process.env, NODE_COMPILE_CACHE: folder };
  execFileSync(process.execPath, [program.pathname], { env, stdio: "ignore" });
  return { env, close: () => rmSync(folder, { recursive: true, force: true }) };
}
