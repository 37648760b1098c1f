// The memory document: everything others need to read and change a memory file byte-preservingly (spec 1).
import type { MemoryDocument } from "./model.ts";

export { setAuthorKey, setToolKeys } from "./compose.ts";
export type { FormatFailure, MemoryDocument } from "./model.ts";
export { decodeText, parseDocument } from "./parse.ts";

/** Exactly what was parsed or edited. */
export function serialise(doc: MemoryDocument): string {
  return doc.text;
}
