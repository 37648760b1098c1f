// What `trust` and `check --ci` plug in: the signers of a shared store and what a person had seen of it; and a pull request
// out of git's objects, which needs no home, no store of its own and no key.
import { digestOf } from "../checks/secret-findings.ts";
import type { Places } from "../disk/places.ts";
import type { CommittedStore, PullRequest, Signers } from "../people/compared.ts";
import { type CommittedTree, committedStore } from "../people/io/committed.ts";
import { readSeen, writeSeen } from "../people/io/known-signers.ts";
import { readPullRequest } from "../people/io/pull-request.ts";
import { listSigners, readSigners } from "../people/io/signers.ts";
import { openStore, storeKey } from "../store/io/open-store.ts";

export function openTrust(places: Places): Signers {
  return {
    lines: readSigners,
    list: listSigners,
    as: ({ root }, circle) => openStore(root, { scope: "shared", keys: { own: undefined, circle } }),
    seen: (info) => readSeen(places.state, storeKey(info)),
    see: (info, seen) => writeSeen(places.state, storeKey(info), seen),
  };
}

export async function openPullRequest(root: string, base: string | undefined): Promise<PullRequest> {
  const read = await readPullRequest(root, base);
  const { tip, forks, head } = read;
  const store = (tree: CommittedTree): CommittedStore => committedStore(tree, digestOf);
  const commits = { tip: tip.commit, forks: forks.map(({ commit }) => commit), head: head.commit };
  return { base: read.base, tip: store(tip), forks: forks.map(store), head: store(head), commits };
}
