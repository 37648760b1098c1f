// The personal store's repository, for a sync run (SYN-10). Each call reads what it needs; nothing is kept between them
// but the configuration, which is read once and accepted or refused as a whole.

import { isAncestor, isLeftBehind, keepBackup, statusOf } from "./branch.ts";
import type { GitRepository } from "./carrier.ts";
import { readConfig } from "./config.ts";
import { entriesOf, makeCommit, readBlobs, writeBlobs } from "./contents.ts";
import { clearLocks, sweepPacks } from "./leftovers.ts";
import { finishMove, moveTo } from "./move.ts";
import { fetchRemote, pushTo, type Remote, setRemote } from "./remote.ts";
import type { GitStore } from "./store.ts";

/** `root`: the store's folder, resolved. Only ever a personal store: a project's repository is for reading (SYN-29). */
export async function openGitRepository(root: string, env: NodeJS.ProcessEnv = process.env): Promise<GitRepository> {
  const config = await readConfig(root, env);
  const store: GitStore = { root, env, filtersOff: config.filtersOff, listed: new Map() };
  let remote: Remote = { url: config.remote, ssh: config.ssh };
  return {
    recover: async (now) => {
      const cleared = await clearLocks(store, now);
      sweepPacks(store, now);
      return (await finishMove(store)) ? [...cleared, "finished a move of the branch that was cut off"] : cleared;
    },
    status: () => statusOf(store),
    address: () => remote.url,
    setRemote: async (url) => {
      await setRemote(store, url);
      remote = { ...remote, url };
    },
    entries: (commit) => entriesOf(store, commit),
    read: (blobs, largest) => readBlobs(store, blobs, largest),
    write: (contents) => writeBlobs(store, contents, config.idLength),
    commit: (commit) => makeCommit(store, commit),
    isAncestor: (older, newer) => isAncestor(store, older, newer),
    isLeftBehind: (ours, theirs) => isLeftBehind(store, ours, theirs),
    move: (from, to, known) => moveTo(store, from, to, known),
    backup: (commit) => keepBackup(store, commit),
    fetchRemote: (budgetMs) => fetchRemote(store, remote, budgetMs),
    push: (commit, budgetMs) => pushTo(store, remote, commit, budgetMs),
  };
}
