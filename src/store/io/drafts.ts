// Drafts for the person's editor: private, in the state folder. A draft stays until what was made of it is saved: a
// refusal must not cost anybody their words.

import { createFile, removeFile } from "../../disk/durable-write.ts";
import { inFolder } from "../../disk/folder.ts";
import { child } from "../../disk/paths.ts";
import { bytesIn } from "../../disk/read-file.ts";
import { makeTempName } from "../../disk/temp-name.ts";
import { MAX_FILE_BYTES } from "../../memory/frontmatter.ts";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";

export interface Draft {
  readonly kind: "draft";
  readonly text: string;
  readonly path: string;
  discard(): void;
}

/** `edit` opens the file at the path it is given; a refusal ends the matter. */
export function makeDraft(
  stateDir: string,
  text: string,
  suffix: string,
  edit: (path: string) => Refusal | undefined,
): Draft | Refusal {
  const name = `draft-${makeTempName()
    .replace(/^\./, "")
    .replace(/\.tmp$/, "")}${suffix}`;
  const discard = (): void => inFolder(stateDir, ["drafts"], (folder) => void removeFile(folder, name));
  return inFolder(stateDir, ["drafts"], (folder) => {
    createFile(folder, name, Buffer.from(text), 0o600);
    const path = child(folder.path, name);
    const refused = edit(path);
    const bytes = bytesIn(folder, name, MAX_FILE_BYTES);
    if (bytes !== undefined && Buffer.from(text).equals(bytes)) discard();
    if (isRefusal(refused)) return refused;
    const kept = `Your draft is kept at ${path}.`;
    if (bytes === undefined)
      return refuse("unreadable", "The draft is gone or larger than 256 KiB; nothing was changed.", kept);
    try {
      const edited = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
      return { kind: "draft", text: edited, path, discard };
    } catch {
      return refuse("unreadable", "The draft is not UTF-8 text; nothing was changed.", kept);
    }
  });
}
