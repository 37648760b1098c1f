// Files that a person named on the command line: read whole, regular files only, bounded. They are outside of every
// store, so they are read as the person's own and nothing else is derived from their path.
import { constants, fstatSync, openSync, readFileSync } from "node:fs";
import { openDirectory, within } from "../../disk/directory.ts";
import { createFile, removeFile, replaceFile } from "../../disk/durable-write.ts";
import { asFault, closeRead, errnoOf } from "../../disk/errno.ts";
import { inFolder } from "../../disk/folder.ts";
import { child, fromHere, isComponent, nameOf, parentOf, shown } from "../../disk/paths.ts";
import { bytesIn } from "../../disk/read-file.ts";
import { makeTempName } from "../../disk/temp-name.ts";
import { MAX_FILE_BYTES } from "../../memory/frontmatter.ts";
import { isRefusal, type Refusal, refuse } from "../../text/errors.ts";

export function readGiven(path: string): Uint8Array | Refusal {
  const fd = opened(path, "Give the path of a readable file.");
  if (isRefusal(fd)) return fd;
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) return refuse("unreadable", `${shown(path)} is not a regular file.`);
    if (stats.size > MAX_FILE_BYTES)
      return refuse("too-large", `${shown(path)} is larger than 256 KiB.`, "Split it into several memories.");
    return new Uint8Array(readFileSync(fd));
  } finally {
    closeRead(fd);
  }
}

function opened(path: string, hint: string): number | Refusal {
  try {
    return openSync(fromHere(path), constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = errnoOf(error);
    return refuse(code === "ENOENT" ? "not-found" : "unreadable", `${shown(path)} can't be read (${code}).`, hint);
  }
}

// The file of an export, where a person said: private whatever the umask, never in the place of another without a word,
// and of any size that one machine's memories have.

const LARGEST = 1024 * 1024 * 1024;

/** `exists`: something stands there, and `over` was not said. */
export function writeExportFile(path: string, bytes: Uint8Array, over: boolean): "exists" | Refusal | undefined {
  const whole = fromHere(path);
  const name = nameOf(whole);
  if (!isComponent(name)) return refuse("unsafe-path", `${shown(name)} is no plain file name.`);
  try {
    const folder = openDirectory(parentOf(whole), { writers: "group" });
    if (folder === undefined) return refuse("not-found", `There is no folder ${shown(parentOf(whole))}.`);
    return within(folder, (opened) => {
      const there = opened.look(name);
      if (there !== undefined && !there.isFile()) return refuse("unsafe-path", `${shown(path)} is not a regular file.`);
      if (!over) return createFile(opened, name, bytes, 0o600);
      replaceFile(opened, name, bytes, 0o600);
      return undefined;
    });
  } catch (error) {
    const fault = asFault(error, `Writing ${shown(path)}`);
    return refuse(fault.code, fault.message, fault.hint);
  }
}

export function readExportFile(path: string): string | Refusal {
  const fd = opened(path, "Give the path of an export.");
  if (isRefusal(fd)) return fd;
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile() || stats.size > LARGEST) return refuse("unreadable", `${shown(path)} is no export of ours.`);
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(fd));
  } catch {
    return refuse("unreadable", `${shown(path)} is not UTF-8 text.`);
  } finally {
    closeRead(fd);
  }
}

// Drafts for the person's editor: private, in the state folder. A draft stays until what was made of it is saved: a
// refusal must not cost anybody their words.

export interface EditedDraft {
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
): EditedDraft | Refusal {
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
