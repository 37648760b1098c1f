// Branch, index and files from one commit to another (SYN-10). Planned whole before anything is touched: a file that is
// not as the branch has it stops the move. A ref of ours says where the move goes until branch and note change in one
// transaction, so that a cut-off move is finished by the next run; no merge, no conflict state, and the branch moves once.

import { type Directory, openDirectory } from "../directory.ts";
import { branchOf, commitAt, headOf, isAncestor, MOVING, moveRefs, OWN, setMoving, updateIndex } from "./branch.ts";
import type { GitMoved } from "./carrier.ts";
import { blobId, entriesOf, readBlobs } from "./contents.ts";
import { failure } from "./reasons.ts";
import type { GitStore } from "./store.ts";
import { type FileChange, LARGEST_FILE, removeAll, standingAt, sweepBeside, writeEach } from "./work-files.ts";

interface Move {
  readonly store: GitStore;
  /** The store's folder. */
  readonly root: Directory;
  readonly from: string | undefined;
  readonly to: string;
  /** What is this machine's own afterwards; nothing, once a sync has made a commit. */
  readonly own?: string | undefined;
}

interface Plan {
  /** All that differ between the two commits, done or not. */
  readonly paths: readonly string[];
  readonly create: readonly FileChange[];
  readonly replace: readonly FileChange[];
  readonly remove: readonly FileChange[];
  readonly blocked: readonly string[];
}

export async function moveTo(
  store: GitStore,
  from: string | undefined,
  to: string,
  known: ReadonlyMap<string, Uint8Array> = new Map(),
  own?: string,
): Promise<GitMoved> {
  return await inFolder(store, async (root) => {
    // Another run was first: neither files nor index are touched for a branch that would not follow.
    if ((await headOf(store)) !== from) return { kind: "blocked", paths: [] };
    const move = { store, root, from, to, own };
    const plan = await planMove(move);
    if (plan.blocked.length > 0) return { kind: "blocked", paths: plan.blocked };
    // Where no file changes, a run that is cut off leaves nothing that the next one would not find by itself.
    if (plan.create.length + plan.replace.length + plan.remove.length > 0) await setMoving(store, to);
    await apply(move, plan, known);
    return { kind: "moved", written: plan.create.length + plan.replace.length, removed: plan.remove.length };
  });
}

/** After a kill: the files that are neither as before nor as wanted were changed by a person since, and stay so. */
export async function finishMove(store: GitStore): Promise<boolean> {
  const to = await commitAt(store, MOVING);
  if (to === undefined) return false;
  const from = await headOf(store);
  if (from !== undefined && !(await isAncestor(store, from, to))) {
    // Somebody has committed something else since: the note is about nothing any more.
    await moveRefs(store, [{ ref: MOVING, to: undefined }]);
    return true;
  }
  return await inFolder(store, async (root) => {
    const move = { store, root, from, to };
    const plan = await planMove(move);
    sweepBeside(root, plan.paths);
    await apply(move, plan, new Map());
    return true;
  });
}

async function planMove({ store, root, from, to }: Move): Promise<Plan> {
  const before = from === undefined ? [] : await entriesOf(store, from);
  const after = await entriesOf(store, to);
  const odd = after.find((entry) => entry.odd.length > 0);
  if (odd !== undefined)
    throw failure("other", `${to} holds ${JSON.stringify(odd.path)}, which is never put on a disk`);
  const wanted = new Map(after.map(({ path, blob }) => [path, blob]));
  // What an older commit holds and no file can be is no file here either.
  const had = new Map(before.filter(({ odd }) => odd.length === 0).map(({ path, blob }) => [path, blob]));
  const changes = [...new Set([...had.keys(), ...wanted.keys()])]
    .map((path) => ({ path, from: had.get(path), to: wanted.get(path) }))
    .filter((change) => change.from !== change.to);
  return sorted(root, changes, to.length);
}

function sorted(root: Directory, changes: readonly FileChange[], idLength: number): Plan {
  const plan = { create: [] as FileChange[], replace: [] as FileChange[], remove: [] as FileChange[] };
  const blocked: string[] = [];
  const paths = changes.map(({ path }) => path);
  const found = standingAt(root, paths, idLength);
  for (const [at, change] of changes.entries()) {
    const now = found[at] ?? "none";
    const blob = typeof now === "string" ? undefined : now.blob;
    if (now === "odd") blocked.push(change.path);
    else if (blob === change.to) continue;
    else if (blob !== undefined && blob !== change.from) blocked.push(change.path);
    else if (change.to === undefined) plan.remove.push(change);
    else if (blob !== undefined) plan.replace.push(change);
    // Deleted by hand and changed on the other side: a deletion is an edit too.
    else if (change.from !== undefined) blocked.push(change.path);
    else plan.create.push(change);
  }
  return { ...plan, paths, blocked };
}

async function apply(
  { store, root, from, to, own }: Move,
  plan: Plan,
  known: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const branch = branchOf(store);
  const writing = [...plan.create, ...plan.replace];
  // A file that somebody changes in this very moment stays: git will show it as changed, and a run adopts it.
  await writeEach(root, writing, await contentsFor(store, writing, known));
  removeAll(root, plan.remove);
  await updateIndex(store, to);
  await moveRefs(store, [
    { ref: `refs/heads/${branch}`, from, to },
    { ref: MOVING, to: undefined },
    { ref: OWN, to: own },
  ]);
}

/** By path. What is said to be known is taken where it is what its blob says. */
async function contentsFor(
  store: GitStore,
  writing: readonly FileChange[],
  known: ReadonlyMap<string, Uint8Array>,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const contents = new Map<string, Uint8Array>();
  const unknown: FileChange[] = [];
  for (const change of writing) {
    const { path, to = "" } = change;
    const bytes = known.get(to);
    if (bytes !== undefined && blobId(bytes, to.length) === to) contents.set(path, bytes);
    else unknown.push(change);
  }
  const ids = unknown.map(({ to = "" }) => to);
  // A move that was begun has to end; what it brings was read once before.
  const blobs = await readBlobs(store, ids, LARGEST_FILE, Number.POSITIVE_INFINITY);
  for (const [at, { path }] of unknown.entries()) {
    const blob = blobs[at];
    if (blob?.kind !== "bytes") throw failure("other", `${path} is missing in git, or too large`);
    contents.set(path, blob.bytes);
  }
  return contents;
}

async function inFolder<T>(store: GitStore, act: (root: Directory) => Promise<T>): Promise<T> {
  const root = openDirectory(store.root);
  if (root === undefined) throw failure("not-a-repository", `there is no folder ${store.root}`);
  try {
    return await act(root);
  } finally {
    root.close();
  }
}
