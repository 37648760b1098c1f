// Bytes that can't be read as a memory, and unmasked originals, are kept here and never in the store (STO-3):
// 0600, local, with a JSON note that tells when, from where and why.
import type { RawKeeper, RawNote } from "../core/ports/raw.ts";
import { sha256Hex } from "../core/text/digest.ts";
import { createFile } from "../disk/durable-write.ts";
import { asFault } from "../disk/errno.ts";
import { inFolder } from "../disk/folder.ts";
import { child } from "../disk/paths.ts";

export function openRaw(stateDir: string): RawKeeper {
  return { keep: (bytes, note, now) => keepRaw(stateDir, bytes, note, now) };
}

/** Durable when it returns; gives the path of the kept copy. The same bytes at the same second are kept once. */
export function keepRaw(stateDir: string, bytes: Uint8Array, note: RawNote, now: Date): string {
  const sha256 = sha256Hex(bytes);
  const stem = `${now.toISOString().replace(/[-:]|\.[0-9]+/g, "")}-${sha256.slice(0, 32)}`;
  const text = `${JSON.stringify({ at: now.toISOString(), from: note.from, why: note.why, sha256 })}\n`;
  try {
    return inFolder(stateDir, ["raw"], (folder) => {
      createFile(folder, `${stem}.json`, Buffer.from(text), 0o600);
      createFile(folder, `${stem}.bin`, bytes, 0o600);
      return child(folder.path, `${stem}.bin`);
    });
  } catch (error) {
    throw asFault(error, "Keeping the raw bytes");
  }
}
