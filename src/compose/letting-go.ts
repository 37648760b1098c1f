// What an admin had erased leaves a mirror with its next sync (HUB-11): the files, the history behind them, and what this machine kept of
// the words. The hub names paths; what they were about is read here, before they go.
import { removeFile } from "../disk/durable-write.ts";
import { inFolderIfThere } from "../disk/folder.ts";
import type { GitRepository } from "../disk/git/carrier.ts";
import { openGitRepository } from "../disk/git/repository.ts";
import { planForgottenElsewhere } from "../forget/plan.ts";
import type { Doomed, ForgetJob } from "../forget/ports.ts";
import { isMemoryId } from "../memory/ids.ts";
import type { Act, OpenStore, OpenStores } from "../store/context.ts";
import { idsWithHistory } from "../store/io/history.ts";
import { storeKey } from "../store/io/open-store.ts";
import { openStoreFiles } from "../store/io/whole.ts";
import type { StoreFile } from "../store/records.ts";
import { aboutOf } from "../sync/erased.ts";
import { commitOfHub } from "../sync/io/hub/carrier.ts";
import { keepErased } from "../sync/io/hub/erased.ts";
import type { HubRecord, HubRecords } from "../sync/io/hub/record.ts";
import { plain, readFrom } from "../sync/trees.ts";
import { Fault, isRefusal, type Refusal, refuse } from "../text/errors.ts";
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
  // What stands no more may stand in an older commit.
  const done = store === undefined ? NOTHING : await store.withLock(() => withoutThem(erasing, record, record.erased));
  if (isRefusal(done)) return done;
  const gone = new Set(record.erased);
  const left = new Map([...record.left].filter(([path]) => !gone.has(path)));
  const { commit, ids, stuck } = done;
  records.write({ ...record, commit, left, erased: stuck.length === 0 ? [] : record.erased });
  return stuck.length === 0 ? ids.size > 0 : notGone(stuck);
}

interface Done {
  /** Stands for what the hub has. */
  readonly commit: string | undefined;
  /** Of whom anything stood here. */
  readonly ids: ReadonlySet<string>;
  /** What is about one of them, and stands all the same. */
  readonly stuck: readonly string[];
}

const NOTHING: Done = { commit: undefined, ids: new Set(), stuck: [] };

function notGone(stuck: readonly string[]): Refusal {
  const what = "What an admin had erased is not gone from this machine: a file of it can't be read.";
  return refuse("unreadable", what, `Look at it, or remove it: ls -l ${stuck[0]}`, stuck);
}

/** Under the store's lock. */
async function withoutThem(
  { here, act, at, open: opened, others }: Erasing,
  record: HubRecord,
  erased: readonly string[] = [],
): Promise<Done | Refusal> {
  const open = opened();
  const { info } = open.store;
  const files = openStoreFiles(info);
  const all = files.all();
  const ids = namedHere(erased, all, [
    ...files.refused().map(({ path }) => aboutOf(path, undefined)),
    ...idsWithHistory(here.places.state, storeKey(info)),
  ]);
  const refused = ids.size === 0 ? undefined : keepErased(at.root, ids);
  if (refused !== undefined) return refused;
  const git = await openGitRepository(at.root);
  try {
    // What has only just been joined has no history, and takes what the hub has as something new.
    if (ids.size === 0 && (await git.standing()).head === undefined) return { ...NOTHING, commit: record.commit };
    const commit = await theirsWithout(git, record, ids, act.now);
    await git.startFrom(commit);
    if (ids.size === 0) return { commit, ids, stuck: [] };
    const { traces } = openForgotten(here.places, info);
    const job = planForgottenElsewhere(open, [...ids], traces, act, others());
    traces.clear([info], doomedBy(job, ids, info.root), job.phrases);
    for (const { path, bytes } of all) if (isAbout(ids, path, bytes)) remove(at.root, path);
    const stuck = openStoreFiles(info)
      .refused()
      .filter(({ path }) => isAbout(ids, path, undefined));
    return { commit, ids, stuck: stuck.map(({ path }) => `${at.root}/${path}`) };
  } finally {
    git.rest();
  }
}

/** Those too of which no text is left: what was kept of them has their ids alone. */
function doomedBy({ doomed }: ForgetJob, ids: ReadonlySet<string>, root: string): readonly Doomed[] {
  const bare = { root, files: [], raw: [], from: "none", prints: [] } as const;
  return [...ids].filter(isMemoryId).map((id) => doomed.find((each) => each.id === id) ?? { ...bare, id });
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

/**
 * Of these paths' memories those of which anything is here: a file, be it in the archive, a record that one is gone, a statement, or what
 * this machine kept of their past. A person may have put it away long before.
 */
function namedHere(
  erased: readonly string[],
  all: readonly StoreFile[],
  others: readonly (string | undefined)[],
): ReadonlySet<string> {
  const there = new Map(all.map(({ path, bytes }) => [path, aboutOf(path, bytes)]));
  const held = new Set([...there.values(), ...others]);
  const named = erased.flatMap((path) => aboutOf(path, undefined) ?? there.get(path) ?? []);
  return new Set(named.filter((id) => held.has(id)));
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
