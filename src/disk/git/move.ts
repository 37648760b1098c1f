// Branch, index and files from one commit to another (SYN-10). Planned whole before anything is touched: a file that is
// not as the branch has it stops the move. A ref of ours says where the move goes until branch and note change in one
// transaction, so that a cut-off move is finished by the next run; no merge, no conflict state, and the branch moves once.

import { type Directory, openDirectory } from "../directory.ts";
import { blobId, readBlobs } from "./blobs.ts";
import type { GitMoved, GitOutcome } from "./carrier.ts";
import { updateIndex } from "./index-file.ts";
import { failed } from "./reasons.ts";
import { branchOf, commitAt, isAncestor, MOVING, moveRefs } from "./refs.ts";
import { type GitStore, ok } from "./store.ts";
import { entriesOf } from "./tree.ts";
import { type FileChange, LARGEST_FILE, removeAll, standingAt, sweepBeside, writeEach } from "./work-files.ts";

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
): Promise<GitOutcome<GitMoved>> {
  return await inFolder(store, async (root) => {
    const head = await headOf(store);
    if (head.kind === "failed") return head;
    // Another run was first: neither files nor index are touched for a branch that would not follow.
    if (head.value !== from) return ok({ kind: "blocked", paths: [] });
    const plan = await planMove(store, root, from, to);
    if (plan.kind === "failed") return plan;
    if (plan.value.blocked.length > 0) return ok({ kind: "blocked", paths: plan.value.blocked });
    const noted = await moveRefs(store, [{ ref: MOVING, to }]);
    return noted.kind === "failed" ? noted : await apply(store, root, from, to, plan.value, known);
  });
}

/** After a kill: the files that are neither as before nor as wanted were changed by a person since, and stay so. */
export async function finishMove(store: GitStore): Promise<GitOutcome<boolean>> {
  const to = await commitAt(store, MOVING);
  if (to.kind === "failed") return to;
  if (to.value === undefined) return ok(false);
  const from = await headOf(store);
  if (from.kind === "failed") return from;
  const onward = from.value === undefined ? ok(true) : await isAncestor(store, from.value, to.value);
  if (onward.kind === "failed") return onward;
  // Somebody has committed something else since: the note is about nothing any more.
  if (!onward.value) return noted(await moveRefs(store, [{ ref: MOVING, to: undefined }]));
  const target = to.value;
  return await inFolder(store, async (root) => {
    const plan = await planMove(store, root, from.value, target);
    if (plan.kind === "failed") return plan;
    sweepBeside(root, plan.value.paths);
    return noted(await apply(store, root, from.value, target, plan.value));
  });
}

function noted(done: GitOutcome<unknown>): GitOutcome<boolean> {
  return done.kind === "failed" ? done : ok(true);
}

async function headOf(store: GitStore): Promise<GitOutcome<string | undefined>> {
  const branch = branchOf(store);
  return branch.kind === "failed" ? branch : await commitAt(store, `refs/heads/${branch.value}`);
}

async function planMove(
  store: GitStore,
  root: Directory,
  from: string | undefined,
  to: string,
): Promise<GitOutcome<Plan>> {
  const before = from === undefined ? ok([]) : await entriesOf(store, from);
  if (before.kind === "failed") return before;
  const after = await entriesOf(store, to);
  if (after.kind === "failed") return after;
  const odd = after.value.find((entry) => entry.odd.length > 0);
  if (odd !== undefined)
    return failed("other", `${to} holds ${JSON.stringify(odd.path)}, which is never put on a disk`);
  const wanted = new Map(after.value.map(({ path, blob }) => [path, blob]));
  // What an older commit holds and no file can be is no file here either.
  const had = new Map(before.value.filter(({ odd }) => odd.length === 0).map(({ path, blob }) => [path, blob]));
  const changes = [...new Set([...had.keys(), ...wanted.keys()])]
    .map((path) => ({ path, from: had.get(path), to: wanted.get(path) }))
    .filter((change) => change.from !== change.to);
  return ok(sorted(root, changes, to.length));
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
  store: GitStore,
  root: Directory,
  from: string | undefined,
  to: string,
  plan: Plan,
  known: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<GitOutcome<GitMoved>> {
  const branch = branchOf(store);
  if (branch.kind === "failed") return branch;
  const writing = [...plan.create, ...plan.replace];
  const contents = await contentsFor(store, writing, known);
  if (contents.kind === "failed") return contents;
  // A file that somebody changes in this very moment stays: git will show it as changed, and a run adopts it.
  await writeEach(root, writing, contents.value);
  removeAll(root, plan.remove);
  const indexed = await updateIndex(store, to);
  if (indexed.kind === "failed") return indexed;
  const moved = await moveRefs(store, [
    { ref: `refs/heads/${branch.value}`, from, to },
    { ref: MOVING, to: undefined },
  ]);
  return moved.kind === "failed" ? moved : ok({ kind: "moved", written: writing.length, removed: plan.remove.length });
}

/** By path. What is said to be known is taken where it is what its blob says. */
async function contentsFor(
  store: GitStore,
  writing: readonly FileChange[],
  known: ReadonlyMap<string, Uint8Array>,
): Promise<GitOutcome<ReadonlyMap<string, Uint8Array>>> {
  const contents = new Map<string, Uint8Array>();
  const unknown: FileChange[] = [];
  for (const change of writing) {
    const { path, to = "" } = change;
    const bytes = known.get(to);
    if (bytes !== undefined && blobId(bytes, to.length) === to) contents.set(path, bytes);
    else unknown.push(change);
  }
  const blobs = await readBlobs(
    store,
    unknown.map((change) => change.to ?? ""),
    LARGEST_FILE,
    // A move that was begun has to end; what it brings was read once before.
    Number.POSITIVE_INFINITY,
  );
  if (blobs.kind === "failed") return blobs;
  for (const [at, { path }] of unknown.entries()) {
    const blob = blobs.value[at];
    if (blob?.kind !== "bytes") return failed("other", `${path} is missing in git, or too large`);
    contents.set(path, blob.bytes);
  }
  return ok(contents);
}

async function inFolder<T>(store: GitStore, act: (root: Directory) => Promise<GitOutcome<T>>): Promise<GitOutcome<T>> {
  const root = openDirectory(store.root);
  if (root === undefined) return failed("not-a-repository", `there is no folder ${store.root}`);
  try {
    return await act(root);
  } finally {
    root.close();
  }
}
