// What the state folder has of one store, for whoever takes that store off this machine: what `undo` would bring back, the ledger and how
// far it was seen, the keys of its digests, copies, what a person had seen, and bytes that were set aside. All of it is named after
// the store's root, so that it is found without the store: where that is gone, or says another id by then.
import { inFolderIfThere, removeTree } from "../../disk/folder.ts";
import { descend } from "../../disk/paths.ts";
import { nameHash } from "../../text/digest.ts";
import { KEPT_FOLDER } from "./kept-file.ts";
import { dropRawOf } from "./raw.ts";

const FOLDERS = ["history", "ledger", "ledger-heads", "digest-keys", KEPT_FOLDER] as const;

/** Names in this folder that `storeKey` made for a store at this root, whatever its id. */
export function keysOfRoot(base: string, folder: string, root: string): readonly string[] {
  const end = `-${nameHash(root)}`;
  const names = inFolderIfThere(base, [folder], (opened) => opened.names()) ?? [];
  return names.filter((name) => name.includes(end));
}

/** `rawOf`: as `openRaw` was told. */
export function dropStateOf(stateDir: string, root: string, rawOf: string): void {
  for (const folder of FOLDERS)
    for (const key of keysOfRoot(stateDir, folder, root)) removeTree(descend(stateDir, folder, key));
  dropRawOf(stateDir, rawOf);
}
