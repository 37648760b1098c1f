// Which memories a verified one has replaced, for lists; the rule is core's.
import { replacedBy } from "../core/recall/superseded.ts";
import type { Memory } from "./catalogue.ts";

export function supersededAmong(memories: readonly Memory[]): ReadonlySet<Memory> {
  const isReplaced = replacedBy(memories);
  return new Set(memories.filter(isReplaced));
}
