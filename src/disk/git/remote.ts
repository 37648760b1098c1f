// The only two calls that reach a network (SYN-10, SYN-12). What is fetched lands below refs/holdfast/, in nobody's
// branch; a remote whose history was rewritten leaves a backup behind (SYN-16). A push is never forced.

import { protocolsFor } from "./address.ts";
import type { GitFetched, GitOutcome } from "./carrier.ts";
import { failed, failedWith } from "./reasons.ts";
import { branchOf, commitAt, isAncestor, keepBackup, moveRefs, remoteRef } from "./refs.ts";
import { streamGit } from "./run.ts";
import { patienceSettings, sshCommand } from "./settings.ts";
import { callOf, type GitStore, ok } from "./store.ts";
import { COMMIT } from "./tree.ts";

/**
 * Where the remote is a folder on this machine, both ends run here, as this user: what that folder brings along (a stick,
 * a share) must not run either.
 */
const FAR_END = "git -c core.hooksPath=/dev/null -c core.alternateRefsCommand=true -c receive.autogc=false";

export interface Remote {
  readonly url: string | undefined;
  readonly ssh: string | undefined;
}

export async function fetchRemote(store: GitStore, remote: Remote, budgetMs: number): Promise<GitOutcome<GitFetched>> {
  const end = performance.now() + budgetMs;
  const branch = branchOf(store);
  if (branch.kind === "failed") return branch;
  const ref = remoteRef(branch.value);
  const before = await commitAt(store, ref);
  if (before.kind === "failed") return before;
  const options = ["--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--refmap="];
  const spec = `+refs/heads/${branch.value}:${ref}`;
  const fetched = await reach(store, remote, end, (far, url) => [
    "fetch",
    ...options,
    ...far("upload-pack"),
    "--",
    url,
    spec,
  ]);
  if (fetched.kind === "failed") {
    const empty = fetched.reason === "other" && fetched.message.includes("couldn't find remote ref");
    return empty ? ok({ commit: undefined, backup: undefined }) : fetched;
  }
  const after = await commitAt(store, ref);
  if (after.kind === "failed") return after;
  const backup = await keepRewritten(store, before.value, after.value);
  return backup.kind === "failed" ? backup : ok({ commit: after.value, backup: backup.value });
}

async function keepRewritten(
  store: GitStore,
  before: string | undefined,
  after: string | undefined,
): Promise<GitOutcome<string | undefined>> {
  if (before === undefined || after === undefined || before === after) return ok(undefined);
  const onward = await isAncestor(store, before, after);
  if (onward.kind === "failed") return onward;
  return onward.value ? ok(undefined) : await keepBackup(store, before);
}

export async function pushTo(
  store: GitStore,
  remote: Remote,
  commit: string,
  budgetMs: number,
): Promise<GitOutcome<undefined>> {
  if (!COMMIT.test(commit)) return failed("other", "expected a commit's whole hash");
  const end = performance.now() + budgetMs;
  const branch = branchOf(store);
  if (branch.kind === "failed") return branch;
  const options = ["--porcelain", "--no-verify", "--no-follow-tags", "--no-signed", "--recurse-submodules=no"];
  const spec = `${commit}:refs/heads/${branch.value}`;
  const pushed = await reach(store, remote, end, (far, url) => [
    "push",
    ...options,
    ...far("receive-pack"),
    "--",
    url,
    spec,
  ]);
  if (pushed.kind === "failed") return pushed;
  return await moveRefs(store, [{ ref: remoteRef(branch.value), to: commit }]);
}

async function reach(
  store: GitStore,
  { url, ssh }: Remote,
  end: number,
  args: (far: (program: string) => readonly string[], url: string) => readonly string[],
): Promise<GitOutcome<undefined>> {
  if (url === undefined) return failed("not-a-repository", "the store has no remote yet");
  const protocols = protocolsFor(url);
  if (protocols.kind === "failed") return protocols;
  const budgetMs = end - performance.now();
  const variables = { GIT_SSH_COMMAND: sshCommand(store.env.GIT_SSH_COMMAND ?? ssh, budgetMs) };
  const settings = patienceSettings(budgetMs);
  const here = protocols.value[0] === "file";
  const far = (program: string): readonly string[] => (here ? [`--${program}=${FAR_END} ${program}`] : []);
  let said = "";
  const call = callOf(store, args(far, url), { budgetMs, protocols: protocols.value, variables, settings });
  const reached = await streamGit(call, (piece) => {
    said = `${said}${piece.toString("utf8")}`.slice(-8192);
  });
  // A push tells on its output what became of the branch; that counts before the words around it.
  return reached.kind === "failed" && /^!\t/m.test(said) ? failedWith(said, 1) : reached;
}
