// What an import took, kept before its first write (IMP-1): imports/<id>/ holds the words of each source file, 0600, and a
// manifest that says where they stood. Local, private, purged by forget. Only words that passed the checks are kept.

import { jotFile, replaceFile } from "../../disk/durable-write.ts";
import { orFault } from "../../disk/errno.ts";
import { inFolder } from "../../disk/folder.ts";
import type { MemoryId } from "../../memory/ids.ts";

const FOLDER = "imports";

export interface KeptText {
  /** Where it stood. */
  readonly from: string;
  readonly text: string;
}

export interface ImportRecord {
  readonly id: MemoryId;
  readonly source: string;
  readonly at: Date;
  readonly texts: readonly KeptText[];
}

/** Gives the path of the folder. The manifest comes last and is durable: with it, the backup is whole. */
export function keepImport(stateDir: string, { id, source, at, texts }: ImportRecord): string {
  return orFault("Keeping what is imported", () =>
    inFolder(stateDir, [FOLDER, id], (folder) => {
      const files = texts.map(({ from, text }, index) => {
        const file = `${String(index + 1).padStart(5, "0")}.md`;
        jotFile(folder, file, Buffer.from(text.endsWith("\n") ? text : `${text}\n`), 0o600);
        return { file, from };
      });
      const manifest = { v: 1, id, source, at: at.toISOString(), files };
      replaceFile(folder, "manifest.json", Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`), 0o600);
      return folder.path;
    }),
  );
}
