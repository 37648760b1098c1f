// The shape of an injection rule (CHK-20). A rule carries its own true and false samples (CHK-21); a test runs them.
import type { Span } from "./hit.ts";

export interface InjectionRule {
  /** Family, then the language where words matter: "override.ko". */
  readonly id: string;
  readonly marker: boolean;
  /** A short pattern that every match contains: the long one is compiled, for some milliseconds, only when it may match. */
  readonly when?: RegExp;
  /**
   * Hidden characters are looked for in the raw text, letters and codes in the copy made for detection, words in its
   * lower case: a pattern without the flag `i` compiles and runs several times faster.
   */
  readonly on: "lower" | "copy" | "raw";
  /** A global pattern, or a function where a pattern alone can't decide. */
  readonly find: RegExp | ((text: string) => Iterable<Span>);
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

/** Where a rule applies in the text it reads. */
export function* spansOf({ when, find }: Pick<InjectionRule, "when" | "find">, text: string): Iterable<Span> {
  if (when !== undefined && text.search(when) < 0) return;
  if (typeof find === "function") {
    yield* find(text);
    return;
  }
  for (const match of text.matchAll(find)) {
    if (match[0] !== "") yield { start: match.index, end: match.index + match[0].length };
  }
}
