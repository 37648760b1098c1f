// What `trust` and `check --ci` plug in: the signers of a shared store and what a person had seen of it; and a pull request
// out of git's objects, which needs no home, no store of its own and no key.
import { digestOf } from "../checks/secret-findings.ts";
import type { Places } from "../disk/places.ts";
import type { CommittedStore, ComparedStore, PullRequest, Signers } from "../people/compared.ts";
import { type CommittedTree, committedStore } from "../people/io/committed.ts";
import { readSeen, writeSeen } from "../people/io/known-signers.ts";
import { type Asked, readPullRequest } from "../people/io/pull-request.ts";
import { listSigners, readSigners } from "../people/io/signers.ts";
import { MARKER } from "../store/io/marker.ts";
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

const NOTHING: CommittedTree = { files: new Map(), odd: [] };

export async function openPullRequest(root: string, asked: Asked): Promise<PullRequest> {
  const { base, tip, forks, head, isCheckedOut } = await readPullRequest(root, asked);
  const all = [tip, ...forks, head];
  // A folder that no commit calls a store is none, whatever it is named.
  const isStore = (folder: string): boolean => all.some(({ stores }) => stores.get(folder)?.files.has(MARKER) === true);
  const folders = [...new Set(all.flatMap(({ stores }) => [...stores.keys()]))].filter(
    (folder) => folder === "" || isStore(folder),
  );
  const stores = folders.toSorted().map((folder): ComparedStore => {
    const at = (commit: Pick<typeof tip, "stores">): CommittedStore =>
      committedStore(commit.stores.get(folder) ?? NOTHING, digestOf);
    return { folder, tip: at(tip), forks: forks.map(at), head: at(head) };
  });
  const commits = { tip: tip.commit, forks: forks.map(({ commit }) => commit), head: head.commit };
  return { base, stores, commits, isCheckedOut };
}
