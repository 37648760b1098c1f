// The memory document: everything others need to read and change a memory file byte-preservingly (spec 1).
export { setAuthorKey, setToolKeys } from "./edit-keys.ts";
export type { MemoryDocument } from "./model.ts";
export { decodeText, parseDocument } from "./parse.ts";
