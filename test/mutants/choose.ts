// Which files are mutated. Everything with --all; otherwise what changed since the merge base, and where that can't
// be told, or nothing there changed, the trust machine.
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const ROOT: string = fileURLToPath(new URL("../..", import.meta.url));

const FOLDERS = ["trust", "attest", "store/ledger", "memory", "replica"] as const;
const FALLBACK = "src/trust/";
/** About a mutant a line; this many take two idle cores less than three minutes. */
const MAX_LINES = 400;
/** The ledger's tests try every byte: a mutant there costs as much as four elsewhere. */
const COST: Readonly<Record<string, number>> = { "store/ledger": 4 };

export interface Group {
  readonly folder: string;
  readonly files: readonly string[];
}

export interface Chosen {
  readonly why: string;
  readonly files: readonly string[];
  /** Changed too, and too many for the short form. */
  readonly left: readonly string[];
}

/** Folders in the order of what a wrong line there costs; a file of nothing but types has nothing to mutate, io/ touches the world. */
export function mutableFiles(): readonly string[] {
  return FOLDERS.flatMap((folder) => globSync(`src/${folder}/**/*.ts`, { cwd: ROOT }).sort()).filter(
    (file) => hasCode(file) && !file.includes("/io/"),
  );
}

function hasCode(file: string): boolean {
  return /^(?:export )?(?:async )?(?:function|const|class) /m.test(readFileSync(ROOT + file, "utf8"));
}

export function chooseFiles(all: boolean): Chosen {
  const files = mutableFiles();
  if (all) return { why: "all", files, left: [] };
  const changed = changedFiles();
  const touched = files.filter((file) => changed?.has(file) || changed?.has(testOf(file)));
  if (touched.length > 0) return { why: "changed since the merge base", ...withinLimit(touched) };
  const why = changed === undefined ? "no merge base to compare with" : "none of them changed since the merge base";
  return { why: `the trust machine, ${why}`, ...withinLimit(files.filter((file) => file.startsWith(FALLBACK))) };
}

function folderOf(file: string): string {
  return FOLDERS.find((folder) => file.startsWith(`src/${folder}/`)) ?? "";
}

function testOf(file: string): string {
  return file.replace(/^src\//, "test/unit/").replace(/\.ts$/, ".test.ts");
}

function withinLimit(files: readonly string[]): Pick<Chosen, "files" | "left"> {
  let lines = 0;
  const chosen = files.filter((file) => {
    const size = readFileSync(ROOT + file, "utf8").split("\n").length * (COST[folderOf(file)] ?? 1);
    const fits = lines + size <= MAX_LINES || file === files[0];
    if (fits) lines += size;
    return fits;
  });
  return { files: chosen, left: files.filter((file) => !chosen.includes(file)) };
}

/** Committed since the merge base, changed in the work tree, or not yet known to git. */
function changedFiles(): ReadonlySet<string> | undefined {
  const base = ["origin/HEAD", "origin/main", "main"]
    .map((branch) => git("merge-base", "HEAD", branch))
    .find((commit) => commit !== undefined);
  if (base === undefined) return undefined;
  const tracked = git("diff", "--name-only", "--relative", base.trim());
  const untracked = git("ls-files", "--others", "--exclude-standard");
  return new Set(`${tracked ?? ""}\n${untracked ?? ""}`.split("\n"));
}

function git(...options: string[]): string | undefined {
  if (!existsSync(`${ROOT}.git`)) return undefined;
  try {
    return execFileSync("git", ["-C", ROOT, ...options], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    // No such branch here, or no commits in common: the next one is asked.
    return undefined;
  }
}

export function groupByFolder(files: readonly string[]): readonly Group[] {
  return FOLDERS.map((folder) => ({
    folder,
    files: files.filter((file) => folderOf(file) === folder),
  })).filter((group) => group.files.length > 0);
}
