// The injection check (CHK-20, CHK-23): text in, hits out, offsets in the raw text. It never blocks by itself and is not the
// defence (CHK-22): it orders reviews, and stops on unambiguous markers. What it finds nothing in is not thereby safe.

import type { Span } from "../../text/graphemes.ts";
import { detectionCopy } from "./detection-copy.ts";
import { type InjectionRule, spansOf } from "./rule.ts";
import { CAPABILITY } from "./rules/capability.ts";
import { COMMANDS } from "./rules/commands.ts";
import { ENCODED } from "./rules/encoded.ts";
import { HIDDEN } from "./rules/hidden.ts";
import { IMPERATIVES } from "./rules/imperatives.ts";
import { OVERRIDE } from "./rules/override.ts";
import { PERSONA } from "./rules/persona.ts";
import { ROLES } from "./rules/roles.ts";
import { SETUP } from "./rules/setup.ts";
import { URLS } from "./rules/urls.ts";

export interface InjectionHit extends Span {
  readonly rule: string;
  readonly kind: InjectionRule["kind"];
}

/** Hits of one rule beyond this many add nothing to a review. */
const PER_RULE = 10;

export function checkInjection(text: string): readonly InjectionHit[] {
  if (text === "") return [];
  const copy = detectionCopy(text);
  const hits: InjectionHit[] = [];
  for (const rule of INJECTION_RULES) {
    const { id, kind, on } = rule;
    let left = PER_RULE;
    for (const span of spansOf(rule, on === "raw" ? text : on === "copy" ? copy.text : copy.lower)) {
      if (left-- === 0) break;
      hits.push({ rule: id, kind, ...(on === "raw" ? span : copy.toRaw(span)) });
    }
  }
  return hits.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Each rule where it met first. */
export function firstOfEach<T extends { readonly rule: string }>(hits: readonly T[]): readonly T[] {
  return hits.filter(({ rule }, at) => hits.findIndex((each) => each.rule === rule) === at);
}

// The whole table of injection rules (CHK-20), by family.
export const INJECTION_RULES: readonly InjectionRule[] = [
  ...OVERRIDE,
  ...ROLES,
  ...PERSONA,
  ...COMMANDS,
  ...URLS,
  ...ENCODED,
  ...IMPERATIVES,
  ...HIDDEN,
  ...SETUP,
  ...CAPABILITY,
];
