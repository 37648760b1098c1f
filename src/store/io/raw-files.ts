// Raw files on the disk (../raw-files.ts): in quarantine/raw/, and in .local/raw/, which no git carries. Names come out of the
// folder's own listing; what is no plain file of ours, or too large, is not opened.
import { type Directory, within } from "../../disk/directory.ts";
import { orFault } from "../../disk/errno.ts";
import { bytesIn } from "../../disk/read-file.ts";
import { sha256Hex } from "../../text/digest.ts";
import type { RawFile, StoreInfo } from "../memory-store.ts";
import { RAW_FOLDER, rawParent, rawParts } from "../raw-files.ts";
import { inStore, MAX_BYTES } from "./file-names.ts";

/** By name, those that travel first. */
export function rawsBelow(root: Directory): readonly RawFile[] {
  return inRawFolders(root, rawsIn).flat();
}

/** In each that is there. */
export function inRawFolders<T>(root: Directory, look: (folder: Directory, local: boolean) => T): readonly T[] {
  return [false, true].flatMap((local) => {
    const parent = root.open(rawParent(local));
    const folder = parent && within(parent, (opened) => opened.open(RAW_FOLDER));
    return folder === undefined ? [] : [within(folder, (opened) => look(opened, local))];
  });
}

function rawsIn(folder: Directory, local: boolean): readonly RawFile[] {
  const names = folder.names().toSorted();
  return names.flatMap((name): readonly RawFile[] => {
    const parts = rawParts(name);
    const bytes = parts && bytesIn(folder, name, MAX_BYTES);
    if (parts === undefined || bytes === undefined) return [];
    return [{ ...parts, name, local, bytes, sha256: sha256Hex(bytes) }];
  });
}

/** Those that were once one of these files. */
export function rawsOf(info: StoreInfo, files: readonly string[]): readonly RawFile[] {
  const all = orFault("Reading what is kept as bytes", () => inStore(info, rawsBelow));
  return all.filter(({ file }) => files.includes(file));
}
