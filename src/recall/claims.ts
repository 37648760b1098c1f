// What the sentences of a memory claim, in a form that two memories can be compared by: words without order, yes or no,
// and the numbers. "Use A, not B" claims two things, yes to A and no to B; "never use B, use A" claims the same.
import { sentencesOf } from "../text/sentences.ts";
import { isStopPair, isStopWord } from "../text/stop-words.ts";
import { tokensOf } from "../text/terms.ts";
import { polarityOf } from "./polarity.ts";

export interface Claim {
  readonly terms: ReadonlySet<string>;
  readonly denied: boolean;
  /** Numbers and versions, in order; those that name a thing ("step 2", "PR 12") are among the terms. */
  readonly values: readonly string[];
  /** Of "use A, not B": the words of B. */
  readonly against: ReadonlySet<string>;
}

/** What says nothing about a text's subject beside stop words. */
const EMPTY: ReadonlySet<string> = new Set();

/** "service A", "plan B": a name, though its small letter may be a stop word. */
const LETTER = /(?<=[\p{Ll}\p{N}] )[A-HJ-Z](?![\p{L}\p{N}'’_+#-])/gu;

export function termsIn(text: string): ReadonlySet<string> {
  const terms = new Set<string>();
  const tokens = tokensOf(text);
  tokens.forEach(({ term, form, kind, same }, at) => {
    // Of two spellings the longer one stands for both, as in a question.
    if (tokens[at + 1]?.kind === "spelling" || kind === "part") return;
    if (kind === "single" ? same || isStopPair(form) : kind === "pair" ? isStopPair(form) : isStopWord(form)) return;
    terms.add(term);
  });
  for (const [letter] of text.matchAll(LETTER)) terms.add(`letter ${letter}`);
  return terms;
}

const SENTENCES_MAX = 12;

export function claimsIn(text: string): readonly Claim[] {
  const plain = text.replaceAll("`", " ");
  return sentencesOf(plain)
    .slice(0, SENTENCES_MAX)
    .flatMap(({ start, end }) => claimsOf(plain.slice(start, end)));
}

/** Only where both halves have the same verb: then the second says what to do in place of the first. */
const INSTEAD =
  /^[\s>*-]*(?:please |bitte )?(?:never|don['’]?t|do not)\s+(?<verb>\p{L}+)\s+(?<what>[^,;.!?]{1,80}?)\s*[,;]\s*(?:(?:and|but|instead|rather|always|please|just)\s+)*\k<verb>\s+(?<instead>[^,;.!?]{1,80}?)(?:\s+instead)?[.!\s]*$/iu;

function claimsOf(sentence: string): readonly Claim[] {
  const contrast = contrastIn(sentence.replace(INSTEAD, "$<verb> $<instead>, not $<what>"));
  if (contrast === undefined) return [claimOf(sentence, EMPTY)];
  const against = termsIn(contrast.against);
  const yes = claimOf(contrast.rest, against);
  const terms = new Set([...yes.terms].filter((term) => !contrast.instead.has(term)).concat([...against]));
  const no: Claim = { ...yes, terms, denied: !yes.denied, against: EMPTY };
  return contrast.instead.size === 0 ? [yes] : [yes, no];
}

function claimOf(sentence: string, against: ReadonlySet<string>): Claim {
  const { rest, values } = withoutValues(sentence);
  const { denied, rest: words } = polarityOf(rest);
  return { terms: termsIn(words), denied, values, against };
}

interface Contrast {
  readonly against: string;
  /** The sentence without it. */
  readonly rest: string;
  /** The words it is set against: as many as its own, just before it. */
  readonly instead: ReadonlySet<string>;
}

/** After an auxiliary "not" negates the verb; after anything else it sets one thing against another. */
const AFTER =
  /(?:[,;，、]\s*(?:and |but |und )?(?:not|never|nicht|kein\w*)\s|(?<!\b(?:do|does|did|is|are|was|were|be|must|should|shall|may|can|could|will|would|has|have|please|to|if|or|why|but|or)\s)(?<=[\p{L}\p{N}`)]\s)(?:and )?not\s|\b(?:instead of|rather than|anstelle von|anstatt|statt|und nicht)\s|(?:，|,|、)?(?:而不是|而非|而不用|不是))(?<what>[^,;.，。；、!?\n]+)/iu;
const BEFORE = /(?<what>[^\s,;.，。；、!?]{1,40}?)(?:ではなく|じゃなく|の代わりに|(?:이|가)? ?아니라| 대신(?:에)?)/u;
const PHRASE_END =
  /\s(?:for|in|on|to|when|because|as|by|from|with|at|since|und|für|in|bei|wenn|weil|als|zum|zur|and|or)\s/iu;

function contrastIn(sentence: string): Contrast | undefined {
  const after = AFTER.exec(sentence);
  if (after?.groups?.what !== undefined) {
    const what = after.groups.what.split(PHRASE_END)[0] ?? "";
    const from = after.index + after[0].length - after.groups.what.length;
    const before = sentence.slice(0, after.index);
    const rest = `${before} ${sentence.slice(from + what.length)}`;
    return { against: what, rest, instead: lastTerms(before, termsIn(what).size) };
  }
  const found = BEFORE.exec(sentence);
  if (found?.groups?.what === undefined) return undefined;
  const rest = sentence.slice(0, found.index) + sentence.slice(found.index + found[0].length);
  return { against: found.groups.what, rest, instead: EMPTY };
}

function lastTerms(text: string, count: number): ReadonlySet<string> {
  return new Set([...termsIn(text)].slice(-count).slice(0, count));
}

const NUMBER =
  /(?<![\p{L}\p{N}_.:/#-])v?\d+(?:[.,]\d+)*(?:\.x)?(?![\p{L}\p{N}_:/]|-\d|\.\d)(?:\s?(?:ms|seconds?|minutes?|hours?|days?|[smhdkMG]B?|KB|MB|GB|%))?(?![\p{L}\p{N}_])/gu;
/** Names a thing by its number. */
const NAMING =
  /(?:step|phase|stage|part|chapter|section|rule|line|issue|ticket|bug|pr|pull request|mr|adr|rfc|sprint|week|day|month|year|release|milestone|item|no\.|nr\.|status|code|error|http|https|case|level|layer|task|schritt|teil|zeile|regel|woche|tag|punkt|第|단계)s?\s*#?$/iu;
const CONDITION =
  /^\s*(?:if|when|whenever|on|for|under|with|at|until|since|after|before|bei|wenn|für|ab|mit|unter|seit)\s[^,:;]{0,40}$/iu;

function withoutValues(sentence: string): { readonly rest: string; readonly values: readonly string[] } {
  const values: string[] = [];
  const rest = sentence.replace(NUMBER, (number, at: number) => {
    const before = sentence.slice(0, at);
    if (NAMING.test(before) || CONDITION.test(before)) return number;
    values.push(number.replace(/^v/i, "").replace(/\s/g, ""));
    return " ";
  });
  return { rest, values };
}
