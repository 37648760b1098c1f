// A person leaves an organisation (HUB-2): its mirrors go from this machine with what was made of them, whom was trusted there, how far its
// hub was followed and what it asked (HUB-10). What agents were given of it stays told (`why`). At the hub an admin ends a member.
import { inFolderIfThere, removeTree } from "../disk/folder.ts";
import { nameOf } from "../disk/paths.ts";
import { openElsewhereJournal } from "../forget/io/journal.ts";
import { openTrustedSigners } from "../people/io/known-signers.ts";
import { discard } from "../recall/io/index/database.ts";
import { dropLedgerHeads } from "../store/io/ledger-heads.ts";
import { storeKey } from "../store/io/open-store.ts";
import { openHubRecord } from "../sync/io/hub/record.ts";
import { writeMirrors } from "../sync/io/mirrors.ts";
import type { Whereabouts } from "./here.ts";
import type { MirrorAt } from "./mirrors.ts";

/** What is gone by now is no mirror any more, wherever this is cut off. */
export function leave({ places, writer }: Whereabouts, leaving: readonly MirrorAt[]): void {
  const signers = openTrustedSigners(places.data, writer.keys);
  for (const url of new Set(leaving.map(({ mirror }) => mirror.url))) writeMirrors(places.data, url, []);
  for (const { mirror, root } of leaving) {
    openHubRecord(places.state, mirror, mirror.store).drop();
    for (const list of signers.stores().filter((name) => name.endsWith(` ${nameOf(root)}`))) {
      const [storeId = ""] = list.split(" ");
      const key = storeKey({ root, storeId });
      discard({ cacheDir: places.cache, storeKey: key });
      dropLedgerHeads(places.state, key);
      signers.drop(list);
    }
    // As the store itself called its folder.
    openElsewhereJournal(places.state, inFolderIfThere(root, [], ({ path }) => path) ?? root).end();
    removeTree(root);
  }
}
