// What `check --ci` plugs in: a pull request out of git's objects. It needs no home, no store of its own and no key.
import { digestOf } from "../checks/secret-findings.ts";
import type { CommittedStore, PullRequest } from "../people/committed-store.ts";
import { type CommittedTree, committedStore } from "../people/io/committed.ts";
import { readPullRequest } from "../people/io/pull-request.ts";

export async function openPullRequest(root: string, base: string | undefined): Promise<PullRequest> {
  const read = await readPullRequest(root, base);
  const { tip, forks, head } = read;
  const store = (tree: CommittedTree): CommittedStore => committedStore(tree, digestOf);
  const commits = { tip: tip.commit, forks: forks.map(({ commit }) => commit), head: head.commit };
  return { base: read.base, tip: store(tip), forks: forks.map(store), head: store(head), commits };
}
