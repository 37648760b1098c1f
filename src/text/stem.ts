// One spelling for all spellings of a word (SEA-2): case, accents and ligatures go, and what a plain FTS5 tokenizer
// would cut or change is moved to private-use code points, so that the index sees exactly these terms (SEA-4).

const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]/g;
const SPELLINGS = /[ßæœøłđðþıſς]/g;
const SPELLING: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ſ: "s",
  ς: "σ",
};
const PLAIN = /^[a-z0-9]*$/;
/** What unicode61 keeps whole and unchanged, on every version; tried character by character in a test. */
const KEPT =
  /[^a-z0-9\u03ac-\u03c1\u03c3-\u03ce\u0430-\u045f\u05d0-\u05ea\u0620-\u064a\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4db5\u4e00-\u9fcc\uac00-\ud7a3\ue000-\uf8ff]/gu;
/** Signs that have neither case nor accents. */
const UNCHANGED = /^[\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4db5\u4e00-\u9fcc\uac00-\ud7a3]+$/;
const PRIVATE_PLANE = 0xf0000;

/** `word` is NFKC. */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  if (UNCHANGED.test(word)) return word;
  const bare = lower
    .normalize("NFD")
    .replace(ACCENTS, "")
    .replace(SPELLINGS, (sign) => SPELLING[sign] ?? sign);
  return bare.normalize("NFC").replace(KEPT, moved);
}

function moved(sign: string): string {
  const point = sign.codePointAt(0) as number;
  if (point >= PRIVATE_PLANE) return sign;
  const plane = PRIVATE_PLANE + (point > 0xffff ? 0x10000 : 0);
  return String.fromCodePoint(plane + Math.min(point & 0xffff, 0xfffd));
}

const UMLAUTS = /[äöü]/g;
const UMLAUT: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue" };

/** `für` as those write it who have no ü; undefined for a word without umlauts. */
export function umlautSpelling(word: string): string | undefined {
  if (word.search(/[äöüÄÖÜ]/) === -1) return undefined;
  return fold(word.toLowerCase().replace(UMLAUTS, (sign) => UMLAUT[sign] ?? sign));
}

// Light English stemming after Porter's rules (1980), for words of Latin letters only: endings go as far as a word
// keeps a vowel and a consonant. The result is a key, not a word. Other languages' words pass through the same rules
// on both sides, so they still meet themselves.

/** `word`: folded. Words with digits or of fewer than three letters stay. */
export function stem(word: string): string {
  if (word.length < 3 || word.length > 40) return word;
  return /^[a-z]+$/.test(word) ? stemmed(word) : word;
}

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  pairs(
    "ran:run went:go gone:go made:make wrote:write written:write took:take taken:take gave:give given:give " +
      "got:get gotten:get said:say told:tell found:find kept:keep left:leave built:build bought:buy brought:bring " +
      "thought:think caught:catch taught:teach chose:choose chosen:choose broke:break broken:break spoke:speak " +
      "drove:drive driven:drive began:begin begun:begin ate:eat eaten:eat saw:see seen:see knew:know known:know " +
      "grew:grow grown:grow threw:throw thrown:throw flew:fly drew:draw drawn:draw met:meet sent:send spent:spend " +
      "lost:lose won:win held:hold felt:feel slept:sleep children:child men:man women:woman feet:foot mice:mouse " +
      "indices:index indexes:index vertices:vertex matrices:matrix dying:die lying:lie tying:tie news:news",
  ),
);

/** By a stem that brings words together which say different things: those that begin so, each apart from the others. */
const APART: ReadonlyMap<string, string> = new Map(
  pairs(
    "access:accessib author:authoriz,authorit busi:business commun:communicat content:contention " +
      "convers:conversati critic:critical custom:customer depart:department engin:engineer execut:executiv " +
      "experi:experien gener:generat,generic import:importan inform:informal integr:integrit " +
      "local:locale organ:organic,organiz person:personal posit:positiv " +
      "product:production,productiv public:publicat respons:responsib " +
      "suit:suite termin:terminat univers:universal,universit",
  ),
);

/**
 * Which of the words of one stem a form is: "production" and "product" are two. Stems are keys of what is stored and counted,
 * so they stay as they are, and words are told apart where they meet.
 */
export function senseOf(term: string, form: string): string {
  const beginnings = APART.get(term);
  return beginnings === undefined ? "" : (beginnings.split(",").find((each) => form.startsWith(each)) ?? "");
}

function stemmed(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular === word ? word : stemmed(irregular);
  let text = plural(word);
  text = pastAndGerund(text);
  if (text.endsWith("y") && text.length > 2 && hasVowel(text.slice(0, -1))) text = `${text.slice(0, -1)}i`;
  text = replaceEnding(text, DOUBLE, 1);
  text = replaceEnding(text, SINGLE, 1);
  text = removeEnding(text);
  return finalE(text);
}

function plural(word: string): string {
  if (!word.endsWith("s")) return word;
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (word.endsWith("ies")) return word.length > 4 ? word.slice(0, -2) : word.slice(0, -1);
  if (word.endsWith("ss") || word.endsWith("us")) return word;
  return word.length > 3 ? word.slice(0, -1) : word;
}

function pastAndGerund(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = word.endsWith("ed") ? 2 : word.endsWith("ing") ? 3 : 0;
  if (ending === 0) return word;
  const rest = word.slice(0, -ending);
  if (rest.length < 2 || !hasVowel(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (/([bcdfghjkmnpqrtvwxy])\1$/.test(rest)) return rest.slice(0, -1);
  return measure(rest) === 1 && endsShort(rest) ? `${rest}e` : rest;
}

type Endings = readonly (readonly [ending: string, instead: string])[];

const DOUBLE: Endings = pairs(
  "ational:ate tional:tion enci:ence anci:ance izer:ize bli:ble alli:al entli:ent eli:e ousli:ous ization:ize " +
    "ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble logi:log",
);

const SINGLE: Endings = pairs("icate:ic ative: alize:al iciti:ic ical:ic ful: ness:");

function pairs(text: string): readonly (readonly [string, string])[] {
  return text.split(" ").map((pair) => pair.split(":") as [string, string]);
}

function replaceEnding(word: string, endings: Endings, least: number): string {
  for (const [ending, instead] of endings) {
    if (!word.endsWith(ending)) continue;
    const rest = word.slice(0, -ending.length);
    return measure(rest) >= least ? rest + instead : word;
  }
  return word;
}

const REMOVED = /(?:ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|(?<=[st])ion|al|er|ic|ou)$/;

function removeEnding(word: string): string {
  const found = REMOVED.exec(word);
  if (found === null) return word;
  const rest = word.slice(0, found.index);
  return measure(rest) > 1 ? rest : word;
}

function finalE(word: string): string {
  let text = word;
  if (text.endsWith("e")) {
    const rest = text.slice(0, -1);
    const size = measure(rest);
    if (size > 1 || (size === 1 && !endsShort(rest))) text = rest;
  }
  return text.endsWith("ll") && measure(text) > 1 ? text.slice(0, -1) : text;
}

/** How often a vowel is followed by a consonant. */
function measure(text: string): number {
  let count = 0;
  let wasVowel = false;
  for (let at = 0; at < text.length; at++) {
    const now = isVowel(text, at);
    if (wasVowel && !now) count++;
    wasVowel = now;
  }
  return count;
}

function hasVowel(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (isVowel(text, at)) return true;
  return false;
}

function isVowel(text: string, at: number): boolean {
  const sign = text.charCodeAt(at);
  if (sign === 0x61 || sign === 0x65 || sign === 0x69 || sign === 0x6f || sign === 0x75) return true;
  return sign === 0x79 && at > 0 && !isVowel(text, at - 1);
}

/** Consonant, vowel, consonant, the last not w, x or y: "hop", not "hoop" and not "how". */
function endsShort(text: string): boolean {
  const last = text.length - 1;
  if (last < 2 || "wxy".includes(text[last] as string)) return false;
  return !isVowel(text, last) && isVowel(text, last - 1) && !isVowel(text, last - 2);
}
