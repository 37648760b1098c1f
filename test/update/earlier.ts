// The program of an earlier version, built from this repository's own history and kept below the CI cache by its commit.
// Its sources and build script are those of that commit; the packages it bundles are today's, for its own lock file is
// refused by npm (scripts/ci/lock.ts).
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");
/** What is installed of a package, as far as it is run. */
const PARTS = ["dist", "package.json", ".claude-plugin", "schema"];

export function hasCommit(commit: string): boolean {
  try {
    execFileSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: ROOT, stdio: "ignore" });
    return true;
  } catch {
    // A clone without history, or no clone at all: whoever asked says so and skips.
    return false;
  }
}

/** The folder of that version's package. */
export function earlierPackage(commit: string): string {
  const cache =
    process.env["HOLDFAST_CI_CACHE"] ?? join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "holdfast-ci");
  const kept = join(cache, `program-${commit}`);
  if (existsSync(join(kept, "package.json"))) return kept;
  mkdirSync(cache, { recursive: true });
  // Below the cache, so that it is moved into place as a whole: two runs at once build twice and spoil nothing.
  const part = mkdtempSync(join(cache, ".part-"));
  try {
    const tree = join(part, "tree");
    mkdirSync(tree);
    const archive = execFileSync("git", ["archive", commit], { cwd: ROOT, maxBuffer: 1 << 30 });
    execFileSync("tar", ["-x", "-C", tree], { input: archive });
    symlinkSync(join(ROOT, "node_modules"), join(tree, "node_modules"));
    execFileSync(process.execPath, ["scripts/build.ts"], { cwd: tree, stdio: ["ignore", "ignore", "inherit"] });
    copyPackage(tree, join(part, "package"));
    if (!existsSync(kept)) renameSync(join(part, "package"), kept);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
  return kept;
}

/** As an update leaves it: nothing of what was there before. */
export function copyPackage(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const part of PARTS) cpSync(join(from, part), join(to, part), { recursive: true });
}
