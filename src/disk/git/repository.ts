// The personal store's repository, for a sync run (SYN-10). Each call reads what it needs; nothing is kept between them
// but the configuration, which is read once and accepted or refused as a whole.

import { protocolsFor } from "./address.ts";
import { readBlobs, writeBlobs } from "./blobs.ts";
import type { GitOutcome, GitRepository } from "./carrier.ts";
import { makeCommit } from "./commit.ts";
import { readConfig } from "./config.ts";
import { sweepPacks } from "./leftovers.ts";
import { clearLocks } from "./locks.ts";
import { finishMove, moveTo } from "./move.ts";
import { noted } from "./note.ts";
import { isAncestor, isLeftBehind, keepBackup } from "./refs.ts";
import { fetchRemote, pushTo, type Remote } from "./remote.ts";
import { statusOf } from "./status.ts";
import { type GitStore, inStore, ok } from "./store.ts";
import { entriesOf } from "./tree.ts";

/** `root`: the store's folder, resolved. Only ever a personal store: a project's repository is for reading (SYN-29). */
export async function openGitRepository(
  root: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<GitOutcome<GitRepository>> {
  const config = await readConfig(root, env);
  if (config.kind === "failed") return config;
  const store: GitStore = { root, env, filtersOff: config.value.filtersOff, listed: new Map() };
  let remote: Remote = { url: config.value.remote, ssh: config.value.ssh };
  return ok({
    recover: (now) => recover(store, now),
    status: () => statusOf(store, remote.url),
    address: () => remote.url,
    setRemote: async (url) => {
      const set = await setRemote(store, url);
      if (set.kind === "ok") remote = { ...remote, url };
      return set;
    },
    entries: (commit) => entriesOf(store, commit),
    read: (blobs, largest) => readBlobs(store, blobs, largest),
    write: (contents) => writeBlobs(store, contents, config.value.idLength),
    commit: (commit) => makeCommit(store, commit),
    isAncestor: (older, newer) => isAncestor(store, older, newer),
    isLeftBehind: (ours, theirs) => isLeftBehind(store, ours, theirs),
    move: (from, to, known) => moveTo(store, from, to, known),
    backup: (commit) => keepBackup(store, commit),
    fetchRemote: (budgetMs) => fetchRemote(store, remote, budgetMs),
    push: (commit, budgetMs) => pushTo(store, remote, commit, budgetMs),
  });
}

async function recover(store: GitStore, now: number): Promise<GitOutcome<readonly string[]>> {
  const cleared = await clearLocks(store, now);
  if (cleared.kind === "failed") return cleared;
  sweepPacks(store, now);
  const finished = await finishMove(store);
  if (finished.kind === "failed") return finished;
  const told = finished.value ? ["finished a move of the branch that was cut off"] : [];
  return ok([...cleared.value, ...told]);
}

async function setRemote(store: GitStore, url: string): Promise<GitOutcome<undefined>> {
  const protocols = protocolsFor(url);
  if (protocols.kind === "failed") return protocols;
  const pairs = [
    ["remote.origin.url", url],
    ["remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"],
  ];
  for (const [key = "", value = ""] of pairs) {
    const set = await noted(store, () => inStore(store, ["config", "--local", "--replace-all", key, value]));
    if (set.kind === "failed") return set;
  }
  return ok(undefined);
}
