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
