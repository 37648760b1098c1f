// What an admin had erased leaves a mirror with its next sync (HUB-11): the files, the history behind them, and what this machine kept of
// the words. The hub names paths; what they were about is read here, before they go.
import { removeFile } from "../disk/durable-write.ts";
import { inFolderIfThere } from "../disk/folder.ts";
import type { GitRepository } from "../disk/git/carrier.ts";
import { openGitRepository } from "../disk/git/repository.ts";
import { planForgottenElsewhere } from "../forget/plan.ts";
import { idOf } from "../memory/fields.ts";
import type { MemoryId } from "../memory/ids.ts";
import { documentIn, readCatalogue } from "../store/catalogue.ts";
import type { Act, OpenStore, OpenStores } from "../store/context.ts";
import { openStoreFiles } from "../store/io/whole.ts";
import { aboutOf } from "../sync/erased.ts";
import { commitOfHub } from "../sync/io/hub/carrier.ts";
import { keepErased } from "../sync/io/hub/erased.ts";
import type { HubRecord, HubRecords } from "../sync/io/hub/record.ts";
import { spotOf, statedId } from "../sync/paths.ts";
import { plain, readFrom } from "../sync/trees.ts";
import { Fault, isRefusal, type Refusal } from "../text/errors.ts";
import { openForgotten } from "./forgetting.ts";
import type { Whereabouts } from "./here.ts";
import type { MirrorAt } from "./mirrors.ts";

interface Erasing {
  readonly here: Pick<Whereabouts, "places">;
  readonly act: Act;
  readonly at: MirrorAt;
  readonly records: HubRecords;
  readonly open: () => OpenStore;
  /** The person's own, and other organisations': a hub has a say in its mirror alone, whatever words it put there. */
  readonly others: () => OpenStores;
}

/**
 * History, records of the words and files, in this order: what a run that is cut off has not done yet is found by the next one in the
 * files. All else stays: what this machine has yet to send, whom it trusts, what was demoted or revoked, and how far the hub's
 * history was seen. A hub that took those back with an erasure could raise trust by it; so the ids stay, for what was said of them goes.
 */
export async function letGo(erasing: Erasing): Promise<boolean | Refusal> {
  const { records, open } = erasing;
  const record = records.read();
  if (record?.erased === undefined || record.erased.length === 0) return false;
  const store = storeAt(open);
  const ids = store === undefined ? new Set<string>() : erasedHere(store, record.erased);
  // What stands no more may stand in an older commit.
  const commit = store === undefined ? undefined : await store.withLock(() => withoutThem(erasing, record, ids));
  if (isRefusal(commit)) return commit;
  const gone = new Set(record.erased);
  const left = new Map([...record.left].filter(([path]) => !gone.has(path)));
  records.write({ ...record, commit, left, erased: [] });
  return ids.size > 0;
}

/** Under the store's lock. Gives what stands for what the hub has. */
async function withoutThem(
  { here, act, at, open: opened, others }: Erasing,
  record: HubRecord,
  ids: ReadonlySet<string>,
): Promise<string | undefined | Refusal> {
  const open = opened();
  const refused = ids.size === 0 ? undefined : keepErased(at.root, ids);
  if (refused !== undefined) return refused;
  const git = await openGitRepository(at.root);
  try {
    const theirs = await theirsWithout(git, record, ids, act.now);
    await git.startFrom(theirs);
    if (ids.size === 0) return theirs;
    const { traces } = openForgotten(here.places);
    const job = planForgottenElsewhere(open, [...ids], traces, act, others());
    traces.clear([open.store.info], job.doomed, job.phrases);
    for (const { path, bytes } of openStoreFiles(open.store.info).all())
      if (isAbout(ids, path, bytes)) remove(at.root, path);
    return theirs;
  } finally {
    git.rest();
  }
}

/** Undefined where nothing stands for it: then everything is read again. */
async function theirsWithout(
  git: GitRepository,
  { commit }: HubRecord,
  ids: ReadonlySet<string>,
  now: Date,
): Promise<string | undefined> {
  if (commit === undefined || (await git.seenAtHub()) !== commit) return undefined;
  const tree = plain(await git.entries(commit));
  const { files } = await readFrom(git, tree, tree.keys());
  const kept = [...tree].filter(([path]) => !isAbout(ids, path, files.get(path)));
  return await commitOfHub(git, now, undefined, new Map(kept));
}

function isAbout(ids: ReadonlySet<string>, path: string, bytes: Uint8Array | undefined): boolean {
  return ids.has(aboutOf(path, bytes) ?? "");
}

function remove(root: string, path: string): void {
  const names = path.split("/");
  inFolderIfThere(root, names.slice(0, -1), (folder) => removeFile(folder, names.at(-1) ?? ""));
}

/** Memories that stand here still. */
function erasedHere(store: OpenStore["store"], paths: readonly string[]): ReadonlySet<string> {
  const said = paths.flatMap((path) => statedId(path) ?? []);
  const files = paths.flatMap((path) => {
    const spot = spotOf(path);
    const read = spot && store.read(spot);
    const document = read?.kind === "file" ? documentIn(read.bytes) : undefined;
    return (document && idOf(document)) ?? [];
  });
  const there = new Set(readCatalogue(store).memories.map(({ id }) => id));
  return new Set([...said, ...files].filter((id) => there.has(id as MemoryId)));
}

/** Of a mirror that is not there nothing is left; of one that can't be opened, that is not known. */
function storeAt(open: () => OpenStore): OpenStore["store"] | undefined {
  try {
    return open().store;
  } catch (error) {
    if (error instanceof Fault && error.code === "no-store") return undefined;
    throw error;
  }
}
