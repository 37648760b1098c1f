// Takes found secrets out of a text. Overlapping spans become one mask, named after the widest; the result is looked
// at by its caller's scanner again and has no finding any more, because masks are exempt.
import { maskFor } from "./exempt.ts";
import type { SecretHit } from "./hit.ts";

export function maskSecrets(text: string, hits: readonly SecretHit[]): string {
  let out = "";
  let at = 0;
  for (const span of merged(hits)) {
    out += text.slice(at, span.start) + maskFor(span.rule);
    at = span.end;
  }
  return out + text.slice(at);
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly rule: string;
}

/** Touching spans are merged too: a mask right behind a mask says nothing more. */
function merged(hits: readonly SecretHit[]): readonly Span[] {
  const spans: Span[] = [];
  for (const hit of [...hits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = spans.at(-1);
    if (last === undefined || hit.start > last.end) spans.push({ start: hit.start, end: hit.end, rule: hit.rule });
    else if (hit.end > last.end) spans[spans.length - 1] = { ...last, end: hit.end };
  }
  return spans;
}
