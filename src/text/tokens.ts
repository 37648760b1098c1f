// How many tokens a text costs a model, estimated without a tokenizer: budgets need a cheap, deterministic answer
// that errs upwards (CTX-4, CTX-6). English prose runs at about four characters a token, which is what lower-case
// letters and blanks are charged; capitals, digits and signs (ids, code, markup) and the small alphabets are charged
// half a token, every other character a whole one, and characters beyond the BMP (emoji, rare ideographs) two.

const LETTER = 1;
const HALF = 2;
const WHOLE = 4;

export function estimateTokens(text: string): number {
  return Math.ceil(tokenQuarters(text) / 4);
}

/** For who adds up many parts: nothing is rounded. */
export function tokenQuarters(text: string): number {
  let quarters = 0;
  for (let at = 0; at < text.length; at++) quarters += quartersOf(text.charCodeAt(at));
  return quarters;
}

/** Per UTF-16 unit, so that a surrogate pair counts twice. */
function quartersOf(unit: number): number {
  if (unit === 0x20 || (unit >= 0x61 && unit <= 0x7a)) return LETTER;
  return unit < 0x800 ? HALF : WHOLE;
}
