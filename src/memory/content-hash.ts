// The content hash (STO-32): what an attestation vouches for. It covers every key that is not the tool's, unknown
// ones and `confidence` included, and the body's bytes. The order of keys, their spacing and quoting don't matter.
import { sha256Hex } from "../text/digest.ts";
import { isToolKey } from "./keys.ts";
import type { MemoryDocument } from "./model.ts";

const DOMAIN = "holdfast content 1";

/** Keys and values are JSON strings in one JSON array before the body, so no two contents share an input. */
export function contentHash(doc: MemoryDocument): string {
  const pairs = doc.entries
    .filter((entry) => !isToolKey(entry.key))
    .map((entry): [string, string] => [entry.key, entry.canonical])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256Hex(`${DOMAIN}\n${JSON.stringify(pairs)}\n${doc.body}`);
}
