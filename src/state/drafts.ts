// Drafts for the person's editor: private, in the state folder, gone when the editor is closed.
import { isRefusal, type Refusal, refuse } from "../core/errors.ts";
import { createFile, removeFile } from "../disk/durable-write.ts";
import { inFolder } from "../disk/folder.ts";
import { child } from "../disk/paths.ts";
import { bytesIn } from "../disk/read-file.ts";
import { makeTempName } from "../disk/temp-name.ts";

const LARGEST = 256 * 1024;

/** `edit` opens the file at the path it is given; a refusal ends the matter. */
export function withDraft(
  stateDir: string,
  text: string,
  suffix: string,
  edit: (path: string) => Refusal | undefined,
): string | Refusal {
  return inFolder(stateDir, ["drafts"], (folder) => {
    const name = makeTempName()
      .replace(/^\./, "")
      .replace(/\.tmp$/, suffix);
    createFile(folder, name, Buffer.from(text), 0o600);
    try {
      const refused = edit(child(folder.path, name));
      if (isRefusal(refused)) return refused;
      const bytes = bytesIn(folder, name, LARGEST);
      if (bytes === undefined)
        return refuse("unreadable", "The edited draft is gone or larger than 256 KiB; nothing was changed.");
      return new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(bytes);
    } finally {
      removeFile(folder, name);
    }
  });
}
