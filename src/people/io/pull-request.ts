// The commits of a pull request, read from the project's repository (SYN-31): what is checked out, where it left its base,
// and what the base is now. Only subcommands that read are run, and only what lies below the shared store is looked at.

import type { GitEntry, GitOutcome } from "../../disk/git/carrier.ts";
import { ObjectReader } from "../../disk/git/objects.ts";
import { failed } from "../../disk/git/reasons.ts";
import { runGit, streamGit } from "../../disk/git/run.ts";
import { ok } from "../../disk/git/store.ts";
import { COMMIT, entriesIn } from "../../disk/git/tree.ts";
import { SHALLOW } from "../committed-store.ts";

export interface CommittedFiles {
  readonly commit: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly odd: readonly { readonly path: string; readonly what: GitEntry["odd"][number] | "too-large" }[];
}

export interface Compared {
  readonly base: string;
  readonly tip: CommittedFiles;
  readonly forks: readonly CommittedFiles[];
  readonly head: CommittedFiles;
}

const BUDGET_MS = 60_000;
/** Merges across each other have some; so many are made on purpose. */
const MOST_FORKS = 16;
const FOLDER = ".holdfast/";
const FOLDERS: ReadonlySet<string> = new Set(["memories", "quarantine", "archive", "attest", "devices", "allowances"]);
const LARGEST_FILE = 4 * 1024 * 1024;
const LARGEST_ALL = 256 * 1024 * 1024;
/** A name of a branch, a tag or a commit, and nothing that git would take for an option. */
const REF = /^[A-Za-z0-9][A-Za-z0-9._/@^~{}+-]{0,250}$/;

export async function readPullRequest(
  root: string,
  asked: string | undefined,
  env: NodeJS.ProcessEnv = process.env,
): Promise<GitOutcome<Compared>> {
  const base = await baseOf(root, asked, env);
  if (base.kind === "failed") return base;
  const head = await commitOf(root, "HEAD", env);
  if (head === undefined) return failed("other", "there is no commit to look at");
  // Where history was cut off, an older commit can look like the one at which the two parted.
  const whole = await git(root, ["rev-parse", "--is-shallow-repository"], env);
  if (whole.kind === "failed") return whole;
  if (whole.value.toString("latin1").trim() !== "false") return failed("other", SHALLOW);
  const forked = await git(root, ["merge-base", "--all", base.value.commit, head], env);
  const forks = forked.kind === "ok" ? forked.value.toString("latin1").split("\n").filter(Boolean) : [];
  if (forks.length === 0) return failed("other", `HEAD and ${base.value.ref} have no commit in common`);
  if (forks.length > MOST_FORKS) return failed("other", `HEAD and ${base.value.ref} parted at ${forks.length} commits`);
  const trees = new Map<string, CommittedFiles>();
  for (const commit of new Set([base.value.commit, ...forks, head])) {
    const read = await filesOf(root, commit, env);
    if (read.kind === "failed") return read;
    trees.set(commit, read.value);
  }
  const at = (commit: string): CommittedFiles => trees.get(commit) ?? { commit, files: new Map(), odd: [] };
  return ok({ base: base.value.ref, tip: at(base.value.commit), forks: forks.map(at), head: at(head) });
}

/** What was asked for, what the machinery of the pull request says, or the default branch of origin; in this order. */
async function baseOf(
  root: string,
  asked: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<GitOutcome<{ readonly ref: string; readonly commit: string }>> {
  const named = asked ?? env["GITHUB_BASE_REF"] ?? env["CI_MERGE_REQUEST_TARGET_BRANCH_NAME"] ?? "";
  const refs = named === "" ? await defaultRefs(root, env) : asked === undefined ? built(named) : meant(named);
  for (const ref of refs) {
    const commit = await commitOf(root, ref, env);
    if (commit !== undefined) return ok({ ref: ref.replace(/^refs\/(?:remotes|heads)\//, ""), commit });
  }
  return failed("other", named === "" ? "origin has no default branch here" : `there is no ${named} here`);
}

// Whole names of refs: git takes a short one for a tag first, and anybody who may push tags could choose the base.
const REMOTES = "refs/remotes/";
const ORIGIN = `${REMOTES}origin/`;

/** Where origin's HEAD points; a branch that is itself called HEAD points nowhere. */
async function defaultRefs(root: string, env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const found = await git(root, ["rev-parse", "--symbolic-full-name", `${ORIGIN}HEAD`], env);
  const head = found.kind === "ok" ? found.value.toString("utf8").trim() : "";
  return [...(head.startsWith(ORIGIN) && head !== `${ORIGIN}HEAD` ? [head] : []), `${ORIGIN}main`, `${ORIGIN}master`];
}

function built(branch: string): readonly string[] {
  return [`${ORIGIN}${branch}`, `refs/heads/${branch}`];
}

function meant(word: string): readonly string[] {
  return COMMIT.test(word) ? [word] : [`${REMOTES}${word}`, `refs/heads/${word}`, `${ORIGIN}${word}`, word];
}

async function commitOf(root: string, ref: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (!REF.test(ref)) return undefined;
  const found = await git(root, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`], env);
  return found.kind === "ok" ? found.value.toString("latin1").trim() : undefined;
}

async function filesOf(root: string, commit: string, env: NodeJS.ProcessEnv): Promise<GitOutcome<CommittedFiles>> {
  const listed = await git(root, ["ls-tree", "-r", "-z", "--full-tree", commit, "--", FOLDER], env);
  if (listed.kind === "failed") return listed;
  const top = await git(root, ["ls-tree", "-z", "--name-only", "--full-tree", commit], env);
  if (top.kind === "failed") return top;
  const entries = entriesIn(listed.value);
  const odd: CommittedFiles["odd"][number][] = entries.flatMap(({ path, odd }) =>
    // Whether a file may be run says nothing about a memory.
    odd.filter((what) => what !== "executable").map((what) => ({ path: below(path), what })),
  );
  // Another spelling is the same folder where names are folded.
  const respelled = entries.map(({ path }) => below(path)).filter(isRespelled);
  odd.push(...respelled.map((path) => ({ path, what: "collision" as const })));
  const folded = top.value.toString("utf8").split("\0").filter(isFolded);
  odd.push(...folded.map((name) => ({ path: `../${name}`, what: "collision" as const })));
  const plain = entries.filter((each) => each.odd.every((what) => what === "executable"));
  const blobs = await contentsOf(root, new Set(plain.map(({ blob }) => blob)), env);
  if (blobs.kind === "failed") return blobs;
  const files = new Map<string, Uint8Array>();
  for (const { path, blob } of plain) {
    const bytes = blobs.value.get(blob);
    if (bytes === undefined) odd.push({ path: below(path), what: "too-large" });
    else files.set(below(path), bytes);
  }
  return ok({ commit, files, odd });
}

async function contentsOf(
  root: string,
  blobs: ReadonlySet<string>,
  env: NodeJS.ProcessEnv,
): Promise<GitOutcome<ReadonlyMap<string, Uint8Array>>> {
  const found = new Map<string, Uint8Array>();
  if (blobs.size === 0) return ok(found);
  let size = 0;
  const reader = new ObjectReader(({ id, type, bytes }) => {
    if (type === "blob" && bytes.length <= LARGEST_FILE) found.set(id, Uint8Array.prototype.slice.call(bytes));
  });
  const args = ["cat-file", "--batch", "--buffer"];
  const input = [...blobs].map((id) => `${id}\n`).join("");
  const end = await streamGit({ at: { folder: root }, args, input, env, budgetMs: BUDGET_MS }, (piece) => {
    size += piece.length;
    if (size > LARGEST_ALL) return "stop";
    reader.push(piece);
    return undefined;
  });
  if (size > LARGEST_ALL) return failed("other", `the shared store holds more than ${LARGEST_ALL} bytes`);
  return end.kind === "failed" ? end : ok(found);
}

function isFolded(name: string): boolean {
  return `${name}/` !== FOLDER && `${name.normalize("NFKC").toLowerCase()}/` === FOLDER;
}

/** One of the folders that a store opens by its name: these are in small letters, a memory's id in capitals. */
function isRespelled(path: string): boolean {
  const [top = "", next = "", ...more] = path.split("/");
  if (next === "" || !FOLDERS.has(top.toLowerCase())) return false;
  return top !== top.toLowerCase() || (top === "attest" && more.length > 0 && next !== next.toUpperCase());
}

function below(path: string): string {
  return path.startsWith(FOLDER) ? path.slice(FOLDER.length) : path;
}

function git(root: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<GitOutcome<Buffer>> {
  return runGit({ at: { folder: root }, args, env, budgetMs: BUDGET_MS });
}
