// Which memories a verified one has replaced (TRU-22b), by the rule that recall keeps: a shared memory replaces only
// shared ones. What is replaced is marked in lists and waits for nobody.
import { listField } from "../core/memory/fields.ts";
import type { Memory } from "./catalogue.ts";

export function supersededAmong(memories: readonly Memory[]): ReadonlySet<Memory> {
  const replaced = new Set<string>();
  for (const memory of memories) {
    if (memory.tier !== "verified") continue;
    for (const id of listField(memory.document, "supersedes")) {
      if (id === memory.id) continue;
      replaced.add(`shared ${id}`);
      if (memory.scope === "personal") replaced.add(`personal ${id}`);
    }
  }
  return new Set(memories.filter((memory) => memory.id !== undefined && replaced.has(`${memory.scope} ${memory.id}`)));
}
