// A prompt as a question to the index: its terms, in order, each once (SEA-2, SEA-4). Whatever a person typed or
// pasted comes out as letters, digits and private-use code points; no part of it is query syntax.
// Bounded work: of a long prompt only its beginning and its end are read, which is where a question stands.
import { ownWords } from "./query-lines.ts";
import { isStopPair, isStopWord } from "./stop-words.ts";
import { type Token, tokensOf } from "./terms.ts";

export interface QueryTerm {
  readonly term: string;
  /** As written, folded; without what a stem leaves out. */
  readonly forms: readonly string[];
  /** Of its first word among all words asked, stop words too: neighbours differ by one. */
  readonly position: number;
  /** The unfinished last word of an interactive search: other words may begin with it (SEA-4). */
  readonly prefix?: true;
  /** The whole of an identifier whose parts are asked too: so many parts, from its position on. */
  readonly whole?: number;
  /** Stands only in what a program printed: it is searched as any other, and is less evidence (CTX-3). */
  readonly printed?: true;
}

export interface Query {
  readonly terms: readonly QueryTerm[];
}

interface QueryOptions {
  readonly interactive?: boolean;
}

/** A paragraph has fewer; a pasted page is cut here, and by rarity once the index was asked. */
export const TERMS_MAX = 160;

const PREFIX_MIN = 3;

export function queryOf(prompt: string, options: QueryOptions = {}): Query {
  const interactive = options.interactive === true;
  const { own, typed, pasted } = ownWords(prompt);
  const asked = termsOf(tokensOf(own), interactive, interactive && isUnfinished(prompt));
  // A prompt that is nothing but a pasted text is asked with that text.
  const terms = asked.length >= 2 || pasted === "" ? asked : termsOf(tokensOf(`${own}\n${pasted}`), false, false);
  const most = terms.slice(0, TERMS_MAX);
  return { terms: terms === asked && typed === own ? most : marked(most, typed) };
}

function marked(terms: readonly QueryTerm[], typed: string): readonly QueryTerm[] {
  const known = new Set(tokensOf(typed).map(({ term }) => term));
  return terms.map((each) => (known.has(each.term) ? each : { ...each, printed: true }));
}

function isUnfinished(prompt: string): boolean {
  return /[\p{L}\p{N}]$/u.test(prompt.slice(-2));
}

interface Draft {
  term: string;
  forms: string[];
  position: number;
  prefix?: true;
  whole?: number;
}

/** Somebody who searches for "not" means it; a prompt without any telling word asks nothing. */
function termsOf(tokens: readonly Token[], interactive: boolean, unfinished: boolean): readonly QueryTerm[] {
  const telling = collect(tokens, unfinished, isTelling);
  return telling.length > 0 || !interactive ? telling : collect(tokens, unfinished, () => true);
}

function collect(
  tokens: readonly Token[],
  unfinished: boolean,
  wanted: (token: Token, tokens: readonly Token[], at: number) => boolean,
): readonly QueryTerm[] {
  const drafts = new Map<string, Draft>();
  let position = -1;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    if (!token.same) position++;
    if (!wanted(token, tokens, at)) continue;
    const draft = drafts.get(token.term) ?? { term: token.term, forms: [], position };
    if (!draft.forms.includes(token.form)) draft.forms.push(token.form);
    if (token.kind === "whole" && draft.position === position) draft.whole = partsAfter(tokens, at);
    if (unfinished && at === tokens.length - 1 && token.kind === "word" && token.form.length >= PREFIX_MIN) {
      draft.prefix = true;
    }
    drafts.set(token.term, draft);
  }
  return [...drafts.values()];
}

function isTelling(token: Token, tokens: readonly Token[], at: number): boolean {
  // Of two spellings the longer one is asked, which memories keep beside the other.
  if (tokens[at + 1]?.kind === "spelling") return false;
  if (token.kind === "single") return !token.same && !isStopPair(token.form);
  if (token.kind === "pair") return !isStopPair(token.form);
  return !isStopWord(token.form);
}

function partsAfter(tokens: readonly Token[], at: number): number {
  let count = 1;
  for (let next = at + 1; tokens[next]?.kind === "part" && tokens[next + 1]?.kind !== "whole"; next++) count++;
  return count;
}
