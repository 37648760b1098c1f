// The personal store's repository, for a sync run (SYN-10). Each call reads what it needs; nothing is kept between them
// but the configuration, which is read once and accepted or refused as a whole.

import { GitFailure } from "../../text/errors.ts";
import {
  beginAnew,
  branchOf,
  commitAt,
  expectCommits,
  headOf,
  hubRef,
  isAncestor,
  isLeftBehind,
  keepBackup,
  moveRefs,
  OWN,
  statusOf,
} from "./branch.ts";
import type { GitRepository } from "./carrier.ts";
import { entriesOf, findIn, keepBlobs, makeCommit, readBlobs } from "./contents.ts";
import { dropFrom, startFrom } from "./drop.ts";
import { clearLocks, sweepPacks } from "./leftovers.ts";
import { finishMove, moveTo } from "./move.ts";
import { endReading } from "./reading.ts";
import { failure } from "./reasons.ts";
import { fetchRemote, pushTo, type Remote, setHub, setRemote } from "./remote.ts";
import { runGit } from "./run.ts";
import { gitStore, lookAt } from "./store.ts";

/** `root`: the store's folder, resolved. Only ever a personal store: a project's repository is for reading (SYN-29). */
export async function openGitRepository(root: string, env: NodeJS.ProcessEnv = process.env): Promise<GitRepository> {
  const config = await readConfig(root, env);
  const store = gitStore(root, env, config.filtersOff);
  let remote: Remote = { url: config.remote, ssh: config.ssh };
  let hub = config.hub;
  return {
    recover: async (now) => {
      const cleared = await clearLocks(store, now);
      sweepPacks(store, now);
      return (await finishMove(store)) ? [...cleared, "finished a move of the branch that was cut off"] : cleared;
    },
    status: () => statusOf(store),
    standing: async () => ({ head: await headOf(store), own: await commitAt(store, OWN) }),
    address: () => hub ?? remote.url,
    setRemote: async (url) => {
      await setRemote(store, url);
      remote = { ...remote, url };
    },
    hub: () => hub,
    setHub: async (url) => {
      if (url !== hub) await setHub(store, url);
      hub = url;
    },
    seenAtHub: () => commitAt(store, hubRef(branchOf(store))),
    setSeenAtHub: async (commit) => {
      expectCommits(commit);
      await moveRefs(store, [{ ref: hubRef(branchOf(store)), to: commit }]);
    },
    entries: (commit) => entriesOf(store, commit),
    read: (blobs, largest) => readBlobs(store, blobs, largest),
    find: (commit, pattern, folders) => findIn(store, commit, pattern, folders),
    write: (contents) => keepBlobs(store, contents, config.idLength),
    commit: (commit) => makeCommit(store, commit),
    isAncestor: (older, newer) => isAncestor(store, older, newer),
    isLeftBehind: (ours, theirs) => isLeftBehind(store, ours, theirs),
    move: (from, to, known) => moveTo(store, from, to, known),
    moveOwn: (from, to) => moveTo(store, from, to, new Map(), to),
    dropOwn: (head, dropping) => dropFrom(store, head, dropping),
    beginAnew: (head) => beginAnew(store, head),
    startFrom: (theirs) => startFrom(store, theirs),
    backup: (commit) => keepBackup(store, commit),
    fetchRemote: (budgetMs) => fetchRemote(store, remote, budgetMs),
    push: (commit, budgetMs) => pushTo(store, remote, commit, budgetMs),
    reachedMs: () => store.reached.ms,
    rest: () => endReading(store),
  };
}

// The configuration that git would read in the store (SYN-12). What stands in the store's own `.git/config` is accepted by
// name: a key there can start a program, move the working tree or send everything elsewhere, and anybody who can write a
// file may have put it there. The user's own configuration counts, apart from filters, which are switched off.

export interface GitConfig {
  readonly remote: string | undefined;
  /** A hub stands in its place. */
  readonly hub: string | undefined;
  /** The user's own ssh, from their configuration. */
  readonly ssh: string | undefined;
  readonly filtersOff: Readonly<Record<string, string>>;
  /** In hex digits: which digest the repository goes by. */
  readonly idLength: 40 | 64;
}

const ACCEPTED: readonly RegExp[] = [
  /^core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks)$/,
  /^extensions\.objectformat$/,
  /^remote\..+\.(?:url|fetch)$/s,
  /^branch\..+\.(?:remote|merge|rebase|description|vscode-merge-base)$/s,
  /^(?:user\.(?:name|email)|gc\.auto|pull\.(?:rebase|ff)|commit\.gpgsign)$/,
];

const LOCAL_MS = 10_000;

export async function readConfig(root: string, env: NodeJS.ProcessEnv): Promise<GitConfig> {
  if (!isRepository(root)) {
    // Where git is missing, no repository could be made: that comes first.
    await runGit({ at: { folder: root }, args: ["version"], budgetMs: LOCAL_MS, env }).catch((error: unknown) => {
      if (!(error instanceof GitFailure) || error.reason === "not-installed") throw error;
    });
    throw failure("not-a-repository", `there is no git repository at ${root}`);
  }
  const args = ["config", "--list", "--show-scope", "-z"];
  const rows = rowsOf((await runGit({ at: { store: root }, args, budgetMs: LOCAL_MS, env })).toString("utf8"));
  const own = rows.filter(({ scope }) => scope === "local" || scope === "worktree");
  const refused = own.find(({ key }) => !ACCEPTED.some((pattern) => pattern.test(key)));
  if (refused !== undefined) {
    throw failure("other", `${root}/.git/config sets ${refused.key}, which a store's repository may not have`);
  }
  const last = (among: readonly Row[], key: string): string | undefined =>
    among.findLast((row) => row.key === key)?.value;
  const users = rows.filter(({ scope }) => scope === "global" || scope === "system");
  return {
    remote: last(own, "remote.origin.url"),
    hub: last(own, "remote.holdfast-hub.url"),
    ssh: last(users, "core.sshcommand"),
    filtersOff: filtersOff(users),
    idLength: last(own, "extensions.objectformat") === "sha256" ? 64 : 40,
  };
}

/** As git asks; only here, never further up. */
function isRepository(root: string): boolean {
  const parts = [lookAt(root, ".git"), lookAt(root, ".git", "HEAD"), lookAt(root, ".git", "objects")];
  return parts.join(" ") === "folder file folder";
}

interface Row {
  readonly scope: string;
  readonly key: string;
  readonly value: string;
}

/** `scope\0key\nvalue\0`, again and again; a key without a value has no newline. */
function rowsOf(text: string): readonly Row[] {
  const parts = text.split("\0");
  const rows: Row[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [scope = "", pair = ""] = [parts[at], parts[at + 1]];
    const cut = pair.indexOf("\n");
    rows.push({ scope, key: cut < 0 ? pair : pair.slice(0, cut), value: cut < 0 ? "" : pair.slice(cut + 1) });
  }
  return rows;
}

/** An attribute in a pulled tree may name any filter that the user has, such as a large-file one. */
function filtersOff(rows: readonly Row[]): Readonly<Record<string, string>> {
  const off: Record<string, string> = {};
  for (const { key } of rows) {
    const name = /^filter\.(.+)\.[^.]+$/s.exec(key)?.[1];
    // `-c` ends a name at the first `=`; such a name can't be switched off and can't stand in an attribute either.
    if (name === undefined || name.includes("=")) continue;
    for (const part of ["clean", "smudge", "process"]) off[`filter.${name}.${part}`] = "";
    off[`filter.${name}.required`] = "false";
  }
  return off;
}
