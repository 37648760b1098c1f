// How much of an answer may be what nobody has confirmed (CTX-9): at most half of the slots, and one for each origin, so
// that a flood of memories written in one go gets one voice. The caps choose among everything that is worth saying,
// before the slots are counted: what is left out takes no place from what comes after it.
import type { MemoryDocument } from "../memory/document.ts";
import { textField } from "../memory/fields.ts";
import type { EffectiveTier } from "../trust/tiers.ts";

export interface Sourced {
  readonly tier: EffectiveTier;
  readonly scope: "personal" | "shared";
  readonly document: MemoryDocument;
}

/** In the order given, at most `most`. */
export function capped<T>(items: readonly T[], most: number, sourceOf: (item: T) => Sourced): readonly T[] {
  const unconfirmed = Math.max(1, Math.floor(most / 2));
  const origins = new Set<string>();
  const taken: T[] = [];
  for (const item of items) {
    if (taken.length >= most) break;
    const source = sourceOf(item);
    if (source.tier !== "verified") {
      const origin = originOf(source);
      if (origins.size >= unconfirmed || origins.has(origin)) continue;
      origins.add(origin);
    }
    taken.push(item);
  }
  return taken;
}

/**
 * Where it came from, as far as that can't be chosen by whoever wrote it. A repository's store is one origin: its files
 * say of themselves what they like. In the person's own store the tool writes the time, and what was written on one day
 * counts as written in one session; a file that carries no time is of one origin with all such files.
 */
function originOf({ scope, document }: Sourced): string {
  return scope === "shared" ? "shared" : `personal ${textField(document, "created-at")?.slice(0, 10) ?? ""}`;
}
