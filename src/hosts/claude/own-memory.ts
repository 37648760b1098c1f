// Claude's own memory, replaced by the store (AGT-23): one member of the user's settings, and what Claude reads in the
// folder it names. Pure.
import type { JsonEdit } from "../json-edits.ts";

const PATH = ["autoMemoryDirectory"];
/** Where `install` of any version puts the folder. */
const OURS = /(^|[\\/])holdfast[\\/]claude-memory[\\/]?$/;

/** Claude reads this file into every session as the index of its memories. */
export const MEMORY_NOTE = `# Memory is kept by Holdfast

- What is remembered comes with the session, inside memory-context; no memory lies in this folder.
- Do not write here: it is refused. To keep something, use the memory_remember tool, or \`holdfast add "SENTENCE"\`.
- To look something up, use the memory_search tool, or \`holdfast search WORD\`.
`;

export function ownMemoryEdits(folder: string): { on: readonly JsonEdit[]; off: readonly JsonEdit[] } {
  const mine = (value: unknown): boolean => typeof value === "string" && (value === folder || OURS.test(value));
  return {
    on: [{ kind: "ensure-member", path: PATH, value: folder, mine }],
    off: [{ kind: "drop-member", path: PATH, mine }],
  };
}
