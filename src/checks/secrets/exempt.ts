// What a person marked as taken out (CHK-12): `<redacted>...</redacted>` and the masks of mask.ts. Such a span is one
// line of at most 200 characters: a pair of tags around a whole text would switch the scanner off (CHK-10a).
// The names of our own findings (a rule of ours, a colon, sixteen digits of a digest) look like a key behind a label.
import { isRuleName } from "./rule-engine.ts";

const MASK = /<redacted(?: rule="[\w:.-]{1,80}")?(?:\/>|>[^<\n]{0,200}<\/redacted>)/g;

const FINDING = /(?<![\w-])([a-z0-9]+(?:-[a-z0-9]+)+):[0-9a-f]{16}(?!\w)/g;

/** The same length, so that offsets stay; `<` belongs to no token and no blank, so that nothing new comes together. */
export function withoutExempt(text: string): string {
  const unmasked = text.includes("<redacted") ? text.replaceAll(MASK, blank) : text;
  return unmasked.replaceAll(FINDING, (span, rule: string) => (isRuleName(rule) ? blank(span) : span));
}

function blank(span: string): string {
  return "<".repeat(span.length);
}

export function maskFor(rule: string): string {
  return `<redacted rule="${rule}"/>`;
}
