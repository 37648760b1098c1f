// The injection check (CHK-20): text in, hits out, offsets in the raw text. It never blocks by itself and is not the
// defence (CHK-22): it orders reviews, and stops on unambiguous markers. What it finds nothing in is not thereby safe.
import { detectionCopy } from "./detection-copy.ts";
import type { InjectionHit } from "./hit.ts";
import { spansOf } from "./rule.ts";
import { INJECTION_RULES } from "./rules.ts";

/** Hits of one rule beyond this many add nothing to a review. */
const PER_RULE = 10;

export function checkInjection(text: string): readonly InjectionHit[] {
  const copy = detectionCopy(text);
  const hits: InjectionHit[] = [];
  for (const rule of INJECTION_RULES) {
    const { id, marker, on } = rule;
    let left = PER_RULE;
    for (const span of spansOf(rule, on === "raw" ? text : on === "copy" ? copy.text : copy.lower)) {
      if (left-- === 0) break;
      hits.push({ rule: id, ...(on === "raw" ? span : copy.toRaw(span)), marker });
    }
  }
  return hits.sort((a, b) => a.start - b.start || a.end - b.end);
}
