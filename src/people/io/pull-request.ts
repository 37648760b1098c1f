// The commits of a pull request, read from the project's repository (SYN-31): what is checked out, where it left its base,
// and what the base is now. Only subcommands that read are run, and only what lies below shared stores is looked at: that of
// the repository, and those of folders in it (SYN-32).
import type { GitEntry } from "../../disk/git/carrier.ts";
import { COMMIT, entriesIn } from "../../disk/git/contents.ts";
import { ObjectReader } from "../../disk/git/objects.ts";
import { failure } from "../../disk/git/reasons.ts";
import { askGit, type GitCall, runGit, streamGit } from "../../disk/git/run.ts";
import { NO_BRANCH, SHALLOW } from "../compared.ts";

export interface CommittedFiles {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly odd: readonly { readonly path: string; readonly what: GitEntry["odd"][number] | "too-large" }[];
}

/** By the folder that owns them, with a slash at its end; the repository's own under the empty name. */
type Stores = ReadonlyMap<string, CommittedFiles>;

interface Committed {
  readonly commit: string;
  readonly stores: Stores;
}

export interface ComparedCommits {
  readonly base: string;
  readonly tip: Committed;
  readonly forks: readonly Committed[];
  readonly head: Committed;
  /** What was asked about is what is checked out. */
  readonly isCheckedOut: boolean;
}

export interface Asked {
  readonly base?: string | undefined;
  /** What is checked out, unless told otherwise. */
  readonly head?: string | undefined;
}

const BUDGET_MS = 60_000;
/** Merges across each other have some; so many are made on purpose. */
const MOST_FORKS = 16;
const MOST_STORES = 1000;
const FOLDER = ".holdfast/";
const FOLDERS: ReadonlySet<string> = new Set(["memories", "quarantine", "archive", "attest", "devices", "allowances"]);
const LARGEST_FILE = 4 * 1024 * 1024;
const LARGEST_ALL = 256 * 1024 * 1024;
/** A name of a branch, a tag or a commit, and nothing that git would take for an option. */
const REF = /^[A-Za-z0-9][A-Za-z0-9._/@^~{}+-]{0,250}$/;

/** What git is asked in: the project's folder, by this environment. */
interface Project {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
}

export async function readPullRequest(
  root: string,
  asked: Asked,
  env: NodeJS.ProcessEnv = process.env,
): Promise<ComparedCommits> {
  const project = { root, env };
  const base = await baseOf(project, asked.base);
  const current = await commitOf(project, "HEAD");
  const head = asked.head === undefined ? current : await commitNamed(project, asked.head);
  if (head === undefined)
    throw failure("other", asked.head === undefined ? "there is no commit to look at" : `${NO_BRANCH}${asked.head}`);
  const forked = await askGit(callOf(project, ["merge-base", "--all", base.commit, head]));
  const forks = forked?.toString("latin1").split("\n").filter(Boolean) ?? [];
  if (!(await isCertain(project, forks, [base.commit, head]))) throw failure("other", SHALLOW);
  if (forks.length === 0) throw failure("other", `HEAD and ${base.ref} have no commit in common`);
  if (forks.length > MOST_FORKS) throw failure("other", `HEAD and ${base.ref} parted at ${forks.length} commits`);
  const read = new Map<string, CommittedFiles>();
  const trees = new Map<string, Stores>();
  for (const commit of new Set([base.commit, ...forks, head])) trees.set(commit, await storesOf(project, commit, read));
  const at = (commit: string): Committed => ({ commit, stores: trees.get(commit) ?? new Map() });
  return { base: base.ref, tip: at(base.commit), forks: forks.map(at), head: at(head), isCheckedOut: head === current };
}

/**
 * Where history was cut off, an older commit can look like the one at which the two parted. It is the one for certain where
 * it is one of the two, or where nothing is cut between it and them: what is hidden then comes before it.
 */
async function isCertain(
  project: Project,
  forks: readonly string[],
  [tip, head]: readonly [string, string],
): Promise<boolean> {
  const shallow = await runGit(callOf(project, ["rev-parse", "--is-shallow-repository"]));
  if (shallow.toString("latin1").trim() === "false") return true;
  const [only] = forks;
  if (only === undefined || forks.length > 1) return false;
  if (only === tip || only === head) return true;
  const cut = await runGit(callOf(project, ["rev-list", "--max-parents=0", tip, head, "--not", only]));
  return cut.length === 0;
}

/** What was asked for, what the machinery of the pull request says, or the default branch of origin; in this order. */
async function baseOf(
  project: Project,
  asked: string | undefined,
): Promise<{ readonly ref: string; readonly commit: string }> {
  const { env } = project;
  const named = asked ?? queuedFor(env) ?? env["GITHUB_BASE_REF"] ?? env["CI_MERGE_REQUEST_TARGET_BRANCH_NAME"] ?? "";
  const refs = named === "" ? await defaultRefs(project) : asked === undefined ? built(named) : meant(named);
  for (const ref of refs) {
    const commit = await commitOf(project, ref);
    if (commit !== undefined) return { ref: ref.replace(/^refs\/(?:remotes|heads)\//, ""), commit };
  }
  throw failure("other", named === "" ? "origin has no default branch here" : `${NO_BRANCH}${named}`);
}

const QUEUE = /^refs\/heads\/gh-readonly-queue\/(.+)\/pr-\d+-[0-9a-f]{40,64}$/;

/** GitHub's merge queue names its branch in the ref alone; the default branch would be another one's base. */
function queuedFor(env: NodeJS.ProcessEnv): string | undefined {
  if (env["GITHUB_EVENT_NAME"] !== "merge_group") return undefined;
  const [, branch] = QUEUE.exec(env["GITHUB_REF"] ?? "") ?? [];
  if (branch === undefined) throw failure("other", "GITHUB_REF names no branch of a merge queue");
  return branch;
}

// Whole names of refs: git takes a short one for a tag first, and anybody who may push tags could choose the base.
const REMOTES = "refs/remotes/";
const ORIGIN = `${REMOTES}origin/`;

/** Where origin's HEAD points; a branch that is itself called HEAD points nowhere. */
async function defaultRefs(project: Project): Promise<readonly string[]> {
  const found = await askGit(callOf(project, ["rev-parse", "--symbolic-full-name", `${ORIGIN}HEAD`]));
  const head = found?.toString("utf8").trim() ?? "";
  return [...(head.startsWith(ORIGIN) && head !== `${ORIGIN}HEAD` ? [head] : []), `${ORIGIN}main`, `${ORIGIN}master`];
}

function built(branch: string): readonly string[] {
  return [`${ORIGIN}${branch}`, `refs/heads/${branch}`];
}

function meant(word: string): readonly string[] {
  return COMMIT.test(word) ? [word] : [`${REMOTES}${word}`, `refs/heads/${word}`, `${ORIGIN}${word}`, word];
}

/** A branch of this clone before one of a remote, and either before what git would take the word for. */
async function commitNamed(project: Project, word: string): Promise<string | undefined> {
  const refs = word === "HEAD" || COMMIT.test(word) ? [word] : [`refs/heads/${word}`, `${REMOTES}${word}`, word];
  for (const ref of refs) {
    const commit = await commitOf(project, ref);
    if (commit !== undefined) return commit;
  }
  return undefined;
}

async function commitOf(project: Project, ref: string): Promise<string | undefined> {
  if (!REF.test(ref)) return undefined;
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
  return (await askGit(callOf(project, args)))?.toString("latin1").trim();
}

/** `read`: what is known by its tree already, as most stores are the same in all commits. */
async function storesOf(project: Project, commit: string, read: Map<string, CommittedFiles>): Promise<Stores> {
  const listed = await runGit(callOf(project, ["ls-tree", "-r", "-z", "--full-tree", commit, "--", FOLDER]));
  const top = await runGit(callOf(project, ["ls-tree", "-z", "--name-only", "--full-tree", commit]));
  const own = await filesOf(project, entriesIn(listed));
  const folded = top.toString("utf8").split("\0").filter(isFolded);
  const { inner, respelled } = await innerStores(project, commit);
  if (inner.length > MOST_STORES) throw failure("other", `${inner.length} folders of one commit have a shared store`);
  const odd = [...folded, ...respelled].map((path) => ({ path: `../${path}`, what: "collision" as const }));
  const stores = new Map<string, CommittedFiles>([["", { ...own, odd: [...own.odd, ...odd] }]]);
  for (const { folder, tree } of inner) {
    const known = read.get(tree) ?? (await filesOf(project, entriesIn(await listTree(project, tree))));
    read.set(tree, known);
    stores.set(folder, known);
  }
  return stores;
}

function listTree(project: Project, tree: string): Promise<Buffer> {
  return runGit(callOf(project, ["ls-tree", "-r", "-z", "--full-tree", tree]));
}

/** Folders in which there is a store; what lies in a store is that store's. */
async function innerStores(
  project: Project,
  commit: string,
): Promise<{ readonly inner: readonly { folder: string; tree: string }[]; readonly respelled: readonly string[] }> {
  const listed = await runGit(callOf(project, ["ls-tree", "-r", "-d", "-z", "--full-tree", commit]));
  const inner: { folder: string; tree: string }[] = [];
  const respelled: string[] = [];
  const spelled = new Map<string, string>();
  for (const row of listed.toString("utf8").split("\0")) {
    const [, tree = "", path = ""] = /^040000 tree ([0-9a-f]+)\t(.*)$/s.exec(row) ?? [];
    const names = path.split("/");
    const where = names.findIndex((name) => `${name}/` === FOLDER || isFolded(name));
    // The top one is listed by itself.
    if (where < 1 || where !== names.length - 1) continue;
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const key = folder.normalize("NFKC").toLowerCase();
    if (isFolded(names.at(-1) ?? "") || (spelled.get(key) ?? folder) !== folder) respelled.push(path);
    else inner.push({ folder, tree });
    spelled.set(key, spelled.get(key) ?? folder);
  }
  return { inner, respelled };
}

async function filesOf(project: Project, entries: readonly GitEntry[]): Promise<CommittedFiles> {
  const odd: CommittedFiles["odd"][number][] = entries.flatMap(({ path, odd }) =>
    // Whether a file may be run says nothing about a memory.
    odd.filter((what) => what !== "executable").map((what) => ({ path: below(path), what })),
  );
  // Another spelling is the same folder where names are folded.
  const respelled = entries.map(({ path }) => below(path)).filter(isRespelled);
  odd.push(...respelled.map((path) => ({ path, what: "collision" as const })));
  const plain = entries.filter((each) => each.odd.every((what) => what === "executable"));
  const blobs = await contentsOf(project, new Set(plain.map(({ blob }) => blob)));
  const files = new Map<string, Uint8Array>();
  for (const { path, blob } of plain) {
    const bytes = blobs.get(blob);
    if (bytes === undefined) odd.push({ path: below(path), what: "too-large" });
    else files.set(below(path), bytes);
  }
  return { files, odd };
}

async function contentsOf(project: Project, blobs: ReadonlySet<string>): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  if (blobs.size === 0) return found;
  let size = 0;
  const reader = new ObjectReader(({ id, type, bytes }) => {
    if (type === "blob" && bytes.length <= LARGEST_FILE) found.set(id, Uint8Array.prototype.slice.call(bytes));
  });
  const input = [...blobs].map((id) => `${id}\n`).join("");
  await streamGit({ ...callOf(project, ["cat-file", "--batch", "--buffer"]), input }, (piece) => {
    size += piece.length;
    if (size > LARGEST_ALL) throw failure("other", `the shared store holds more than ${LARGEST_ALL} bytes`);
    reader.push(piece);
  });
  return found;
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

function callOf({ root, env }: Project, args: readonly string[]): GitCall {
  return { at: { folder: root }, args, env, budgetMs: BUDGET_MS };
}
