// What `check --ci` plugs in: a pull request out of git's objects. It needs no home, no store of its own and no key.
import { digestOf } from "../checks/secret-findings.ts";
import type { CommittedStore, PullRequest } from "../core/ports/committed-store.ts";
import type { GitOutcome } from "../core/ports/git-repository.ts";
import { readPullRequest } from "../git/pull-request.ts";
import { type CommittedTree, committedStore } from "../store/committed.ts";

export async function openPullRequest(root: string, base: string | undefined): Promise<GitOutcome<PullRequest>> {
  const read = await readPullRequest(root, base);
  if (read.kind === "failed") return read;
  const { tip, forks, head } = read.value;
  const store = (tree: CommittedTree): CommittedStore => committedStore(tree, digestOf);
  const commits = { tip: tip.commit, forks: forks.map(({ commit }) => commit), head: head.commit };
  return {
    kind: "ok",
    value: { base: read.value.base, tip: store(tip), forks: forks.map(store), head: store(head), commits },
  };
}
