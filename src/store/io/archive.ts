// What was archived (TRU-5): archive/<month>/<file>. Nothing serves it; forgetting and export look into it.
import { type Directory, openResolved, within } from "../../disk/directory.ts";
import { orFault } from "../../disk/errno.ts";
import { bytesIn } from "../../disk/read-file.ts";
import { sha256Hex } from "../../text/digest.ts";
import type { ArchivedFile, StoreInfo } from "../memory-store.ts";
import { isMemoryFile, isMonth, MAX_BYTES, writersOf } from "./file-names.ts";

/** A file that may not be opened is left out. */
export function readArchive({ root, scope }: StoreInfo): readonly ArchivedFile[] {
  return orFault("Reading the archive", () => {
    const opened = openResolved(root, { writers: writersOf(scope) });
    const archive = opened === undefined ? undefined : within(opened, (store) => store.open("archive"));
    if (archive === undefined) return [];
    return within(archive, (months) => months.names().flatMap((month) => monthIn(months, month)));
  });
}

function monthIn(archive: Directory, month: string): readonly ArchivedFile[] {
  const folder = isMonth(month) ? archive.open(month) : undefined;
  if (folder === undefined) return [];
  return within(folder, (opened) =>
    opened.names().flatMap((file) => {
      const bytes = isMemoryFile(file) ? bytesIn(opened, file, MAX_BYTES) : undefined;
      return bytes === undefined ? [] : [{ month, file, bytes, sha256: sha256Hex(bytes) }];
    }),
  );
}
