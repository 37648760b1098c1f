// The memory document: everything others need to read and change a memory file byte-preservingly (spec 1). A document's
// `text` is exactly what was parsed or edited.

export { setAuthorKey, setToolKeys } from "./compose.ts";
export type { MemoryDocument } from "./model.ts";
export { decodeText, parseDocument } from "./parse.ts";
