// Which memories a verified one has replaced, for lists; the rule is core's.
import { statusOf } from "../memory/fields.ts";
import type { Memory } from "./catalogue.ts";
import { replacedBy } from "./superseded.ts";

export function supersededAmong(memories: readonly Memory[]): ReadonlySet<Memory> {
  const isReplaced = replacedBy(memories);
  return new Set(memories.filter(isReplaced));
}

/** Neither put away nor replaced nor held. */
export function isInForce(memory: Memory, superseded: ReadonlySet<Memory>): boolean {
  return memory.tier !== "quarantined" && statusOf(memory.document) === "active" && !superseded.has(memory);
}
