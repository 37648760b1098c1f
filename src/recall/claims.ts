// What the sentences of a memory claim, in a form that two memories can be compared by: words without order, yes or no,
// and the numbers. "Use A, not B" claims two things, yes to A and no to B; "never use B, use A" claims the same.

import { sentencesOf } from "../text/segments.ts";
import { isStopPair, isStopWord } from "../text/stop-words.ts";
import { tokensOf } from "../text/terms.ts";

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

// Does a sentence say yes or no? Counted by its words, in the five languages of the cues, and taken out of it, so that
// "always use tabs" and "never use tabs" are left with the same words. Two negations make a yes ("never commit without
// running the tests"). Where a sign is ambiguous it is left alone: a missed no is a smaller fault than an invented one.

interface Polarity {
  /** An odd number of negations. */
  readonly denied: boolean;
  /** The sentence without them, and without words that only say how much it is meant ("always", "please", "must"). */
  readonly rest: string;
}

const NO: readonly RegExp[] = [
  /(?<![\p{L}\p{N}_-])(?:not|never|no longer|no|don['’]?t|doesn['’]?t|didn['’]?t|isn['’]?t|aren['’]?t|wasn['’]?t|can['’]?t|cannot|won['’]?t|shouldn['’]?t|mustn['’]?t|couldn['’]?t|wouldn['’]?t|(?:without|stop)(?= \p{L}+ing(?!\p{L}))|avoid(?:s|ed|ing)?|forget|forbidden|prohibited|disallowed)(?![\p{L}\p{N}_-])/giu,
  /(?<![\p{L}\p{N}_-])(?:nicht|nie|niemals|kein(?:e|en|em|er|es)?|ohne|vermeide(?:n|t)?|verboten|vergiss|vergessen)(?![\p{L}\p{N}_-])/giu,
  /(?:하|되|쓰|사용하)?지 ?(?:마세요|마십시오|마라|마요|마|말아 ?주세요|말아라|말 ?것|말자|않습니다|않는다|않아요|않기|않음|않도록|않고|않아|않는|않다)|(?:하|되|쓰)?면 안 ?(?:됩니다|돼요|된다|돼)|금지|없이/gu,
  /(?<!要|能|是|好|可)(?:千万|千萬|绝对|絕對|绝|絕|永远|永遠)?(?:不要|不能|不可以|不许|不許|不准|不再|不会|不會|不用|不使用|别(?!的|人)(?<![分特级区性类个识]别)|別(?!的|人)(?<![分特級區性類個識]別)|切勿|请勿|請勿|勿|禁止|严禁|嚴禁|没有|沒有|无需|無需)/gu,
  /(?:して|ては|では|しては)?(?:いけません|いけない|なりません|ならない|だめ|ダメ)|(?<!少|危|汚|ではし)(?:し|ら|わ|か|た|が|ま|ば|な|さ|れ|べ|え|せ|け|使わ|め)?(?:ないでください|ないこと|ないように|ない|ません|なければ|なくては|ずに)|禁止|不可/gu,
];

/** Says how much, when, or to whom; nothing of what. */
const HOW: readonly RegExp[] = [
  /(?<![\p{L}\p{N}_-])(?:always|ever|please|must|should|shall|will|would|may|can|could|do|does|did|just|only|really|strictly|have to|need to|has to|needs to|we|you|i|is allowed|are allowed|allowed)(?![\p{L}\p{N}_-])/giu,
  /(?<![\p{L}\p{N}_-])(?:immer|bitte|stets|muss|müssen|soll|sollen|sollte|sollten|darf|dürfen|wird|werden|grundsätzlich|wir|ich|du)(?![\p{L}\p{N}_-])/giu,
  /항상|반드시|언제나|꼭|절대로?|(?:하|되)(?:세요|십시오|라|기|자|도록|고)|합니다|한다|해요|해야 ?(?:합니다|한다|해요|해)|할 것/gu,
  /总是|總是|始终|始終|一律|永远|永遠|必须|必須|一定要?|务必|務必|请|請|应该|應該|(?<![需重主])要|都|绝对|絕對|千万|千萬/gu,
  /常に|必ず|絶対に?|いつも|してください|すること|しましょう|します|する(?!と|前|後)|して(?=[。、]|$)|し(?=[。、]|$)/gu,
];

export function polarityOf(sentence: string): Polarity {
  let count = 0;
  let rest = sentence;
  for (const pattern of NO) {
    rest = rest.replace(pattern, () => {
      count++;
      return " ";
    });
  }
  for (const pattern of HOW) rest = rest.replace(pattern, " ");
  return { denied: count % 2 === 1, rest };
}
