// Does a text ask for a capability (CHK-23)? Read by what it asks, not by trigger words: concepts that stand together,
// with the side that a negation puts them on, or a spelling that asks by itself. It withholds for a review and is wrong
// now and then on purpose: a person's look costs a moment, an obeyed sentence may cost a machine.
import type { Concept, Mark } from "./capability/concepts.ts";
import { LEXICONS } from "./capability/lexicons.ts";
import { HOST, LITERALS, NAMES } from "./capability/literals.ts";
import type { Found } from "./capability/marks.ts";
import { apply, type Concepts } from "./capability/match.ts";
import { applyNegations } from "./capability/polarity.ts";
import { RULES } from "./capability/rules.ts";
import { scanStems } from "./capability/stems.ts";
import { scanWords, wordsOf } from "./capability/words.ts";
import { detectionCopy } from "./detection-copy.ts";
import type { Capability, CapabilityHit, Span } from "./hit.ts";

export function asksCapability(text: string): readonly CapabilityHit[] {
  const copy = detectionCopy(text);
  const ends = sentenceEnds(copy.lower);
  const hits = new Map<Capability, Span>();
  const note = (capability: Capability, span: Span | undefined): void => {
    const known = hits.get(capability);
    if (span !== undefined && (known === undefined || span.start < known.start)) hits.set(capability, span);
  };
  for (const { capability, when, find } of LITERALS) {
    if (when.test(copy.lower)) note(capability, first(copy.lower, find));
  }
  const found = concepts(copy.lower, ends);
  for (const rule of RULES) note(rule.capability, apply(rule, found, ends));
  return [...hits].map(([capability, span]) => ({ capability, ...copy.toRaw(span) })).sort((a, b) => a.start - b.start);
}

/** The marks of all lexicons together: notes mix languages, and "token" is a word in each. */
function concepts(text: string, ends: readonly number[]): Concepts {
  const hosts = spans(text, HOST);
  const prose = blanked(text, [...hosts, ...spans(text, NAMES)]);
  const words = wordsOf(prose, ends);
  const all: Found = { marks: new Map(), negations: [] };
  for (const lexicon of LEXICONS) {
    if (!lexicon.letters.test(text)) continue;
    if (lexicon.unit === "words") scanWords(words, lexicon, all);
    else scanStems(prose, lexicon, all);
  }
  applyNegations(text, all);
  const { marks } = all;
  // "there" stands for an address, but only where one was named.
  const addresses = hosts.length === 0 ? [] : [...hosts, ...(marks.get("there") ?? [])];
  const found = new Map<Concept | "host", Mark[]>([...marks, ["host", addresses]]);
  for (const list of found.values()) list.sort((a, b) => a.start - b.start);
  return found;
}

function blanked(text: string, parts: readonly Span[]): string {
  let out = "";
  let at = 0;
  for (const { start, end } of [...parts].sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    out += `${text.slice(at, start)}${" ".repeat(end - start)}`;
    at = end;
  }
  return out + text.slice(at);
}

function spans(text: string, pattern: RegExp): readonly Span[] {
  const out: Span[] = [];
  for (const match of text.matchAll(pattern)) {
    if (out.length === MOST_HOSTS) break;
    out.push({ start: match.index, end: match.index + match[0].length });
  }
  return out;
}

const MOST_HOSTS = 1000;

function first(text: string, pattern: RegExp): Span | undefined {
  for (const match of text.matchAll(pattern)) return { start: match.index, end: match.index + match[0].length };
  return undefined;
}

/** A full stop inside a name or an address ends no sentence. */
function sentenceEnds(text: string): readonly number[] {
  return [...text.matchAll(/[.!?;](?=\s|$)|[。！？；]|\n\s*\n|\n(?=\s*[-*#\d])/gu)].map((match) => match.index);
}
