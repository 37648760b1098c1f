// Trees, out of git and into it (SYN-10). A tree that was pulled may hold anything (SYN-11): what is no plain file of a
// plain name is marked, not followed. A tree that is written holds plain files only, through an index of its own.
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { descend, isComponent } from "../paths.ts";
import type { GitEntry, GitFile, GitOddity, GitOutcome } from "./carrier.ts";
import { failed } from "./reasons.ts";
import { type GitStore, inStore, ok } from "./store.ts";

export const COMMIT: RegExp = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const MOST = 250_000;
const PLAIN = "100644";
/** git itself folds every other mode into one of these, and what it does not know into the last. */
const MODES: Readonly<Record<string, GitOddity>> = { "100755": "executable", "120000": "link", "160000": "submodule" };

export async function entriesOf(store: GitStore, commit: string): Promise<GitOutcome<readonly GitEntry[]>> {
  if (!COMMIT.test(commit)) return failed("other", "expected a commit's whole hash");
  const known = store.listed.get(commit);
  if (known !== undefined) return ok(known);
  const listed = await inStore(store, ["ls-tree", "-r", "-z", "--full-tree", commit]);
  if (listed.kind === "failed") return listed;
  const entries = entriesIn(listed.value);
  if (entries.length > MOST) return failed("other", `${commit} holds ${entries.length} files, more than ${MOST}`);
  store.listed.set(commit, entries);
  return ok(entries);
}

/** A commit that was made of these files just now holds them and nothing else. */
export function noteEntries(store: GitStore, commit: string, files: readonly GitFile[]): void {
  store.listed.set(commit, withCollisions(files.map(({ path, blob }) => ({ path, blob, odd: [] }))));
}

/** What `ls-tree -r -z` listed. */
export function entriesIn(listed: Buffer): readonly GitEntry[] {
  const rows = listed.toString("utf8").split("\0").slice(0, -1);
  return withCollisions(rows.flatMap((row) => entryIn(row) ?? []));
}

/** `<mode> <type> <id>\t<path>` */
function entryIn(row: string): GitEntry | undefined {
  const [, mode = "", blob = "", path = ""] = /^(\d{6}) \w+ ([0-9a-f]+)\t(.*)$/s.exec(row) ?? [];
  if (blob === "") return undefined;
  const odd: GitOddity[] = [];
  if (mode !== PLAIN) odd.push(MODES[mode] ?? "submodule");
  if (!isPlainPath(path)) odd.push("path");
  return { path, blob, odd };
}

/** Names of one strict alphabet, so that no file system folds two of them but by case. */
export function isPlainPath(path: string): boolean {
  const names = path.split("/");
  return names.length <= 8 && names.every((name) => isComponent(name) && !/^\.\.?$|^\.git$/i.test(name));
}

/** Two files that one name would stand for where case does not count; also a file where another needs a folder. */
function withCollisions(entries: readonly GitEntry[]): readonly GitEntry[] {
  const times = new Map<string, number>();
  const folders = new Set<string>();
  for (const { path } of entries) {
    const folded = path.toLowerCase();
    times.set(folded, (times.get(folded) ?? 0) + 1);
    for (let at = folded.indexOf("/"); at >= 0; at = folded.indexOf("/", at + 1)) folders.add(folded.slice(0, at));
  }
  return entries.map((entry) => {
    const folded = entry.path.toLowerCase();
    const collides = (times.get(folded) ?? 0) > 1 || folders.has(folded);
    return collides ? { ...entry, odd: [...entry.odd, "collision"] } : entry;
  });
}

/** The id of a tree of exactly these files. */
export async function writeTree(store: GitStore, files: readonly GitFile[]): Promise<GitOutcome<string>> {
  const wrong = files.find(({ path, blob }) => !isPlainPath(path) || !COMMIT.test(blob));
  if (wrong !== undefined) return failed("other", `no tree is made with ${JSON.stringify(wrong.path)}`);
  const index = descend(store.root, ".git", `holdfast-index-${randomBytes(8).toString("hex")}`);
  const variables = { GIT_INDEX_FILE: index };
  try {
    const input = files.map(({ path, blob }) => `${PLAIN} ${blob}\t${path}\0`).join("");
    const filled = await inStore(store, ["update-index", "-z", "--index-info"], { input, variables });
    if (filled.kind === "failed") return filled;
    const written = await inStore(store, ["write-tree"], { variables });
    return written.kind === "failed" ? written : ok(written.value.toString("latin1").trim());
  } finally {
    for (const path of [index, `${index}.lock`]) rmSync(path, { force: true });
  }
}
