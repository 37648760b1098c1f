// What a person marked as taken out (CHK-12): `<redacted>...</redacted>` and our own masks. Such a span is one line of at
// most 200 characters: a pair of tags around a whole text would switch the scanner off (CHK-10a).
// The names of our own findings (a rule of ours, a colon, sixteen digits of a digest) look like a key behind a label.

import type { Span } from "../../text/graphemes.ts";
import { CONTEXT_RULES } from "./contextual.ts";
import type { SecretHit } from "./rule.ts";
import { hasRule } from "./rule-engine.ts";

const MASK = /<redacted(?: rule="[\w:.-]{1,80}")?(?: length="\d{1,7}")?(?:\/>|>[^<\n]{0,200}<\/redacted>)/g;

/** Of most texts it tells that they name none. */
const DIGEST = /:[0-9a-f]{16}/;
const FINDING = /(?<![\w-])([a-z0-9]+(?:-[a-z0-9]+)+):[0-9a-f]{16}(?!\w)/g;

/** The same length, so that offsets stay; `<` belongs to no token and no blank, so that nothing new comes together. */
export function withoutExempt(text: string): string {
  const unmasked = text.includes("<redacted") ? text.replaceAll(MASK, blank) : text;
  if (!DIGEST.test(unmasked)) return unmasked;
  return unmasked.replaceAll(FINDING, (span, rule: string) => (isOurs(rule) ? blank(span) : span));
}

function isOurs(rule: string): boolean {
  return CONTEXT_RULES.some(({ id }) => id === rule) || hasRule(rule);
}

function blank(span: string): string {
  return "<".repeat(span.length);
}

/** The text without the secrets: what stays is the rule that found each, and how long it was. Overlapping spans become one mask, named after the widest; masks have no finding. */
export function maskSecrets(text: string, hits: readonly SecretHit[]): string {
  let out = "";
  let at = 0;
  for (const span of merged(hits)) {
    out += `${text.slice(at, span.start)}<redacted rule="${span.rule}" length="${span.end - span.start}"/>`;
    at = span.end;
  }
  return out + text.slice(at);
}

/** Touching spans are merged too: a mask right behind a mask says nothing more. */
function merged(hits: readonly SecretHit[]): readonly (Span & { readonly rule: string })[] {
  const spans: (Span & { readonly rule: string })[] = [];
  for (const { start, end, rule } of [...hits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = spans.at(-1);
    if (last === undefined || start > last.end) spans.push({ start, end, rule });
    else if (end > last.end) spans[spans.length - 1] = { ...last, end };
  }
  return spans;
}
