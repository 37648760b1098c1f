// The built program, built first when it is older than its source, and copied: a build that somebody starts
// meanwhile replaces dist/ as a whole.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
const DIST = join(ROOT, "dist");

/** Puts a copy of dist/ at `target`. */
export function copyBuilt(target: string): void {
  if (isStale()) execFileSync(process.execPath, [join(ROOT, "scripts/build.ts")], { cwd: ROOT, stdio: "ignore" });
  execFileSync("cp", ["-a", DIST, target]);
}

function isStale(): boolean {
  const built = join(DIST, "cli.mjs");
  if (!existsSync(built)) return true;
  const { mtimeMs } = statSync(built);
  const sources = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" }).map((name) => `src/${name}`);
  const scripts = readdirSync(join(ROOT, "scripts")).map((name) => `scripts/${name}`);
  return [...sources, ...scripts, "package.json"].some((name) => statSync(join(ROOT, name)).mtimeMs > mtimeMs);
}
