// Bytes that can't be read as a memory, and unmasked originals, are kept here and never in the store (STO-3):
// 0600, local, with a JSON note that tells when, from where and why.
import { createFile, removeFile } from "../../disk/durable-write.ts";
import { orFault } from "../../disk/errno.ts";
import { inFolder, inFolderIfThere } from "../../disk/folder.ts";
import { fieldsOf, jsonIn } from "../../disk/json-file.ts";
import { child } from "../../disk/paths.ts";
import { bytesIn } from "../../disk/read-file.ts";
import { sha256Hex } from "../../text/digest.ts";
import { given } from "../../text/values.ts";
import type { RawKeeper, RawNote } from "../records.ts";

const MAX_NOTE = 64 * 1024;
const MAX_BYTES = 4 * 1024 * 1024;

/** `of`: a store that may leave this machine, by the name of its folder; what is kept of it goes with it. */
export function openRaw(stateDir: string, of?: string): RawKeeper {
  return { keep: (bytes, note, now) => keepRaw(stateDir, bytes, { ...note, ...given({ of }) }, now) };
}

/** Durable when it returns; gives the path of the kept copy. The same bytes at the same second are kept once. */
export function keepRaw(
  stateDir: string,
  bytes: Uint8Array,
  note: RawNote & { readonly of?: string },
  now: Date,
): string {
  const sha256 = sha256Hex(bytes);
  const stem = `${now.toISOString().replace(/[-:]|\.[0-9]+/g, "")}-${sha256.slice(0, 32)}`;
  const { from, why, of } = note;
  const text = `${JSON.stringify({ at: now.toISOString(), from, why, sha256, ...given({ of }) })}\n`;
  return orFault("Keeping the raw bytes", () =>
    inFolder(stateDir, ["raw"], (folder) => {
      createFile(folder, `${stem}.json`, Buffer.from(text), 0o600);
      createFile(folder, `${stem}.bin`, bytes, 0o600);
      return child(folder.path, `${stem}.bin`);
    }),
  );
}

export interface RawCopy {
  /** Without its ending: the note has the same. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Copies that were taken from a file of one of these names. */
export function rawCopies(stateDir: string, files: readonly string[]): readonly RawCopy[] {
  const found = inFolderIfThere(stateDir, ["raw"], (folder) =>
    folder.names().flatMap((note) => {
      const name = note.replace(/\.json$/, "");
      if (name === note || !files.includes(fileIn(jsonIn(folder, note, MAX_NOTE)))) return [];
      return [{ name, bytes: bytesIn(folder, `${name}.bin`, MAX_BYTES) ?? new Uint8Array() }];
    }),
  );
  return found ?? [];
}

/** Forgetting: the copy and its note. Gives how many files went. */
export function dropRaw(stateDir: string, name: string): number {
  const gone = inFolderIfThere(stateDir, ["raw"], (folder) =>
    [`${name}.bin`, `${name}.json`].filter((each) => removeFile(folder, each)),
  );
  return gone?.length ?? 0;
}

/** All that was kept of that store. */
export function dropRawOf(stateDir: string, of: string): void {
  inFolderIfThere(stateDir, ["raw"], (folder) => {
    for (const note of folder.names().filter((each) => each.endsWith(".json"))) {
      if (fieldsOf(jsonIn(folder, note, MAX_NOTE))["of"] !== of) continue;
      // The note last: a copy without one would be nobody's.
      for (const each of [note.replace(/\.json$/, ".bin"), note]) removeFile(folder, each);
    }
  });
}

/** A note that can't be read names nothing; its copy is found by what it holds. */
function fileIn(note: unknown): string {
  const { from } = fieldsOf(note);
  return typeof from === "string" ? (from.split("/").at(-1) ?? "") : "";
}
