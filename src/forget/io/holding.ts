// Which commits of a repository still hold a text (FOR-1). Every object is inflated and searched, packed and loose,
// reachable or not; then the trees that lead to a hit, and the commits of those trees. Nothing is changed.

import { type GitObject, ObjectReader } from "../../disk/git/objects.ts";
import { askGit, streamGit } from "../../disk/git/run.ts";
import { failedFrom } from "../../text/errors.ts";
import type { GitHolding } from "../ports.ts";

const LIMIT_MS = 120_000;

interface Commit {
  readonly tree: string;
  readonly time: number;
  readonly inMessage: boolean;
}

interface Search {
  readonly root: string;
  /** When it is given up. */
  readonly end: number;
  readonly commits: Map<string, Commit>;
  readonly trees: string[];
  /** Blobs that hold it, and the trees that lead to one. */
  readonly hits: Set<string>;
  /** Files that are called so, whatever is in them. */
  readonly named: Edge[];
  readonly loose: Set<string>;
  /** Why not all was seen, in the words of the first git that ended early. */
  unfinished: string | undefined;
}

/** `store` is the folder of ours in the repository at `root`, or that itself. */
export async function commitsHolding(
  root: string,
  store: string,
  holds: (bytes: Uint8Array) => boolean,
  limitMs: number = LIMIT_MS,
): Promise<GitHolding> {
  const found = { commits: new Map(), trees: [], hits: new Set<string>(), named: [], loose: new Set<string>() };
  const seen: Search = { root, end: performance.now() + limitMs, ...found, unfinished: undefined };
  const args = ["cat-file", "--batch-all-objects", "--batch", "--buffer"];
  const passedBy = await objects(seen, args, "", (object) => look(object, holds, seen));
  const edges = await climb(seen);
  const commits = [...seen.commits].filter(([, { tree, inMessage }]) => inMessage || seen.hits.has(tree));
  const large = passedBy > 0 ? `${passedBy} very large objects were passed by` : undefined;
  const unfinished = seen.unfinished ?? large;
  const roots = new Set(commits.map(([, { tree }]) => tree));
  const paths = pathsTo(seen, edges, roots);
  const own = store === root;
  const folder = own ? "" : `${store.slice(root.length + 1)}/`;
  const sent = own ? await sentBranch(root) : undefined;
  return {
    root,
    own,
    ...(sent === undefined ? {} : { sent }),
    commits: commits.toSorted(([, a], [, b]) => b.time - a.time).map(([id]) => id),
    paths: paths.found.filter((path) => path.startsWith(folder)),
    beyond: paths.found.filter((path) => !path.startsWith(folder)),
    loose: [...seen.hits, ...seen.loose].filter((id) => !paths.reached.has(id)).length,
    messages: commits.filter(([, { inMessage }]) => inMessage).map(([id]) => id),
    ...(unfinished === undefined ? {} : { unfinished }),
  };
}

/** The top of the working tree; undefined outside of git or where git can't say. */
export async function topOf(folder: string): Promise<string | undefined> {
  const top = await askGit({ at: { folder }, args: ["rev-parse", "--show-toplevel"], budgetMs: 10_000 });
  return top?.toString("utf8").trim();
}

async function sentBranch(root: string): Promise<string | undefined> {
  const ask = async (...args: readonly string[]): Promise<string> =>
    (await askGit({ at: { store: root }, args, budgetMs: 10_000 }))?.toString("utf8").trim() ?? "";
  const remote = await ask("config", "--local", "--get", "remote.origin.url");
  const branch = await ask("symbolic-ref", "--short", "HEAD");
  return remote === "" || branch === "" ? undefined : branch;
}

/** Gives how many were passed by. */
async function objects(
  seen: Search,
  args: readonly string[],
  input: string,
  take: (object: GitObject) => void,
): Promise<number> {
  const reader = new ObjectReader(take);
  const call = { at: { folder: seen.root }, args, input, budgetMs: seen.end - performance.now() };
  await streamGit(call, (piece) => reader.push(piece)).catch((error: unknown) => {
    seen.unfinished ??= failedFrom(error).message;
  });
  return reader.passedBy;
}

function look({ id, type, bytes }: GitObject, holds: (bytes: Uint8Array) => boolean, seen: Search): void {
  if (type === "commit") {
    const text = bytes.toString("latin1");
    const time = Number(/^committer .* (\d+) [+-]\d{4}$/m.exec(text)?.[1] ?? 0);
    const tree = /^tree ([0-9a-f]+)$/m.exec(text)?.[1] ?? "";
    seen.commits.set(id, { tree, time, inMessage: holds(bytes) });
    return;
  }
  if (type === "tree") seen.trees.push(id);
  if (!holds(bytes)) return;
  if (type === "tag") seen.loose.add(id);
  else if (type === "blob") seen.hits.add(id);
  else nameIn(id, bytes, holds, seen);
}

function nameIn(tree: string, bytes: Buffer, holds: (bytes: Uint8Array) => boolean, seen: Search): void {
  for (const { name, child } of entriesOf(bytes, tree.length / 2)) {
    if (!holds(Buffer.from(name))) continue;
    seen.named.push({ tree, name, child });
    seen.hits.add(tree);
  }
}

interface Edge {
  readonly tree: string;
  readonly name: string;
  readonly child: string;
}

/** From what was found up to the top trees: each round adds the trees that name something of the last. */
async function climb(seen: Search): Promise<readonly Edge[]> {
  const edges = new Map<string, Edge>(seen.named.map((edge) => [`${edge.tree} ${edge.name}`, edge]));
  const input = seen.trees.map((id) => `${id}\n`).join("");
  for (let before = -1; before !== seen.hits.size && seen.hits.size > 0; ) {
    before = seen.hits.size;
    await objects(seen, ["cat-file", "--batch", "--buffer"], input, ({ id, bytes }) => {
      for (const { name, child } of entriesOf(bytes, id.length / 2)) {
        if (!seen.hits.has(child)) continue;
        edges.set(`${id} ${name}`, { tree: id, name, child });
        seen.hits.add(id);
      }
    });
  }
  return [...edges.values()];
}

/** `<mode> <name>\0<raw id>`, again and again. */
function* entriesOf(tree: Buffer, idLength: number): Generator<{ readonly name: string; readonly child: string }> {
  for (let at = 0; at < tree.length; ) {
    const blank = tree.indexOf(0x20, at);
    const zero = tree.indexOf(0, blank);
    if (blank < 0 || zero < 0) return;
    const next = zero + 1 + idLength;
    yield { name: tree.toString("utf8", blank + 1, zero), child: tree.toString("hex", zero + 1, next) };
    at = next;
  }
}

function pathsTo(
  seen: Search,
  edges: readonly Edge[],
  roots: ReadonlySet<string>,
): { readonly found: readonly string[]; readonly reached: ReadonlySet<string> } {
  const below = new Map<string, Edge[]>();
  for (const edge of edges) below.set(edge.tree, [...(below.get(edge.tree) ?? []), edge]);
  const reached = new Set<string>();
  const found = new Set<string>();
  const walked = new Set<string>();
  const walk = (id: string, path: string): void => {
    if (walked.has(`${id} ${path}`)) return;
    walked.add(`${id} ${path}`);
    reached.add(id);
    const next = below.get(id) ?? [];
    if (next.length === 0 && path !== "") found.add(path);
    for (const { name, child } of next) walk(child, path === "" ? name : `${path}/${name}`);
  };
  for (const id of roots) if (seen.hits.has(id)) walk(id, "");
  return { found: [...found].toSorted(), reached };
}
