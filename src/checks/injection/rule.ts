// The shape of an injection rule (CHK-20, CHK-23): one row of a table, with its own true and false samples (CHK-21), which
// a test runs. Adding a rule is adding a row.

import type { Span } from "../../text/graphemes.ts";
import { matchesIn } from "../../text/matches.ts";

export interface InjectionRule {
  /** Family, then the language where a row holds one: "override.ko". Findings carry it. */
  readonly id: string;
  /** What a text that it finds does, in a few words. */
  readonly about: string;
  /** A marker is unambiguous: a chat-template token, a forged fence, a hidden payload. The others order a review. */
  readonly kind: "marker" | "instruction" | "capability";
  /** A short pattern that every match contains: the long one is compiled, for some milliseconds, only when it may match. */
  readonly when?: RegExp;
  /**
   * Words are looked for in the lower case of the copy made for detection (a pattern without the flag `i` compiles and
   * runs several times faster), letters and codes in the copy itself, hidden characters in the raw text.
   */
  readonly on?: "copy" | "raw";
  /** Global patterns, or a function where a pattern alone can't decide. */
  readonly find: RegExp | readonly RegExp[] | ((text: string) => Iterable<Span>);
  /** A match counts for nothing where this fits the characters before it. */
  readonly unlessAfter?: RegExp;
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

/** Where a rule applies in the text it reads. */
export function spansOf({ when, find, unlessAfter }: InjectionRule, text: string): Iterable<Span> {
  if (when !== undefined && text.search(when) < 0) return NONE;
  if (typeof find === "function") return find(text);
  if (find instanceof RegExp) return spansIn(text, find, unlessAfter);
  let all = NONE;
  for (const pattern of find) {
    const found = spansIn(text, pattern, unlessAfter);
    if (found.length > 0) all = [...all, ...found];
  }
  return all;
}

const NONE: readonly Span[] = [];

function spansIn(text: string, pattern: RegExp, unlessAfter: RegExp | undefined): readonly Span[] {
  const matches = matchesIn(text, pattern);
  if (matches.length === 0) return NONE;
  return matches.flatMap(({ 0: found, index: start }) => {
    if (found === "" || unlessAfter?.test(text.slice(Math.max(0, start - BEFORE), start))) return [];
    return [{ start, end: start + found.length }];
  });
}

const BEFORE = 40;

/**
 * A phrase of a language with letters as a pattern: a blank is a run of blanks, " .. " up to six words in between that
 * end no sentence, "@" what is left of a word. No two repetitions share a character and those of words are counted, so a
 * phrase takes linear time. Bounds on blanks would be unrolled, which makes compiling five times as slow.
 */
export function phrase(text: string): RegExp {
  const words = text
    .replaceAll(" .. ", String.raw` (?:[^\s.!?;:]+ ){0,6}?`)
    .replaceAll(" ", String.raw`\s+`)
    .replaceAll("@", String.raw`[\wß-ÿ]*`);
  return new RegExp(`(?<![\\wß-ÿ])(?:${ungrouped(words)})(?![\\wß-ÿ])`, "g");
}

/** The same for Korean, Chinese and Japanese: a blank may be missing, ".." is up to fifteen characters. */
export function signs(text: string): RegExp {
  return new RegExp(ungrouped(text.replaceAll("..", "[^\\n。.!?]{0,15}?").replaceAll(" ", "\\s?")), "g");
}

function ungrouped(pattern: string): string {
  return pattern.replace(/(?<!\\)\((?!\?)/g, "(?:");
}
