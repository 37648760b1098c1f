// What `export` plugs in: the store as files, the file of an export, and the instruction files of a repository.
import { chmodSync } from "node:fs";
import { applyFileEdits, readForeign } from "../disk/edit-files.ts";
import { fromHere } from "../disk/paths.ts";
import type { OpenStore } from "../store/context.ts";
import { readExportFile, writeExportFile } from "../store/io/given-file.ts";
import { openStoreFiles } from "../store/io/whole.ts";
import type { StoreFiles } from "../store/records.ts";
import { isRefusal, type Refusal, refuse } from "../text/errors.ts";

export interface ExportTools {
  files(open: OpenStore): StoreFiles;
  readExport(path: string): string | Refusal;
  writeExport(path: string, text: string, over: boolean): "exists" | Refusal | undefined;
  /** Undefined where there is none. A link that leads out of `within` is refused. */
  readRules(path: string, within: string | undefined): string | undefined | Refusal;
  writeRules(path: string, before: string | undefined, after: string): Refusal | undefined;
}

export function openExporting(): ExportTools {
  return {
    files: ({ store }) => openStoreFiles(store.info),
    readExport: readExportFile,
    writeExport: (path, text, over) => writeExportFile(path, Buffer.from(text), over),
    readRules,
    writeRules: (path, before, after) => {
      const bytes = (text: string | undefined): Uint8Array | undefined =>
        text === undefined ? undefined : Buffer.from(text);
      // Part of a repository, and so are the folders it needs: as readable as the rest.
      const done = applyFileEdits([{ path: fromHere(path), before: bytes(before), after: bytes(after), mode: 0o644 }]);
      if (isRefusal(done)) return done;
      for (const folder of done.flatMap(({ madeDirectories }) => madeDirectories)) chmodSync(folder, 0o755);
      return undefined;
    },
  };
}

function readRules(path: string, within: string | undefined): string | undefined | Refusal {
  const found = readForeign(fromHere(path));
  if (isRefusal(found)) return found;
  if (found.linked && within !== undefined && !found.target.startsWith(`${within}/`)) {
    return refuse(
      "unsafe-path",
      `${path} is a link that leads out of the repository, to ${found.target}.`,
      `ls -l ${path}`,
    );
  }
  if (found.bytes === undefined) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(found.bytes);
  } catch {
    return refuse("unreadable", `${path} is not UTF-8 text; it was not touched.`);
  }
}
