// What a killed writer left, mended by the next one under the lock (STO-20). A name in both directories is a move
// that did not end: quarantine/ stands, so a demotion is finished and a restore, which was never acknowledged, is
// rolled back. The bytes that go are kept first.
import { type Directory, within } from "../../disk/directory.ts";
import { removeFile, removeTemps } from "../../disk/durable-write.ts";
import { readIn } from "../../disk/read-file.ts";
import type { RawNote } from "../records.ts";
import { isMemoryFile, MAX_BYTES } from "./file-names.ts";
import { inRawFolders } from "./raw-files.ts";

type Keep = (bytes: Uint8Array, note: RawNote) => unknown;

export function recover(root: Directory, keep: Keep | undefined): void {
  removeTemps(root);
  const attest = root.open("attest");
  if (attest !== undefined) within(attest, (opened) => removeTemps(opened));
  inRawFolders(root, (opened) => removeTemps(opened));
  const memories = root.open("memories");
  if (memories === undefined) return;
  within(memories, (opened) => {
    const names = opened.names();
    removeTemps(opened, names);
    const quarantine = root.open("quarantine");
    if (quarantine === undefined) return;
    const standing = within(quarantine, (other) => {
      const found = other.names();
      removeTemps(other, found);
      return new Set(found.filter(isMemoryFile));
    });
    for (const name of names) if (standing.has(name)) removeShadowed(opened, name, keep);
  });
}

/** A copy that can't be read safely, or whose bytes nobody would keep, is left for `doctor`. */
function removeShadowed(memories: Directory, name: string, keep: Keep | undefined): void {
  const read = readIn(memories, name, MAX_BYTES);
  if (keep === undefined || read?.kind !== "read") return;
  keep(read.bytes, {
    from: `${memories.path}/${name}`,
    why: "The same name stands in quarantine/, which takes precedence.",
  });
  removeFile(memories, name);
}
