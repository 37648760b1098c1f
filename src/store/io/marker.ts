// The marker file is the only way a store is recognised (STO-2): `{"format": 1, "store-id": "<ulid>"}`.
import type { Directory } from "../../disk/directory.ts";
import { createFile } from "../../disk/durable-write.ts";
import { readIn } from "../../disk/read-file.ts";
import { isMemoryId } from "../../memory/ids.ts";
import { Fault } from "../../text/errors.ts";
import { type Marker, parseMarker, STORE_FORMAT } from "../memory-store.ts";

export const MARKER = "holdfast.json";

/** Undefined: no marker, so this is no store. */
export function readMarker(root: Directory): Marker | undefined {
  const read = readIn(root, MARKER, 4096);
  if (read === undefined) return undefined;
  if (read.kind === "unreadable") throw read.passing ?? unreadable(root, read.reason);
  const marker = parseMarker(Buffer.from(read.bytes).toString("utf8"));
  if (marker === undefined) throw unreadable(root, 'not of the form {"format": 1, "store-id": "<ulid>"}');
  return marker;
}

export function writeMarker(root: Directory, storeId: string, mode: number): "exists" | undefined {
  if (!isMemoryId(storeId)) throw new Fault("usage", "A store id must be a ULID.");
  const text = `${JSON.stringify({ format: STORE_FORMAT, "store-id": storeId })}\n`;
  return createFile(root, MARKER, Buffer.from(text), mode);
}

function unreadable(root: Directory, reason: string): Fault {
  const hint = `Bring it back: git -C ${root.path} checkout ${MARKER}, or move the folder away and run holdfast init.`;
  return new Fault("unreadable", `The marker ${root.path}/${MARKER} can't be read: ${reason}.`, hint);
}
