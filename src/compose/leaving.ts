// A person leaves an organisation (HUB-2): its mirrors go from this machine with what was made of them, whom was trusted there, how far its
// hub was followed and what it asked (HUB-10). What agents were given of it stays told (`why`). At the hub an admin ends a member.
import { inFolderIfThere, removeTree } from "../disk/folder.ts";
import { nameOf } from "../disk/paths.ts";
import type { Places } from "../disk/places.ts";
import { openElsewhereJournal } from "../forget/io/journal.ts";
import { dropSeen, openTrustedSigners, SEEN } from "../people/io/known-signers.ts";
import { discard, FOLDER as INDEX } from "../recall/io/index/database.ts";
import { dropStateOf, keysOfRoot } from "../store/io/state-of-store.ts";
import { hubAddress } from "../sync/hub/address.ts";
import { openHubRecord } from "../sync/io/hub/record.ts";
import { changeMirrors, readMirrors } from "../sync/io/mirrors.ts";
import { dropSyncRecord } from "../sync/io/record.ts";
import { folderOf, type Mirror } from "../sync/mirrors.ts";
import { isRefusal } from "../text/errors.ts";
import type { Whereabouts } from "./here.ts";
import { type MirrorAt, mirrorAt } from "./mirrors.ts";

/** What there is to take off this machine, also of a leave that was cut off. The address however a person writes it. */
export function leavingAt({ places: { data } }: Pick<Whereabouts, "places">, url: string): readonly MirrorAt[] {
  const address = hubAddress(url);
  const wanted = address === undefined || isRefusal(address) ? url : address.url;
  return readMirrors(data).flatMap((mirror) => (mirror.url === wanted ? [mirrorAt(data, mirror)] : []));
}

/**
 * Marked at first: from there on nothing of it is opened, heard or synced, wherever this is cut off. The list names it until all else
 * is gone, so that it can be left again. What needs the person's hand, their signature under whom they trust, comes after the texts.
 */
export function leave(here: Whereabouts, leaving: readonly MirrorAt[]): void {
  const { places } = here;
  const urls = new Set(leaving.map(({ mirror }) => mirror.url));
  const isLeft = (mirror: Mirror): boolean =>
    leaving.some((at) => at.mirror.url === mirror.url && at.mirror.store === mirror.store);
  for (const url of urls)
    changeMirrors(places.data, url, (rows) =>
      rows.map(({ policies, ...row }) =>
        isLeft(row) ? { ...row, leaving: true } : { ...row, ...(policies && { policies }) },
      ),
    );
  for (const at of leaving) clear(places, at);
  const signers = openTrustedSigners(places.data, here.writer.keys);
  const ends = leaving.map(({ root }) => ` ${nameOf(root)}`);
  signers.drop(signers.stores().filter((name) => ends.some((end) => name.endsWith(end))));
  for (const url of urls) changeMirrors(places.data, url, (rows) => rows.filter((row) => !isLeft(row)));
}

/** The mirror itself, and whatever was made of it. */
function clear(places: Places, { mirror, root }: MirrorAt): void {
  openHubRecord(places.state, mirror, mirror.store).drop();
  dropSyncRecord(places.state, folderOf(mirror));
  // A store is named by where it lies once links are followed.
  const data = inFolderIfThere(places.data, [], ({ path }) => path) ?? places.data;
  for (const each of new Set([root, mirrorAt(data, mirror).root])) {
    for (const key of keysOfRoot(places.cache, INDEX, each))
      discard({ cacheDir: places.cache, storeKey: key.replace(/\.old.*$/, "") });
    for (const name of keysOfRoot(places.state, SEEN, each)) dropSeen(places.state, name.replace(/\.json$/, ""));
    dropStateOf(places.state, each, nameOf(root));
  }
  // As the store itself called its folder.
  openElsewhereJournal(places.state, inFolderIfThere(root, [], ({ path }) => path) ?? root).end();
  removeTree(root);
}
