// The secret scanner (CHK-10, CHK-10a, CHK-14): rules and contextual layer over the raw text and over every copy in
// which a secret could hide, the second opinion where the caller has loaded it. Content can't switch any of it off.
import { matchContext } from "./contextual.ts";
import { type Copy, decodedCopy, joinedCopy, joins, normalisedCopy, rawCopy } from "./copies.ts";
import { withoutExempt } from "./mask.ts";
import type { Match, SecondOpinion, SecretHit } from "./rule.ts";
import { matchRules } from "./rule-engine.ts";
import { isPlaceholder } from "./strength.ts";

export type { SecondOpinion, SecretHit } from "./rule.ts";

/** In UTF-16 units. What lies beyond is not scanned and is therefore reported as a whole. */
export const SCAN_LIMIT: number = 256 * 1024;
export const TOO_LARGE = "beyond-scan-limit";

/** Rules of gitleaks that know fewer stand-ins than ours: anything behind a label, anything behind `curl -u`. */
const STAND_INS: Readonly<Record<string, (value: string) => boolean>> = {
  "generic-api-key": isPlaceholder,
  "curl-auth-user": (value) => /\{\{|\$\(/.test(value),
};

export function findSecrets(text: string, options: { readonly second?: SecondOpinion } = {}): readonly SecretHit[] {
  const scanned = withoutExempt(text.slice(0, SCAN_LIMIT));
  const collected = new Collected(text);
  scan(rawCopy(scanned), options.second, collected);
  if (text.length > SCAN_LIMIT) collected.add("rules", TOO_LARGE, SCAN_LIMIT, text.length);
  return collected.hits();
}

function scan(raw: Copy, second: SecondOpinion | undefined, collected: Collected): void {
  const plain = normalisedCopy(raw);
  for (const copy of plain === undefined ? [raw] : [raw, plain]) scanWhole(copy, second, collected);
  const best = plain ?? raw;
  for (const breaks of joins(best.text)) scanJoined(best, breaks, collected);
  const decoded = decodedCopy(best);
  if (decoded === undefined) return;
  scanWhole(decoded, undefined, collected);
  const twice = decodedCopy(decoded);
  if (twice !== undefined) scanWhole(twice, undefined, collected);
}

function scanWhole(copy: Copy, second: SecondOpinion | undefined, collected: Collected): void {
  for (const match of [...matchRules(copy.text), ...matchContext(copy.text)]) {
    if (STAND_INS[match.rule]?.(copy.text.slice(match.start, match.end)) === true) continue;
    collected.add(match.layer, match.rule, ...copy.toRaw(match.start, match.end));
  }
  for (const hit of second?.(copy.text) ?? []) collected.add(hit.layer, hit.rule, ...copy.toRaw(hit.start, hit.end));
}

/** Joining lines also joins words, so only a token that names its own kind counts, and only if it crosses a break. */
function scanJoined(base: Copy, breaks: RegExp, collected: Collected): void {
  const joined = joinedCopy(base, breaks);
  if (joined === undefined) return;
  for (const match of matchRules(joined.text)) {
    if (!match.typed || !joined.crosses(match.start, match.end)) continue;
    const [start, end] = joined.toRaw(match.start, match.end);
    if (!collected.has(start) || looksCutOff(match, joined.text)) collected.add(match.layer, match.rule, start, end);
  }
}

/** A token already found on its own line may go on in the next; a plain word there is only the next word. */
function looksCutOff(match: Match, text: string): boolean {
  return /\d[A-Za-z]|[a-z][A-Z]/.test(text.slice(Math.max(match.start, match.end - 12), match.end));
}

class Collected {
  private readonly found = new Map<string, SecretHit>();
  private readonly starts = new Set<number>();
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  add(layer: SecretHit["layer"], rule: string, start: number, end: number): void {
    if (end <= start) return;
    this.starts.add(start);
    const key = `${layer} ${rule} ${start} ${end}`;
    if (!this.found.has(key)) this.found.set(key, { layer, rule, start, end, value: this.text.slice(start, end) });
  }

  has(start: number): boolean {
    return this.starts.has(start);
  }

  hits(): readonly SecretHit[] {
    return [...this.found.values()].sort((a, b) => a.start - b.start || b.end - a.end);
  }
}
