// Which terms get a row, and the form in which the teacher is shown each.
import { tokensOf } from "../../src/text/terms.ts";
import type { Material } from "./sources.ts";

export interface Word {
  readonly term: string;
  readonly form: string;
}

/** Rows of about a hundred packed bytes: the table is to stay below 4.5 MB packed. */
const MOST = 28_000;
/** In how many of our texts, or paragraphs of developer text, a term stands: below, it is a name or a slip. */
const LEAST = { texts: 4, developer: 60, ofDictionary: 8 };
const LONGEST = 24;

export function vocabularyOf({ texts, words }: Material, developer: ReadonlyMap<string, number>): readonly Word[] {
  const seen = new Map<string, { count: number; readonly forms: Map<string, number> }>();
  for (const text of texts) for (const [term, form] of new Map(pairsOf(text))) note(seen, term, form);
  const ofDictionary = new Set<string>();
  for (const word of words)
    for (const [term, form] of pairsOf(word)) {
      ofDictionary.add(term);
      note(seen, term, form, 0);
    }
  const common = (term: string): number => developer.get(term) ?? 0;
  const kept = [...seen].filter(
    ([term, { count }]) =>
      count >= LEAST.texts ||
      common(term) >= LEAST.developer ||
      (ofDictionary.has(term) && common(term) >= LEAST.ofDictionary),
  );
  return kept
    .sort(([a, x], [b, y]) => y.count + common(b) - x.count - common(a) || (a < b ? -1 : 1))
    .slice(0, MOST)
    .map(([term, { forms }]) => ({ term, form: mostUsed(forms) }));
}

function pairsOf(text: string): readonly (readonly [string, string])[] {
  return tokensOf(text)
    .filter(({ term }) => term.length >= 2 && term.length <= LONGEST && /^[a-z0-9]*[a-z][a-z0-9]*$/.test(term))
    .map(({ term, form }) => [term, form]);
}

function note(
  seen: Map<string, { count: number; readonly forms: Map<string, number> }>,
  term: string,
  form: string,
  by = 1,
): void {
  const known = seen.get(term) ?? { count: 0, forms: new Map<string, number>() };
  seen.set(term, known);
  known.count += by;
  known.forms.set(form, (known.forms.get(form) ?? 0) + 1);
}

function mostUsed(forms: ReadonlyMap<string, number>): string {
  const [[form] = [""]] = [...forms].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return form;
}
